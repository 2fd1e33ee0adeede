"""No room on the disk: whatever a command writes, it says so in a line, and leaves what was there as it was."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from escapology.errors import RecordError
from escapology.text_play.saving import save_text
from tests.shell import Shell

resource = pytest.importorskip("resource", reason="files can't be kept small here")
BLANK = "blank: 3 1 5 2 6 4"
GAME = f"{BLANK}\nclimb skip climb\n"
ROOM = 100  # bytes


@contextmanager
def no_room() -> Iterator[None]:
    """Every file ends after a few bytes, as on a disk that is full: what is written before that is really written."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


@pytest.mark.parametrize("was_there", [False, True], ids=["new", "old"])
@pytest.mark.parametrize(
    ("args", "name"),
    [
        (("print", "pieces", "lab-rats", "--only", "tiles"), "x.pdf"),
        (("print", "aid", "kidnap-machine"), "x.pdf"),
        (("print", "cards", "not-alone"), "x.pdf"),
        (("print", "rules", "devils-square"), "x.pdf"),
        (("print", "deal", "lab-rats", "--seed", "7", "--no-solution"), "x.pdf"),
        (("print", "booklet", "blank", "--deals", "2", "--seed", "1"), "x.pdf"),
        (("draw", "-"), "x.svg"),
        (("draw", "-"), "x.png"),
        (("draw", "-"), "x.gif"),
        (("draw", "-", "--animate"), "x.svg"),
        (("draw", "-", "--animate"), "x.gif"),
    ],
    ids=lambda told: " ".join(told) if isinstance(told, tuple) else told,
)
def test_a_full_disk(shell: Shell, tmp_path: Path, args: tuple[str, ...], name: str, was_there: bool) -> None:
    file = tmp_path / name
    if was_there:
        file.write_bytes(b"old")
    shell.run(*args, "--to", str(tmp_path / f"warm-{name}"), given=GAME)  # what is compiled or cached is there now
    (tmp_path / f"warm-{name}").unlink()
    with no_room():
        said = shell.bad(*args, "--to", str(file), given=GAME)
    assert said.startswith("can't write ")
    assert said.endswith(": file too large; nothing was written")
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"] * was_there


def test_a_game_that_is_saved(tmp_path: Path) -> None:
    """From text play, and from the companion."""
    file = tmp_path / "game.txt"
    file.write_bytes(b"old")
    told = "on the table: blank/long\n" + "= 3\nclimb\n" * ROOM
    with no_room(), pytest.raises(RecordError, match=r"can't write .*: file too large$"):
        save_text(told, str(file), overwrite=True)
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"old"]
