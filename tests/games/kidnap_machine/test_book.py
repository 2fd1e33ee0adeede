"""The house in the rulebook is the house in the file: routes, turns and pictures."""

import re
from itertools import pairwise

import pytest

from escapology.draw import Label, Line
from escapology.figures import figures_of
from escapology.games.kidnap_machine.rules.houses import house_of, turns_needed
from escapology.games.kidnap_machine.scene import LEFT, TOP
from escapology.middle import parse_deal_line, start_state
from tests.games.kidnap_machine.positions import GAME, MANOR, position

HOUSE = house_of("manor")
BOOK = (GAME.facts.folder / "RULES.md").read_text(encoding="utf-8")
NUMBERS = range(1, 7)


def route_of(number: int) -> list[str]:
    return [HOUSE.square_text(square) for square in HOUSE.enemies[number - 1].route]


@pytest.mark.rule("kidnap-machine", 2, 20)
@pytest.mark.parametrize("number", NUMBERS)
def test_every_enemy_is_printed_with_its_route_and_turns(number):
    line = re.search(rf"^- \*\*{number}: (.*)$", BOOK, re.MULTILINE)
    enemy = HOUSE.enemies[number - 1]
    turns, chance = turns_needed(HOUSE.width, enemy.route), f"{100 * MANOR[number]:.1f} %"
    assert line
    assert line[1] == f"{enemy.name}**, {turns} turns, {chance}: {' '.join(route_of(number))}"


@pytest.mark.parametrize("number", NUMBERS)
def test_every_route_has_its_picture(number):
    figure = figures_of(GAME)[f"route-{number}"]
    assert (figure.deal, figure.moves, figure.look) == (f"kidnap-machine: house=manor enemy={number}", "", "enemy")
    route = route_of(number)
    caption = f"{number}: {HOUSE.enemies[number - 1].name}, from {route[0]} to {route[-1]}."
    assert f"![{caption}](../../../../docs/pictures/rules/kidnap-machine/route-{number}.svg)" in BOOK


@pytest.mark.parametrize("number", NUMBERS)
def test_the_line_of_a_picture_is_the_route(number):
    _, d = parse_deal_line(f"kidnap-machine: house=manor enemy={number}")
    drawn = GAME.presentation.look(d, start_state(GAME, d), "enemy")
    squares: list[str] = []
    for line in (item for item in drawn.items if isinstance(item, Line)):
        squares += [name for name in squares_under(line) if squares[-1:] != [name]]
    assert squares == route_of(number)
    last = f"turn {turns_needed(HOUSE.width, HOUSE.enemies[number - 1].route)}: {route_of(number)[-1]}."
    assert drawn.words.endswith(last)


def squares_under(line: Line) -> list[str]:
    """The squares of the manor that a line leads over, in its direction."""
    names: list[str] = []
    for i in range(61):
        x = line.x1 + (line.x2 - line.x1) * i / 60 - LEFT
        y = line.y1 + (line.y2 - line.y1) * i / 60 - TOP
        names.append(HOUSE.square_text(int(y) * HOUSE.width + int(x)))
    return [names[0], *(there for here, there in pairwise(names) if here != there)]


class TestLook:
    def test_the_way_back_after_a_chase(self):
        # off its route e5, e4, e3 … on c3, with e4 to reach: down to c4, then right
        d, s = position("you=a1 enemy=c3/n next=1 squares=a1:3")
        words = GAME.presentation.look(d, s, "enemy").words
        assert words.startswith(
            "Where it stands after each turn if nothing disturbs it: turn 1: c4, turn 2: d4, turn 3: e4"
        )

    def test_no_further_than_the_clock(self):
        d, s = position("you=a1 enemy=c3/n next=1 squares=a1:3 turn=3")  # of four
        drawn = GAME.presentation.look(d, s, "enemy")
        assert drawn.words.endswith(": turn 3: c4, turn 4: d4.")
        assert "end" not in [item.text for item in drawn.items if isinstance(item, Label)]

    def test_squares_that_are_reached_more_than_once(self):
        _, d = parse_deal_line("kidnap-machine: house=manor enemy=2")
        drawn = GAME.presentation.look(d, start_state(GAME, d), "enemy")
        assert "3 6 9" in [item.text for item in drawn.items if isinstance(item, Label)]

    def test_nothing_once_the_game_is_over(self):
        d, s = position("you=a1 enemy=c3/n squares=a1:3 status=caught")
        assert GAME.presentation.looks(d, s) == {}
