"""Records by the API, played through."""

from tests.web.api.caller import BLANK, WIN


def test_every_move_of_a_record(api):
    told = api.post("/replays", {"record": f"{BLANK}\n{WIN}"})
    assert (told["outcome"], told["score"], told["moves"], told["deal"]) == ("won", 1, 6, BLANK)
    assert [step["move"] for step in told["steps"]] == ["", *WIN.split()]
    assert told["steps"][2]["story"] == ["Climb onto the 1."]
    assert told["steps"][0]["state"] == "on=0 climbed=0 skipped=0 pile=315264 status=playing"
    assert api.client.get(told["share"]).status_code == 200


def test_the_board_at_any_place(api):
    boards = [api.call("POST", "/replays/board.svg", {"record": f"{BLANK}\n{WIN}", "at": at}).text for at in (0, 1, 6)]
    assert len(set(boards)) == 3
    assert api.call("POST", "/replays/board.svg", {"record": f"{BLANK}\n{WIN}"}).text == boards[-1]
    wrong = api.post("/replays/board.svg", {"record": f"{BLANK}\n{WIN}", "at": 7}, 422)
    assert wrong["detail"] == "there is no place 7: the record has 6 moves"


def test_a_record_that_can_not_be_played(api):
    wrong = api.post("/replays", {"record": f"{BLANK}\nclimb fly"}, 422)
    assert wrong["detail"] == "line 2, column 7: 'fly' is not a move of Blank: write climb or skip"
    two = api.post("/replays", {"record": f"{BLANK}\n\n{BLANK}"}, 422)
    assert two["detail"] == "there are 2 records, but one is expected"
