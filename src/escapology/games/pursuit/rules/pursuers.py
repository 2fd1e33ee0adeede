"""How pursuers enter and move, on patrol and alert, step by step."""

from escapology.games.pursuit.rules.cards import distance_value, preference, suit_of
from escapology.games.pursuit.rules.log import CALMED, STEPPED, Log, tell
from escapology.games.pursuit.rules.maze import towards
from escapology.games.pursuit.rules.sight import look, sees, turn_head
from escapology.games.pursuit.rules.state import CAUGHT, NOWHERE, MazeDeal, MazeState
from escapology.native import rule

__all__ = ["appear", "calm_down", "is_free_to_move", "move_pursuer", "preferred_way"]


@rule
def preferred_way(s: MazeState, x: int, first: int, back: int) -> int:
    """DL: the direction of the preferred passable neighbour of x, the one in direction `back` left out."""
    best = NOWHERE
    most = -1
    for direction in range(4):
        beyond = s.way[4 * x + direction]
        if beyond != NOWHERE and direction != back:
            liking = preference(s.card[beyond], first)
            if liking > most:
                most = liking
                best = direction
    return best


@rule
def appear(s: MazeState, p: int, x: int) -> None:
    """DL: entering: on patrol, facing the neighbour preferred from his own suit."""
    s.at[p] = x
    s.facing[p] = preferred_way(s, x, p, NOWHERE)
    s.alert[p] = 0
    s.memory[p] = NOWHERE


@rule
def is_free_to_move(s: MazeState, p: int) -> bool:
    """Whether he is in the maze and not shut in (in the add-on's vessel while it is adrift)."""
    return s.at[p] != NOWHERE and preferred_way(s, s.at[p], 0, NOWHERE) != NOWHERE


@rule
def move_pursuer(d: MazeDeal, s: MazeState, p: int, card: int, log: Log) -> None:
    """DL: order of things: one pursuer moves by the movement card until he must stop."""
    been = 1 << s.at[p] if d.start_counts else 0  # DL4
    back = NOWHERE  # the direction he came from
    while True:
        turn_head(s, p, _choose_direction(s, p, suit_of(card), back, log), log)
        direction = s.facing[p]  # as chosen, or towards you if he saw you when he turned
        s.at[p] = s.way[4 * s.at[p] + direction]
        back = direction ^ 2
        tell(log, STEPPED, p, s.at[p], direction)
        if s.at[p] == s.you:
            s.status = CAUGHT
            return
        look(s, p, log)
        if s.memory[p] == s.at[p]:
            s.memory[p] = NOWHERE  # reached
            turn_head(s, p, s.vanished[p], log)
        if (
            distance_value(s.card[s.at[p]]) <= distance_value(card)
            or been >> s.at[p] & 1
            or preferred_way(s, s.at[p], 0, back) == NOWHERE
        ):
            break
        been |= 1 << s.at[p]
    _end_move(d, s, p, suit_of(card), back, log)
    _team_up(s, p, log)


@rule
def _choose_direction(s: MazeState, p: int, first: int, back: int, log: Log) -> int:
    """DL: alert: towards you, the remembered space, straight ahead. Patrol: straight ahead, then as preferred."""
    if s.alert[p]:
        direction = s.facing[p]
        if s.memory[p] != NOWHERE:
            direction = towards(s, s.at[p], s.memory[p])
        if direction != NOWHERE and s.way[4 * s.at[p] + direction] != NOWHERE:
            return direction
        calm_down(s, p, log)
    if back == NOWHERE and s.way[4 * s.at[p] + s.facing[p]] != NOWHERE:
        return s.facing[p]
    return preferred_way(s, s.at[p], first, back)


@rule
def calm_down(s: MazeState, p: int, log: Log) -> None:
    """Back on patrol."""
    s.alert[p] = 0
    s.memory[p] = NOWHERE
    tell(log, CALMED, p, s.at[p], 0)


@rule
def _end_move(d: MazeDeal, s: MazeState, p: int, first: int, back: int, log: Log) -> None:
    """DL: the final turn: facing you, where he lost you, or as a stopped patrol does."""
    if sees(s, p):
        return
    direction = NOWHERE
    if s.alert[p]:
        direction = s.facing[p]
        if s.memory[p] != NOWHERE:
            direction = s.vanished[p] if d.faces_direction else towards(s, s.at[p], s.memory[p])  # DL13
        calm_down(s, p, log)
    if direction == NOWHERE or s.way[4 * s.at[p] + direction] == NOWHERE:
        direction = preferred_way(s, s.at[p], first, back)
    if direction == NOWHERE:  # a dead end
        direction = back
    turn_head(s, p, direction, log)


@rule
def _team_up(s: MazeState, p: int, log: Log) -> None:
    """DL: teamwork: on patrol, turn clockwise to a passable direction that no other pursuer here faces (DL7)."""
    if s.alert[p]:
        return
    faced = 0  # mask of the directions that the others here face
    for other in range(s.pursuers):
        if other != p and s.at[other] == s.at[p]:
            faced |= 1 << s.facing[other]
    if not faced >> s.facing[p] & 1:
        return
    for turn in range(1, 4):
        direction = s.facing[p] + turn & 3
        if s.way[4 * s.at[p] + direction] != NOWHERE and not faced >> direction & 1:
            turn_head(s, p, direction, log)
            return
