"""Reference implementation of "Not Alone, After All", the space-station add-on (classic and even), for the tests."""

from __future__ import annotations

import random

from .pursuit_base import Pursuer, Pursuit
from .pursuit_deal import Deal, random_line
from .pursuit_maze import (
    DIRECTIONS,
    OPPOSITE,
    SHIFT,
    SPACES,
    SUITS,
    Maze,
    beside,
    circle_from,
    coordinates,
    distance_value,
    highest,
    rank_of,
    straight_direction,
    suit_of,
)

GAME = "not-alone"
VARIANTS = ["classic", "even"]
VESSEL = "ve"


def random_deal(rng: random.Random, variant: str, options: str = "") -> str:
    """A random deal line; options as they stand between the brackets, such as `vessel=7,board=exact`."""
    return random_line(rng, GAME, variant, options, different_suits=True)


class Station(Maze):
    """A maze that loses modules, and to which the vessel may be docked."""

    def __init__(self, cards: dict[str, str]) -> None:
        super().__init__(cards)
        self.vessel_card: str | None = None  # None until it has come
        self.dock: str | None = None  # the card the vessel is docked at, None also while it is adrift
        self.side = ""

    def card(self, space: str) -> str:
        if space == VESSEL:
            assert self.vessel_card is not None
            return self.vessel_card
        return super().card(space)

    def way(self, space: str, direction: str) -> tuple[str, str] | None:
        dock = getattr(self, "dock", None)  # there is no vessel yet while the maze is being built
        if space == VESSEL:
            return ("door", dock) if dock is not None and direction == OPPOSITE[self.side] else None
        if dock is not None and space == dock and direction == self.side:
            return "door", VESSEL
        return super().way(space, direction)

    def direction_towards(self, space: str, goal: str) -> str | None:
        if space != VESSEL:
            return super().direction_towards(space, goal)
        assert self.dock is not None
        (x, y), (dx, dy) = coordinates(self.dock), SHIFT[self.side]
        return straight_direction((x + dx, y + dy), coordinates(goal))

    def stands_apart(self, space: str) -> bool:
        return space == VESSEL and self.dock is None

    def is_present(self, space: str | None) -> bool:
        return space is not None and space in self.cards

    def perimeter(self) -> list[str]:
        """Spaces of the station cards with fewer than four orthogonal neighbours present."""
        found = []
        for space in SPACES:
            neighbours = [beside(space, direction) for direction in DIRECTIONS]
            if space in self.cards and not all(self.is_present(other) for other in neighbours):
                found.append(space)
        return found

    def best_dock(self, suit: str) -> str | None:
        """The space of the highest perimeter card of a suit."""
        offer = [self.cards[space] for space in self.perimeter() if suit_of(self.cards[space]) == suit]
        return self.space_of(highest(offer)) if offer else None

    def dock_vessel(self, dock: str) -> None:
        self.dock = dock
        for direction in DIRECTIONS:
            if not self.is_present(beside(dock, direction)):
                self.side = direction
                return
        raise AssertionError("a perimeter card has a free side")

    def modules(self) -> list[list[str]]:
        """All modules, each a list of spaces in reading order."""
        found: list[list[str]] = []
        for space in SPACES:
            if space in self.cards and not any(space in module for module in found):
                found.append(self.room(space))
        return found


class Twin(Pursuit):
    maze: Station

    def __init__(self, deal_line: str) -> None:
        super().__init__(Deal(deal_line, GAME))
        assert self.deal.variant in VARIANTS
        self.exact_boarding = self.deal.option("board", "at-least") == "exact"
        self.research_stops = self.deal.option("research_stops", "yes") != "no"
        self.drift_counts = self.deal.option("drift", "yes") != "no"
        self.dock_stops = self.deal.option("dock", "passes") == "stops"
        self.at_the_door = False  # the walk is over, but the vessel may still be boarded
        first = 3 if self.deal.option("vessel", "6") == "7" else 2
        # before these turns the task cards are turned over
        self.turns_of_news = [3 * (pile - 1) + 1 for pile in (first, first + 2, first + 4)]
        self.maze = Station(dict(zip(SPACES, self.deal.maze_cards, strict=True)))
        self.named_out = [False, False, False]
        self.docks = [self.maze.best_dock(suit_of(task)) for task in self.deal.tasks]
        self.phase = "start"

    # --- set up and aliens ---

    def wake_up(self, queen: str) -> None:
        self.you = self.maze.space_of(queen)
        self.phase = "turn"
        self.next_alien()
        for alien in self.active_pursuers():
            self.look(alien)

    def next_alien(self) -> None:
        """The next alien appears, if one is left. They come in the order of the suit circle."""
        if len(self.pursuers) < 4:
            alien = Pursuer(SUITS[len(self.pursuers)], "")
            self.pursuers.append(alien)
            self.appear(alien)

    def appear(self, alien: Pursuer) -> None:
        """The highest card of his suit on which the player does not stand, else the next suit in the circle."""
        alien.calm_down()
        for suit in circle_from(alien.suit):
            offer = [card for space, card in self.maze.cards.items() if suit_of(card) == suit and space != self.you]
            if offer:
                alien.space = self.maze.space_of(highest(offer))
                self.face_as_entering(alien)
                return
        # Reading: this holds for one who appears for the first time, too; he is then listed as out of the game.
        alien.gone = True
        alien.space = ""

    # --- moves ---

    def other_moves(self) -> list[str]:
        if self.phase == "start":
            return ["start Q" + suit for suit in SUITS]
        if self.phase == "eject":
            return ["eject " + name for name in self.ejectable()] + ["keep"]
        if self.phase == "walk" and self.can_board(self.card):
            return ["board"]
        return []

    def canonical(self, move: str) -> str:
        """A module may be named by any of its cards."""
        if self.phase == "eject" and move.startswith("eject "):
            for name, module in self.ejectable().items():
                if move.split()[1] in [self.maze.card(space) for space in module]:
                    return "eject " + name
        return move

    def play_other(self, move: str) -> None:
        word, _, card = move.partition(" ")
        if word == "start":
            self.wake_up(card)
        elif word == "board":
            self.finish("won")
        elif word == "keep":
            self.end_turn()
        else:
            assert word == "eject"
            self.eject(self.ejectable()[card])
            self.end_turn()

    def can_board(self, position: int) -> bool:
        """May the player, where he stands now, board with this movement card of the column?"""
        if self.maze.dock is None or self.you != self.maze.dock:
            return False
        # Reading: with drift=no a research module that drifted off is gone, but not done; then boarding is impossible
        # for good, and the game goes on until it ends by itself.
        if not all(self.done) or any(alien.space == VESSEL for alien in self.active_pursuers()):
            return False
        value = distance_value(self.deal.column(self.turn)[position - 1])
        needed = distance_value(self.maze.card(VESSEL))
        return value == needed if self.exact_boarding else value >= needed

    def use_without_step(self, position: int) -> bool:
        return self.can_board(position)

    def walk_is_over(self) -> None:
        self.at_the_door = not self.dock_stops and self.can_board(self.card)
        if not self.at_the_door:
            self.end_walk()

    def end_walk(self) -> None:
        self.at_the_door = False
        super().end_walk()

    def moves(self) -> list[str]:
        return ["board", "stop"] if self.at_the_door and self.status == "playing" else super().moves()

    def must_stop_here(self) -> bool:
        unfinished = [location for task, location in enumerate(self.locations) if not self.done[task]]
        return self.research_stops and self.maze.card(self.here()) in unfinished

    def your_move_ended(self) -> None:
        # Reading: also in turn 24, although it is then too late for anything.
        if self.ejectable():
            self.phase = "eject"
        else:
            self.end_turn()

    def new_turn(self) -> None:
        if self.turn not in self.turns_of_news:
            return
        number = self.turns_of_news.index(self.turn)
        if number < 2:
            self.named_out[number] = True
            return
        dock = self.docks[2]
        if dock is None:
            # Reading: a vessel that went home is shown as `no`.
            self.finish("stranded")
        else:
            self.maze.vessel_card = self.deal.tasks[2]
            self.maze.dock_vessel(dock)

    # --- ejecting ---

    def ejectable(self) -> dict[str, list[str]]:
        """The modules that can be ejected from where the player stands, by name."""
        found: dict[str, list[str]] = {}
        switch = self.maze.card(self.here())
        for module in self.maze.modules():
            if self.you in module:
                continue
            cards = [self.maze.card(space) for space in module]
            research = [task for task, location in enumerate(self.locations) if location in cards]
            for task in research:
                location = self.locations[task]
                rank = rank_of(location)
                outside = [card for card in self.maze.cards.values() if rank_of(card) == rank and card not in cards]
                emergency_switch = "A" + suit_of(self.deal.tasks[task])
                if rank_of(switch) == rank or (not outside and switch == emergency_switch):
                    found[location] = module
            if not research:
                same_rank = [card for card in cards if rank_of(card) == rank_of(switch)]
                if same_rank:
                    found[same_rank[0]] = module
        return found

    def eject(self, module: list[str]) -> None:
        old_dock = self.maze.dock

        # 1. The module leaves, and so does everything that is no longer connected to the player.
        left = self.remove(module)

        # 2. Aliens that were on anything that left appear again.
        # Reading: the order of appearance is always that in which they came for the first time.
        for alien in self.active_pursuers():
            if alien.space in left:
                self.appear(alien)

        # 3. The next alien appears.
        self.next_alien()

        # 4. Docks that left, or had no place, move; a docked vessel goes with its dock.
        # Reading: between steps 1 and 4 a vessel whose dock has left is nowhere; an alien who appears in step 2 or 3 on
        # what becomes its dock does not take it into account when he chooses his facing.
        for task, card in enumerate(self.deal.tasks):
            if not self.named_out[task] and not self.maze.is_present(self.docks[task]):
                self.docks[task] = self.maze.best_dock(suit_of(card))
        if self.maze.vessel_card is not None and self.maze.dock is None and self.docks[2] is not None:
            self.maze.dock_vessel(self.docks[2])

        # 5. Aliens whose way ahead, whose remembered space, or whose line to the player is gone; then sight for all.
        for alien in self.active_pursuers():
            self.come_to_terms(alien, vessel_moved=self.maze.dock != old_dock)
        for alien in self.active_pursuers():
            self.look(alien)

    def remove(self, module: list[str]) -> list[str]:
        """Take the module and what has lost contact out of the station; all spaces that left."""
        ejected = [self.maze.cards.pop(space) for space in module]
        connected = self.maze.distances(self.here())
        lost = [space for space in self.maze.cards if space not in connected]
        drifted = [self.maze.cards.pop(space) for space in lost]
        for task, location in enumerate(self.locations):
            if location in ejected or (self.drift_counts and location in drifted):
                self.done[task] = True
        if self.maze.dock is not None and not self.maze.is_present(self.maze.dock):
            self.maze.dock = None
        return module + lost

    def come_to_terms(self, alien: Pursuer, vessel_moved: bool) -> None:
        """What an ejection means for an alien who is still where he was."""
        in_moved_vessel = alien.space == VESSEL and vessel_moved
        saw_you = alien.alert and alien.memory is None
        line_is_cut = saw_you and (in_moved_vessel or self.sight(alien) is None)
        memory_is_gone = alien.memory is not None and not self.maze.is_present(alien.memory[0])
        if line_is_cut or memory_is_gone:
            alien.calm_down()
        # Reading: one in the vessel who remembers a space that is still there stays alert, adrift or docked again; when
        # he moves and that space lies on no straight line from him, or not behind the door, he is back on patrol.
        if self.maze.stands_apart(alien.space):
            return
        if in_moved_vessel:
            alien.facing = OPPOSITE[self.maze.side]
        # Reading: one who remembers a space that is still there turns, too, if his way ahead is gone, and stays alert.
        # When he moves he finds the way to that space closed and is back on patrol before his first step, which
        # therefore goes straight ahead in the facing he has now.
        if alien.facing not in self.maze.open_directions(alien.space):
            self.face_as_entering(alien)

    # --- the state line ---

    def state(self) -> str:
        mask = sum(2**number for number, space in enumerate(SPACES) if space in self.maze.cards)
        docks = ["x" if out else dock or "-" for out, dock in zip(self.named_out, self.docks, strict=True)]
        if self.maze.vessel_card is None:
            vessel = "no"
        elif self.maze.dock is None:
            vessel = "adrift"
        else:
            vessel = self.maze.dock + self.maze.side
        # Reading: the mask is written without leading zeros.
        return self.state_begin() + f" station={mask:x} docks={','.join(docks)} vessel={vessel} status={self.status}"
