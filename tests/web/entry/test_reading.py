"""Deals entered by hand: what is read, what is refused, what luck fills, and the page in a browser."""

import dataclasses
import html
import random
import re
from itertools import islice
from urllib.parse import quote

import pytest

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import deal_line, new_deal, parse_deal_line
from escapology.setting import make_setting
from escapology.web.entry.reading import next_place, put_piece, read_entry
from tests.samples import sizes
from tests.settings import all_settings, options_at_length
from tests.web.forms import message_of

ENTERED = [setting for setting in all_settings() if GAMES[setting.game].entry is not None]


def parts_of(setting, text):
    """The places of a deal's text, by the parts that it is entered in."""
    words = text.replace("|", " ").split()
    if setting.game == "lab-rats":
        return {"maze": list(words[0]), "coins": list(words[1].replace("/", ""))}
    if setting.game == "kidnap-machine":
        fields = dict(word.split("=") for word in words)
        return {"enemy": [fields["enemy"]], "dice": list(fields.get("dice", ""))}
    left = iter(words)
    return {part.name: list(islice(left, part.places)) for part in GAMES[setting.game].entry.parts(setting)}


def rows_of(setting, places):
    form = {}
    for part in GAMES[setting.game].entry.parts(setting):
        left = list(places.get(part.name, []))
        for row, (_, count) in enumerate(part.rows):
            form[f"{part.name}-{row}"] = " ".join(left[:count])
            del left[:count]
    return form


def read(setting, form):
    return read_entry(setting, GAMES[setting.game].entry, form)


@pytest.mark.parametrize("setting", ENTERED, ids=lambda setting: setting.text)
def test_what_is_entered_is_the_deal(setting):
    game = GAMES[setting.game]
    for seed in range(3):
        text = game.notation.deal_text(new_deal(setting, seed))
        places = parts_of(setting, text)
        reading = read(setting, rows_of(setting, places))
        assert reading.wrong == {part.name: [] for part in reading.parts}
        assert reading.missing() == []
        entered = parts_of(setting, reading.deal_text(Luck(1)))
        for name, pieces in places.items():
            if (game.name, name) == ("not-alone", "tasks"):
                assert sorted(entered[name]) == sorted(pieces), "they lie face down in any order"
            else:
                assert entered[name][: len(pieces)] == pieces


@pytest.mark.parametrize("setting", options_at_length(ENTERED), ids=lambda setting: setting.text)
def test_luck_fills_what_is_open(setting):
    game = GAMES[setting.game]
    made = set()
    for seed in range(12):
        places = parts_of(setting, game.notation.deal_text(new_deal(setting, seed)))
        keep = Luck(seed)
        for name in places:
            if (game.name, name) in (("lab-rats", "maze"), ("kidnap-machine", "dice")):
                places[name] = places[name][: keep.below(6)]
            else:
                places[name] = [piece if keep.below(2) else "?" for piece in places[name]]
        reading = read(setting, rows_of(setting, places))
        assert reading.is_sound, reading.wrong
        line = f"{setting.text}: {reading.deal_text(Luck(seed))}"
        again = parse_deal_line(line)
        assert deal_line(*again) == line, "a whole deal came of it"
        made.add(line)
    empty = read(setting, {})
    made |= {empty.deal_text(Luck(seed)) for seed in range(20)}
    assert len(made) >= 25


def test_other_spellings_of_cards():
    setting = make_setting(GAMES["not-alone"])
    reading = read(setting, {"tasks-0": "♠10, 9d;h2", "maze-0": "10c K♥ ? qs\u200b"})
    assert reading.places["tasks"] == ["TS", "9D", "2H"]
    assert reading.places["maze"][:4] == ["TC", "KH", "", ""]
    assert reading.row_text(reading.parts[1], 0) == "10c K♥ ? qs\u200b", "what can't be read stays as it was typed"


def test_a_long_row_goes_on_in_the_next_ones():
    setting = make_setting(GAMES["devils-square"])
    deal = GAMES["devils-square"].notation.deal_text(new_deal(setting, 7)).split()
    reading = read(setting, {"field-0": " ".join(deal[:16]), "pile-0": " ".join(deal[16:])})
    assert reading.deal_text(Luck(0)).split() == deal
    assert reading.row_text(reading.parts[0], 3) == " ".join(deal[12:16])
    reading = read(setting, {"field-0": " ".join(deal[:6]), "field-1": deal[6]})
    assert reading.wrong["field"] == ["Row 2: the row above holds 2 too many"]
    assert reading.row_text(reading.parts[0], 0) == " ".join(deal[:6]), "nothing is lost"
    reading = read(setting, {"field-0": " ".join(deal[:18])})
    assert reading.wrong["field"] == ["The field: there are 2 too many"]
    assert reading.row_text(reading.parts[0], 0) == " ".join(deal[:18])


@pytest.mark.parametrize(
    ("name", "variant", "form", "part", "said"),
    [
        ("devils-square", None, {"field-0": "Y1K", "pile-2": "Y1K"}, "pile", "Y1K appears twice (the field, row 1; "),
        ("devils-square", None, {"field-0": "Y1K G9A"}, "field", "Row 1: 'G9A' can’t lie here"),
        ("devils-square", None, {"field-0": "<b>"}, "field", "'<b>' can’t lie here"),
        ("lab-rats", None, {"maze-0": "1111"}, "maze", "tile 4 (die 1) touches another one"),
        ("lab-rats", None, {"maze-0": "33?3"}, "maze", "tile 4 is missing"),
        ("lab-rats", None, {"coins-0": "00000"}, "coins", "0 appears 5 times: the box holds 4"),
        ("dont-let-them-get-you", None, {"tasks-0": "4S 4H"}, "tasks", "4H is like another one"),
        ("dont-let-them-get-you", None, {"tasks-0": "KS"}, "tasks", "'KS' can’t lie here"),
        ("dont-let-them-get-you", "even", {"maze-0": "KS"}, "maze", "only 2 to 10"),
        ("not-alone", None, {"tasks-0": "4S 5S"}, "tasks", "differ in number and suit"),
        ("not-alone", None, {"movement-0": "AS"}, "movement", "'AS' can’t lie here"),
        ("kidnap-machine", None, {"enemy-0": "3", "route-0": "b2 b3"}, "enemy", "not both"),
        ("kidnap-machine", None, {"route-0": "b2 b4"}, "route", "not connected"),
        ("kidnap-machine", None, {"route-0": "b2 ? b3"}, "route", "a gap"),
        ("kidnap-machine", None, {"board-0": "3", "route-0": "d1 d2"}, "route", "off the board"),
        ("kidnap-machine", None, {"dice-0": "127"}, "dice", "'7' can’t lie here"),
    ],
)
def test_what_is_wrong_is_said(name, variant, form, part, said):
    reading = read(make_setting(GAMES[name], variant), form)
    assert said in " ".join(reading.wrong[part])
    assert [other for other, texts in reading.wrong.items() if texts] == [part]


def test_a_house_of_ones_own():
    setting = make_setting(GAMES["kidnap-machine"])
    reading = read(setting, {"board-0": "4", "board-1": "5", "route-0": "D4 d3 c3", "dice-0": "316"})
    assert reading.deal_text(Luck(0)).startswith("house=4x5 route=d4,d3,c3 dice=316")


def test_pieces_are_put_and_taken_away():
    setting = make_setting(GAMES["lab-rats"])
    reading = read(setting, {"maze-0": "33"})
    assert next_place(reading) == "maze:2"
    rows, chosen = put_piece(reading, "maze:2", "5")
    assert (rows["maze-0"], chosen) == ("335", "maze:3")
    rows, chosen = put_piece(read(setting, rows), "maze:9", "")
    assert (rows["maze-0"], chosen) == ("33", "maze:2"), "the last one goes"
    rows, chosen = put_piece(read(setting, {"coins-1": "012"}), "coins:8", "")
    assert (rows["coins-1"], chosen) == ("?12", "coins:8")


def begin(client, name, **form):
    return client.post(f"/new/{name}/table", data={"do": "play", **form})


@pytest.mark.parametrize("setting", options_at_length(ENTERED), ids=lambda setting: setting.text)
def test_the_page_plays_what_was_entered(client, setting):
    deal = new_deal(setting, 5)
    form = rows_of(setting, parts_of(setting, GAMES[setting.game].notation.deal_text(deal)))
    options = {f"option-{name}": value for name, value in setting.options}
    chosen = {"variant": setting.variant, **options}
    page = client.get(f"/new/{setting.game}/table", params=chosen)
    assert page.status_code == 200
    assert "<svg" in page.text
    assert 'role="button"' not in page.text, "without a script there is nothing to click on in a picture"
    checked = client.post(f"/new/{setting.game}/table", data={"do": "check", **chosen, **form})
    for value in filter(None, form.values()):
        shown = [html.unescape(text) for text in re.findall('value="([^"]*)"', checked.text)]
        assert value in shown or value.replace(" ", "") in shown
    page = begin(client, setting.game, **chosen, **form)
    assert page.url.path.startswith("/play/")
    assert client.get(f"{page.url.path}/record.txt").text.startswith(f"{setting.text}: ")


def test_the_page_keeps_all_that_was_typed(client):
    page = begin(client, "devils-square", **{"field-0": "Y1K ZZZ", "seed": "7", "random": "yes"})
    assert page.status_code == 422
    assert "can’t lie here" in page.text
    for kept in ('value="Y1K ZZZ"', 'name="seed" inputmode="numeric" maxlength="20" value="7"', 'value="yes" checked'):
        assert kept in page.text


def test_what_lies_open_must_be_entered_or_left_to_chance(client):
    page = begin(client, "devils-square", **{"field-0": "Y1K"})
    assert page.status_code == 422
    assert "15 of 16 still missing" in message_of(page)
    texts = [
        client.get(
            f"{begin(client, 'devils-square', random='yes', seed='3', **{'field-0': 'Y1K'}).url.path}/record.txt"
        ).text
        for _ in range(2)
    ]
    assert texts[0].startswith("devils-square: Y1K ")
    assert texts[0] == texts[1], "the same number, the same deal"


def test_a_script_is_told_what_changed(client):
    form = {"field-0": "Y1K", "place": "field:1", "piece": "G3A"}
    answer = client.post("/new/devils-square/table", data=form, headers={"accept": "application/json"}).json()
    field, pile = answer["parts"]
    assert field["rows"][0] == ["field-0", "Row 1", "Y1K G3A"]
    assert answer["chosen"] == "field:2"
    assert (field["count"], pile["count"], len(field["left"])) == (2, 0, 62)
    assert 'data-move="field:2"' in field["board"]
    assert 'data-move="G3A"' not in field["tray"]
    for odd in ("field:99", "field:x", "nowhere:1", "field:²"):
        wrong = client.post("/new/devils-square/table", data={"place": odd}, headers={"accept": "application/json"})
        assert wrong.status_code == 422
        assert "no place" in wrong.json()["error"]


def test_games_that_can_not_be_entered(client, monkeypatch):
    monkeypatch.setitem(GAMES, "blank", dataclasses.replace(GAMES["blank"], entry=None))
    assert client.get("/new/blank/table").status_code == 404
    assert "Enter the deal" not in client.get("/new/blank").text
    assert client.get("/new/lab-rats/table?variant=soft").status_code == 422
    assert client.post("/new/lab-rats/table", data={"maze-0": "1" * 3000}).status_code == 422


def test_by_clicking(open_page):
    page = open_page("/new/devils-square")
    page.get_by_role("button", name="Enter the deal").click()
    page.wait_for_selector("#tray .target")

    def click(selector):
        page.locator(selector).first.click()  # once it stands still, and where it is by then

    def count(n):
        page.wait_for_function(
            "n => document.querySelector('[data-part=field] [data-count]').textContent === n", arg=str(n)
        )

    boxes = [page.locator(f"#tray .target[data-move={piece}]").bounding_box() for piece in ("Y1K", "Y1A")]
    for box in boxes:  # at once, before anything was answered
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    count(2)
    assert page.locator("[name=field-0]").input_value() == "Y1K Y1A"
    click("[data-part=field] .target[data-move='field:5']")
    page.wait_for_selector("[data-part=field] .target.chosen[data-move='field:5']")
    click("#tray .target[data-move=Y2K]")
    count(3)
    assert page.locator("[name=field-1]").input_value() == "? Y2K"
    assert page.locator("#tray .target[data-move=Y2K]").count() == 0
    click("[data-part=field] .target[data-move='field:0']")
    page.get_by_role("button", name="Remove").click()
    count(2)
    page.locator("[name=field-0]").fill("R1A R1S R1C R1K R2A R2S R2C R2K G1A G1S G1C G1K G2A G2S G2C G2K")
    page.locator("[name=field-1]").fill("")
    count(16)
    assert page.locator("[name=field-3]").input_value() == "G2A G2S G2C G2K"
    page.locator("[name=pile-0]").fill("R1A")
    page.wait_for_selector("[data-part=pile] [data-wrong]:visible")
    assert "R1A appears twice" in page.locator("[data-part=pile] [data-wrong]").inner_text()
    page.locator("[name=pile-0]").fill("")
    page.get_by_role("button", name="Play this deal").click()
    page.wait_for_url("**/play/*")
    assert page.locator("#board [data-key=R1A]").count() >= 1


def test_a_maze_by_clicking_where_tiles_go(open_page):
    page = open_page("/new/lab-rats/table", viewport={"width": 390, "height": 844})
    page.wait_for_selector("#tray .target")
    for number in range(3):
        target = page.locator(f"[data-part=maze] .target[data-move='maze:{number}=3']")
        target.evaluate("target => target.dispatchEvent(new MouseEvent('click', { bubbles: true }))")
        page.wait_for_function("n => document.querySelector('[name=maze-0]').value.length === n", arg=number + 1)
    page.get_by_role("button", name="Remove").click()
    page.wait_for_function("() => document.querySelector('[name=maze-0]').value === '33'")
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_without_scripts(open_page):
    page = open_page("/new/not-alone", java_script_enabled=False)
    page.get_by_role("button", name="Enter the deal").click()
    page.get_by_label("Tasks").fill("4S 5S 6H")
    page.get_by_role("button", name="Check").click()
    assert "differ in number and suit" in page.locator("[data-part=tasks] [data-wrong]").inner_text()
    page.get_by_label("Tasks").fill("4S 5H 6C")
    page.get_by_label("Row 1").fill("AS 2S 3S")
    page.get_by_label("Fill what is missing").check()
    page.get_by_role("button", name="Play this deal").click()
    page.wait_for_url("**/play/*")
    assert page.locator("button[name=move]").count() >= 1


@pytest.mark.parametrize("forms", sizes(80, 400))
def test_whatever_is_typed_gets_an_answer(client, forms):
    luck = random.Random(6)
    bits = [
        "Y1K",
        "G3A",
        "4S",
        "♠10",
        "5",
        "3333",
        "b2",
        "?",
        "-",
        "/",
        "|",
        " ",
        "²",
        "١",
        "<b>",
        "é",
        "\n",
        "0" * 40,
        "K",
        "7",
    ]
    names = [name for name, game in GAMES.items() if game.entry is not None]
    for _ in range(forms):
        name = luck.choice(names)
        game = GAMES[name]
        variant = luck.choice(game.facts.variants).name
        parts = game.entry.parts(make_setting(game, variant))
        form = {"variant": variant, "do": luck.choice(["check", "play"]), "random": luck.choice(["", "yes"])}
        for _ in range(luck.randrange(6)):
            part = luck.choice(parts)
            text = "".join(luck.choices(bits, k=luck.randrange(12)))
            form[f"{part.name}-{luck.randrange(len(part.rows))}"] = text
        if luck.random() < 0.3:
            form |= {
                "place": f"{luck.choice(parts).name}:{luck.choice(['0', '3', '99', '-1', '²'])}",
                "piece": luck.choice(bits),
            }
        headers = {"accept": "application/json"} if luck.random() < 0.5 else {}
        answer = client.post(f"/new/{name}/table", data=form, headers=headers, follow_redirects=False)
        assert answer.status_code in (200, 303, 422), form
        assert "<b>" not in re.sub(r"<b>Practice</b>", "", answer.text) or headers, form
    for _ in range(100):
        text = quote("".join(luck.choices(bits, k=luck.randrange(1, 5))), safe="")
        for place in (f"/replay?r={text}", f"/replay?at={text}", f"/find/{text}?setting={text}", f"/rules/{text}"):
            assert client.get(place).status_code in (200, 404, 422), place
