"""The pages around a board: their colours can be read on everything that shines there, and the ground is small."""

import re
from pathlib import Path

import pytest

import escapology.web
from escapology.draw.faces import HALVES
from escapology.draw.palette import AA, contrast, mix
from escapology.draw.scene import FACES
from escapology.web.faces import LIGHTS, PLANETS, colours

STATIC = Path(escapology.web.__file__).parent / "static"
EACH = [(face, half) for face in FACES for half in (0, 1)]


@pytest.mark.parametrize(("face", "half"), EACH)
def test_pages_can_be_read(face, half):
    named = colours(HALVES[face][half])
    for ground in ("table", "sheet", "raised"):
        for ink in ("ink", "quiet", "accent", "good", "danger"):
            assert contrast(named[ink], named[ground]) >= AA, (ink, ground)
        assert contrast(named["advice"], named[ground]) >= 3
        assert contrast(named["edge"], named[ground]) >= 1.9
    assert contrast(named["accent"], named["accent-soft"]) >= AA
    assert contrast(named["ink"], named["accent-soft"]) >= AA
    assert contrast(named["on-accent"], named["accent"]) >= AA


@pytest.mark.parametrize(("face", "half"), EACH)
def test_what_shines_on_the_ground_leaves_it_readable(face, half):
    named = colours(HALVES[face][half])
    shining = [ends[half] for _, *ends in LIGHTS[face]]
    grounds = [mix(named["table"], light[:7], int(light[7:], 16) / 255) for light in shining]
    if face == "space":
        grounds.append(PLANETS[half][0])
    for ground in grounds:
        for ink in ("ink", "quiet", "accent"):
            assert contrast(named[ink], ground) >= AA, (ink, ground)


@pytest.mark.parametrize("face", FACES)
def test_the_ground_is_small_and_holds_nothing_but_shapes(face):
    text = (STATIC / f"ground-{face}.svg").read_text()
    assert len(text) < 2500
    assert set(re.findall(r"<(\w+)", text)) <= {"svg", "g", "defs", "path", "use"}
