"""Literal positions of the maze games, small enough to check by hand.

A maze is written as its cards lie, `5H|` upright and `5H-` sideways, from a1; `.` is an empty space:

    5H- 7C- KD|      ♥5 and ♣7 are one room, a door leads on to ♦K,
    .   .   2S|      which is joined with ♠2 below
"""

from typing import Any

from escapology.games import GAMES
from escapology.games.pursuit.notation import pursuer_text
from escapology.games.pursuit.rules.cards import NO_CARD, parse_card
from escapology.games.pursuit.rules.maze import DIRECTIONS, open_ways, space_of, space_text
from escapology.games.pursuit.rules.state import NOWHERE, TURN, VESSEL
from escapology.middle import legal_texts, play_move
from escapology.setting import make_setting

DL = GAMES["dont-let-them-get-you"]
NA = GAMES["not-alone"]
EMPTY = 60  # a location that is nowhere


def deal(game: Any = DL, cards: str = "2S", tasks: str = "2S 3H 4C", variant: str | None = None, **options: str) -> Any:
    """A deal whose movement cards are those, over and over (pile: 0 1 2 | 3 4 | 5); its maze is empty."""
    d = game.rules.deal_type.blank(make_setting(game, variant, options))
    if game is DL:
        d.home = 12
    else:
        d.vessel_pile = int(options.get("vessel", "6"))
        d.board_exact = int(options.get("board") == "exact")
        d.research_stops = int(options.get("research_stops") != "no")
        d.drift_counts = int(options.get("drift") != "no")
        d.dock_stops = int(options.get("dock") == "stops")
    d.start_counts = int(options.get("start_counts") != "no")
    d.faces_direction = int(options.get("lost") == "direction")
    dealt = [parse_card(card) for card in cards.split()]
    d.movement = [dealt[i % len(dealt)] for i in range(48)]
    d.task = [parse_card(card) for card in tasks.split()]
    return d


def position(maze: str, you: str = "g7", pursuers: str = "", game: Any = DL, **fields: Any) -> Any:
    """A state at the start of turn 1; `pursuers` as in a state line, in order of appearance."""
    s = game.rules.state_type()
    s.card = [NO_CARD] * 50
    s.location = [EMPTY] * 3
    for row, line in enumerate(line for line in maze.splitlines() if line.strip()):
        for column, text in enumerate(line.split()):
            if text != ".":
                x = 7 * row + column
                s.there |= 1 << x
                s.card[x] = parse_card(text[:2])
                s.upright |= (text[2] == "|") << x
    open_ways(s)
    s.you = space_of(you)
    s.fatigue = 1
    s.turn = 1
    s.phase = TURN
    if game is DL:
        s.laid = 49
        s.exit = NOWHERE
    else:
        s.dock = [NOWHERE] * 3
    s.memory = [NOWHERE] * 4
    for text in pursuers.split(",") if pursuers else []:
        _place(s, text)
    for name, value in fields.items():
        setattr(s, name, value)
    return s


def _place(s: Any, text: str) -> None:
    p = "SHCD".index(text[0])
    s.pursuers = max(s.pursuers, p + 1)
    if text[2:] == "x":
        s.at[p] = NOWHERE
        return
    body, _, memory = text[2:].partition(":")
    space, facing, mode = body.split("/")
    s.at[p] = VESSEL if space == "ve" else space_of(space)
    s.facing[p] = DIRECTIONS.index(facing)
    s.alert[p] = int(mode == "a")
    if memory:
        s.memory[p] = space_of(memory[:2])
        s.vanished[p] = DIRECTIONS.index(memory[2])


def play(game: Any, d: Any, s: Any, *texts: str) -> Any:
    """The state after those moves, each of which must be legal."""
    for text in texts:
        legal = legal_texts(game, d, s)
        assert text in legal, f"{text} is not among {sorted(legal)}"
        s = play_move(game, d, s, legal[text])
    return s


def legal(game: Any, d: Any, s: Any) -> str:
    """The texts of the legal moves, sorted."""
    return " ".join(sorted(legal_texts(game, d, s)))


def who(s: Any) -> str:
    """The pursuers, as in a state line."""
    return ",".join(pursuer_text(s, p) for p in range(s.pursuers))


def rooms(s: Any) -> set[str]:
    """The rooms, each as its spaces."""
    from escapology.games.pursuit.rules.maze import room

    return {" ".join(space_text(y) for y in range(49) if room(s, x) >> y & 1) for x in range(49) if s.there >> x & 1}


def dock_vessel(s: Any, dock: str, side: str, card: str) -> Any:
    """The vessel, docked at that card."""
    from escapology.games.pursuit.not_alone.rules.docking import join_vessel
    from escapology.games.pursuit.not_alone.rules.state import DOCKED, NAMED_OUT

    s.dock = [NAMED_OUT, NAMED_OUT, space_of(dock)]
    s.vessel = DOCKED
    s.side = DIRECTIONS.index(side)
    s.card[VESSEL] = parse_card(card)
    join_vessel(s)
    return s


def why_not(game: Any, d: Any, s: Any, text: str) -> str:
    """What is said of a move that is not legal."""
    assert text not in legal_texts(game, d, s)
    return str(game.presentation.why_not(d, s, text))
