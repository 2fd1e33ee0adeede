"""A game at a real table, as far as it was told: the pieces that were seen, and the moves, in their order.

    sitting = Sitting.begin(make_setting(GAMES["blank"]))
    sitting.asked.words                 # 'The top card of the pile: which is it?'
    sitting = sitting.tell("=3", "climb", "=5")
    sitting.legal()                     # {'climb': 0, 'skip': 1}

A piece is written with `=` before it, a move as in a record. Nobody changes a sitting: whoever tells more gets another
one, and an error leaves all as it was. Inside there is a whole deal, in which everything that was not told is filled by
luck; whatever is asked, shown or hinted at depends on what was told alone.
"""

from __future__ import annotations

import itertools
from bisect import bisect_left
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from escapology.companion import TURN_UP, Companion, Spot, row_name
from escapology.entry import Part, Piece
from escapology.errors import EscapologyError, MoveError, NotFoundError, shorten
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_texts, play_move, read_move, start_state
from escapology.play import Play
from escapology.protocol import AnyGame, Deal, Struct
from escapology.setting import Setting
from escapology.sitting.told import MOST_TOLD, TableError, is_piece, parse_told, told_text

__all__ = ["Asked", "Made", "Sitting"]

_FEW: Final = 12  # pieces that a refusal can name
_SITTING: Final = 10_000  # bytes besides the positions, about
_POSITION: Final = 3_000  # bytes of one, with its move, about


@dataclass(frozen=True, slots=True)
class Asked:
    """What the player is to tell next."""

    spot: Spot
    words: str  # the question
    is_set_up: bool  # it is laid out before the game begins


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was told."""

    number: int  # its place in all that was told
    move: int
    text: str


class Sitting:
    """One game at a table."""

    def __init__(self, setting: Setting, seed: int, rest: Callable[[], object] | None = None) -> None:
        """Many moves take their time: whoever lets others work in between says how to `rest`."""
        self._rest = rest or _go_on
        self.setting = setting
        self.game: AnyGame = GAMES[setting.game]
        self.companion: Companion[Deal, Struct] = _companion_of(self.game, setting)
        self.seed = seed  # of the luck that fills what nobody has told
        self.parts = self.companion.entry.parts(setting)
        self.told: tuple[str, ...] = ()
        self.entered: dict[str, tuple[str, ...]] = {part.name: ("",) * part.places for part in self.parts}
        self.deal: Deal | None = None  # whole; None while it is still being laid out
        self.states: tuple[Struct, ...] = ()  # the start, and after each move
        self.made: tuple[Made, ...] = ()
        self.spots: tuple[Spot, ...] = ()  # of the pieces that were told, in their order
        self.asked: Asked | None = None  # what is to be told before the next move

    @classmethod
    def begin(cls, setting: Setting, seed: int = 0, rest: Callable[[], object] | None = None) -> Sitting:
        """Nothing is told yet."""
        sitting = cls(setting, seed, rest)
        sitting._settle()
        return sitting

    @classmethod
    def of_text(cls, text: str, seed: int = 0, rest: Callable[[], object] | None = None) -> Sitting:
        """What `text` wrote."""
        setting, told = parse_told(text)
        return cls.begin(setting, seed, rest).tell(*told)

    def text(self) -> str:
        """All that was told."""
        return told_text(self.setting, self.told)

    def tell(self, *texts: str) -> Sitting:
        """The sitting with more told: pieces with `=` before them, moves, or all moves of a record's token."""
        if len(self.told) + len(texts) > MOST_TOLD:
            raise TableError(f"a game at the table can have at most {MOST_TOLD:,} pieces and moves")
        new = self._copy()
        for are_pieces, group in itertools.groupby(texts, is_piece):
            if are_pieces:
                new._see([text[1:].strip() for text in group])
            else:
                for text in group:
                    new._make(text)
        return new

    # What there is to see

    @property
    def state(self) -> Struct | None:
        """The position that is shown: before a move that has turned up something that was not told yet."""
        if self.asked is None:
            return self.states[-1]
        return self.states[-2] if len(self.states) > 1 else None

    @property
    def pending(self) -> Made | None:
        """The last move, if what it turned up is still to be told."""
        return self.made[-1] if self.asked is not None and self.made else None

    def legal(self) -> dict[str, int]:
        """The legal moves by their texts; none while something is asked for."""
        if self.asked is not None or self.deal is None:
            return {}
        return legal_texts(self.game, self.deal, self.states[-1])

    @property
    def is_over(self) -> bool:
        """Whether no move is left."""
        return self.asked is None and not self.legal()

    @property
    def is_won(self) -> bool:
        """Whether the game is won."""
        return self.asked is None and self.deal is not None and self.game.rules.won(self.deal, self.states[-1])

    def status(self) -> str:
        """As the state line says; `laying out` before the game begins."""
        if self.deal is None or self.state is None:
            return "laying out"
        return self.game.notation.status(self.deal, self.state)

    def unknown(self) -> list[str]:
        """What nobody has told of yet, part by part."""
        found: list[str] = []
        for part in self.parts:
            count = self.entered[part.name].count("")
            if count and (part.if_open or (self.asked is not None and self.asked.spot[0] == part.name)):
                title = f"{part.title[:1].lower()}{part.title[1:]}"
                found.append(f"{title} ({count} of {part.places})" if part.copies else title)
        return found

    def part(self, name: str) -> Part:
        """The part of that name."""
        return next(part for part in self.parts if part.name == name)

    def name(self, spot: Spot) -> str:
        """What people call a place."""
        return self.companion.name(self.setting, spot) or row_name(self.parts, spot)

    def fitting(self) -> set[str]:
        """The pieces that can be told now."""
        if self.asked is None:
            return set()
        part = self.part(self.asked.spot[0])
        return {piece.text for row in part.pieces for piece in row if not self._why_not(part, piece)}

    def play(self) -> Play:
        """The same as a play, as far as all was told; what is hidden in it is made up."""
        if self.deal is None or self.state is None:
            raise TableError("the game has not begun: first say what lies on the table")
        play = Play(self.game, self.deal)
        for made in self.made[: len(self.made) - (self.pending is not None)]:
            play.do(made.text)
        return play

    def carry_out(self, made: Made) -> list[str]:
        """What a move asks the player to do on the table; of what it turns up nothing, while that was not told."""
        assert self.deal is not None  # moves are made in a deal
        place = self._place(made)
        before, after = self.states[place], self.states[place + 1]
        if self.companion.carry_out is None:
            presentation = self.game.presentation
            story = presentation.story(presentation.events(self.deal, before, made.move))
            lines = [TURN_UP, *(story or [f"{presentation.words(self.deal, before, made.move)}."])]
        else:
            lines = self.companion.carry_out(self.deal, before, after, made.move)
        if made is self.pending:
            lines = lines[: lines.index(TURN_UP)] if TURN_UP in lines else []
        return [line for line in lines if line != TURN_UP]

    def words(self, made: Made) -> str:
        """A move in words."""
        assert self.deal is not None  # moves are made in a deal
        return self.game.presentation.words(self.deal, self.states[self._place(made)], made.move)

    def spot_of(self, number: int) -> Spot:
        """The place that the piece of that number was told for."""
        return self.spots[sum(map(is_piece, self.told[:number]))]

    @property
    def weight(self) -> int:
        """Bytes of memory that it takes, about."""
        return _SITTING + len(self.states) * _POSITION

    # Going back

    def undone(self) -> Sitting:
        """The sitting without what was told last."""
        if not self.told:
            raise TableError("there is nothing to take back")
        if is_piece(self.told[-1]):
            return self.anew(self.told[:-1])
        new = self._copy()  # what lies on the table is known as before, so the other moves need not be made again
        new.told, new.made, new.states = self.told[:-1], self.made[:-1], self.states[:-1]
        new._look()
        return new

    def anew(self, told: Sequence[str]) -> Sitting:
        """What these would be, from the start."""
        return Sitting.begin(self.setting, self.seed, self._rest).tell(*told)

    def with_seed(self, seed: int) -> Sitting:
        """The same with other luck where nobody knows: it looks no different."""
        return Sitting.begin(self.setting, seed, self._rest).tell(*self.told)

    # How it is done

    def _place(self, made: Made) -> int:
        """Which of the moves it is: they are told one after the other, so their numbers grow."""
        return bisect_left(self.made, made.number, key=lambda one: one.number)

    def _copy(self) -> Sitting:
        twin = Sitting.__new__(Sitting)
        twin.__dict__.update(self.__dict__)
        twin.entered = dict(self.entered)
        return twin

    def _see(self, texts: Sequence[str]) -> None:
        """Pieces were seen, one after the other."""
        left = list(texts)
        while left:
            if self.asked is None:
                raise TableError(f"{shorten(left[0])}: nothing is turned up now; it is your move")
            spots = self._open_spots()[: len(left)]
            if len(spots) > 1 and self._see_together(spots, left):
                left = left[len(spots) :]
            else:
                self._put(self.asked.spot, left.pop(0))
                self._settle()

    def _see_together(self, spots: Sequence[Spot], texts: Sequence[str]) -> bool:
        """Tell of several places at once, if all of them lie open whatever lies there; whether that was done."""
        before = self._copy()
        try:
            for spot, text in zip(spots, texts, strict=False):
                self._put(spot, text)
            self._settle()
        except EscapologyError:
            self.__dict__.update(before.__dict__)
            return False
        if self.deal is None or set(spots) <= set(self.companion.seen(self.deal, self.states[-1])):
            return True
        self.__dict__.update(before.__dict__)
        return False

    def _open_spots(self) -> list[Spot]:
        """The places that lie open as far as one knows, and of which nobody has told; the first is asked for."""
        assert self.asked is not None
        if self.deal is None or self.asked.is_set_up:
            return [self.asked.spot]
        return [spot for spot in self.companion.seen(self.deal, self.states[-1]) if not self._at(spot)]

    def _at(self, spot: Spot) -> str:
        part, number = spot
        return self.entered[part][number]

    def _put(self, spot: Spot, text: str) -> None:
        part = self.part(spot[0])
        known = {piece.text: piece for row in part.pieces for piece in row}
        tidy = text if text in known else self.companion.entry.tidy(text)
        if tidy not in known:
            raise TableError(f"{shorten(text)} can't lie there: write {_examples(known)}")
        if reason := self._why_not(part, known[tidy], spot):
            raise TableError(reason)
        self._set(spot, tidy)
        self.told += (f"={tidy}",)
        self.spots += (spot,)

    def _set(self, spot: Spot, text: str) -> None:
        part, number = spot
        places = self.entered[part]
        self.entered[part] = (*places[:number], text, *places[number + 1 :])

    def _why_not(self, part: Part, piece: Piece, spot: Spot | None = None) -> str:
        """Why a piece can't be what is asked for; "" = it can."""
        box = part.box or part.title
        there = [
            (other.name, number)
            for other in self.parts
            if (other.box or other.title) == box
            for number, text in enumerate(self.entered[other.name])
            if text == piece.text
        ]
        if part.copies and len(there) >= part.copies:
            if part.copies == 1:
                return f"{piece.words} was told already, for {self.name(there[0])}"
            return f"there are {part.copies} of “{piece.words}”, and all of them were told already"
        if spot is None:
            assert self.asked is not None
            spot = self.asked.spot
        places = self.entered[part.name]
        entered = self.entered | {part.name: (*places[: spot[1]], piece.text, *places[spot[1] + 1 :])}
        if self.companion.check is None:
            found = self.companion.entry.check(self.setting, entered)
        else:
            found = self.companion.check(self.setting, entered, self._moves())
        return found[0][1] if found else ""

    def _settle(self) -> None:
        """Fill what is not known, make all moves again, and find out what is to be told next."""
        spot = self.companion.next_to_lay(self.setting, self.parts, self.entered)
        if spot is not None:
            self.deal, self.states = None, ()
            title = self.part(spot[0]).title
            self.asked = Asked(spot, f"{title}: {self.name(spot)}", is_set_up=True)
            return
        luck = Luck(self.seed)
        if self.companion.complete is None:
            text = self.companion.entry.complete(self.setting, self.entered, luck)
        else:
            text = self.companion.complete(self.setting, self.entered, self._moves(), luck)
        self.deal = self.game.notation.parse_deal(self.setting, text)
        states = [start_state(self.game, self.deal)]
        for made in self.made:
            self._rest()
            states.append(play_move(self.game, self.deal, states[-1], made.move))
        self.states = tuple(states)
        self._look()

    def _moves(self) -> list[int]:
        return [made.move for made in self.made]

    def _look(self) -> None:
        """Whether something lies open that was not told."""
        assert self.deal is not None
        spot = next((spot for spot in self.companion.seen(self.deal, self.states[-1]) if not self._at(spot)), None)
        if spot is None:
            self.asked = None
        else:
            self.asked = Asked(spot, self.companion.ask(self.deal, self.states[-1], spot), is_set_up=False)

    def _make(self, token: str) -> None:
        """A move, or all those that a record writes as one."""
        for text in self.game.notation.expand(token):
            self._rest()
            if self.asked is not None:
                raise MoveError(f"{shorten(text.removesuffix('?'))} has to wait: {_lower(self.asked.words)}")
            assert self.deal is not None
            if text.endswith("?") and text[:-1] not in self.legal():
                continue
            state = self.states[-1]
            move = read_move(self.game, self.deal, state, text.removesuffix("?"))
            written = self.game.notation.move_text(self.deal, state, move)
            self.made += (Made(len(self.told), move, written),)
            self.told += (written,)
            self.states += (play_move(self.game, self.deal, state, move),)
            self._look()


def _companion_of(game: AnyGame, setting: Setting) -> Companion[Deal, Struct]:
    if game.companion is None:
        raise NotFoundError(f"{game.title} has no companion: enter a whole deal, or paste its deal line")
    return game.companion


def _go_on() -> None:
    """No rest."""


def _lower(words: str) -> str:
    return words[:1].lower() + words[1:]


def _examples(known: dict[str, Piece]) -> str:
    names = list(known)
    if len(names) <= _FEW:
        return f"{', '.join(names[:-1])} or {names[-1]}"
    return f"it as {names[0]} ({known[names[0]].words}) or {names[-1]} ({known[names[-1]].words})"
