"""`check_game` finds what is wrong with a game: Blank, spoilt in one place after the other."""

import re
from dataclasses import replace
from typing import Any

import pytest

from escapology.draw.scene import Target
from escapology.games import GAMES, blank
from escapology.games.blank import notation, rules, scene
from escapology.native import rule
from escapology.protocol import AnyGame
from escapology.testing import all_settings, check_compiled, check_game

BLANK: AnyGame = replace(GAMES["blank"], facts=replace(GAMES["blank"].facts, name="spoilt"))


def spoilt(part: str, **changes: Any) -> AnyGame:
    """Blank, with something changed in one of its parts."""
    changed: dict[str, Any] = {part: replace(getattr(BLANK, part), **changes)}
    return replace(BLANK, **changed)


def play_and_tear(d: rules.Deal, s: rules.State, move: int) -> None:
    rules.play(d, s, move)
    d.pile[0] = 0


def list_twice(d: rules.Deal, s: rules.State, out: list[int]) -> int:
    count = rules.moves(d, s, out)
    out[count:] = out[:count]
    return 2 * count


def redraw_all(d: rules.Deal, s: rules.State, luck: Any) -> tuple[rules.Deal, rules.State]:
    world = d.copy()
    cards = world.pile[: d.size]
    luck.shuffle(cards)
    world.pile[: d.size] = cards
    return world, s.copy()


def redraw_nothing(d: rules.Deal, s: rules.State, luck: Any) -> tuple[rules.Deal, rules.State]:
    return d.copy(), s.copy()


def score_the_last_card(d: rules.Deal, s: rules.State) -> int:
    return d.pile[d.size - 1]


def without_targets(d: rules.Deal, s: rules.State) -> Any:
    whole = scene.scene(d, s)
    return replace(whole, items=tuple(item for item in whole.items if not isinstance(item, Target)))


def deal_text_backwards(d: rules.Deal) -> str:
    return notation.deal_text(d)[::-1]


def never_so_high(d: Any, s: Any) -> None:
    assert s.climbed < 2, "so high"


@pytest.mark.parametrize(
    ("game", "message"),
    [
        (spoilt("notation", move_text=lambda d, s, move: str(move)), "move_pattern does not fit the move '"),
        (
            spoilt("notation", move_text=lambda d, s, move: str(move), move_pattern=re.compile("[0-9]")),
            "'0' is a number: in text play that is a place in the menu",
        ),
        (spoilt("notation", move_text=lambda d, s, move: "climb"), "two moves have the same text: "),
        (spoilt("notation", state_text=lambda d, s: f"on={s.on}"), "a state line ends with status=playing: on=0"),
        (spoilt("notation", state_text=lambda d, s: f"on={s.on}\n"), "a state line is one line of words"),
        (spoilt("notation", deal_text=deal_text_backwards), "the deal line reads back as another deal: spoilt: "),
        (spoilt("notation", status=lambda d, s: "playing"), "a state line ends with status=playing: "),
        (spoilt("facts", endings=("won",)), "no move is left, but over is none of the game's endings"),
        (
            spoilt("facts", endings=("won", "over", "playing")),
            "playing is one of the game's endings, but there are moves",
        ),
        (spoilt("facts", title="Spoilt"), "RULES.md begins with the title, # Spoilt"),
        (spoilt("rules", play=play_and_tear), "changes the deal"),
        (spoilt("rules", moves=list_twice, most_moves=4), "a move is listed twice: "),
        (spoilt("rules", won=lambda d, s: False), "the status is won, but `won` says False"),
        (spoilt("rules", score=score_the_last_card), "score: "),
        (spoilt("knowledge", redraw=redraw_all), "`redraw` "),
        (spoilt("knowledge", redraw=redraw_nothing), "`redraw` uses something that `observe` hides"),
        (spoilt("knowledge", observe=lambda d, s: (d.copy(), s.copy())), "`redraw` made a world that looks different"),
        (spoilt("presentation", scene=without_targets), "the scene has no target for ["),
        (spoilt("presentation", words=lambda d, s, move: ""), "has no words"),
        (spoilt("presentation", why_not=lambda d, s, move: ""), "is refused without a reason"),
        (spoilt("fair", promise=lambda d, s: 2.0), "a promise is a number from 0 to 1: 2.0"),
    ],
)
def test_what_is_wrong_is_found(game: AnyGame, message: str) -> None:
    with pytest.raises(AssertionError, match=re.escape(message)):
        check_game(game)
    assert "spoilt" not in GAMES, "it was known only as long as it was looked at"


def test_a_note_tells_how_one_comes_there() -> None:
    with pytest.raises(AssertionError, match="so high") as caught:
        check_game(BLANK, invariant=never_so_high)
    (note,) = caught.value.__notes__
    assert re.match(r"spoilt.*, seed \d+:\nspoilt.*: [\d ]+\n(climb|skip)", note)


def test_nothing_is_wrong_with_blank() -> None:
    check_game(BLANK)
    check_game(blank.GAME, settings=["blank/long"], seeds=range(2))


def test_another_game_of_that_name() -> None:
    with pytest.raises(AssertionError, match="there is another game of the name blank"):
        check_game(replace(GAMES["blank"]))


def test_compiled_rules_that_differ() -> None:
    """Plain numbers never end, those of a machine do."""

    @rule
    def play(d: rules.Deal, s: rules.State, move: int) -> None:
        rules.play(d, s, move)
        s.skipped = s.skipped + 200

    with pytest.raises(AssertionError, match=r"spoilt: compiled games take|ends compiled in State"):
        check_compiled(spoilt("rules", play=play), settings=["spoilt"])


def test_settings() -> None:
    assert [setting.text for setting in all_settings(GAMES["blank"])] == [
        "blank", "blank[skips=two]", "blank/long", "blank/long[skips=two]",
    ]  # fmt: skip
