"""Houses are read from files, and what is wrong with one is said clearly."""

import json

import pytest

from escapology.errors import DealError
from escapology.files import read_named_file
from escapology.games.kidnap_machine.rules.houses import House, house_of, parse_house, shipped_houses, turns_needed
from escapology.middle import deal_line, parse_deal_line


def house(**changes) -> str:
    enemies = [{"name": f"Enemy {i}", "route": ["b2", "b3", "c3"]} for i in range(6)]
    return json.dumps({"name": "cellar", "width": 4, "height": 3, "enemies": enemies} | changes)


def with_route(*route: str) -> str:
    data = json.loads(house())
    data["enemies"][4]["route"] = list(route)
    return json.dumps(data)


def test_the_manor():
    assert shipped_houses() == ["manor"]
    manor = house_of("manor")
    assert (manor.name, manor.width, manor.height) == ("manor", 6, 6)
    assert [enemy.name for enemy in manor.enemies][4:] == ["The Night Watchman", "The Machine"]
    assert manor.square_text(manor.enemies[0].route[-1]) == "e5"


def test_a_good_house():
    cellar = parse_house(house())
    assert cellar.enemies[0].route == (5, 9, 10)


@pytest.mark.parametrize(
    ("route", "message"),
    [
        (["b2", "c3"], "enemy 5: the route is not connected: its square 2, c3, is not next to b2"),
        (["d2", "a3"], "enemy 5: the route is not connected: its square 2, a3, is not next to d2"),
        (["b2", "b2"], "enemy 5: the route is not connected: its square 2, b2, is not next to b2"),
        (["b2", "b3", "b4"], "enemy 5: b4 is off the board, whose last square is d3"),
        (["d2", "e2"], "enemy 5: e2 is off the board"),
        (["a1", "a2"], "enemy 5: the route starts on a1"),
        (["b2"], "enemy 5: the route has 1 squares: it must have 2 to 64"),
        (["b2", "b3"] * 33, "enemy 5: the route has 66 squares"),
        (["b2", "B3"], "enemy 5: 'B3' is not a square"),
        (["b2", ""], "enemy 5: '' is not a square"),
    ],
)
def test_bad_routes(route, message):
    with pytest.raises(DealError) as error:
        parse_house(with_route(*route))
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("{", "this is not JSON (line 1, column 2)"),
        ("[" * 100_000, "this is not JSON"),
        ("[]", "a house is an object with enemies, height, name, width; found something else"),
        ("{}", "a house is an object with enemies, height, name, width; found nothing"),
        (house(colour="red"), "'colour'"),
        (house(width=8), "the width is '8': it must be a whole number from 2 to 7"),
        (house(height=1), "the height is '1'"),
        (house(height=True), "the height is 'True'"),
        (house(width="6"), "the width is '6'"),
        (house(enemies=[]), "there are 0 enemies: a house has 6"),
        (house(enemies={}), "there are no list of enemies"),
        (house(enemies=[1] * 6), "enemy 1: an enemy is an object with name, route; found something else"),
        (house(enemies=[{"name": "X", "route": "b2"}] * 6), "enemy 1: the route must be a list of squares"),
        (house(enemies=[{"name": "", "route": ["b2", "b3"]}] * 6), "enemy 1: a name must be a text"),
        (house(name=""), "a name must be a text"),
        (house(name="My House"), "'My House' is not a valid name for a house"),
    ],
)
def test_bad_houses(text, message):
    with pytest.raises(DealError) as error:
        parse_house(text)
    assert message in str(error.value)


def test_from_a_file_the_house_is_written_into_the_deal_line(tmp_path):
    path = tmp_path / "cellar.json"
    path.write_text(house())
    game, deal = parse_deal_line(f"kidnap-machine: house={path} enemy=2 dice=61", read_named_file)
    line = deal_line(game, deal)
    assert line == "kidnap-machine: house=4x3 route=b2,b3,c3 dice=61"
    assert deal_line(*parse_deal_line(line)) == line


def test_a_file_that_calls_itself_manor_is_still_written_out(tmp_path):
    path = tmp_path / "manor.json"
    path.write_text(house(name="manor"))
    game, deal = parse_deal_line(f"kidnap-machine: house={path} enemy=2", read_named_file)
    assert deal_line(game, deal) == "kidnap-machine: house=4x3 route=b2,b3,c3"


@pytest.mark.parametrize("name", ["cellar.json", "/etc/passwd", "..\\\\x", "./manor"])
def test_games_open_no_files(name):
    with pytest.raises(DealError, match="names a file, and only the command line opens files"):
        parse_deal_line(f"kidnap-machine: house={name} enemy=2")


def test_what_is_wrong_beside_the_name_of_a_file_is_told_first(tmp_path):
    (tmp_path / "cellar.json").write_text(house())
    line = f"kidnap-machine: house={tmp_path}/cellar.json"
    with pytest.raises(DealError, match="it must be the size of the board"):
        parse_deal_line(f"{line} route=b1,b2", read_named_file)
    with pytest.raises(DealError, match="the enemy is missing"):
        parse_deal_line(line, read_named_file)
    with pytest.raises(DealError, match="'7' is not a roll"):
        parse_deal_line(f"{line} enemy=1 dice=7", read_named_file)


def test_files_that_cant_be_read(tmp_path):
    with pytest.raises(DealError, match="there is no house 'villa': there is manor, or name a file"):
        house_of("villa", read_named_file)
    with pytest.raises(DealError, match="can't be read: No such file"):
        house_of(str(tmp_path / "none.json"), read_named_file)
    with pytest.raises(DealError, match="can't be read"):
        house_of("a\0b.json", read_named_file)
    (tmp_path / "big.json").write_text(" " * 30_000)
    with pytest.raises(DealError, match="is too large"):
        house_of(str(tmp_path / "big.json"), read_named_file)
    (tmp_path / "odd.json").write_bytes(b"\xff\xfe")
    with pytest.raises(DealError, match="is not UTF-8 text"):
        house_of(str(tmp_path / "odd.json"), read_named_file)
    (tmp_path / "bad.json").write_text(with_route("a1", "a2"))
    with pytest.raises(DealError, match=r"': enemy 5: the route starts on a1"):
        house_of(str(tmp_path / "bad.json"), read_named_file)


@pytest.mark.parametrize(
    ("route", "turns"),
    [("b1 c1", 1), ("b1 c1 d1", 1), ("b1 c1 d1 d2", 2), ("b1 b2 b1", 2), ("b1 c1 c2 b2 b1", 4)],
)
def test_turns_needed(route, turns):
    board = House("", 4, 3, ())
    assert turns_needed(4, board.parse_route(route.split())) == turns
