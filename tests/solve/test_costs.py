"""The move that cost the most chance: named where one did, by what the player could know, and only then."""

import dataclasses
import threading
from collections.abc import Iterator, Sequence

import pytest

from escapology.answer import Cost, Odds, Outlook
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_moves, legal_texts, new_deal, play_move, start_state
from escapology.protocol import AnyGame, Curve, Deal, Struct
from escapology.record import Record, read_record
from escapology.setting import parse_setting
from escapology.solve import best_play, bots, costs
from escapology.solve.choices import Choice
from escapology.solve.costs import find_costliest
from escapology.solve.fair import Judgement, judge
from escapology.solve.hint import find_outlook
from escapology.verdict import Effort

LONG = 600.0  # seconds: time never decides here


@pytest.fixture(autouse=True)
def forgetful() -> Iterator[None]:
    """What was found out in one test, or for one world, is not known in the next."""
    costs._kept.clear()
    yield
    costs._kept.clear()


def judged(game: AnyGame, deal: Deal, state: Struct) -> list[Judgement]:
    """As a hint does."""
    return judge(game, deal, state, Luck(1), Effort(worlds=game.fair.worlds), rates_all=True)


class Game:
    """A game that is played by hints, but for what a test has in mind."""

    def __init__(self, name: str, seed: int) -> None:
        setting = parse_setting(name, GAMES)
        self.game, self.deal = GAMES[setting.game], new_deal(setting, seed)
        self.state = start_state(self.game, self.deal)
        self.texts: list[str] = []

    def play(self, moves: Sequence[int]) -> None:
        self.texts += Choice(tuple(moves)).texts(self.game, self.deal, self.state)
        self.state = Choice(tuple(moves)).lead_from(self.game, self.deal, self.state)

    def follow(self, moves: int = 1_000) -> None:
        """Play by hints until so many moves are made, or to the end."""
        while len(self.texts) < moves and legal_moves(self.game, self.deal, self.state):
            effort = Effort(worlds=self.game.fair.worlds)
            self.play(bots.fair(self.game, self.deal, self.state, Luck(1), effort))

    def record(self) -> Record:
        return Record(self.game, self.deal, tuple(self.texts))


def spoilt(name: str, seed: int, moves: int) -> tuple[Game, int]:
    """By hints until so many moves are made, then the worst choice; how many moves that choice has."""
    played = Game(name, seed)
    played.follow(moves)
    worst = min(judged(played.game, played.deal, played.state), key=lambda j: (j.share, -len(j.choice.moves)))
    played.play(worst.choice.moves)
    return played, len(worst.choice.moves)


@pytest.mark.parametrize(
    ("name", "seed", "moves", "number"),
    [
        ("devils-square", 19, 34, 35),
        ("devils-square", 29, 40, 42),  # the choice is of two moves, and the first of them could be taken back
        ("lab-rats/hard", 6, 8, 9),
        ("lab-rats/bag", 5, 8, 9),
        ("dont-let-them-get-you", 8, 12, 29),  # a card is used, and another turn could be made with it
    ],
)
def test_an_awful_choice_in_a_game_played_by_hints_is_named(name: str, seed: int, moves: int, number: int) -> None:
    played, length = spoilt(name, seed, moves)
    choice = range(len(played.texts) - length + 1, len(played.texts) + 1)
    played.follow()
    record = played.record()
    found = find_costliest(record, LONG)
    assert found is not None
    assert found.number in choice
    assert (found.number, found.move) == (number, record.moves[number - 1])
    assert 0 <= found.after < found.before - 0.3
    state = list(record.states())[number - 1]
    for text in found.better:
        state = play_move(played.game, played.deal, state, legal_texts(played.game, played.deal, state)[text])
    assert found.better[0] != found.move


@pytest.mark.parametrize(
    ("name", "seed"),
    [("devils-square", 2), ("devils-square", 3), ("lab-rats", 2), ("lab-rats/hard", 3), ("dont-let-them-get-you", 3)],
)
def test_in_a_game_played_by_hints_nothing_is_named(name: str, seed: int) -> None:
    played = Game(name, seed)
    played.follow()
    assert find_costliest(played.record(), LONG) is None


@pytest.mark.parametrize(("name", "seed", "moves"), [("devils-square", 19, 34), ("lab-rats/hard", 6, 8)])
def test_neither_what_turned_up_behind_it_nor_what_never_did_changes_anything(name: str, seed: int, moves: int) -> None:
    played, length = spoilt(name, seed, moves)
    game, record = played.game, played.record()
    found = find_costliest(record, LONG)
    assert found is not None
    before = list(record.states())[-1 - length]
    lines = set()
    for luck in range(4):
        world, _ = game.knowledge.redraw(*game.knowledge.observe(played.deal, before), Luck(luck))
        costs._kept.clear()
        assert find_costliest(Record(game, world, record.moves), LONG) == found
        lines.add(game.notation.deal_text(world))
    assert len(lines) == 4


def test_the_same_comes_out_whatever_is_remembered() -> None:
    played, _ = spoilt("lab-rats/hard", 6, 8)
    first = find_costliest(played.record(), LONG)
    assert costs._kept
    assert find_costliest(played.record(), LONG) == first
    played.follow()
    again = find_costliest(played.record(), LONG)
    costs._kept.clear()
    assert find_costliest(played.record(), LONG) == again == first


def test_without_time_or_measured_chances_nothing_is_guessed() -> None:
    played, _ = spoilt("lab-rats/hard", 6, 8)
    assert find_costliest(played.record(), 0.0) is None
    costs._kept.clear()
    stop = threading.Event()
    stop.set()
    assert find_costliest(played.record(), LONG, stop) is None
    assert find_costliest(read_record("blank: 1 2 3 4 5 6\nclimb skip skip skip skip"), LONG) is None
    usual = played.game.fair.curves
    assert dict(usual).get("rebag") is None, "nobody has measured it"
    lost = bots.play_game(played.game, new_deal(parse_setting("lab-rats/rebag", GAMES), 1), bots.greedy, Luck(1))
    assert find_costliest(lost.record, LONG) is None


def test_what_is_not_clear_is_not_named(monkeypatch: pytest.MonkeyPatch) -> None:
    played, _ = spoilt("lab-rats/hard", 6, 8)
    monkeypatch.setattr(costs, "_ERRORS", 1_000.0)
    assert find_costliest(played.record(), LONG) is None


def test_with_nothing_hidden_any_more_a_certain_win_is_what_was_lost() -> None:
    blank = GAMES["blank"]
    curves = tuple((variant.name, Curve()) for variant in blank.facts.variants)
    game = dataclasses.replace(blank, fair=dataclasses.replace(blank.fair, curves=curves))
    record = read_record("blank: 1 2 4 3 5 6\nclimb climb skip skip skip skip")
    found = find_costliest(Record(game, record.deal, record.moves), LONG)
    assert found == Cost(6, "skip", 1.0, 0.0, ("climb",))


@pytest.mark.parametrize("seed", [501, 504])
def test_of_dice_it_is_exact(seed: int) -> None:
    game, deal = GAMES["kidnap-machine"], new_deal(parse_setting("kidnap-machine", GAMES), seed)
    record = bots.play_game(game, deal, bots.random, Luck(seed)).record
    best = [best_play(game, deal, state) for state, _ in zip(record.states(), record.moves, strict=False)]
    lost = [found.chance - found.chances[text] for found, text in zip(best, record.moves, strict=True)]
    worst = lost.index(max(lost))
    assert lost[worst] >= 0.1
    expected = Cost(
        worst + 1,
        record.moves[worst],
        best[worst].chance,
        best[worst].chances[record.moves[worst]],
        (best[worst].move,),
    )
    assert find_costliest(record, LONG) == expected
    outlook = find_outlook(record, LONG)
    assert isinstance(outlook, Odds)
    assert outlook.costliest == expected


def test_an_outlook_tells_it() -> None:
    played, _ = spoilt("lab-rats/hard", 6, 8)
    outlook = find_outlook(played.record(), LONG)
    assert isinstance(outlook, Outlook)
    assert outlook.costliest == find_costliest(played.record(), LONG)
    assert outlook.costliest is not None
    assert find_outlook(Record(played.game, played.deal, ()), LONG).costliest is None
