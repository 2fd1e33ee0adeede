"""Deal lines, moves and state lines, and what the player knows."""

import pytest

from escapology.errors import DealError, MoveSyntaxError
from escapology.games.kidnap_machine.rules import Deal, die_at
from escapology.luck import Luck, draw_at
from escapology.middle import deal_line, parse_deal_line, play_move, read_move, start_state
from escapology.record import read_record, record_text
from escapology.setting import make_setting
from tests.games.kidnap_machine.positions import GAME, position
from tests.typed import new_deal, parse_deal


def test_a_dealt_line_has_all_the_dice_a_game_can_need():
    for seed in range(20):
        deal = new_deal(Deal, make_setting(GAME), seed)
        assert deal.dice_count == 2 * deal.last_turn
        assert "seed=" not in deal_line(GAME, deal)


def test_without_a_clock_the_dice_have_no_end():
    line = deal_line(GAME, new_deal(Deal, make_setting(GAME, None, {"clock": "off"}), 1))
    assert line.startswith("kidnap-machine[clock=off]: house=manor enemy=")
    assert "seed=" in line
    assert "dice=" not in line


@pytest.mark.parametrize(
    "body",
    [
        "house=manor enemy=3",
        "house=manor enemy=6 dice=1",
        "house=manor enemy=1 dice=66 seed=0",
        "house=2x2 route=b1,b2",
    ],
)
def test_round_trips(body):
    line = f"kidnap-machine: {body}"
    assert deal_line(*parse_deal_line(line)) == line


def test_fields_in_any_order():
    game, deal = parse_deal_line("kidnap-machine: dice=12 enemy=3   house=manor")
    assert deal_line(game, deal) == "kidnap-machine: house=manor enemy=3 dice=12"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("", "the house is missing"),
        ("enemy=3", "the house is missing"),
        ("house=manor", "the enemy is missing: write enemy=1 to enemy=6"),
        ("house=manor enemy=7", "'7' is not an enemy"),
        ("house=manor enemy=0", "'0' is not an enemy"),
        ("house=manor enemy=3 dice=1237", "'7' is not a roll of a die (place 4 of dice=)"),
        ("house=manor enemy=3 dice=" + "1" * 129, "there are 129 dice"),
        ("house=manor enemy=3 seed=4294967296", "the dice's seed is a whole number from 0 to 4294967295"),
        ("house=manor enemy=3 seed=-1", "the dice's seed"),
        ("house=manor enemy=3 seed=007", "the dice's seed"),
        ("house=manor enemy=3 enemy=3", "enemy= appears twice"),
        ("house=manor enemy=3 colour=red", "'colour=red' is not a part of a deal"),
        ("house=manor enemy=3 xyz", "'xyz' is not a part of a deal"),
        ("house=manor route=b1,b2", "it must be the size of the board"),
        ("house=9x9 route=b1,b2", "it must be the size of the board"),
        ("house=3x3 route=b1,b2 enemy=1", "enemy= or route=, not both"),
        ("house=3x3 route=b1,c2", "the route is not connected"),
        ("house=3x3 route=a1,a2", "the route starts on a1"),
    ],
)
def test_bad_deals(body, message):
    with pytest.raises(DealError) as error:
        parse_deal_line(f"kidnap-machine: {body}")
    assert message in str(error.value)


class TestDice:
    def test_listed_ones_first_then_the_seed(self):
        deal = parse_deal(Deal, "kidnap-machine: house=manor enemy=3 dice=52 seed=9")
        assert [die_at(deal, i) for i in range(4)] == [5, 2, draw_at(9, 2, 6) + 1, draw_at(9, 3, 6) + 1]

    def test_without_dice_and_seed_they_are_those_of_seed_0(self):
        deal = parse_deal(Deal, "kidnap-machine: house=manor enemy=3")
        assert [die_at(deal, i) for i in range(50)] == [draw_at(0, i, 6) + 1 for i in range(50)]


@pytest.mark.parametrize("text", ["", "b", "b9", "?", "b1 b2 b3", "? b1", "?b1 b2", "wait ?b1", "b1  b2", "B1", "h1"])
def test_no_moves(text):
    d, s = position("you=a1 enemy=e5/n squares=a1:3")
    with pytest.raises(MoveSyntaxError, match="is not a move of Kidnap Machine: write b1 c1"):
        read_move(GAME, d, s, text)


def test_records_have_one_move_a_line_and_read_semicolons():
    text = "kidnap-machine: house=manor enemy=3 dice=616151\n?b1; a1 b1; a1\n?a2\n"
    record = read_record(text)
    assert record.moves == ("?b1", "wait", "a1", "?a2")
    assert record_text(record).splitlines()[1:] == ["?b1", "wait", "a1", "?a2"]


class TestKnowledge:
    def state_after(self, line, *moves):
        game, deal = parse_deal_line(line)
        state = start_state(game, deal)
        for move in moves:
            state = play_move(game, deal, state, read_move(game, deal, state, move))
        return deal, state

    def test_dice_to_come_are_not_seen(self):
        deal, state = self.state_after("kidnap-machine: house=manor enemy=3 dice=5123456 seed=8", "?b1")
        seen, _ = GAME.knowledge.observe(deal, state)
        assert GAME.notation.deal_text(seen) == "house=manor enemy=3 dice=51"
        assert not any(seen.dice[2:])

    def test_dice_of_a_seed_are_not_seen_either(self):
        deal, state = self.state_after("kidnap-machine: house=manor enemy=3 seed=8", "?b1", "?a2")
        seen, _ = GAME.knowledge.observe(deal, state)
        assert seen.seed == -1
        assert seen.dice_count == state.rolled

    def test_redrawn_dice_leave_the_past_as_it_was(self):
        deal, state = self.state_after("kidnap-machine: house=manor enemy=3 dice=512345", "?b1")
        worlds = [GAME.knowledge.redraw(deal, state, Luck(seed))[0] for seed in range(50)]
        assert all(world.dice[:2] == [5, 1] for world in worlds)
        assert {die_at(world, 2) for world in worlds} == {1, 2, 3, 4, 5, 6}
        assert {world.dice_count for world in worlds} == {20}

    def test_redrawing_uses_only_what_is_known(self):
        for line in ("kidnap-machine: house=manor enemy=3 dice=5123", "kidnap-machine[clock=off]: house=manor enemy=3"):
            deal, state = self.state_after(line, "?b1")
            assert GAME.knowledge.redraw(deal, state, Luck(5)) == GAME.knowledge.redraw(
                *GAME.knowledge.observe(deal, state), Luck(5)
            )

    def test_redrawn_dice_without_a_clock_have_no_end(self):
        deal, state = self.state_after("kidnap-machine[clock=off]: house=manor enemy=3 seed=1", "?b1")
        worlds = [GAME.knowledge.redraw(deal, state, Luck(seed))[0] for seed in range(50)]
        assert {die_at(world, 500) for world in worlds} == {1, 2, 3, 4, 5, 6}

    def test_only_dice_reveal(self):
        deal, before = self.state_after("kidnap-machine: house=manor enemy=3 dice=512345")
        waited = play_move(GAME, deal, before, read_move(GAME, deal, before, "wait"))
        rolled = play_move(GAME, deal, before, read_move(GAME, deal, before, "?b1"))
        assert not GAME.knowledge.reveals(deal, before, waited)
        assert GAME.knowledge.reveals(deal, before, rolled)
        assert GAME.knowledge.hidden(deal, before) - GAME.knowledge.hidden(deal, rolled) == 2
