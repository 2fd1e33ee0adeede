"""Lab Rats as text: what is read, what is refused and how it is explained, and moves in words."""

import pytest

from escapology.errors import DealError, IllegalMoveError, MoveSyntaxError
from escapology.games.lab_rats.rules import MOST_PLACES, Deal
from escapology.middle import deal_line, legal_moves, parse_deal_line, read_move, start_state
from escapology.setting import make_setting
from tests.games.lab_rats.positions import GAME, STRAIGHT, after, position, put_rat
from tests.typed import new_deal, parse_deal

MAZE = "53334431342235143343443"
STACKS = "53044042/41532310/01521523"
COINS = STACKS.replace("/", "")
LINES = [
    f"lab-rats: {MAZE} {STACKS}",
    f"lab-rats/hard[diagram=turn]: {MAZE} {STACKS}",
    f"lab-rats[dropped=liftable,lift=any]: {MAZE} {STACKS}",
    f"lab-rats/bag: {MAZE} {COINS}",
    f"lab-rats/rebag: {MAZE} {COINS} 0",
    f"lab-rats/rebag: {MAZE} {COINS} 4294967295",
    f"lab-rats/rebag: {MAZE} {COINS} 4.0.11+7",
    f"lab-rats/rebag: {MAZE} {COINS} {'.'.join(['23'] * MOST_PLACES)}+0",
]


@pytest.mark.parametrize("line", LINES)
def test_deal_lines_round_trip(line):
    assert deal_line(*parse_deal_line(line)) == line


@pytest.mark.parametrize("variant", ["classic", "hard", "bag", "rebag"])
def test_random_deals_round_trip(variant):
    for seed in range(20):
        d = new_deal(Deal, make_setting(GAME, variant), seed)
        assert parse_deal_line(deal_line(GAME, d)) == (GAME, d)
        assert sorted(d.coins) == sorted([0, 1, 2, 3, 4, 5] * 4)


def test_a_seed_gives_the_same_deal_for_ever():
    line = "lab-rats: 55442113535351424145133 10120545/03553423/02113424"
    assert deal_line(GAME, new_deal(Deal, make_setting(GAME), 7)) == line


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("lab-rats:", "a deal is the maze and the stacks A/B/C, with spaces between; there are 0 parts"),
        (f"lab-rats: {MAZE}", "there are 1 parts"),
        (f"lab-rats: {MAZE} {STACKS} 7", "there are 3 parts"),
        (f"lab-rats/rebag: {MAZE} {COINS}", "a deal is the maze, the coins and a number"),
        (f"lab-rats: {MAZE[:-1]} {STACKS}", "the maze has 22 die results: it needs 23"),
        (f"lab-rats: {MAZE}3 {STACKS}", "the maze has 24 die results: it needs 23"),
        (f"lab-rats: {MAZE[:-1]}6 {STACKS}", "the maze has '6' at place 23, which is not a die result: write 1 (ace)"),
        (f"lab-rats: 0{MAZE[1:]} {STACKS}", "the maze has '0' at place 1"),
        (f"lab-rats: ²{MAZE[1:]} {STACKS}", "the maze has '²' at place 1"),
        (f"lab-rats: 555{MAZE[3:]} {STACKS}", "tile 4 (die 5) touches tile 1: a tile may touch only the one before"),
        (f"lab-rats: 555{MAZE[3:]} {STACKS}", "here 1, 2, 3, 4 would fit"),
        (f"lab-rats[diagram=turn]: 53553{STRAIGHT[5:]} {STACKS}", "tile 6 (die 3) touches tile 1"),
        (f"lab-rats[diagram=turn]: 53553{STRAIGHT[5:]} {STACKS}", "here no die result fits, so go back further"),
        (f"lab-rats: {MAZE} 53044042/41532310", "there are 2 stacks: a deal has three, A/B/C"),
        (f"lab-rats: {MAZE} {COINS}", "there are 1 stacks"),
        (f"lab-rats: {MAZE} 5304404/415323102/01521523", "stack A has 7 coins: it needs 8"),
        (f"lab-rats: {MAZE} 53044042/4153231/01521523", "stack B has 7 coins: it needs 8"),
        (f"lab-rats: {MAZE} 53044042/41532310/0152152x", "stack C has 'x' at place 8: a coin is 0 (null), 1 (ace)"),
        (f"lab-rats: {MAZE} 53044042/41532310/01521522", "there are 5 coins of value 2: there are 4 of each, 0 to 5"),
        (f"lab-rats/bag: {MAZE} {COINS[1:]}", "the bag has 23 coins: it needs 24, in drawing order"),
        (f"lab-rats/bag: {MAZE} {STACKS}", "the bag has '/' at place 9"),
        (f"lab-rats/bag: {MAZE} {'0' * 24}", "there are 24 coins of value 0"),
        (
            f"lab-rats/rebag: {MAZE} {COINS} -1",
            "'-1' is not a number of places: write a whole number from 0 to 4294967295",
        ),
        (f"lab-rats/rebag: {MAZE} {COINS} 4294967296", "'4294967296' is not a number of places"),
        (f"lab-rats/rebag: {MAZE} {COINS} 07", "'07' is not a number of places"),
        (f"lab-rats/rebag: {MAZE} {COINS} 4.0+", "'' is not a number of places"),
        (f"lab-rats/rebag: {MAZE} {COINS} +7", "'' is not a place in the bag: write how many coins are drawn before"),
        (f"lab-rats/rebag: {MAZE} {COINS} 4.24+7", "'24' is not a place in the bag"),
        (f"lab-rats/rebag: {MAZE} {COINS} 4.01+7", "'01' is not a place in the bag"),
        (
            f"lab-rats/rebag: {MAZE} {COINS} {'.'.join(['0'] * (MOST_PLACES + 1))}+7",
            "there are 105 places in the bag: a deal tells 104 at most",
        ),
    ],
)
def test_bad_deals(line, message):
    with pytest.raises(DealError) as error:
        parse_deal_line(line)
    assert message in str(error.value)
    assert "\n" not in str(error.value)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "start",
        "start 2",
        "A",
        "A:n",
        "A:n0",
        "A:n03",
        "A:n100",
        "A:x3",
        "D:n3",
        "a:n3",
        "drop",
        "drop D",
        "back 1",
        "lift",
    ],
)
def test_what_is_no_move(text):
    d, s = position("5", "3", "0")
    with pytest.raises(MoveSyntaxError, match="is not a move of Lab Rats: write start 0"):
        read_move(GAME, d, s, text)


EMPTY_A = ["start 0", *["drop A"] * 8]


@pytest.mark.parametrize(
    ("head", "played", "move", "reason"),
    [
        ("lab-rats", [], "A:n5", "the rat is not in the maze yet: write start 0 or start 1"),
        ("lab-rats", ["start 0"], "start 1", "the rat has started already"),
        ("lab-rats", ["start 0"], "A:n4", "the coin of stack A shows 5, not 4"),
        ("lab-rats/bag", ["start 0"], "A:n4", "the coin of place A shows 5, not 4"),
        ("lab-rats", ["start 0"], "A:w5", "a wall is right beside the rat to the west"),
        ("lab-rats", ["start 0"], "A:e5", "a wall is 1 square to the east"),
        ("lab-rats", ["start 0", "B:n2"], "A:s5", "a wall is 2 squares to the south"),
        ("lab-rats", EMPTY_A, "A:n3", "stack A is empty"),
        ("lab-rats", EMPTY_A, "drop A", "stack A is empty"),
        ("lab-rats", ["start 0"], "back", "no movement coin lies on the table"),
        ("lab-rats", ["start 0"], "lift A", "no movement coin lies on the table"),
        (
            "lab-rats",
            ["start 0", "A:n5"],
            "lift A",
            "the rat does not sit on the last coin, the 5 of suns: back up to it first",
        ),
        ("lab-rats[lift=any]", ["start 0", "A:n5"], "lift A", "no movement coin lies under the rat"),
        ("lab-rats", ["start 0", "A:n5", "back"], "back", "the rat sits on a coin: lift that"),
        ("lab-rats", ["start 0", "A:n5", "back"], "lift B", "stack B has 8 coins already"),
        ("lab-rats/hard", ["start 0", "A:n5"], "back", "there is no backing up in hard"),
        ("lab-rats/rebag", ["start 0", "A:n5"], "lift A", "there is no backing up in rebag"),
    ],
)
def test_why_not(head, played, move, reason):
    d, s = position("52", "2", "0", head=head) if "bag" not in head else position("520", "", "", head=head)
    s = after(d, s, *played)
    with pytest.raises(IllegalMoveError, match=reason):
        read_move(GAME, d, s, move)


def test_why_not_beyond_the_exit():
    d, s = position("5", "3", "0")
    s = put_rat(d, after(d, s, "start 0"), 0, 45)
    for move in ("A:n5", "C:n7"):
        with pytest.raises(IllegalMoveError, match=f"outside the exit is 3 squares away: write {move[0]}:n3"):
            read_move(GAME, d, s, move)


@pytest.mark.parametrize(
    ("head", "played", "move", "words"),
    [
        ("lab-rats", [], "start 1", "Start on the right square"),
        ("lab-rats", ["start 0"], "A:n5", "Run north 5 with the 5 of stack A"),
        ("lab-rats", ["start 0"], "C:e1", "Run east 1 with the null coin of stack C"),
        ("lab-rats", ["start 0"], "C:n48", "Run north out of the maze with the null coin of stack C"),
        ("lab-rats", ["start 0"], "drop B", "Drop the ace of stack B under the rat"),
        (
            "lab-rats/rebag",
            ["start 0"],
            "drop A",
            "Drop the 5 of place A back into the bag",
        ),
        ("lab-rats", ["start 0", "A:n5"], "back", "Back up to the last coin, the 5 of suns"),
        ("lab-rats", ["start 0", "A:n5", "back"], "lift A", "Lift the 5 of suns and put it on stack A"),
    ],
)
def test_words(head, played, move, words):
    d, s = position("5", "1", "0", head=head)
    s = after(d, s, *played)
    assert GAME.presentation.words(d, s, read_move(GAME, d, s, move)) == words


def test_state_lines():
    d = parse_deal(Deal, f"lab-rats: {MAZE} {STACKS}")
    s = start_state(GAME, d)
    assert GAME.notation.state_text(d, s) == "rat=- A=53044042 B=41532310 C=01521523 trail=- dropped=- status=playing"
    s = after(d, s, "start 0", "C:n1", "drop A", "C:e1")
    line = "rat=1,1 A=3044042 B=41532310 C=521523 trail=0@0,0;1@0,1 dropped=5@0,1 status=playing"
    assert GAME.notation.state_text(d, s) == line
    seen = "rat=1,1 A=3?????? B=4??????? C=5????? trail=0@0,0;1@0,1 dropped=5@0,1 status=playing"
    assert GAME.notation.state_text(*GAME.knowledge.observe(d, s)) == seen
    assert GAME.notation.deal_text(GAME.knowledge.observe(d, s)[0]) == f"{MAZE} 53??????/4???????/015?????"


def test_every_move_of_a_long_game_round_trips():
    d = new_deal(Deal, make_setting(GAME), 3)
    s = start_state(GAME, d)
    for turn in range(60):
        moves = legal_moves(GAME, d, s)
        if not moves:
            break
        for move in moves:
            assert read_move(GAME, d, s, GAME.notation.move_text(d, s, move)) == move
        GAME.rules.play(d, s, moves[(turn * 7) % len(moves)])
