"""What "Don't Let Them Get You" and its add-on share on the maze of `pursuit_maze`: sight, pursuers, turn.

This is a reference implementation for tests: slow and plain, written from the rules text sentence by sentence.
Where the rules text leaves something open, a comment that begins with "Reading:" says how it is settled here.
"""

from __future__ import annotations

from .pursuit_deal import Deal
from .pursuit_maze import (
    DIRECTIONS,
    OPPOSITE,
    RANKS,
    Maze,
    clockwise,
    distance_value,
    rank_of,
    same_colour_twin,
    suit_of,
)

LAST_TURN = 24


class Pursuer:
    """One pursuer. `memory` is (the space where he last saw the player, the direction in which the player vanished)."""

    def __init__(self, suit: str, space: str) -> None:
        self.suit = suit
        self.space = space
        self.facing = "n"
        self.alert = False
        self.memory: tuple[str, str] | None = None
        self.reached = False  # during his move: he has been on the remembered space
        self.gone = False  # out of the game for good (add-on)

    def calm_down(self) -> None:
        self.alert = False
        self.memory = None
        self.reached = False

    def __str__(self) -> str:
        if self.gone:
            return self.suit + "@x"
        text = f"{self.suit}@{self.space}/{self.facing}/{'a' if self.alert else 'p'}"
        return text + (":" + self.memory[0] + self.memory[1] if self.memory is not None else "")


class Pursuit:
    """A turn of the player or of the pursuers; what differs between the games is in the methods to be overridden."""

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.maze: Maze
        self.start_counts = deal.option("start_counts", "yes") != "no"
        self.faces_vanishing_step = deal.option("lost", "place") == "direction"
        self.you: str | None = None
        self.fatigue = 1
        self.turn = 1
        self.phase = "turn"
        self.card = 0
        self.steps = 0
        self.walked: list[str] = []  # the spaces of this walk, the start included
        self.pursuers: list[Pursuer] = []
        self.locations = [same_colour_twin(task) for task in deal.tasks]
        self.done = [False, False, False]
        self.status = "playing"

    # --- to be overridden ---

    def must_stop_here(self) -> bool:
        """The game's own reasons why the player must stop where he stands."""
        raise NotImplementedError

    def your_move_ended(self) -> None:
        """The player has stopped at the end of a walk."""
        raise NotImplementedError

    def other_moves(self) -> list[str]:
        """Legal moves in the phases that only this game has, and its additional ones in `turn` and `walk`."""
        raise NotImplementedError

    def play_other(self, move: str) -> None:
        raise NotImplementedError

    def new_turn(self) -> None:
        """What happens when the next column comes up."""

    def use_without_step(self, position: int) -> bool:
        """Can this movement card be used although there is no step to take?"""
        return False

    # --- moves ---

    def moves(self) -> list[str]:
        if self.phase == "end":
            return []
        found = self.other_moves()
        if self.phase == "turn":
            found.append("rest")
            for position in range(1, len(self.deal.column(self.turn)) + 1):
                if self.fatigue + position <= 6 and (self.possible_steps() or self.use_without_step(position)):
                    found.append(f"use {position}")
        if self.phase == "walk":
            found += self.possible_steps()
            if self.steps > 0:
                found.append("stop")
        return sorted(found)

    def play(self, move: str) -> None:
        move = self.canonical(move)
        assert move in self.moves(), f"{move} is not legal"
        if move == "rest":
            self.rest()
        elif move.startswith("use "):
            # Reading: fatigue rises as soon as the card is taken, before the first step.
            self.card = int(move.split()[1])
            self.fatigue += self.card
            self.phase = "walk"
            self.steps = 0
            self.walked = [self.here()]
        elif move in DIRECTIONS:
            self.step(move)
        elif move == "stop":
            self.end_walk()
        else:
            self.play_other(move)

    def canonical(self, move: str) -> str:
        return move

    def here(self) -> str:
        assert self.you is not None
        return self.you

    def possible_steps(self) -> list[str]:
        """Directions to passable neighbours without a pursuer on which the player has not been in this move."""
        taken = [pursuer.space for pursuer in self.active_pursuers()]
        been = self.walked if self.phase == "walk" else [self.here()]
        found = []
        for direction in self.maze.open_directions(self.here()):
            space = self.maze.next_space(self.here(), direction)
            if space in self.maze.cards and space not in taken and space not in been:
                found.append(direction)
        return found

    def active_pursuers(self) -> list[Pursuer]:
        return [pursuer for pursuer in self.pursuers if not pursuer.gone]

    def movement_card(self) -> str:
        """The card in use while the player walks."""
        return self.deal.column(self.turn)[self.card - 1]

    def step(self, direction: str) -> None:
        left = self.here()
        self.you = self.maze.next_space(left, direction)
        self.walked.append(self.you)
        self.steps += 1
        for pursuer in self.active_pursuers():
            saw_you = pursuer.alert and pursuer.memory is None
            if not self.look(pursuer) and saw_you:
                pursuer.memory = (left, direction)
        value = distance_value(self.maze.card(self.you))
        if value >= distance_value(self.movement_card()) or self.must_stop_here():
            self.walk_is_over()

    def walk_is_over(self) -> None:
        """The space the player has stepped on ends his walk."""
        self.end_walk()

    def end_walk(self) -> None:
        # Reading: card and steps go back to 0 as soon as the walk is over, also in the phases exit and eject.
        self.card = 0
        self.steps = 0
        self.walked = []
        self.your_move_ended()

    def end_turn(self) -> None:
        if self.turn == LAST_TURN:
            self.finish("late")
            return
        self.turn += 1
        self.phase = "turn"
        self.new_turn()

    def finish(self, status: str) -> None:
        self.status = status
        self.phase = "end"
        self.card = 0
        self.steps = 0
        self.walked = []

    # --- sight ---

    def sight(self, pursuer: Pursuer) -> str | None:
        """The direction in which the pursuer sees the player, None if he does not."""
        if self.maze.stands_apart(pursuer.space):
            return None
        for direction in DIRECTIONS:
            if direction == pursuer.facing:
                doors_allowed = 99
            elif direction == OPPOSITE[pursuer.facing]:
                doors_allowed = 0
            else:
                doors_allowed = 2 if pursuer.alert else 1
            space, doors = pursuer.space, 0
            while True:
                way = self.maze.way(space, direction)
                if way is None:
                    break
                doors += 1 if way[0] == "door" else 0
                space = way[1]
                if doors > doors_allowed:
                    break
                if space == self.you:
                    return direction
        return None

    def look(self, pursuer: Pursuer) -> bool:
        """Check sight: a pursuer who sees the player is alert, faces him, and forgets what he remembered."""
        direction = self.sight(pursuer)
        if direction is None:
            return False
        pursuer.alert = True
        pursuer.facing = direction
        pursuer.memory = None
        pursuer.reached = False
        return True

    # --- entering ---

    def face_as_entering(self, pursuer: Pursuer) -> None:
        # Reading: every passable neighbour is on offer, in the add-on also the docked vessel.
        options = self.maze.open_directions(pursuer.space)
        pursuer.facing = self.maze.preferred_direction(pursuer.space, options, pursuer.suit)

    # --- the pursuers' turn ---

    def rest(self) -> None:
        self.fatigue = max(1, self.fatigue - 1)
        column = self.deal.column(self.turn)
        card = min(column, key=lambda other: RANKS.index(rank_of(other)))  # the first of equals, nearest the bottom
        for pursuer in self.active_pursuers():
            if not self.maze.stands_apart(pursuer.space):
                self.move_pursuer(pursuer, card)
            if self.status != "playing":
                return
        self.end_turn()

    def move_pursuer(self, pursuer: Pursuer, card: str) -> None:
        been = [pursuer.space] if self.start_counts else []
        back: str | None = None  # the direction to the space he came from
        pursuer.reached = False
        while True:
            # choose the direction; if it is a new one, turn and check sight
            direction = self.choose_direction(pursuer, card, back)
            if direction != pursuer.facing:
                pursuer.facing = direction
                if self.look(pursuer):
                    direction = pursuer.facing
            # step
            pursuer.space = self.maze.next_space(pursuer.space, direction)
            back = OPPOSITE[direction]
            # caught?
            if pursuer.space == self.you:
                # Reading: the game ends in the middle of his move; he keeps the facing and the mode of this step.
                self.finish("caught")
                return
            # check sight, then see to the remembered space
            self.look(pursuer)
            if pursuer.memory is not None and not pursuer.reached and pursuer.space == pursuer.memory[0]:
                pursuer.reached = True
                pursuer.facing = pursuer.memory[1]
                self.look(pursuer)
            # stop test
            low = distance_value(self.maze.card(pursuer.space)) <= distance_value(card)
            if low or pursuer.space in been or self.is_dead_end(pursuer.space, back):
                break
            been.append(pursuer.space)
        self.end_of_his_move(pursuer, card, back)

    def is_dead_end(self, space: str, back: str) -> bool:
        return all(direction == back for direction in self.maze.open_directions(space))

    def choose_direction(self, pursuer: Pursuer, card: str, back: str | None) -> str:
        open_ways = self.maze.open_directions(pursuer.space)
        if pursuer.alert:
            seen = self.sight(pursuer)
            if seen is not None:
                return seen
            assert pursuer.memory is not None, "an alert pursuer sees the player or remembers"
            towards: str | None = pursuer.facing
            if not pursuer.reached:
                towards = self.maze.direction_towards(pursuer.space, pursuer.memory[0])
            if towards is not None and towards in open_ways:
                return towards
            pursuer.calm_down()
        if back is None and pursuer.facing in open_ways:
            return pursuer.facing
        # Reading: before his first step he came from nowhere, so that no neighbour is left out.
        options = [direction for direction in open_ways if direction != back]
        return self.maze.preferred_direction(pursuer.space, options, suit_of(card))

    def end_of_his_move(self, pursuer: Pursuer, card: str, back: str) -> None:
        if self.sight(pursuer) is None:
            wanted: str | None = None
            if pursuer.alert:
                assert pursuer.memory is not None
                if not pursuer.reached and self.faces_vanishing_step:
                    wanted = pursuer.memory[1]
                elif not pursuer.reached:
                    wanted = self.maze.direction_towards(pursuer.space, pursuer.memory[0])
                elif pursuer.space == pursuer.memory[0]:
                    wanted = pursuer.memory[1]
                else:
                    wanted = pursuer.facing
            pursuer.calm_down()
            open_ways = self.maze.open_directions(pursuer.space)
            options = [direction for direction in open_ways if direction != back]
            if wanted is not None and wanted in open_ways:
                pursuer.facing = wanted
            elif not options:
                pursuer.facing = back  # a dead end: he turns round
            else:
                pursuer.facing = self.maze.preferred_direction(pursuer.space, options, suit_of(card))
            self.look(pursuer)
        # Reading: one who has lost the player in this move is on patrol by now, and teamwork may turn him away from the
        # direction in which he lost him.
        if not pursuer.alert:
            self.teamwork(pursuer)
            self.look(pursuer)

    def teamwork(self, pursuer: Pursuer) -> None:
        # Reading: the others count whether they are alert or not.
        others = [
            other.facing for other in self.active_pursuers() if other is not pursuer and other.space == pursuer.space
        ]
        if pursuer.facing not in others:
            return
        # Reading: turning clockwise is one turn; sight is not checked while he passes the directions between.
        direction = clockwise(pursuer.facing)
        while direction != pursuer.facing:
            if direction in self.maze.open_directions(pursuer.space) and direction not in others:
                pursuer.facing = direction
                return
            direction = clockwise(direction)

    # --- the state line ---

    def state_begin(self) -> str:
        pursuers = ",".join(str(pursuer) for pursuer in self.pursuers) or "-"
        done = "".join("1" if done else "0" for done in self.done)
        return (
            f"you={self.you or '-'} fatigue={self.fatigue} turn={self.turn} phase={self.phase} card={self.card} "
            f"steps={self.steps} pursuers={pursuers} done={done}"
        )
