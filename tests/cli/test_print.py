"""`escapology print …`: files that are written, and one clear line where nothing is."""

from pathlib import Path

import pytest

from tests.shell import Shell


def test_a_file_is_named_after_what_it_is(shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)
    assert shell.good("print", "aid", "blank") == "wrote blank-aid.pdf: 1 page, A4, in colour\n"
    assert (tmp_path / "blank-aid.pdf").read_bytes().startswith(b"%PDF-1.")


def test_some_pieces_only(shell: Shell, tmp_path: Path) -> None:
    to = tmp_path / "coins.pdf"
    told = shell.good(
        "print", "pieces", "lab-rats", "--only", "coins", "--paper", "letter", "--ink", "low", "--to", str(to)
    )
    assert told == f"wrote {to}: 2 pages, Letter, low ink\n"


def test_a_booklet_says_how_it_is_printed(shell: Shell, tmp_path: Path) -> None:
    to = tmp_path / "b.pdf"
    assert shell.good("print", "rules", "blank", "--to", str(to)).endswith("flip on the short edge, and fold\n")
    assert "fold" not in shell.good("print", "rules", "blank", "--no-fold", "--to", str(to))


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (["aid", "golf"], "there is no game 'golf'"),
        (["aid", "blank", "--paper", "a3"], "there is no paper 'a3': choose a4 or letter"),
        (["aid", "blank", "--ink", "gold"], "there is no ink 'gold': choose colour or low"),
        (["aid", "blank", "--link", "play.example"], "'play.example' can't be the address for QR codes"),
        (["aid", "blank", "--to", "none/a.pdf"], "there is no folder 'none': create it first"),
        (["aid", "blank", "--to", "a.png"], "can't write a PDF to 'a.png': use a name that ends in .pdf"),
        (["pieces", "blank"], "blank has no pieces to print"),
        (["pieces", "lab-rats", "--only", "dice"], "lab-rats has no 'dice': there are tiles, coins"),
        (["cards", "blank"], "blank has no reference cards to print"),
        (["lab-rats"], "can't print 'lab-rats': choose from pieces, aid, cards, rules"),
    ],
)  # fmt: skip
def test_what_can_not_be_printed(
    args: list[str], told: str, shell: Shell, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    code, out, err = shell.run("print", *args)
    assert (code, out) == (2, "")
    assert told in err
    assert err.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_without_the_typesetter_one_is_told_how_to_get_it(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("escapology.cli.print.is_there", lambda: False)
    code, _, err = shell.run("print", "aid", "blank")
    assert code == 2
    assert "pip install 'escapology[print]'" in err
