"""Coins drawn from a real bag: the deal that is made of them plays just as it was told."""

from random import Random

import pytest

from escapology.errors import EscapologyError, MoveError
from escapology.games import GAMES
from escapology.games.lab_rats.companion import COMPANION
from escapology.games.lab_rats.rules import MOST_PLACES, Deal, State, value_of
from escapology.middle import legal_texts, parse_deal_line, play_move, start_state
from escapology.record import Record, read_record, record_text
from escapology.setting import parse_setting
from escapology.sitting import Sitting, correct
from tests.typed import new_deal

GAME = GAMES["lab-rats"]
REBAG = parse_setting("lab-rats/rebag", GAMES)


def begin(seed: int) -> Sitting:
    """A maze, and nothing drawn yet."""
    return Sitting.begin(REBAG, seed).tell(*(f"={result}" for result in new_deal(Deal, REBAG, seed).maze))


class Bag:
    """A bag of coins, as somebody draws from it by hand."""

    def __init__(self, luck: Random) -> None:
        self.luck = luck
        self.coins = [*"012345"] * 4
        self.open = ["", "", ""]

    def draw(self, place: int) -> str:
        self.open[place] = self.coins.pop(self.luck.randrange(len(self.coins))) if self.coins else ""
        return self.open[place]

    def drop(self, place: int) -> str:
        self.coins.append(self.open[place])
        return self.draw(place)


def play(sitting: Sitting, bag: Bag, most: int) -> Sitting:
    """Go on at random, dropping two coins of three, with what comes out of that bag."""
    for place in range(3):
        sitting = sitting.tell(f"={bag.draw(place)}")
    for _ in range(most):
        legal = sorted(sitting.legal())
        if not legal:
            break
        drops = [text for text in legal if text.startswith("drop")]
        text = bag.luck.choice(drops if drops and bag.luck.random() < 0.65 else legal)
        sitting = sitting.tell(text)
        if text.startswith("start"):
            continue
        is_drop = text.startswith("drop")
        coin = (bag.drop if is_drop else bag.draw)("ABC".index(text[-1] if is_drop else text[0]))
        assert sitting.fitting() == ({*bag.coins, coin} if coin else set())
        if coin:
            sitting = sitting.tell(f"={coin}")
        assert isinstance(sitting.state, State)
        shown = [row[0] for row in sitting.state.stack]
        assert [str(value_of(shown[i])) if bag.open[i] else shown[i] for i in range(3)] == [c or 0 for c in bag.open]
    return sitting


@pytest.mark.parametrize("seed", range(6))
def test_a_bag_of_ones_own_is_followed_and_its_record_replays(seed: int) -> None:
    sitting = play(begin(seed), Bag(Random(seed)), 60)
    assert sitting.deal is not None
    record = Record(GAME, sitting.deal, tuple(made.text for made in sitting.made))
    back = read_record(record_text(record))
    assert back == record
    assert GAME.notation.state_text(back.deal, back.last_state()) == GAME.notation.state_text(
        sitting.deal, sitting.states[-1]
    )
    assert Sitting.of_text(sitting.text(), seed + 1).told == sitting.told


def test_the_bag_is_shaken_before_the_next_coin_is_drawn() -> None:
    sitting = begin(1)
    asked = []
    for coin in "543":
        assert sitting.asked is not None
        asked.append(sitting.asked.words)
        sitting = sitting.tell(f"={coin}")
    assert asked == [f"Draw a coin from the bag for place {name}: what does it show?" for name in "ABC"]
    sitting = sitting.tell("start 0", "drop B")
    assert sitting.asked is not None
    assert sitting.asked.words == "Draw a coin from the bag for the empty place: what does it show?"
    assert sitting.pending is not None
    assert sitting.carry_out(sitting.pending) == ["Drop the 4 of place B back into the bag. Shake it."]


def test_what_is_shown_depends_on_no_luck() -> None:
    sitting = play(begin(3), Bag(Random(3)), 40)
    other = sitting.with_seed(99)
    assert sitting.deal != other.deal
    for one, two in zip(sitting.states, other.states, strict=True):
        assert GAME.knowledge.observe(sitting.deal, one) == GAME.knowledge.observe(other.deal, two)


def test_a_coin_that_is_not_in_the_bag_is_refused() -> None:
    run = next(text for text in begin(1).tell("=0", "=0", "=0", "start 0").legal() if text.startswith("A"))
    gone = begin(1).tell("=0", "=0", "=0", "start 0", run, "=0")
    next_run = next(text for text in gone.legal() if text.startswith("A"))
    with pytest.raises(EscapologyError, match="there is no null coin in the bag: all four are on the table already"):
        gone.tell(next_run, "=0")
    assert "0" in gone.tell("drop B").fitting()


def test_a_wrong_draw_is_corrected_turns_later() -> None:
    sitting = begin(2).tell("=5", "=4", "=3", "start 0", "drop A", "=5", "drop B", "=2", "drop B", "=1")
    mended = correct(sitting, sitting.told.index("=5", 26), "=0")
    assert mended.failed is None
    assert mended.sitting.told[23:] == ("=5", "=4", "=3", "start 0", "drop A", "=0", "drop B", "=2", "drop B", "=1")


def test_no_more_drops_than_a_deal_can_tell() -> None:
    sitting = begin(4).tell("=5", "=4", "=3", "start 0")
    for _ in range(MOST_PLACES):
        sitting = sitting.tell("drop A", "=5")
    with pytest.raises(MoveError, match="104 coins were put back into the bag"):
        sitting.tell("drop A")
    assert len(COMPANION.entry.parts(REBAG)[1].rows) * 16 == MOST_PLACES + 24


def test_an_old_line_means_what_it_meant() -> None:
    """A number alone settles all places, as ever: recorded before places could be told."""
    line = "lab-rats/rebag: 53334431342235143343443 530440424153231001521523 7"
    game, deal = parse_deal_line(line)
    state = start_state(game, deal)
    drawn = ""
    state = play_move(game, deal, state, legal_texts(game, deal, state)["start 0"])
    for text in ["drop A"] * 12:
        state = play_move(game, deal, state, legal_texts(game, deal, state)[text])
        drawn += str(value_of(state.stack[0][0]))
    assert drawn == "440424414543"
