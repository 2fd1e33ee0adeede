"""The picture: every move has its place, everything has a key of its own, and walls stand where they should."""

from math import floor

import pytest

from escapology.draw.scene import Line, Scene, Target, Token
from escapology.draw.text import text
from escapology.luck import Luck
from escapology.middle import legal_moves, legal_texts, new_deal, start_state
from escapology.setting import make_setting
from tests.games.lab_rats.positions import GAME, STRAIGHT, after, position


def look(d, s) -> Scene:
    return GAME.presentation.scene(*GAME.knowledge.observe(d, s))


@pytest.mark.parametrize("variant", ["classic", "hard", "bag", "rebag"])
def test_every_position_of_a_game(variant):
    for seed in range(10):
        luck = Luck(seed)
        d = new_deal(make_setting(GAME, variant), seed)
        s = start_state(GAME, d)
        for _ in range(40):
            scene = look(d, s)
            keys = [item.key for item in scene.items if item.key]
            assert len(set(keys)) == len(keys)
            targets = [item for item in scene.items if isinstance(item, Target)]
            assert {target.move for target in targets} == set(legal_texts(GAME, d, s))
            assert {target.source for target in targets} <= {"", *keys}
            assert all(t.x >= 0 and t.x + t.width <= scene.width and t.y + t.height <= scene.height for t in targets)
            assert scene.width * scene.columns <= 120
            tokens = [item for item in scene.items if isinstance(item, Token)]
            assert all(t.size / 2 <= t.x <= scene.width - t.size / 2 for t in tokens)
            moves = legal_moves(GAME, d, s)
            if not moves:
                break
            GAME.rules.play(d, s, luck.choose(moves))


def test_walls_go_all_around_but_for_the_exit():
    d, s = position("5", "3", "0")
    walls = [item for item in look(d, s).items if isinstance(item, Line) and item.role == "wall"]
    assert len(walls) == 48 + 48 + 2  # a corridor of 48 by 2 squares, open at one end


@pytest.mark.parametrize("maze", [STRAIGHT, STRAIGHT[:-1] + "1", "55" + STRAIGHT[2:], "455351" + STRAIGHT[6:]])
def test_how_the_tiles_were_laid(maze):
    d, s = position("5", "3", "0", maze=maze)
    assert GAME.presentation.look is not None
    laid = GAME.presentation.look(d, s, *GAME.presentation.looks(d, s)).items
    edges = [item for item in laid if isinstance(item, Line) and not item.arrow]
    arrows = [item for item in laid if isinstance(item, Line) and item.arrow]
    assert len(edges) == len(arrows) == 24
    for edge, arrow in zip(edges, arrows, strict=True):  # the arrow points at the middle of the edge, one square away
        across, down = (edge.x1 + edge.x2) / 2 - arrow.x1, (edge.y1 + edge.y2) / 2 - arrow.y1
        assert abs(across) + abs(down) == 1
        assert (arrow.x2 - arrow.x1, arrow.y2 - arrow.y1) == pytest.approx((0.8 * across, 0.8 * down))
    ways_out = [item for item in look(d, s).items if isinstance(item, Line) and item.dashed]
    assert ends(edges[-1:]) == ends(ways_out)


def ends(lines: list[Line]) -> tuple[float, float, float, float]:
    """The area that lines take up."""
    across, down = [x for line in lines for x in (line.x1, line.x2)], [y for line in lines for y in (line.y1, line.y2)]
    return min(across), min(down), max(across), max(down)


def test_coins_that_were_never_seen_show_nothing():
    d, s = position("512", "34", "0")
    s = after(d, s, "start 0", "A:n5", "drop A", "B:n3", "back", "lift A", "back", "lift A")
    coins = [item for item in look(d, s).items if isinstance(item, Token) and item.shape == "coin"]
    assert [coin.text for coin in coins] == list("1" + "532" + "?" * 5 + "4" + "?" * 6 + "0" + "?" * 7)
    assert all(coin.text != "?" or not (coin.key or coin.emblem) for coin in coins)


def test_a_coin_keeps_its_key_wherever_it_goes():
    d, s = position("5", "3", "0")
    key = "coin 5 sun"
    for moves in ([], ["start 0"], ["start 0", "A:n5"], ["start 0", "A:n5", "back", "lift A"], ["start 0", "drop A"]):
        assert key in [item.key for item in look(d, after(d, s, *moves)).items]


def test_the_trail_is_an_arrowed_path_and_dropped_coins_are_faded():
    d, s = position("52", "3", "0")
    scene = look(d, after(d, s, "start 0", "A:n5", "drop A", "B:n3"))
    arrows = [item for item in scene.items if isinstance(item, Line) and item.arrow]
    assert len(arrows) == 2
    assert [item.text for item in scene.items if isinstance(item, Token) and item.faded] == ["2"]


def test_the_description_says_it_all():
    d, s = position("52", "3", "0")
    said = look(d, after(d, s, "start 0", "A:n5", "drop A", "B:n3")).description
    assert (
        "The rat is on 0,8; squares free from there: 40 north, 1 east, 8 south, 0 west, and north is the way out."
        in said
    )
    assert "Trail, oldest first: 5 of suns on 0,0, 3 of suns on 0,5." in said
    assert "Dropped: 2 of suns on 0,5." in said
    assert "the exit leads north to 0,48 and 1,48" in said
    assert "The rat has not started yet." in look(d, s).description


@pytest.mark.parametrize("variant", ["classic", "bag"])
def test_in_terminal_text_the_rat_stands_inside_its_square(variant):
    for seed in range(60):
        luck = Luck(seed)
        d = new_deal(make_setting(GAME, variant), seed)
        s = start_state(GAME, d)
        for _ in range(25):
            moves = legal_moves(GAME, d, s)
            if not moves:
                break
            GAME.rules.play(d, s, luck.choose(moves))
        scene = look(d, s)
        rat = next(item for item in scene.items if isinstance(item, Token) and item.key == "rat")
        left, top = floor(rat.x - 0.5) + 0.5, floor(rat.y - 0.5) + 0.5
        found = [
            (row, line.find("r"))
            for row, line in enumerate(text(scene).split("\n"))
            if "r" in line and "Un" not in line
        ]
        assert len(found) == 1
        assert found[0][0] == 2 * top + 1
        assert left * scene.columns < found[0][1] < (left + 1) * scene.columns
