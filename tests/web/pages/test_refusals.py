"""The pages without a browser: what they answer to bad requests and to strangers."""

import threading
from urllib.parse import parse_qsl, quote

import pytest

from escapology.web import form
from tests.samples import sizes
from tests.web.conftest import MOSTLY_ONE
from tests.web.forms import BLANK, begin, message_of

DATABASES = MOSTLY_ONE


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("nonsense", "not a deal line"),
        ("blank: 3 1", "blank: "),
        ("chess: e4", "there is no game"),
        (f"{BLANK}\nclimb climb", "is not legal here"),
        (f"{BLANK}\n\n{BLANK}", "2 records"),
        ("kidnap-machine: house=/etc/passwd enemy=1 dice=1", "names a file"),
        ("kidnap-machine: house=..\\x enemy=1 dice=1", "names a file"),
        ("kidnap-machine: house=my.json enemy=1 dice=1", "names a file"),
        ("x" * 200_001, "too long"),
        ("blank: 3\0 1 5 2 6 4", "not text"),
    ],
)
def test_bad_deals_are_refused_with_a_reason(client, text, said):
    for page in ("", "new"):
        answer = client.post("/plays", data={"text": text, "game": "blank", "page": page})
        assert answer.status_code == 422
        assert said in message_of(answer)


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({}, 404),
        ({"game": "chess"}, 404),
        ({"game": "blank", "variant": "giant"}, 422),
        ({"game": "blank", "seed": "-1"}, 422),
        ({"game": "blank", "seed": "18446744073709551616"}, 422),
        ({"game": "blank", "seed": "seven"}, 422),
        ({"game": "lab-rats", "option-touch": "nose"}, 422),
    ],
)
def test_bad_choices_are_refused(client, form, status):
    assert client.post("/plays", data=form).status_code == status


@pytest.mark.parametrize(
    "path", ["/nothing", "/play/x", "/play/x/tree", "/new/chess", "/picture/chess.svg", "/share/%00", "/share/AAAA"]
)
def test_unknown_pages_are_told_politely(client, path):
    page = client.get(path)
    assert page.status_code in (404, 422)
    assert "That did not work" in page.text


def test_forms_with_files_are_refused(client):
    path = begin(client)
    answer = client.post(f"{path}/move", data={"version": "1"}, files={"move": ("a.txt", b"climb")})
    assert answer.status_code == 415
    assert "Forms are read as application/x-www-form-urlencoded" in answer.text


def test_forms_that_are_too_large_are_refused(client):
    answer = client.post("/settings", data={"back": "x" * 250_000})
    assert answer.status_code == 413
    assert "a form has at most 250,000 bytes" in answer.text


def test_forms_with_too_many_fields_are_refused(client):
    path = begin(client)
    answer = client.post(f"{path}/move", data={"version": "1", **{f"f{number}": "" for number in range(100)}})
    assert answer.status_code == 400
    assert "too many fields" in answer.text


@pytest.mark.parametrize(("size", "is_apart"), [(1_000, False), (240_000, True)])
def test_large_forms_hold_nobody_up(client, monkeypatch, size, is_apart):
    """Each sign that is written as %41 takes a while."""
    threads = []

    def read(text, **options):
        threads.append(threading.current_thread().name)
        return parse_qsl(text, **options)

    monkeypatch.setattr(form, "parse_qsl", read)
    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = client.post("/settings", content=b"back=" + b"%41" * (size // 3), headers=headers, follow_redirects=False)
    assert answer.status_code == 303
    assert ["worker" in name.lower() for name in threads] == [is_apart]


def test_strangers_can_not_see_or_change_a_play(client, store):
    from starlette.testclient import TestClient

    from escapology.web import make_app

    path = begin(client)
    with TestClient(make_app(store)) as stranger:
        assert stranger.get(path).status_code == 404
        assert stranger.post(f"{path}/move", data={"move": "climb", "version": "1"}).status_code == 404
        assert stranger.get(f"{path}/record.txt").status_code == 404


def test_other_sites_can_not_send_forms(client):
    path = begin(client)
    for headers in (
        {"sec-fetch-site": "cross-site"},
        {"origin": "http://evil.example"},
        {"sec-fetch-site": "same-site"},
    ):
        assert client.post(f"{path}/move", data={"move": "climb", "version": "1"}, headers=headers).status_code == 403
    fine = {"sec-fetch-site": "same-origin", "origin": "http://testserver"}
    assert client.post(f"{path}/move", data={"move": "climb", "version": "1"}, headers=fine).status_code == 200


def test_other_names_of_the_host_are_refused(store):
    from starlette.testclient import TestClient

    from escapology.web import Config, make_app

    with TestClient(make_app(store, Config(hosts=("127.0.0.1",))), base_url="http://127.0.0.1:8000") as client:
        assert client.get("/").status_code == 200
        assert client.get("/", headers={"host": "evil.example"}).status_code == 400


def test_headers_keep_a_page_to_itself(client):
    page = client.get("/")
    policy = page.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert " style=" not in page.text
    cookie = client.get("/", headers={"cookie": ""}).headers.get("set-cookie", "HttpOnly SameSite=Lax")
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie


def test_too_much_is_refused(client):
    answer = client.post("/plays", content=b"text=" + b"x" * 1_100_000)
    assert answer.status_code == 413


@pytest.mark.parametrize("forms", sizes(80, 400))
def test_nothing_that_is_sent_breaks_a_page(client, forms):
    """One fuzzer for all forms: whatever they hold, the answer is a page, and what is not a move changes nothing."""
    import random

    luck = random.Random(7)
    path = begin(client)
    bits = [
        "climb",
        "skip",
        "\0",
        "é",
        "🐀",
        "<script>",
        "'",
        '"',
        ";",
        "--",
        "\n",
        "9" * 30,
        "-1",
        " ",
        "../",
        "%00",
        "\ud7ff",
        "A:n1",
    ]
    fields = [
        "move",
        "node",
        "name",
        "version",
        "kind",
        "text",
        "seed",
        "game",
        "variant",
        "practice",
        "option-x",
        "back",
    ]
    places = [f"{path}/{action}" for action in ("move", "undo", "redo", "goto", "bookmark", "nothing")]
    for _ in range(forms):
        form = {name: "".join(luck.choices(bits, k=luck.randrange(4))) for name in luck.sample(fields, 5)}
        if luck.random() < 0.5:
            form["version"] = "1"
        place = luck.choice([*places, "/plays", "/settings"])
        if form.get("move", "").strip() in ("climb", "skip"):
            continue
        answer = client.post(place, data=form, follow_redirects=False)
        assert answer.status_code in (303, 404, 409, 422), (place, form)
        assert "<script>" not in answer.text
    for _ in range(forms // 2):
        text = quote("".join(luck.choices(bits, k=luck.randrange(1, 5))), safe="")
        for place in (
            f"/play/{text}",
            f"/new/{text}",
            f"/share/{text}",
            f"{path}/why?place={text}&source={text}",
            f"{path}?look={text}",
        ):
            answer = client.get(place)
            assert answer.status_code in (200, 404, 405, 422), place
            assert "<script>alert" not in answer.text
