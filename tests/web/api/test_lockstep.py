"""Random games by the API, in lock-step with the same games played here."""

import pytest

from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting
from escapology.wording.endings import ending
from tests.web.conftest import MOSTLY_ONE

DATABASES = MOSTLY_ONE

MOST = 30  # moves of one game


def same(told, play):
    """Whether the API says of a play what the play says."""
    game, deal, state = play.game, play.deal, play.here.state
    legal = [{"move": text, "words": game.presentation.words(deal, state, move)} for text, move in play.legal().items()]
    assert told["legal"] == legal
    assert told["state"] == game.notation.state_text(deal, state)
    assert told["status"] == play.status()
    assert told["score"] == game.rules.score(deal, state)
    assert told["moves"] == len(play.here.way()) - 1
    assert told["node"] == play.here.number
    assert told["hidden"] == play.hidden()
    assert told["is_over"] == (not legal)
    assert told["ending"] == ("" if legal else ending(play))


@pytest.mark.parametrize("name", GAMES)
def test_a_random_game(api, name):
    for seed in (1, 2):
        play = Play(GAMES[name], new_deal(make_setting(GAMES[name]), seed))
        told = api.post("/plays", {"game": name, "seed": seed, "practice": True}, 201)
        luck, version = Luck(seed), 1
        while play.legal() and len(play.nodes) < MOST:
            chosen = luck.below(10)
            if chosen == 0 and play.here.parent is not None:
                play.undo()
                told = api.act(told, "undo")
            elif chosen == 1 and play.here.next is not None:
                play.redo()
                told = api.act(told, "redo")
            elif chosen == 2:
                number = luck.below(len(play.nodes))
                play.go_to(play.nodes[number])
                told = api.act(told, "goto", node=number)
            else:
                move = luck.choose(list(play.legal()))
                play.do(move)
                told = api.move(told, move)
            version += 1
            assert told["version"] == version
            same(told, play)
        whole = api.get(f"/plays/{told['id']}")
        same(whole, play)
        assert whole["record"] == play.record_text()
        nodes = api.get(f"/plays/{told['id']}/tree")["nodes"]
        assert [node["move"] for node in nodes] == [node.move for node in play.nodes]
        replayed = api.post("/replays", {"record": whole["record"]})
        assert replayed["steps"][-1]["state"] == whole["state"]
