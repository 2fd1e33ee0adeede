"""`make game NAME=golf`: a copy of Blank under that name, with all that its tests want, in the list of games.

It builds, plays and passes all tests before a line is changed. From there on, docs/adding-a-game.md leads the way. The
copy is an example, as Blank is, and so in no menu: when it is ready, take `is_example` away.
"""

from __future__ import annotations

import keyword
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEMPLATE = "blank"
MOST_LETTERS = 30  # of a name
COPIED = ("src/escapology/games/*/**/*", "tests/games/*/**/*", "tests/oracles/*.py", "tests/invariants/*.py",
          "tests/perft/*.txt", "tests/deals/*.txt", "tests/records/*.txt", "tests/records/*.states",
          "tests/pictures/*", "docs/pictures/rules/*/*")  # fmt: skip


def make_game(name: str, root: Path = ROOT) -> list[Path]:
    """Make the copy; the files that it is made of."""
    _check_name(name, root)
    rename = _renaming(name, _ruling_letters(name, root))
    made: list[Path] = []
    for path in _files_of(TEMPLATE, root):
        copy = root / rename(str(path.relative_to(root)))
        copy.parent.mkdir(parents=True, exist_ok=True)
        copy.write_text(rename(path.read_text(encoding="utf-8")), encoding="utf-8")
        made.append(copy)
    _register(name, root)
    ruff = Path(sys.executable).with_name("ruff")
    subprocess.run([ruff, "format", "--quiet", *(path for path in made if path.suffix == ".py")], cwd=root, check=True)
    return made


def _check_name(name: str, root: Path) -> None:
    module = name.replace("-", "_")
    if not re.fullmatch("[a-z]+(-[a-z]+)*", name) or keyword.iskeyword(name) or len(name) > MOST_LETTERS:
        raise SystemExit(
            f"{name!r} is not a valid name for a game: use small letters, with - between words, as in black-hole"
        )
    if (root / "src/escapology/games" / module).exists() or list(_files_of(name, root)):
        raise SystemExit(f"there is something called {name} already: take another name")


def _files_of(name: str, root: Path) -> Iterator[Path]:
    """What a game is made of: its folder, and the files of its name that tests go by."""
    module = name.replace("-", "_")
    for pattern in COPIED:
        for path in sorted(root.glob(pattern.replace("/*/", f"/{module}/"))):
            is_own = path.stem == module or re.match(rf"{name}(-|\.|$)", path.stem) or module in path.parts
            if path.is_file() and is_own and path.suffix != ".pyc":
                yield path


def _ruling_letters(name: str, root: Path) -> str:
    """Two letters that number the game's rulings and no other's."""
    rules = [path.read_text(encoding="utf-8") for path in (root / "src/escapology/games").rglob("RULES.md")]
    taken = set(re.findall(r"^\| ([A-Z]{2})\d", "\n".join(rules), re.MULTILINE))
    words = name.split("-")
    first = words[0][0]
    others = [word[0] for word in words[1:]] + list(words[0][1:]) + list("abcdefghijklmnopqrstuvwxyz")
    return next(letters for other in others if (letters := (first + other).upper()) not in taken)


def _renaming(name: str, letters: str) -> Callable[[str], str]:
    """What makes Blank's names in a text those of the new game."""
    title = name.replace("-", " ").title()
    module = name.replace("-", "_")

    def rename(text: str) -> str:
        text = text.replace("the smallest game that has everything, the template for new ones", "not written yet")
        text = re.sub(r"\bBlank\b", title, text)
        text = re.sub(r"\bBL(?=\d)", letters, text)
        text = re.sub(r"_bl(?=\d)", f"_{letters.lower()}", text)
        text = re.sub(rf"((?:games|oracles|invariants)[./]){TEMPLATE}\b", rf"\g<1>{module}", text)
        return re.sub(rf"(?<![.\w]){TEMPLATE}(?![\w(])", name, text)

    return rename


def _register(name: str, root: Path) -> None:
    """The one line."""
    path = root / "src/escapology/games/__init__.py"
    line = f'    "{TEMPLATE}",\n'
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(line, f'    "{name.replace("-", "_")}",\n{line}'), encoding="utf-8")


def main(names: list[str]) -> None:
    if len(names) != 1:
        raise SystemExit("name the game: make game NAME=golf")
    made = make_game(names[0])
    folder = next(path.parent for path in made if path.name == "RULES.md").relative_to(ROOT)
    print(  # noqa: T201 - it says what it has done
        f"{names[0]} is a copy of Blank in {folder}, with {len(made)} files, and in the list of games.\n"
        f"Play it: .venv/bin/escapology play --text {names[0]}\n"
        "Then make a game of your own of it, part by part: docs/adding-a-game.md"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
