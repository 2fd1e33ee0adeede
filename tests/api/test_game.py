"""Games and deals, by one import."""

import pickle
import subprocess
import sys

import pytest

import escapology as esc
from escapology.games import GAMES
from tests.shell import unmeasured


def test_import_is_light() -> None:
    """`import escapology` loads next to nothing, and playing loads neither NumPy nor the web."""
    code = (
        "import sys, escapology as esc; print([m for m in sys.modules if m.startswith('escapology.')]);"
        "esc.game('blank').deal(1).start().view().sample(esc.Luck(1)); esc.bot, esc.Play;"
        "print(sorted({'numpy', 'numba', 'fastapi', 'typer', 'rich', 'multiprocessing'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, env=unmeasured())
    assert done.stdout.splitlines() == ["['escapology.errors']", "[]"]


def test_all_names_are_there() -> None:
    assert set(esc.__all__) <= set(dir(esc))
    for name in esc.__all__:
        assert getattr(esc, name).__doc__
    with pytest.raises(AttributeError, match="has no attribute 'gmae'"):
        esc.gmae  # type: ignore[attr-defined]  # noqa: B018


def test_a_game_and_its_setting() -> None:
    game = esc.game("lab-rats/hard", diagram="turn")
    assert (game.name, game.title, game.variant) == ("lab-rats", "Lab Rats", "hard")
    assert game.setting == "lab-rats/hard[diagram=turn]"
    assert game.options["diagram"] == "turn"
    assert list(game.variants) == ["classic", "hard", "bag", "rebag"]
    assert game.options["diagram"] in game.readings["diagram"]
    assert game == esc.game("lab-rats", variant="hard", diagram="turn") == esc.game(game.setting)
    assert len({game, esc.game("lab-rats/hard"), esc.game(game.setting)}) == 2
    assert repr(game) == "esc.game('lab-rats/hard[diagram=turn]')"
    assert not game.has_dice
    assert esc.game("devils-square").has_points


@pytest.mark.parametrize(
    ("name", "options", "message"),
    [
        ("lab-mice", {}, "there is no game 'lab-mice': choose from devils-square, "),
        ("lab-rats/harder", {}, "lab-rats has no variant 'harder': it has classic, "),
        ("lab-rats", {"diagram": "round"}, "lab-rats has no option 'diagram=round': it is diagram="),
        ("lab-rats", {"colour": "red"}, "lab-rats has no option 'colour': its options are "),
    ],
)
def test_what_there_is_not(name: str, options: dict[str, str], message: str) -> None:
    with pytest.raises(esc.SettingError, match=message):
        esc.game(name, **options)


def test_all_games() -> None:
    assert [game.name for game in esc.all_games()] == [n for n, g in GAMES.items() if not g.facts.is_example]


def test_deals() -> None:
    game = esc.game("blank")
    deal = game.deal(seed=7)
    assert deal.seed == 7
    assert deal.game == game
    again = esc.read_deal(deal.line)
    assert again == deal == eval(repr(deal))
    assert hash(again) == hash(deal)
    assert again.seed is None
    assert len(set(game.deals(range(20)))) == len({deal.line for deal in game.deals(range(20))}) > 15
    assert game.deal().seed is not None
    with pytest.raises(esc.DealError, match="card 3 appears twice"):
        esc.read_deal("blank: 3 3 5 2 6 4")
    with pytest.raises(esc.SettingError, match="seed -1 is out of range"):
        game.deal(-1)


@pytest.mark.parametrize("name", GAMES)
def test_all_travel_to_other_processes(name: str) -> None:
    game = esc.game(name)
    position = game.deal(1).start()
    things = (game, position.deal, position, position.view())
    there = pickle.loads(pickle.dumps(things))
    assert there == things
    assert [hash(thing) for thing in there] == [hash(thing) for thing in things]
    assert there[1].seed == 1


def test_difficulty() -> None:
    assert esc.read_deal("blank: 6 5 4 3 2 1").difficulty() is None, "it can't be won"
    easy = esc.read_deal("blank: 1 2 3 4 5 6").difficulty()
    assert easy is not None
    assert 0 <= easy.lost <= 1
    assert easy.score == pytest.approx(easy.lost / 2 + easy.first / 5 + easy.narrow * 3 / 10)
    assert (easy.level, easy.name) == (None, ""), "nobody has measured its levels"
