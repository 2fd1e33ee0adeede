"""Literal positions of Kidnap Machine, written as state lines."""

from escapology.games import GAMES
from escapology.games.kidnap_machine.notation import STATUSES, WAYS, parse_deal
from escapology.games.kidnap_machine.rules import GOAL, Deal, State
from escapology.games.kidnap_machine.rules.houses import House
from escapology.middle import legal_texts, play_move, read_move
from escapology.setting import make_setting, parse_options

GAME = GAMES["kidnap-machine"]
FAR = "e5,e4,e3,e2,e1,d1,c1"  # a route out of most positions' way
MANOR = {  # the best chance against each of its enemies
    1: 0.685278022824,
    2: 0.599403265279,
    3: 0.502801616446,
    4: 0.433309197281,
    5: 0.328781215069,
    6: 0.249646469986,
}


def position(line: str, route: str = FAR, dice: str = "", options: str = "") -> tuple[Deal, State]:
    """A position on a board of five by five, as in `you=b2 enemy=d4/s next=2 squares=a1:3,b2:2 turn=4`."""
    setting = make_setting(GAME, None, parse_options(options.split(",")) if options else {})
    d = parse_deal(setting, f"house=5x5 route={route}" + (f" dice={dice}" if dice else ""))
    board = House("", 5, 5, ())
    fields = dict(word.split("=") for word in line.split())
    s = State()
    s.number[d.route[0]] = GOAL
    for written in fields["squares"].split(","):
        square, number = written.split(":")
        s.number[board.parse_square(square)] = int(number)
    square, way = fields["enemy"].split("/")
    s.you, s.enemy = board.parse_square(fields["you"]), board.parse_square(square)
    s.facing, s.next, s.turn = WAYS.index(way), int(fields.get("next", "1")), int(fields.get("turn", "1"))
    s.ended = STATUSES.index(fields.get("status", "playing"))
    return d, s


def legal(d: Deal, s: State) -> list[str]:
    return sorted(legal_texts(GAME, d, s))


def after(d: Deal, s: State, *moves: str) -> str:
    """The state line after these moves."""
    for move in moves:
        s = play_move(GAME, d, s, read_move(GAME, d, s, move))
    return GAME.notation.state_text(d, s)


def enemy_after(you: str, enemy: str, next: int = 1, route: str = FAR) -> str:  # noqa: A002 - as state lines have it
    """What the state line says of the enemy and the game when you wait."""
    d, s = position(f"you={you} enemy={enemy} next={next} squares={you}:3", route)
    words = dict(word.split("=") for word in after(d, s, "wait").split())
    return f"{words['enemy']} next={words['next']} {words['status']}"
