"""Ejecting modules, and all that follows from it, in the order of the rules."""

from escapology.games.pursuit.not_alone.rules.docking import join_vessel, move_docks
from escapology.games.pursuit.not_alone.rules.state import DOCKED, Deal, State
from escapology.games.pursuit.rules.cards import ACE, rank_of, suit_of
from escapology.games.pursuit.rules.log import (
    APPEARED,
    DRIFTED,
    EJECTED,
    FULFILLED,
    TELEPORTED,
    VANISHED,
    YOU,
    Log,
    tell,
)
from escapology.games.pursuit.rules.maze import connected, open_ways, room
from escapology.games.pursuit.rules.pursuers import appear, calm_down, is_free_to_move, preferred_way
from escapology.games.pursuit.rules.sight import look, look_all, sees, turn_head
from escapology.games.pursuit.rules.state import NOWHERE, VESSEL
from escapology.native import rule

__all__ = ["eject", "modules_to_eject", "next_alien"]


@rule
def modules_to_eject(d: Deal, s: State) -> int:
    """The modules that can be ejected from where you stand, as a mask of the cards that name them."""
    rank = rank_of(s.card[s.you])
    tried = room(s, s.you)  # NA5: never the module you stand in
    names = 0
    for x in range(49):
        if rank_of(s.card[x]) == rank and s.there >> x & 1 and not tried >> x & 1:
            module = room(s, x)
            tried |= module
            name = _ordinary_name(s, module, x)
            if name != NOWHERE:
                names |= 1 << name
    if rank == ACE:
        for task in range(3):
            if suit_of(d.task[task]) == suit_of(s.card[s.you]) and _has_emergency_switch(s, task):
                names |= 1 << s.location[task]
    return names


@rule
def _ordinary_name(s: State, module: int, x: int) -> int:
    """Its first card x of the switch's rank; of a research module only a research card of that rank (NA11)."""
    is_research = False
    for task in range(3):
        if module >> s.location[task] & 1:
            if rank_of(s.card[s.location[task]]) == rank_of(s.card[x]):
                return s.location[task]
            is_research = True
    return NOWHERE if is_research else x


@rule
def _has_emergency_switch(s: State, task: int) -> bool:
    """NA6: only when no card of the research card's rank is left outside its module (NA5: nor do you stand in it)."""
    research = s.location[task]
    if not s.there >> research & 1:
        return False
    module = room(s, research)
    if module >> s.you & 1:
        return False
    for x in range(49):
        if rank_of(s.card[x]) == rank_of(s.card[research]) and s.there >> x & 1 and not module >> x & 1:
            return False
    return True


@rule
def eject(d: Deal, s: State, x: int, log: Log) -> None:
    """Eject the module that the card on x names."""
    _leave(d, s, room(s, x), log)
    for p in range(s.pursuers):
        if s.at[p] != NOWHERE and s.at[p] != VESSEL and not s.there >> s.at[p] & 1:
            _teleport(s, p, TELEPORTED, log)
    next_alien(s, log)
    move_docks(d, s, log)
    _come_round(s, log)
    look_all(s, log)


@rule
def _leave(d: Deal, s: State, module: int, log: Log) -> None:
    """Rule 11: the module leaves, and everything no longer connected to you; research modules among it are done."""
    before = s.there
    s.there &= ~module
    s.there = connected(s, s.you)
    open_ways(s)
    if s.vessel == DOCKED and s.there >> s.dock[2] & 1:
        join_vessel(s)
    for x in range(49):
        if module >> x & 1:
            tell(log, EJECTED, YOU, x, 0)
        elif (before & ~s.there) >> x & 1:
            tell(log, DRIFTED, NOWHERE, x, 0)
    counted = before & ~s.there if d.drift_counts else module  # NA4
    for task in range(3):
        if counted >> s.location[task] & 1:
            s.done |= 1 << task
            tell(log, FULFILLED, YOU, s.location[task], task)


@rule
def next_alien(s: State, log: Log) -> None:
    """Rule 13: the next alien, if any is left, appears."""
    if s.pursuers < 4:
        s.pursuers += 1
        _teleport(s, s.pursuers - 1, APPEARED, log)


@rule
def _teleport(s: State, p: int, kind: int, log: Log) -> None:
    """Rule 5: an alien appears on the highest card of his suit that you don't stand on, else of the next suit."""
    for further in range(4):
        suit = p + further & 3
        best = NOWHERE
        for x in range(49):
            is_on_offer = suit_of(s.card[x]) == suit and s.there >> x & 1 and x != s.you
            if is_on_offer and (best == NOWHERE or s.card[x] > s.card[best]):
                best = x
        if best != NOWHERE:
            appear(s, p, best)
            tell(log, kind, p, best, s.facing[p])
            look(s, p, log)
            return
    s.at[p] = NOWHERE  # NA8
    s.facing[p] = 0
    s.alert[p] = 0
    s.memory[p] = NOWHERE
    tell(log, VANISHED, p, NOWHERE, 0)


@rule
def _come_round(s: State, log: Log) -> None:
    """Rule 15: aliens whose way ahead is gone, who remember a space that is gone, or whose line to you was cut."""
    for p in range(s.pursuers):
        if s.at[p] == NOWHERE:
            continue
        memory = s.memory[p]
        if s.alert[p] and (not sees(s, p) if memory == NOWHERE else not s.there >> memory & 1):
            calm_down(s, p, log)
        if is_free_to_move(s, p) and s.way[4 * s.at[p] + s.facing[p]] == NOWHERE:
            turn_head(s, p, preferred_way(s, s.at[p], p, NOWHERE), log)
