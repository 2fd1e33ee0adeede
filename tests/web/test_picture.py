"""What changes on a board is told so that the old and the changes make the new."""

import random

import pytest

from escapology.draw import SvgSheet
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting
from escapology.web.picture import changes, draw_scene
from escapology.web.players.preferences import CHOICES, SWITCHES, Preferences


def applied(before, change):
    children = []
    for part in change["parts"]:
        children += [part] if isinstance(part, str) else list(before.children[part[0] : part[1]])
    return SvgSheet(change["tag"] or before.start, tuple(children))


@pytest.mark.parametrize("name", GAMES)
def test_changes_make_the_new_board_of_the_old_one(name):
    game, luck = GAMES[name], random.Random(1)
    play = Play(game, new_deal(make_setting(game), 5))
    before, saved = None, 0
    for _ in range(25):
        scene = game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state))
        after = draw_scene(scene, Preferences(), game.presentation.face, targets=True)
        if before is not None:
            changed = changes(before, after)
            assert changed is not None, "a scene keeps its sheets for the whole game"
            assert not any(change["tag"] for change in changed), "and their size"
            assert [applied(*pair) for pair in zip(before, changed, strict=True)] == after
            saved += sum(isinstance(part, list) for change in changed for part in change["parts"])
        before = after
        if legal := sorted(play.legal()):
            play.do(luck.choice(legal))
    assert saved > 20


@pytest.mark.parametrize("name", GAMES)
def test_each_child_is_one_element(name):
    from xml.etree import ElementTree

    game = GAMES[name]
    play = Play(game, new_deal(make_setting(game), 5))
    for _ in range(6):
        if legal := sorted(play.legal()):
            play.do(legal[0])
    for sheet in draw_scene(
        game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state)),
        Preferences(),
        game.presentation.face,
        targets=True,
    ):
        for child in sheet.children:
            ElementTree.fromstring(child)


@pytest.mark.parametrize("name", GAMES)
def test_of_a_game_that_ends_only_changes_are_told(name):
    """Its pictures have no targets any more, so their first tags are others; nearly all that is drawn stays."""
    game = GAMES[name]
    play = Play(game, new_deal(make_setting(game), 5))
    scene = game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state))
    before, after = (draw_scene(scene, Preferences(), game.presentation.face, targets=some) for some in (True, False))
    changed = changes(before, after)
    assert [applied(*pair) for pair in zip(before, changed, strict=True)] == after
    assert all(change["tag"] for change in changed)
    assert not any(isinstance(part, str) for change in changed for part in change["parts"])


def test_more_sheets_or_fewer_are_sent_whole():
    sheet = SvgSheet("<svg>", ())
    assert changes([sheet], [sheet, sheet]) is changes([sheet, sheet], [sheet]) is None


def test_preferences_survive_their_cookie():
    for _, _, answers in CHOICES:
        assert len(answers) > 1
    luck = random.Random(2)
    for _ in range(60):
        form = {name: luck.choice(list(answers)) for name, _, answers in CHOICES}
        form |= {name: "yes" for name, _ in SWITCHES if luck.random() < 0.5}
        chosen = Preferences.of_form(form)
        assert Preferences.of_cookie(chosen.cookie()) == chosen
    assert Preferences.of_cookie("nonsense-\0") == Preferences()
