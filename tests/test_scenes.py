"""What scenes promise to front ends, over all games: places, sheets, aiming and looking closer."""

import random
from contextlib import suppress

import pytest

from escapology.draw import Card, Target, Token, svg_overlay, svg_sheets
from escapology.errors import IllegalMoveError
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import new_deal
from escapology.play import Play
from escapology.setting import make_setting

VARIANTS = [(name, variant.name) for name, game in GAMES.items() for variant in game.facts.variants]


def positions(name, variant, seeds=2, moves=40):
    """Plays in many positions, by random moves."""
    game = GAMES[name]
    for seed in range(seeds):
        luck = random.Random(seed)
        play = Play(game, new_deal(make_setting(game, variant), seed))
        for _ in range(moves):
            yield play
            if not (legal := sorted(play.legal())):
                break
            play.do(luck.choice(legal))


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_places_and_sheets(name, variant):
    game = GAMES[name]
    for play in positions(name, variant):
        scene = game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state))
        names = [place.name for place in scene.places]
        assert len(set(names)) == len(names)
        for place in scene.places:
            assert 0 <= place.x <= place.x + place.width <= scene.width + 0.5
            assert 0 <= place.y <= place.y + place.height <= scene.height + 0.5
        for sheet in scene.sheets[1:]:
            inside = [
                item
                for item in scene.items
                if isinstance(item, Card | Target)
                and sheet.x <= item.x < sheet.x + sheet.width
                and sheet.y <= item.y < sheet.y + sheet.height
            ]
            for item in inside:
                assert item.x + item.width <= sheet.x + sheet.width + 0.01, item
                assert item.y + item.height <= sheet.y + sheet.height + 0.01, item
        drawn = svg_sheets(scene)
        assert len(drawn) == max(1, len(scene.sheets))
        assert sum(sheet.text.count('class="target"') for sheet in drawn) == len(play.legal())


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_aiming_at_anything_is_a_move_or_a_reason(name, variant):
    game, luck = GAMES[name], random.Random(3)
    for play in positions(name, variant):
        scene = game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state))
        if not scene.places or not play.legal():
            continue
        keys = ["", *(item.key for item in scene.items if item.key and isinstance(item, Card | Token))]
        for _ in range(10):
            try:
                text = game.presentation.aim(
                    play.deal, play.here.state, luck.choice(keys), luck.choice(scene.places).name
                )
            except IllegalMoveError:
                continue
            assert text == "" or game.notation.move_pattern.fullmatch(text)
            if text and game.notation.tidy(play.deal, play.here.state, text) not in play.legal():
                assert game.presentation.why_not(play.deal, play.here.state, text)


@pytest.mark.parametrize("name", GAMES)
def test_aiming_at_a_target_is_its_move(name):
    """Putting a thing where a target for it lies means that target's move, or one that is made at the same place."""
    game = GAMES[name]
    met = 0
    for play in positions(name, game.facts.variants[0].name):
        scene = game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state))
        for target in (item for item in scene.items if isinstance(item, Target)):
            x, y = target.x + target.width / 2, target.y + min(target.height, 1) / 2
            for place in scene.places:
                if place.x <= x < place.x + place.width and place.y <= y < place.y + place.height:
                    with suppress(IllegalMoveError):
                        text = game.presentation.aim(play.deal, play.here.state, target.source, place.name)
                        met += game.notation.tidy(play.deal, play.here.state, text) == target.move
    assert met > 10 or not game.presentation.scene(*game.knowledge.observe(play.deal, play.here.state)).places


@pytest.mark.parametrize(("name", "variant"), VARIANTS)
def test_looks_use_only_what_is_known(name, variant):
    game = GAMES[name]
    for play in positions(name, variant, seeds=1, moves=25):
        seen = game.knowledge.observe(play.deal, play.here.state)
        other = game.knowledge.observe(*game.knowledge.redraw(*seen, Luck(5)))
        assert game.presentation.looks(*seen) == game.presentation.looks(*other)
        for look in game.presentation.looks(*seen):
            assert game.presentation.look is not None
            overlay = game.presentation.look(*seen, look)
            assert overlay == game.presentation.look(*other, look)
            assert overlay.words.endswith(".")
            assert svg_overlay(overlay).startswith('<g class="overlay">')
