"""The add-on in lock-step with its twin from positions that play seldom reaches.

Small stations, the vessel docked or adrift, aliens in it, alert ones who remember a space that can't be reached.
"""

import random
from typing import Any

import pytest

from escapology.games.pursuit.not_alone.rules.docking import move_docks
from escapology.games.pursuit.not_alone.rules.state import ADRIFT, DOCKED, NAMED_OUT
from escapology.games.pursuit.rules.maze import DIRECTIONS, connected, open_ways, room, space_text, towards
from escapology.games.pursuit.rules.pursuers import preferred_way
from escapology.games.pursuit.rules.sight import look_all
from escapology.games.pursuit.rules.state import NOWHERE, TURN, VESSEL
from escapology.middle import deal_line, new_deal, play_move, start_state
from escapology.setting import Setting
from tests.games.pursuit.positions import NA
from tests.lockstep import play_on
from tests.oracles import not_alone, pursuit_base
from tests.settings import all_settings

SETTINGS = [setting for setting in all_settings() if setting.game == NA.name]


def late_position(d: Any, luck: random.Random) -> Any:
    """A position after the vessel has come, as it might be."""
    s = start_state(NA, d)
    s.phase = TURN
    s.turn = luck.randint(19, 23)
    s.you = luck.randrange(49)
    s.fatigue = luck.randint(1, 5)
    for _ in range(luck.randint(2, 60)):
        x = luck.randrange(49)
        if s.there >> x & 1 and not room(s, x) >> s.you & 1:
            s.there &= ~room(s, x)
            s.there = connected(s, s.you)
            open_ways(s)
    for task in range(3):
        s.done |= (not s.there >> s.location[task] & 1) << task
    s.dock = [NAMED_OUT, NAMED_OUT, NOWHERE]
    s.card[VESSEL] = d.task[2]
    s.vessel = ADRIFT
    move_docks(d, s, None)
    for _ in range(luck.randint(0, 4)):
        _add_alien(s, luck)
    look_all(s, None)
    return s


def _add_alien(s: Any, luck: random.Random) -> None:
    places = [x for x in range(49) if s.there >> x & 1 and x != s.you] + [VESSEL] * 12
    p = s.pursuers
    s.pursuers += 1
    s.at[p] = luck.choice(places)
    s.memory[p] = NOWHERE
    ways = [direction for direction in range(4) if s.way[4 * s.at[p] + direction] != NOWHERE]
    s.facing[p] = luck.choice(ways or [0, 1, 2, 3])
    seen = [x for x in range(49) if s.there >> x & 1 and x != s.you and towards(s, s.at[p], x) == s.facing[p]]
    if seen and luck.random() < 0.7:
        s.alert[p] = 1
        s.memory[p] = luck.choice(seen)
        s.vanished[p] = luck.randrange(4)


def twin_at(d: Any, s: Any) -> not_alone.Twin:
    """The twin in the same position."""
    twin = not_alone.Twin(deal_line(NA, d))
    twin.maze.cards = {space: card for x, (space, card) in enumerate(twin.maze.cards.items()) if s.there >> x & 1}
    twin.you, twin.fatigue, twin.turn, twin.phase = space_text(s.you), s.fatigue, s.turn, "turn"
    twin.done = [bool(s.done >> task & 1) for task in range(3)]
    twin.named_out = [True, True, False]
    twin.docks = [None, None, None if s.dock[2] == NOWHERE else space_text(s.dock[2])]
    twin.maze.vessel_card = twin.deal.tasks[2]
    twin.maze.dock = twin.docks[2]
    twin.maze.side = DIRECTIONS[s.side]
    for p in range(s.pursuers):
        alien = pursuit_base.Pursuer("SHCD"[p], space_text(s.at[p]))
        alien.facing = DIRECTIONS[s.facing[p]]
        alien.alert = bool(s.alert[p])
        if s.memory[p] != NOWHERE:
            alien.memory = space_text(s.memory[p]), DIRECTIONS[s.vanished[p]]
        twin.pursuers.append(alien)
    return twin


def run_late(setting: Setting, seed: int) -> set[str]:
    """Play on at random in both; what was seen on the way."""
    luck = random.Random(seed)
    d = new_deal(setting, seed)
    s = late_position(d, luck)
    seen: set[str] = set()

    def choose(d: Any, s: Any, legal: dict[str, int]) -> str:
        for p in range(4):
            if s.at[p] == VESSEL:
                seen.add(f"{VESSELS[s.vessel]} {'alert' if s.alert[p] else 'patrol'}")
        return _choose(d, s, legal, luck)

    where = f"{deal_line(NA, d)}\n{NA.notation.state_text(d, s)}"
    return seen | {play_on(NA, d, s, twin_at(d, s), choose, 10_000, where).status}


VESSELS = ("away", "docked", "adrift")


def _choose(d: Any, s: Any, legal: dict[str, int], luck: random.Random) -> str:
    """A move at random, but rather one that ejects something, most of all the vessel's dock."""
    ejects = [text for text in legal if text.startswith("eject")]
    docks = [text for text in ejects if play_move(NA, d, s, legal[text]).dock[2] != s.dock[2]]
    return luck.choice((docks or ejects or sorted(legal)) if luck.random() < 0.8 else sorted(legal))


def test_positions_are_as_they_might_be():
    for seed in range(50):
        d = new_deal(SETTINGS[0], seed)
        s = late_position(d, random.Random(seed))
        assert s.vessel in (DOCKED, ADRIFT)
        for p in range(s.pursuers):
            assert preferred_way(s, s.at[p], 0, NOWHERE) == NOWHERE or s.way[4 * s.at[p] + s.facing[p]] != NOWHERE


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep_late(setting: Setting) -> None:
    for seed in range(30):
        run_late(setting, seed)


@pytest.mark.long
@pytest.mark.parametrize("setting", SETTINGS, ids=lambda s: s.text)
def test_lockstep_late_at_length(setting: Setting) -> None:
    for seed in range(10_000, 14_000):
        run_late(setting, seed)
