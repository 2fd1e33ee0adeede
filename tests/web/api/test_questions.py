"""Questions by the API: asked, waited for, picked up, cancelled."""

import pytest

from tests.web.api.caller import BLANK, ROOT, WIN

LOST = "blank: 6 5 4 3 2 1\nclimb\n"
DICE = "kidnap-machine: house=3x3 route=b3,c3,c2,b2,b3 dice=61\nwait"
SLOW = {"game": "lab-rats", "winnable": True, "seed": 1, "wait": 0}


def wait_for(api, path):
    """Come again until it is done."""
    while (answer := api.client.get(f"{ROOT}{path}", params={"wait": 2})).status_code == 202:
        assert not answer.json()["done"]
    assert answer.status_code == 200, answer.text
    return answer.json()


@pytest.mark.parametrize("kind", ["hint", "peek", "show", "outlook"])
def test_a_question_about_a_play(api, kind):
    play = api.begin()
    told = api.post(f"/plays/{play['id']}/questions", {"kind": kind, "wait": 30})
    assert (told["kind"], told["done"], told["version"]) == (kind, True, 2)
    assert told["words"].endswith(".")
    assert api.get(f"/plays/{play['id']}")["helped"]
    if kind != "outlook":
        assert told["moves"][0] in ("climb", "skip")
        assert told["first"]
    assert api.get(f"/plays/{play['id']}/questions/{told['ticket']}") == told


def test_the_way_back(api):
    play = api.begin("blank: 1 2 3 4 5 6\nclimb skip skip skip skip")
    path = f"/plays/{play['id']}"
    assert api.post(f"{path}/questions", {"kind": "peek", "wait": 30})["is_lost"]
    told = api.post(f"{path}/questions", {"kind": "outlook", "wait": 30})
    assert told["back"] == 4
    api.post(f"{path}/goto", {"version": told["version"], "node": told["back"]})
    told = api.post(f"{path}/questions", {"kind": "outlook", "wait": 30})
    assert (told["words"], told["back"]) == ("It can still be won.", None)


@pytest.mark.parametrize(("practice", "costly"), [(True, 0), (False, None)])
def test_dice_are_taken_back_in_practice_only(api, practice, costly):
    play = api.begin(DICE, practice=practice)
    told = api.post(f"/plays/{play['id']}/questions", {"kind": "outlook", "wait": 30})
    assert "Move 1, wait, cost the most: best play won 64.2% of the time before it" in told["words"]
    assert told["costly"] == costly


def test_how_near_it_was(api):
    play = api.begin("blank: 1 2 3 4 5 6\nskip climb climb climb")
    told = api.post(f"/plays/{play['id']}/questions", {"kind": "near", "wait": 30})
    assert (told["words"], told["version"]) == ("The shortest way takes 3 moves.", play["version"])


def test_what_a_move_is_worth_is_no_help(api):
    play = api.begin("blank: 1 2 3 6 5 4\nclimb climb")
    told = api.post(f"/plays/{play['id']}/questions", {"kind": "worth", "move": "climb", "wait": 30})
    assert told["loses"] is False
    assert api.get(f"/plays/{play['id']}") == play
    assert "`move` is needed" in api.post(f"/plays/{play['id']}/questions", {"kind": "worth"}, 422)["detail"]
    assert "only then" in api.post(f"/plays/{play['id']}/questions", {"kind": "hint", "move": "climb"}, 422)["detail"]
    api.post(f"/plays/{play['id']}/questions", {"kind": "guess"}, 422)


def test_a_question_without_an_answer_says_why(api):
    play = api.begin(f"{BLANK}\n{WIN}")
    problem = api.post(f"/plays/{play['id']}/questions", {"kind": "hint", "wait": 30}, 422)
    assert problem["detail"] == "no answer: there is no hint: the game is over (won)"


def test_a_verdict_is_what_the_command_line_says(api):
    told = api.post("/verdicts", {"record": BLANK, "wait": 30})
    assert (told["verdict"], told["reason"], told["deal"]) == ("winnable", "", BLANK)
    assert api.post("/replays", {"record": told["record"]})["outcome"] == "won"
    lost = api.post("/verdicts", {"record": LOST, "wait": 30})
    assert (lost["verdict"], lost["record"]) == ("unwinnable", None)
    assert api.get(f"/verdicts/{lost['ticket']}") == lost


def test_a_verdict_on_dice_is_a_chance(api):
    told = api.post("/verdicts", {"record": "kidnap-machine: house=3x3 route=c3,c2,b2", "wait": 0}, 202)
    told = wait_for(api, f"/verdicts/{told['ticket']}")
    assert 0 <= told["chance"] <= 1
    assert told["chances"][told["move"]] == told["chance"]
    assert told["verdict"] is None


def test_hints_and_checks_of_a_record(api):
    hint = api.post("/hints", {"record": BLANK, "peek": True, "wait": 30})
    assert (hint["standing"], hint["row"][0]) == ("proven", hint["move"])
    assert hint["words"] == "You can still win for certain after this."
    assert api.get(f"/hints/{hint['ticket']}") == hint
    check = api.post("/checks", {"record": LOST, "wait": 30})
    assert check["standing"] in ("lost", "never")
    assert api.get(f"/checks/{check['ticket']}") == check
    assert check["costliest"] is None
    cost = api.post("/checks", {"record": DICE, "wait": 30})["costliest"]
    assert (cost["number"], cost["move"], cost["better"]) == (1, "wait", ["?a2"])
    assert cost["before"] > cost["after"] + 0.05
    assert "is not a deal line" in api.post("/hints", {"record": "nonsense"}, 422)["detail"]


def test_tickets_are_ones_own(api):
    play = api.begin()
    ticket = api.post(f"/plays/{play['id']}/questions", {"kind": "outlook", "wait": 30})["ticket"]
    other = api.another()
    for path in (f"/plays/{play['id']}/questions", "/checks", "/verdicts", "/hints"):
        other.get(f"{path}/{ticket}", 404)
        other.call("DELETE", f"{path}/{ticket}", expect=404)
    other.get(f"/deals/searches/{ticket}?setting=blank", 404)
    api.get(f"/hints/{ticket}", 404)  # it was another question
    api.get("/hints/nothing", 404)


def test_a_search_for_a_deal(api):
    told = api.post("/deals/searches", {"game": "blank", "winnable": True, "seed": 1, "wait": 30})
    assert told["proven"]
    assert told["seed"] == told["tried"]
    assert api.post("/verdicts", {"record": told["deal"], "wait": 30})["verdict"] == "winnable"
    assert api.get(f"/deals/searches/{told['ticket']}?setting=blank") == told
    for body, words in (
        ({"game": "blank"}, "say what the deal is to be like"),
        ({"game": "kidnap-machine", "winnable": True}, "is a game of dice"),
        ({"game": "blank", "level": "silly"}, "there is no difficulty 'silly'"),
    ):
        assert words in api.post("/deals/searches", body, 422)["detail"]


def test_a_search_is_cancelled(api):
    ticket = api.post("/deals/searches", SLOW, 202)["ticket"]
    assert not api.get(f"/deals/searches/{ticket}?setting=lab-rats", 202)["done"]
    api.call("DELETE", f"/deals/searches/{ticket}", expect=204)
    problem = api.get(f"/deals/searches/{ticket}?setting=lab-rats", 422)
    assert problem["detail"] == "no answer: cancelled"


def test_who_goes_away_is_not_thought_for(api, monkeypatch):
    desk = api.client.app.state.desk
    cancelled = []
    cancel = desk.thinker.cancel
    monkeypatch.setattr(desk.thinker, "cancel", lambda ticket, owner: (cancelled.append(ticket), cancel(ticket, owner)))

    async def gone(_):
        return True

    monkeypatch.setattr("starlette.requests.Request.is_disconnected", gone)
    problem = api.post("/deals/searches", {**SLOW, "wait": 30}, 422)
    assert problem["detail"] == "no answer: cancelled"
    assert len(cancelled) == 1
