"""What the player knows: what was face up stays known, and nothing else ever shows."""

from collections import Counter

import pytest

from escapology.games.lab_rats.knowledge import unseen_by_value
from escapology.games.lab_rats.rules import Deal
from escapology.luck import Luck
from escapology.middle import legal_moves, legal_texts, start_state
from escapology.setting import make_setting
from tests.games.lab_rats.positions import GAME, after, position, shows
from tests.typed import new_deal


def coins_of(s):
    """All coins of a position, wherever they are."""
    stacks = [coin for i in range(3) for coin in s.stack[i][: s.height[i]]]
    return stacks + s.trail_coin[: s.trail_count] + s.dropped_coin[: s.dropped_count] + s.bag[: s.bag_count]


@pytest.mark.parametrize("variant", ["classic", "hard", "bag", "rebag"])
def test_redrawing_changes_nothing_that_shows(variant):
    for seed in range(12):
        luck = Luck(seed)
        d = new_deal(Deal, make_setting(GAME, variant), seed)
        s = start_state(GAME, d)
        for _ in range(60):
            seen = GAME.knowledge.observe(d, s)
            world = GAME.knowledge.redraw(d, s, luck)
            assert GAME.knowledge.observe(*world) == seen
            assert GAME.knowledge.hidden(*world) == GAME.knowledge.hidden(d, s)
            assert sorted(coin & 7 for coin in coins_of(world[1])) == sorted([0, 1, 2, 3, 4, 5] * 4)
            assert sorted(world[0].coins) == sorted([0, 1, 2, 3, 4, 5] * 4)
            assert GAME.knowledge.redraw(d, s, Luck(seed)) == GAME.knowledge.redraw(*seen, Luck(seed)), (
                "it must not know more than it sees"
            )
            moves = legal_moves(GAME, d, s)
            if not moves:
                break
            GAME.rules.play(d, s, luck.choose(moves))


@pytest.mark.parametrize("variant", ["classic", "bag"])
def test_a_redrawn_deal_leads_to_the_redrawn_state(variant):
    d = new_deal(Deal, make_setting(GAME, variant), 5)
    moves = ["start 0", "drop A", "drop B", "drop A", "drop C"]
    s = after(d, start_state(GAME, d), *moves)
    world_deal, world_state = GAME.knowledge.redraw(d, s, Luck(1))
    assert after(world_deal, start_state(GAME, world_deal), *moves) == world_state


def test_what_is_hidden_at_the_start():
    d, s = position("5", "3", "0")
    seen_deal, seen = GAME.knowledge.observe(d, s)
    assert [shows(seen_deal, seen, name) for name in "ABC"] == ["5???????", "3???????", "0???????"]
    assert GAME.notation.deal_text(seen_deal).split()[1] == "5???????/3???????/0???????"
    assert GAME.knowledge.hidden(d, s) == 21
    assert unseen_by_value(seen) == [3, 4, 4, 3, 4, 3]


def test_a_coin_put_back_is_known_also_below_others():
    d, s = position("512", "34", "0")
    s = after(d, s, "start 0", "A:n5", "drop A", "B:n3", "back", "lift A", "back", "lift A")
    assert shows(*GAME.knowledge.observe(d, s), "A") == "532?????"
    assert shows(*GAME.knowledge.observe(d, s), "B") == "4??????"


def test_every_order_is_equally_likely():
    d, s = position("", "", "", head="lab-rats/hard")
    s = after(d, s, "start 0", *["drop A"] * 8, *["drop B"] * 8, *["drop C"] * 4)
    assert GAME.knowledge.hidden(d, s) == 3
    s.stack[2][:4] = [1, 2, 3, s.stack[2][3]]  # three different ones, so that six orders can be told apart
    s.turned = [4, 3, 3, 3, 4, 4, 0, 0]
    luck = Luck(1)
    counts = Counter(tuple(GAME.knowledge.redraw(d, s, luck)[1].stack[2][:3]) for _ in range(1200))
    assert len(counts) == 6
    assert all(140 < count < 260 for count in counts.values())


def test_rebag_hides_the_order_of_the_bag_but_not_what_is_in_it():
    d, s = position("53142", "", "", head="lab-rats/rebag")
    s = after(d, s, "start 0", *["drop A"] * 40)
    seen_deal, seen = GAME.knowledge.observe(d, s)
    assert set(seen.bag[: seen.bag_count]) == {7}
    assert seen_deal.number == -1
    assert GAME.notation.deal_text(seen_deal).endswith(" ?")
    world_deal, world = GAME.knowledge.redraw(d, s, Luck(3))
    assert world_deal.number != d.number
    assert sorted(world.bag) == sorted(s.bag)
    assert world.bag != s.bag
    assert unseen_by_value(seen) == unseen_by_value(s)
    assert sum(unseen_by_value(s)) == s.bag_count == GAME.knowledge.hidden(d, s)


def test_hidden_falls_when_a_coin_is_turned_up():
    d, s = position("5", "3", "0")
    s = after(d, s, "start 0")
    assert GAME.knowledge.hidden(d, after(d, s, "A:n5")) == 20
    back = after(d, s, "A:n5", "back")
    assert GAME.knowledge.hidden(d, after(d, back, "lift A")) == 20
    assert GAME.knowledge.hidden(d, after(d, back, "lift A", "A:n5")) == 20  # the coin below it was seen before


def test_a_coin_that_goes_back_into_the_bag_still_reveals_another():
    d = new_deal(Deal, make_setting(GAME, "rebag"), 1)
    s = after(d, start_state(GAME, d), "start 0")
    t = after(d, s, "drop A")
    assert GAME.knowledge.hidden(d, t) == GAME.knowledge.hidden(d, s)
    assert GAME.knowledge.reveals(d, s, t)
    assert not GAME.knowledge.reveals(d, start_state(GAME, d), s)


def test_a_lifted_coin_reveals_nothing():
    d = new_deal(Deal, make_setting(GAME), 1)
    s = start_state(GAME, d)
    s = after(d, s, "start 0")
    run = next(text for text in legal_texts(GAME, d, s) if ":" in text)
    t = after(d, s, run)
    assert GAME.knowledge.reveals(d, s, t)
    back = after(d, t, "back")
    assert not GAME.knowledge.reveals(d, t, back)
    assert not GAME.knowledge.reveals(d, back, after(d, back, f"lift {run[0]}"))
