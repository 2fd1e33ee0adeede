"""The pages without a browser: what they show and do."""

import html
import re
from urllib.parse import quote

import pytest

from escapology.games import GAMES, LISTED
from escapology.packing import packed, share_path, unpacked
from escapology.play import Play
from tests.web.conftest import MOSTLY_ONE
from tests.web.forms import BLANK, act, begin, message_of, version_of

DATABASES = MOSTLY_ONE


def test_home_shows_the_games(client):
    page = client.get("/")
    for game in GAMES.values():
        assert (game.title in html.unescape(page.text)) == (not game.facts.is_example)
    assert "Continue playing" not in page.text


@pytest.mark.parametrize("name", LISTED)
def test_pictures_and_forms_of_all_games(client, name):
    for palette in ("light", "dark"):
        picture = client.get(f"/picture/{name}.svg?palette={palette}")
        assert picture.headers["content-type"] == "image/svg+xml"
    form = client.get(f"/new/{name}").text
    for variant in GAMES[name].facts.variants:
        assert len(GAMES[name].facts.variants) == 1 or f'value="{variant.name}"' in form
    for option in GAMES[name].facts.options:
        assert option.question in html.unescape(form)


@pytest.mark.parametrize("name", LISTED)
def test_every_variant_can_be_begun(client, name):
    for variant in GAMES[name].facts.variants:
        path = begin(client, game=name, variant=variant.name, seed="7")
        page = client.get(path)
        assert GAMES[name].title in html.unescape(page.text)
        assert page.text.count('name="move"') > 1, "there is a button for each move"


def read_aloud(page):
    """Names that are drawn are read by their labels."""
    return re.sub(r'<svg class="script"[^>]* aria-label="([^"]*)">.*?</svg>', r"\1", page)


def test_a_name_in_a_script_of_its_own_is_drawn(client):
    for address in ("/", "/new/kidnap-machine", "/rules/kidnap-machine"):
        page = client.get(address).text
        assert page.count('<svg class="script"') == page.count("はくし") > 0, "nowhere is it left to a font"


@pytest.mark.parametrize("name", GAMES)
def test_every_page_of_a_game_says_whose_it_is(client, name):
    facts = GAMES[name].facts
    play = begin(client, game=name, seed="7")
    replay = share_path((facts.folder / "EXAMPLE.txt").read_text(encoding="utf-8"), 0)
    pages = [f"/rules/{name}", f"/new/{name}", play, f"{play}/log", f"{play}/tree", replay]
    pages += [f"/new/{name}/table"] * bool(GAMES[name].entry)
    for address in pages:
        page = read_aloud(html.unescape(client.get(address).text))
        assert page.count(f"{facts.title} is a game by {facts.credit.names}, to whom it belongs") == 1, address
        place = facts.credit.link or f"/rules/{name}"
        assert f'<a href="{place}"' in page.partition('class="credit quiet"')[2].partition("</p>")[0], address


def test_the_seed_is_that_of_the_command_line(client):
    from escapology.middle import deal_line, new_deal
    from escapology.setting import make_setting

    game = GAMES["lab-rats"]
    path = begin(client, game="lab-rats", variant="hard", seed="7")
    text = client.get(f"{path}/record.txt").text
    assert text == deal_line(game, new_deal(make_setting(game, "hard"), 7)) + "\n"


def test_a_game_from_start_to_end(client):
    path = begin(client)
    for move in ("climb", "skip", "climb", "skip"):
        assert act(client, path, "move", move=move).url.path == path
    assert "Continue playing" in client.get("/").text
    page = act(client, path, "move", move="climb")
    assert "You won!" in page.text
    assert "Continue playing" not in client.get("/").text
    assert client.get(f"{path}/record.txt").text == f"{BLANK}\nclimb skip climb skip climb\n"
    assert client.get(f"{path}/deal.txt").text == BLANK + "\n"
    assert client.get(f"{path}/log").text.count('class="move"') == 5
    refused = act(client, path, "move", move="climb")
    assert refused.status_code == 422
    assert "the game is over" in message_of(refused)


def test_undo_redo_restart_give_up_and_the_tree(client):
    path = begin(client)
    act(client, path, "move", move="climb")
    act(client, path, "bookmark", name="up")
    act(client, path, "undo")
    act(client, path, "move", move="skip")
    tree = client.get(f"{path}/tree").text
    assert tree.count('name="node"') == 4, "three places and a bookmark"
    assert re.findall(r"<b>(\d*)</b> ([^<]*)</span>", tree) == [
        ("", "The start"),
        ("1", "Climb onto the 3"),
        ("1", "Skip the 3"),
    ]
    boards = [client.get(f"{path}/tree/{number}.svg") for number in range(3)]
    assert len({board.text for board in boards}) == 3
    assert all(board.headers["content-type"] == "image/svg+xml" for board in boards)
    assert client.get(f"{path}/tree/3.svg").status_code == 404
    act(client, path, "goto", node="1")
    assert client.get(f"{path}/record.txt").text.endswith("climb\n")
    act(client, path, "restart")
    assert client.get(f"{path}/record.txt").text == BLANK + "\n"
    act(client, path, "redo")
    act(client, path, "give-up")
    assert "You gave up." in client.get(path).text
    assert "already over" in message_of(act(client, path, "give-up"))
    act(client, path, "undo")
    assert "You gave up." not in client.get(path).text


@pytest.mark.parametrize(
    ("action", "fields", "said"),
    [
        ("move", {"move": "fly"}, "'fly' is not a move of Blank: write climb or skip"),
        ("move", {"move": ""}, "is not a move"),
        ("move", {}, "is not a move"),
        ("move", {"move": "x" * 300}, "too long"),
        ("move", {"move": "climb\0"}, "not text"),
        ("undo", {}, "nothing to undo"),
        ("redo", {}, "nothing to redo"),
        ("goto", {"node": "7"}, "no place '7'"),
        ("goto", {"node": "-1"}, "not a place"),
        ("goto", {"node": "٣"}, "not a place"),
        ("bookmark", {"name": " "}, "needs a name"),
        ("bookmark", {"name": "n" * 61}, "too long"),
    ],
)
def test_what_can_not_be_done_is_said_and_changes_nothing(client, action, fields, said):
    path = begin(client)
    before = version_of(client.get(path))
    page = act(client, path, action, **fields)
    assert page.status_code == 422
    assert said in message_of(page)
    assert version_of(client.get(path)) == before


def test_an_old_page_is_a_conflict(client):
    path = begin(client)
    old = version_of(client.get(path))
    act(client, path, "move", move="climb")
    for version in (old, "", "x", "99999", "-1"):
        page = act(client, path, "move", move="skip", version=version)
        assert page.status_code == 409
        assert "has changed" in message_of(page)
    assert client.get(f"{path}/record.txt").text.endswith("\nclimb\n")


def test_how_long_ago():
    from datetime import UTC, datetime, timedelta

    from escapology.web.pages.home import ago

    for seconds, words in ((5, "just now"), (70, "1 minute ago"), (7300, "2 hours ago"), (200_000, "2 days ago")):
        assert ago((datetime.now(UTC) - timedelta(seconds=seconds)).isoformat(timespec="seconds")) == words


def test_a_script_gets_parts(client):
    path = begin(client)
    data = {"accept": "application/json"}

    def send(action, **form):
        return client.post(f"{path}/{action}", data=form, headers=data)

    parts = send("move", move="climb", version="1").json()
    assert parts["version"] == 2
    assert any(isinstance(part, list) for part in parts["board"][0]["parts"]), (
        "of the board that it has, only the changes"
    )
    assert 'name="move"' in parts["side"]
    assert parts["log"][0][:2] == [1, "climb"]
    assert client.get(path, headers=data).json()["board"].startswith("<svg"), "one that has none gets a whole one"
    refused = send("move", move="climb", version="2")
    assert refused.status_code == 422
    assert "lower than the 3" in refused.json()["message"]
    lost = client.get("/play/nothing", headers=data)
    assert lost.status_code == 404
    assert "does not exist" in lost.json()["error"]


def test_dice_stay_rolled_unless_one_practises(client):
    deal = "kidnap-machine: house=manor enemy=6 dice=56546133161242363361"
    for practice in ("", "yes"):
        path = begin(client, text=deal, practice=practice)
        act(client, path, "move", move="?b1")
        page = act(client, path, "undo")
        if practice:
            assert page.status_code == 200
            assert "saw what comes next" in page.text
        else:
            assert page.status_code == 422
            assert "A rolled die can't be taken back" in message_of(page)


def test_a_game_lost_by_a_die_is_tried_again_from_the_start(client):
    deal = "kidnap-machine: house=manor enemy=6 dice=56546133161242363361"
    lost = f"{deal}\n?b1 a1 ?a2 a1 b1 ?b2"
    for practice, address in (("", "again"), ("yes", "undo")):
        path = begin(client, text=lost, practice=practice)
        page = client.get(path).text
        button = re.search(rf'action="{path}/([a-z]+)"[^>]*>(?:(?!</form>).)*primary[^>]*>Try again<', page, re.DOTALL)
        assert button[1] == address
        assert ("Same deal" in page) == (address == "undo"), "the same thing is not offered twice"


def test_settings_are_kept_and_change_the_page(client):
    path = begin(client, game="dont-let-them-get-you", seed="3")
    assert "light-dark(" in client.get(path).text
    chosen = {"scheme": "dark", "deck": "four", "motion": "none", "left": "yes", "large": "yes", "status": "yes"}
    client.post("/settings", data=chosen)
    page = client.get(path).text
    assert "scheme-dark motion-none left-handed" in page
    assert "light-dark(" not in page
    assert "data-status" in page
    client.post("/settings", data={"scheme": "mauve"})
    assert "scheme-auto motion-usual" in client.get(path).text
    back = client.post("/settings", data={"back": "//evil.example"}, follow_redirects=False)
    assert back.headers["location"] == "/settings"


def test_share_links(client):
    play = Play.of_line(BLANK)
    play.do("climb")
    page = client.get(share_path(play.record_text()))
    assert "after 1 move" in page.text
    assert unpacked(packed("♥ text")) == "♥ text"
    for text in ("", "x", "AAAA", packed(BLANK)[:-9]):
        assert client.get(f"/share/{text}").status_code in (404, 422)
    bomb = packed("x" * 5_000_000)
    assert client.get(f"/share/{bomb}").status_code == 422


def test_why_something_can_not_be_put_there(client):
    path = begin(client, game="dont-let-them-get-you", seed="3")
    legal = re.findall(r'name="move" value="(enter [a-g][1-7])"', client.get(path).text)
    for move in legal:
        assert client.get(f"{path}/why", params={"place": move[6:]}).json()["message"] == "", "that is legal"
        break
    message = client.get(f"{path}/why", params={"place": "d4"}).json()["message"]
    assert message
    assert message.endswith(".")
    for odd in ("zz", "", "d44", "\0"):
        assert client.get(f"{path}/why?place={quote(odd)}").json()["message"] == ""


def test_looking_closer_without_scripts(client):
    path = begin(client, game="dont-let-them-get-you", seed="3")
    for _ in range(30):
        page = client.get(path)
        if "?look=rest" in page.text:
            break
        move = re.search(r'name="move" value="([^"]+)" class', page.text)[1]
        act(client, path, "move", move=move)
    page = client.get(f"{path}?look=rest")
    assert 'class="overlay"' in page.text
    assert message_of(page)
    assert client.get(f"{path}/look", params={"about": "nothing"}).json() == {"overlay": "", "words": ""}
    assert "overlay" in client.get(f"{path}/look", params={"about": "rest"}).json()


@pytest.mark.parametrize("name", LISTED)
def test_goal_rules_and_signs_are_one_link_away(client, name):
    path = begin(client, game=name, seed="7")
    page = client.get(path).text
    game = GAMES[name]
    play = Play.of_line(client.get(f"{path}/deal.txt").text)
    seen = game.knowledge.observe(play.deal, play.here.state)
    assert html.escape(game.presentation.goal(*seen).progress, quote=False) in page
    assert f'href="{path}/rules"' in page
    near = html.unescape(client.get(f"{path}/rules").text)
    assert "Symbols on the board" in near
    for address, number in re.findall(r'href="(/rules/[a-z-]+)#rule-(\d+)"', near):
        assert f'<li id="rule-{number}">' in client.get(address).text
    told = client.get(f"{path}/rules", headers={"accept": "application/json"}).json()
    assert "Symbols on the board" in told["html"]


def test_the_short_rules_come_first(client):
    page = client.get("/rules/dont-let-them-get-you").text
    before, _, full = page.partition('<details class="full">')
    assert 'id="in-short"' in before
    assert "What you need</h2>" in full
    assert 'id="rule-19"' in full
