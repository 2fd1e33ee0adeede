"""Is a game what it should be? For whoever writes one: tests that need nothing but the game.

    from escapology.testing import check_compiled, check_game

    def test_golf():
        check_game(GAME)
        check_compiled(GAME)

`check_game` plays deals of all settings at random and looks at everything on the way: texts and records that read back
as what they were, refusals, pictures, and above all that nothing is told that a player can't know. What is wrong is an
AssertionError in words; a note on it holds the record that leads there. A game adds its own promise ("no card is ever
lost") as an `invariant`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Any, Final

from escapology.draw import Target, svg, text
from escapology.errors import IllegalMoveError
from escapology.games import GAMES
from escapology.luck import Luck, below, seed_luck
from escapology.middle import (
    deal_line,
    legal_moves,
    legal_texts,
    new_deal,
    parse_deal_line,
    play_move,
    read_move,
    start_state,
)
from escapology.protocol import MOST_NUMBERS, AnyGame, Deal, Struct
from escapology.record import Record, read_record, record_text
from escapology.setting import Setting, make_setting, parse_setting

__all__ = ["all_settings", "check_compiled", "check_game", "check_learning"]

Invariant = Callable[[Any, Any], None]  #: (d, s): raises AssertionError where a promise is broken

_SEEN: Final = ("status", "score", "won", "hidden", "legal moves")  # the same in all worlds that look alike
_NOW_AND_THEN: Final = 7  # moves lie between what takes its time
_NOTHING: Final = 999  # in no observation


def all_settings(game: AnyGame) -> list[Setting]:
    """Each variant with default options, and with one option changed at a time."""
    settings: list[Setting] = []
    for variant in game.facts.variants:
        settings.append(make_setting(game, variant.name))
        for option in game.facts.options:
            for value in list(option.values)[1:]:
                settings.append(make_setting(game, variant.name, {option.name: value}))
    return settings


def check_game(
    game: AnyGame,
    *,
    settings: Iterable[str] | None = None,
    seeds: Iterable[int] = range(6),
    most_moves: int = 120,
    pictures: bool = True,
    invariant: Invariant | None = None,
) -> None:
    """Play deals of these settings (else of all), at random and so far, and check everything on the way."""
    with _known(game):
        _check_facts(game)
        for setting in _read(game, settings):
            for seed in seeds:
                _check_play(game, setting, seed, most_moves, pictures, invariant)


def check_compiled(
    game: AnyGame, *, settings: Iterable[str] | None = None, seeds: Iterable[int] = range(8), most_moves: int = 120
) -> None:
    """Play deals at random by compiled and by plain rules: the games must be the same."""
    from escapology.playout import Playouts

    with _known(game):
        for setting in _read(game, settings):
            deals = [new_deal(setting, seed) for seed in seeds]
            compiled, plain = Playouts(game, deals), Playouts(game, deals, plain=True)
            made = compiled.run(11, most_moves), plain.run(11, most_moves)
            _expect(made[0] == made[1], f"{setting.text}: compiled games take {made[0]} moves, plain ones {made[1]}")
            for deal, there, here in zip(deals, compiled.states(), plain.states(), strict=True):
                _expect(there == here, f"{deal_line(game, deal)} ends compiled in {there}, plain in {here}")


def _expect(condition: object, message: str) -> None:
    """An assertion that is made whatever the switches of Python say."""
    if not condition:
        raise AssertionError(message)


def _read(game: AnyGame, settings: Iterable[str] | None) -> list[Setting]:
    if settings is None:
        return all_settings(game)
    return [parse_setting(setting, {game.name: game}) for setting in settings]


@contextmanager
def _known(game: AnyGame) -> Iterator[None]:
    """A game that no package has declared is known as long as it is looked at."""
    if game.name in GAMES:
        _expect(GAMES[game.name] is game, f"there is another game of the name {game.name}")
        yield
        return
    GAMES[game.name] = game
    try:
        yield
    finally:
        del GAMES[game.name]


def _check_facts(game: AnyGame) -> None:
    """RULES.md and the facts tell the same."""
    rules = (game.facts.folder / "RULES.md").read_text(encoding="utf-8")
    _expect(rules.startswith(f"# {game.title}\n"), f"RULES.md begins with the title, # {game.title}")
    _expect(game.facts.credit.designer in rules, f"RULES.md names the designer, {game.facts.credit.designer}")
    for variant in game.facts.variants if len(game.facts.variants) > 1 else ():
        _expect(f"`{variant.name}`" in rules, f"RULES.md names the variant `{variant.name}`")
    for option in game.facts.options:
        _expect(f"| {option.ruling} |" in rules, f"RULES.md has the ruling | {option.ruling} | of {option.name}")
        for value in list(option.values)[1:]:
            _expect(f"`{option.name}={value}`" in rules, f"RULES.md names the option `{option.name}={value}`")


def _check_play(
    game: AnyGame, setting: Setting, seed: int, most_moves: int, pictures: bool, invariant: Invariant | None
) -> None:
    """One deal, played at random."""
    luck = Luck(seed)
    deal = new_deal(setting, seed)
    texts: list[str] = []
    try:
        _expect(new_deal(setting, seed) == deal, f"a seed makes one deal, but {seed} made two")
        _check_deal(game, deal)
        _check_dealing(game, deal, seed)
        state = start_state(game, deal)
        for turn in range(most_moves):
            _check_state(game, deal, state)
            _check_hidden(game, deal, state, luck)
            check_learning(game, deal, state, luck)
            if invariant is not None:
                invariant(deal, state)
            if turn % _NOW_AND_THEN == 0:
                _check_refusals(game, deal, state, texts)
                _check_promise(game, deal, state)
            if pictures and turn % _NOW_AND_THEN == 0:
                _check_picture(game, deal, state)
            moves = legal_moves(game, deal, state)
            if not moves:
                break
            move = luck.choose(moves)
            texts.append(game.notation.move_text(deal, state, move))
            state = _check_move(game, deal, state, move)
        _check_record(game, deal, texts, state)
    except Exception as error:
        error.add_note(f"{setting.text}, seed {seed}:\n{deal_line(game, deal)}\n{' '.join(texts)}")
        raise


def _check_deal(game: AnyGame, deal: Deal) -> None:
    line = deal_line(game, deal)
    _expect("\n" not in line, f"a deal line is one line: {line!r}")
    _expect(parse_deal_line(line)[1] == deal, f"the deal line reads back as another deal: {line}")
    again = deal_line(game, parse_deal_line(line)[1])
    _expect(again == line, f"the deal line {line} reads back as {again}")


def _check_dealing(game: AnyGame, deal: Deal, seed: int) -> None:
    """Kernels make the same deal."""
    if game.learning is not None:
        forms, luck = game.learning.forms(deal.setting), [seed]
        seed_luck(luck)
        made = forms[below(luck, len(forms)) if len(forms) > 1 else 0].copy()
        game.learning.deal(made, luck)
        _expect(made.packed() == deal.packed(), f"seed {seed}: `learning.deal` makes {made}, `deal_cards` {deal}")


def _check_state(game: AnyGame, deal: Deal, state: Struct) -> None:
    status = game.notation.status(deal, state)
    line = game.notation.state_text(deal, state)
    _expect(line == " ".join(line.split()), f"a state line is one line of words with one blank between them: {line!r}")
    _expect(line.endswith(f"status={status}"), f"a state line ends with status={status}: {line}")
    _check_moves(game, deal, state)
    _check_numbers(game, deal, state)
    is_over, is_ending = not legal_moves(game, deal, state), status in game.facts.endings
    _expect(is_ending or not is_over, f"no move is left, but {status} is none of the game's endings")
    _expect(is_over or not is_ending, f"{status} is one of the game's endings, but there are moves")
    is_won = bool(game.rules.won(deal, state))
    _expect((status == "won") == is_won, f"the status is {status}, but `won` says {is_won}")
    kind = game.rules.state_type
    _expect(kind.from_row(kind.rows([state])[0]) == state, f"a number is too large for its field: {state}")


def _check_numbers(game: AnyGame, deal: Deal, state: Struct) -> None:
    """The search has room for the position."""
    if game.solving.hooks is not None:
        count = game.solving.hooks.canonical(deal, state, [0] * (10 * MOST_NUMBERS))
        _expect(count <= MOST_NUMBERS, f"`canonical` makes {count} numbers: there is room for {MOST_NUMBERS}")


def _check_moves(game: AnyGame, deal: Deal, state: Struct) -> None:
    moves = [0] * (10 * game.rules.most_moves)  # room for more than there may be
    del moves[game.rules.moves(deal, state, moves) :]
    _expect(len(set(moves)) == len(moves), f"a move is listed twice: {moves}")
    _expect(
        len(moves) <= game.rules.most_moves,
        f"there are {len(moves)} moves: more than most_moves says, {game.rules.most_moves}",
    )
    texts = legal_texts(game, deal, state)
    _expect(len(texts) == len(moves), f"two moves have the same text: {moves}, {list(texts)}")
    for move_text, move in texts.items():
        _expect(game.notation.move_pattern.fullmatch(move_text), f"move_pattern does not fit the move {move_text!r}")
        _expect(not move_text.isdecimal(), f"{move_text!r} is a number: in text play that is a place in the menu")
        _expect(read_move(game, deal, state, move_text) == move, f"{move_text!r} reads back as another move")
        _expect(game.presentation.words(deal, state, move), f"the move {move_text!r} has no words")


def _check_move(game: AnyGame, deal: Deal, state: Struct, move: int) -> Struct:
    before, dealt = state.copy(), deal.copy()
    after: Struct = play_move(game, deal, state, move)
    _expect(deal == dealt, f"the move {move} changes the deal")
    _expect(play_move(game, deal, before, move) == after, f"the move {move} leads here today, there tomorrow")
    return after


def _check_hidden(game: AnyGame, deal: Deal, state: Struct, luck: Luck) -> None:
    """Redraw what is hidden, and nothing the player may see changes."""
    seen = game.knowledge.observe(deal, state)
    world = game.knowledge.redraw(deal, state, luck)
    seed = luck.next64()
    again = game.knowledge.redraw(deal, state, Luck(seed)) == game.knowledge.redraw(*seen, Luck(seed))
    _expect(again, "`redraw` uses something that `observe` hides")
    _expect(game.knowledge.observe(*world) == seen, "`redraw` made a world that looks different")
    here = _what_is_seen(game, deal, state)
    for which, other in (("a world that looks the same", world), ("what `observe` leaves", seen)):
        for name, ours, theirs in zip(_SEEN, here, _what_is_seen(game, *other), strict=True):
            _expect(ours == theirs, f"{name}: {ours} here, {theirs} in {which}")
    line = game.notation.state_text(*seen)
    _expect(line == " ".join(line.split()), f"the state line of what `observe` leaves is none: {line!r}")


def check_learning(game: AnyGame, deal: Deal, state: Struct, luck: Luck) -> None:
    """What a program that learns is told of a position: no more than a player knows, and nothing out of its range."""
    learning = game.learning
    if learning is None:
        return
    told = _told(game, deal, state)
    first = 0
    for array in learning.arrays:
        numbers = told[first : first + array.size]
        first += array.size
        _expect(array.low <= min(numbers) and max(numbers) <= array.high, f"{array.name} is out of range: {numbers}")
    moves = legal_moves(game, deal, state)
    actions = {learning.action_of(deal, state, move) for move in moves}
    _expect(len(actions) == len(moves), f"two of the moves {moves} are the same action")
    _expect(actions <= set(range(learning.action_count)), f"there are no such actions: {sorted(actions)}")
    for which, (d, s) in (
        ("a world that looks the same", game.knowledge.redraw(deal, state, luck)),
        ("what `observe` leaves", game.knowledge.observe(deal, state)),
    ):
        _expect(_told(game, d, s) == told, f"the observation is another one in {which}")
        others = {learning.action_of(d, s, move) for move in legal_moves(game, d, s)}
        _expect(others == actions, f"the actions are others in {which}")


def _told(game: AnyGame, deal: Deal, state: Struct) -> list[int]:
    """The observation of a position."""
    assert game.learning
    out = [_NOTHING] * game.learning.size
    game.learning.encode_lasting(deal, state, out)
    game.learning.encode(deal, state, out)
    _expect(_NOTHING not in out, f"`encode` leaves out number {out.index(_NOTHING) if _NOTHING in out else 0}")
    return out


def _what_is_seen(game: AnyGame, deal: Deal, state: Struct) -> tuple[object, ...]:
    return (
        game.notation.status(deal, state),
        game.rules.score(deal, state),
        bool(game.rules.won(deal, state)),
        game.knowledge.hidden(deal, state),
        list(legal_texts(game, deal, state)),
    )


def _check_refusals(game: AnyGame, deal: Deal, state: Struct, texts: list[str]) -> None:
    """A move that was legal before and is not now is refused with a reason, and changes nothing."""
    legal = legal_texts(game, deal, state)
    before = state.copy()
    for move_text in texts[-_NOW_AND_THEN:]:
        if game.notation.tidy(deal, state, move_text) in legal:
            continue
        try:
            read_move(game, deal, state, move_text)
        except IllegalMoveError as error:
            _expect(str(error).partition(": ")[2].strip(), f"{move_text!r} is refused without a reason")
        _expect(state == before, f"refusing {move_text!r} changes the state")


def _check_promise(game: AnyGame, deal: Deal, state: Struct) -> None:
    promise = game.fair.promise(deal, state)
    _expect(0 <= promise <= 1, f"a promise is a number from 0 to 1: {promise}")


def _check_picture(game: AnyGame, deal: Deal, state: Struct) -> None:
    """Every legal move has its place in the picture, and both renderers can draw it."""
    scene = game.presentation.scene(*game.knowledge.observe(deal, state))
    targets = {item.move for item in scene.items if isinstance(item, Target)}
    legal = set(legal_texts(game, deal, state))
    _expect(targets >= legal, f"the scene has no target for {sorted(legal - targets)}")
    _expect(targets <= legal, f"the scene has targets that are no legal moves: {sorted(targets - legal)}")
    _expect(scene.title == game.title, f"the scene is called {scene.title!r}, the game {game.title!r}")
    _expect(scene.description, "the scene has no description for those who can't see it")
    _expect(svg(scene).startswith("<svg"), "the scene makes no SVG picture")
    _expect(text(scene).strip(), "the scene makes an empty picture in a terminal")


def _check_record(game: AnyGame, deal: Deal, moves: list[str], last: Struct) -> None:
    written = record_text(Record(game, deal, tuple(moves)))
    again = read_record(written)
    _expect(again.moves == tuple(moves), f"a record reads back as other moves: {' '.join(again.moves)}")
    _expect(again.last_state() == last, "a record reads back as another position")
    _expect(record_text(again) == written, f"a record that is read is written differently:\n{record_text(again)}")
