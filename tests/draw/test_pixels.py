"""Pictures as PNG and GIF."""

import io
from pathlib import Path

from PIL import Image, ImageChops

from tests.kit import RECORDS
from tests.shell import Shell

GAME = str(RECORDS / "kidnap-machine-won.txt")
MOVES = 10


def test_pixels_are_as_many_as_was_asked(shell: Shell, tmp_path: Path) -> None:
    file = tmp_path / "one.png"
    assert shell.good("draw", GAME, "--to", str(file), "--width", "300").startswith(f"wrote {file}: ")
    with Image.open(file) as picture:
        assert (picture.format, picture.width) == ("PNG", 300)
        assert len(picture.getcolors(100_000)) > 20  # it is not empty


def test_a_gif_moves_and_is_the_same_each_time(shell: Shell, tmp_path: Path) -> None:
    one, two = tmp_path / "one.gif", tmp_path / "two.gif"
    for file in (one, two):
        shell.good("draw", GAME, "--animate", "--to", str(file), "--width", "200", "--pause", "500")
    assert one.read_bytes() == two.read_bytes()
    with Image.open(io.BytesIO(one.read_bytes())) as film:
        assert getattr(film, "n_frames", 1) == MOVES + 1
        first = film.convert("RGB")
        assert film.info["duration"] == 500
        film.seek(MOVES)
        assert film.info["duration"] == 2000
        assert ImageChops.difference(first, film.convert("RGB")).getbbox()
