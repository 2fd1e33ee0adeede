"""At whatever place a game is played, what matters on its board is seen: WCAG 2, level AA, by day and by night."""

import pytest

from escapology.draw.faces import FINISHES, HALVES, scheme_of
from escapology.draw.palette import AA, contrast, in_pair, mix, writing_on
from escapology.draw.scene import FACES
from tests.draw.scenes import ROLES

SHAPE = 3  # the least contrast of what is not writing
LIT = ("board", "space", "danger", "good")  # areas on which things stand
HALF = {
    f"{face}-{when}": finish
    for face, finishes in HALVES.items()
    for when, finish in zip(("light", "dark"), finishes, strict=True)
}
each = pytest.mark.parametrize("finish", HALF.values(), ids=HALF)


def test_every_face_has_two_halves_and_both_at_once():
    assert set(HALVES) == set(FACES)
    for face in FACES:
        light, dark, both = FINISHES[f"{face}-light"], FINISHES[f"{face}-dark"], FINISHES[face]
        assert (light, dark) == HALVES[face]
        for role in ROLES:
            assert both.palette.tint(role) == in_pair(light.palette.tint(role), dark.palette.tint(role))
            assert both.palette.inks[role] == in_pair(light.palette.inks[role], dark.palette.inks[role])
        assert both.rim == in_pair(light.rim, dark.rim)


@pytest.mark.parametrize(
    ("theme", "scheme", "finish"),
    [
        ("plain", "auto", "auto"),
        ("plain", "dark", "dark"),
        ("table", "auto", "manor"),
        ("table", "light", "manor-light"),
        ("night", "auto", "manor-dark"),
        ("night", "light", "manor-dark"),
    ],
)
def test_the_finish_follows_theme_and_scheme(theme, scheme, finish):
    assert scheme_of(theme, "manor", scheme) == finish
    assert finish in FINISHES


@each
@pytest.mark.parametrize("role", ["ink", "muted", "danger", "accent", "path"])
def test_writing_can_be_read_where_the_light_falls(finish, role):
    faint = {area: round(contrast(finish.palette.inks[role], finish.palette.tint(area)), 2) for area in LIT}
    assert {area: found for area, found in faint.items() if found < AA} == {}


@each
def test_what_may_be_done_is_seen_on_every_area(finish):
    marks = {area: round(contrast(finish.mark, finish.palette.tint(area)), 2) for area in ("table", *LIT)}
    assert {area: found for area, found in marks.items() if found < SHAPE} == {}


@pytest.mark.parametrize("finish", [finish for name, finish in HALF.items() if "manor" not in name])
def test_what_may_be_done_is_seen_on_cards(
    finish,
):  # in the manor's torchlight nothing is both: there it lies on the floor
    assert contrast(finish.mark, finish.palette.paper) >= SHAPE


@each
def test_walls_and_ways_are_seen_on_every_area(finish):
    for role in ("wall", "path"):
        for area in LIT:
            assert contrast(finish.palette.inks[role], finish.palette.tint(area)) >= SHAPE, (role, area)


@each
def test_cards_stand_out_from_the_ground(finish):
    grounds = [finish.palette.tint(area) for area in ("table", "board", "space")]
    edges = (finish.palette.paper, finish.palette.edge)
    assert all(max(contrast(edge, ground) for edge in edges) >= 1.5 for ground in grounds)


@each
def test_what_is_in_view_differs_from_what_is_not(finish):
    lit = finish.palette.tint("danger")
    assert all(contrast(lit, finish.palette.tint(area)) >= 1.2 for area in ("board", "space"))


@each
def test_the_letters_of_books_can_be_read(finish):
    for role in ("yellow", "red", "green", "blue"):
        leather = finish.palette.fills[role]
        assert contrast(writing_on(leather), leather) >= AA


@each
def test_textures_leave_writing_readable(finish):
    # the strongest stroke of a texture lightens or darkens the ground by a third
    for area in ("board", "space"):
        for stroke in ("#000000", "#ffffff"):
            ground = mix(finish.palette.tint(area), stroke, 0.07 if stroke == "#ffffff" else 0.3)
            assert contrast(finish.palette.inks["ink"], ground) >= AA
