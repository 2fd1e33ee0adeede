"""Games at a real table: told piece by piece, and never more known than was told."""

import pytest

from escapology.companion import TURN_UP
from escapology.errors import EscapologyError
from escapology.games import GAMES
from escapology.play import Play
from escapology.record import read_record
from escapology.setting import parse_setting
from escapology.sitting import MOST_TOLD, Sitting, correct
from tests.samples import sizes
from tests.table import Table

SETTINGS = (
    "blank", "blank/long", "devils-square", "kidnap-machine", "kidnap-machine[tie=fail]", "lab-rats", "lab-rats/hard",
    "lab-rats/bag", "lab-rats/rebag", "dont-let-them-get-you", "dont-let-them-get-you/even",
    "dont-let-them-get-you/bingo", "not-alone", "not-alone/even", "not-alone[vessel=7]",
)  # fmt: skip
WITH_COMPANION = [name for name, game in GAMES.items() if game.companion is not None]


def begin(setting, seed=1):
    return Sitting.begin(parse_setting(setting, GAMES), seed)


def follow(table, seed=1, look=lambda sitting: None):
    """The sitting of a whole table."""
    sitting = Sitting.begin(table.deal.setting, seed)
    while text := table.tell(sitting):
        sitting = sitting.tell(text)
        look(sitting)
    return sitting


def seen(game, deal, state):
    return game.notation.state_text(*game.knowledge.observe(deal, state))


def looks(sitting):
    """All that a player is shown of a sitting."""
    game, shown = sitting.game, []
    if sitting.deal is not None and sitting.state is not None:
        deal, state = game.knowledge.observe(sitting.deal, sitting.state)
        shown = [deal, state, game.presentation.scene(deal, state)]
    lines = [sitting.carry_out(made) for made in sitting.made[-2:]]
    words = [sitting.words(made) for made in sitting.made[-1:]]
    return sitting.asked, sitting.fitting(), sitting.legal(), sitting.status(), sitting.unknown(), lines, words, shown


def test_every_listed_game_has_a_companion():
    assert set(WITH_COMPANION) == set(GAMES)


@pytest.mark.parametrize("name", WITH_COMPANION)
def test_a_won_game_is_followed_to_its_end(name):
    table = Table.won(name)
    sitting = follow(table)
    assert sitting.is_won
    assert sitting.is_over
    record = read_record(sitting.play().record_text())
    assert list(record.moves) == table.moves
    assert seen(table.game, record.deal, record.last_state()) == seen(table.game, *_end(table))


def _end(table):
    play = Play(table.game, table.deal)
    for move in table.moves:
        play.do(move)
    return table.deal, play.here.state


@pytest.mark.parametrize("seeds", sizes(1, 40))
@pytest.mark.parametrize("setting", SETTINGS)
def test_whatever_is_not_told_is_not_seen(setting, seeds):
    """With other luck where nobody knows, nothing that is shown is another."""
    for seed in range(seeds):
        table = Table.random(setting, seed, most=60)
        sittings = [Sitting.begin(table.deal.setting, luck) for luck in (1, 2)]
        while text := table.tell(sittings[0]):
            assert text[1:] in sittings[0].fitting() or not text.startswith("=")
            sittings = [sitting.tell(text) for sitting in sittings]
            assert looks(sittings[0]) == looks(sittings[1]), sittings[0].text()
        assert seen(table.game, *_end(table)) == seen(table.game, sittings[0].deal, sittings[0].state)


@pytest.mark.parametrize("setting", SETTINGS)
def test_what_was_told_reads_back(setting):
    table = Table.random(setting, 3, most=40)
    told = []
    sitting = follow(table, look=lambda sitting: told.append(sitting.told))
    again = Sitting.of_text(sitting.text(), seed=9)
    assert (again.told, again.made, again.asked) == (sitting.told, sitting.made, sitting.asked)
    back = sitting
    for before in [(), *told][-2::-1][:6]:
        back = back.undone()
        assert back.told == before
        assert vars(back) == vars(back.anew(before)), "as if the rest had never been told"


def test_only_what_can_be_is_taken():
    sitting = begin("devils-square")
    sitting = sitting.tell("=G3A")
    for text, reason in (
        ("=G3A", "green 3 axe was told already, for a1"),
        ("=G9A", "'G9A' can't lie there: write it as Y1K (yellow 1 key)"),
        ("b2>a1", "has to wait: the field: b1"),
    ):
        with pytest.raises(EscapologyError, match="^" + ".*" + _plain(reason)):
            sitting.tell(text)
    assert sitting.told == ("=G3A",)


def _plain(text):
    return "".join(f"[{c}]" if c in "()?.>" else c for c in text)


def test_pieces_may_be_told_several_at_once_and_in_other_spellings():
    sitting = begin("dont-let-them-get-you").tell("=♠10", "=3h", "=D7")
    assert sitting.told == ("=TS", "=3H", "=7D")
    with pytest.raises(EscapologyError, match="task cards differ in number"):
        begin("dont-let-them-get-you").tell("=TS", "=TH")


def test_nothing_is_taken_where_nothing_is_asked_for():
    sitting = begin("blank").tell("=3")
    with pytest.raises(EscapologyError, match="nothing is turned up now; it is your move"):
        sitting.tell("=4")
    with pytest.raises(EscapologyError, match="'climb' has to wait"):
        sitting.tell("climb", "climb")


def test_coins_are_counted():
    table = Table.random("lab-rats", 1)
    sitting = begin("lab-rats").tell(*(f"={table.look(('maze', i))}" for i in range(23)), "=3", "=3", "=3", "start 0")
    sitting = sitting.tell("drop A", "=3", "drop A")
    assert "3" not in sitting.fitting()
    with pytest.raises(EscapologyError, match="there are 4 of “3”, and all of them were told already"):
        sitting.tell("=3")


def test_a_tile_that_does_not_fit_is_refused():
    sitting = begin("lab-rats").tell("=5", "=5")
    with pytest.raises(EscapologyError, match="touches another one than the one before; here 1, 2, 3, 4 would fit"):
        sitting.tell("=5")


# Corrections


def test_a_wrong_card_is_corrected_three_turns_later():
    sitting = begin("blank").tell("=3", "skip", "=2", "skip", "=4", "skip", "=5")
    correction = correct(sitting, 2, "=1")
    assert correction.failed is None
    assert not correction.left_out
    assert correction.sitting.told == ("=3", "skip", "=1", "skip", "=4", "skip", "=5")
    with pytest.raises(EscapologyError, match="the 3 was told already, for card 1 of the pile"):
        correct(sitting, 2, "=3")


def test_a_correction_tells_which_move_does_not_fit_any_more():
    sitting = begin("blank").tell("=3", "skip", "=4", "climb", "=5", "climb", "=6")
    correction = correct(sitting, 2, "=6")  # then the 6 was told twice, in the end
    assert (correction.failed, correction.reason) == (
        5,
        "'climb' is not legal here: the 5 is lower than the 6 you stand on",
    )
    assert correction.sitting.told == ("=3", "skip", "=6", "climb", "=5")


def test_a_corrected_roll_can_ask_for_another_and_leave_one_out():
    sitting = begin("kidnap-machine").tell("=1", "?b1", "=2", "?b1", "=4", "=5", "wait")
    gap = correct(sitting, 2, "=6")
    assert gap.is_gap
    assert gap.failed == 3
    assert "Roll again" in gap.reason
    assert correct(sitting, 2, "=6", "=1").reason.startswith("'?b1' is not legal here: b1 is not next to b1")
    out = correct(sitting, 4, "=1")
    assert out.left_out == ("=5",)
    assert out.failed is None


def test_a_move_is_corrected():
    sitting = begin("blank").tell("=3", "climb", "=5", "skip", "=4")
    assert correct(sitting, 1, "skip").sitting.told == ("=3", "skip", "=5", "skip", "=4")
    with pytest.raises(EscapologyError, match="there is no entry 9"):
        correct(sitting, 8, "skip")


def test_corrections_at_any_place_lose_nothing():
    """Told once more as it was, all is as it was."""
    for setting in SETTINGS:
        sitting = follow(Table.random(setting, 5, most=30))
        for number in range(0, len(sitting.told), 17):
            again = correct(sitting, number, sitting.told[number])
            assert again.failed is None
            assert again.sitting.told == sitting.told


# What is to be done


def test_what_a_move_asks_for_comes_before_what_it_turns_up():
    table = Table.won("devils-square")
    sitting = Sitting.begin(table.deal.setting, 1)
    while not (sitting.made and sitting.asked):
        sitting = sitting.tell(table.tell(sitting))
    first = sitting.carry_out(sitting.made[-1])
    assert len(first) == 1
    assert first[0].startswith("Carry the ")
    while sitting.asked:
        sitting = sitting.tell(table.tell(sitting))
    lines = sitting.carry_out(sitting.made[-1])
    assert lines[0] == first[0]
    assert lines[-1].startswith("Lay the ")
    assert TURN_UP not in lines


def test_pursuers_are_told_step_by_step():
    table = Table.won("dont-let-them-get-you")
    told = []

    def look(sitting):
        if sitting.made and sitting.pending is None and sitting.made[-1].text == "rest":
            told.extend(sitting.carry_out(sitting.made[-1]))

    follow(table, look=look)
    ways = [line for line in told if " goes " in line]
    assert ways
    assert all(" → " in line and " faces " in line for line in ways), told


def test_a_house_of_ones_own():
    sitting = begin("kidnap-machine").tell("=own", "=3", "=4")
    assert sitting.fitting() == {f"{c}{r}" for c in "abc" for r in "1234"} - {"a1"}
    sitting = sitting.tell("=c4", "=c3")
    assert sitting.fitting() == {"c2", "b3", "c4", "end"}
    sitting = sitting.tell("=b3", "=end")
    assert sitting.asked is None
    assert "house=3x4 route=c4,c3,b3" in sitting.play().deal_line()
    with pytest.raises(EscapologyError, match="a route has two squares at least"):
        begin("kidnap-machine").tell("=own", "=3", "=4", "=c4", "=end")


# Bad input


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "'' is not a game at a table"),
        ("blank: 1 2 3 4 5 6", "is not a game at a table: it begins with “on the table: ”"),
        ("on the table: golf", "golf"),
        ("on the table: blank\njump", "'jump' has to wait"),
        ("on the table: blank\n= 3\njump", "'jump' is not a move of Blank"),
        ("on the table: blank\n" + "= 3\n" * (MOST_TOLD + 1), "that is too long"),
    ],
)
def test_what_is_no_sitting_is_refused(text, reason):
    with pytest.raises(EscapologyError, match=reason):
        Sitting.of_text(text)


def test_any_luck_will_do():
    sitting = begin("blank").tell("=3")
    assert [sitting.with_seed(seed).told for seed in range(3)] == [("=3",)] * 3


def test_there_is_nothing_to_take_back_at_the_start():
    with pytest.raises(EscapologyError, match="there is nothing to take back"):
        begin("blank").undone()
