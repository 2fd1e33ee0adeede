"""Study files: what they say, every mistake by its name, and the studies that come with the package."""

from __future__ import annotations

import pytest

from escapology.games import GAMES
from escapology.setting import parse_setting
from escapology.studies.errors import StudyError
from escapology.studies.file import plan_text, read_plan, read_source, ready_names
from escapology.studies.sketch import sketch

GRID = """
title = "A grid"
measure = ["nodes", "verdict"]
precision = "0.5%"
[[games]]
game = "lab-rats"
variants = ["hard", "bag"]
options = { lift = "all", diagram = ["turn"] }
[[games]]
game = "blank"
[seeds]
count = 1000
piece = 100
batch = 300
[limits]
nodes = 5000
[short]
count = 30
precision = "5%"
"""


def test_a_grid_has_every_combination():
    plan = read_plan(GRID, "grid.toml")
    assert plan.settings == (
        "lab-rats/hard[diagram=turn]",
        "lab-rats/hard[diagram=turn,lift=any]",
        "lab-rats/bag[diagram=turn]",
        "lab-rats/bag[diagram=turn,lift=any]",
        "blank",
    )
    assert plan.measures == ("verdict", "nodes")
    assert (plan.nodes, plan.megabytes, plan.half_width) == (5000, None, 0.005)


def test_a_game_can_have_fewer_deals_than_others():
    text = GRID.replace('game = "blank"', 'game = "blank"\ncount = 250')
    plan = read_plan(text, "grid.toml")
    assert plan.counts == (1000, 1000, 1000, 1000, 250)
    assert [plan.pieces_of(number) for number in (0, 4)] == [10, 3]
    assert plan.piece(4, 2).deals == 50
    assert sum(piece.deals for piece in plan.order()) == 4250
    assert plan.digest != read_plan(GRID, "grid.toml").digest
    assert read_plan(plan_text(plan), "again") == plan
    assert read_plan(text, "grid.toml", short=True).counts == (30,) * 5


def test_the_short_form_changes_what_it_says():
    plan = read_plan(GRID, "grid.toml", short=True)
    assert (plan.seeds.count, plan.seeds.piece, plan.precision) == (30, 30, "5%")


@pytest.mark.parametrize("text", [GRID, *(read_source(name)[0] for name in ready_names())])
def test_a_plan_that_is_written_is_read_as_the_same(text):
    plan = read_plan(text, "one")
    again = read_plan(plan_text(plan), "again")
    assert again == plan
    assert again.digest == plan.digest


def change(old: str, new: str) -> str:
    assert old in GRID
    return GRID.replace(old, new)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("title = ", "is not a TOML file"),
        (change('game = "blank"', 'game = "blank"\ncount = 0'), "count of [games] is '0': write a whole number from 1"),
        (change("[seeds]", "[seed]"), "a study has no 'seed': did you mean seeds?"),
        (
            change("nodes = 5000", "seconds = 5"),
            "there is no limit in seconds, because the result would depend on the machine",
        ),
        (change("nodes = 5000", "nodes = 0"), "nodes of [limits] is '0': write a whole number from 1 to"),
        (change("count = 1000", ""), "it doesn't say how many deals: write count = 1000 below [seeds]"),
        (change("count = 1000", 'count = "many"'), "count of [seeds] is 'many'"),
        (change("batch = 300", "batch = 250"), "batch is 250, which is not a multiple of piece, 100"),
        (change('"nodes", "verdict"', '"verdicts"'), "did you mean verdict?"),
        (change('"nodes", "verdict"', '"nodes"'), "nodes are what a verdict took"),
        (change('["nodes", "verdict"]', "[]"), "there is nothing to measure"),
        (
            change('"nodes", "verdict"', '"verdict", "points"'),
            "points can't be measured for lab-rats: it has no points",
        ),
        (change('"nodes", "verdict"', '"chance"'), "chance can't be measured for blank: it has no dice"),
        (change('"nodes", "verdict"', '"verdict", "verdict"'), "lists 'verdict' twice"),
        (change('game = "blank"', 'game = "chess"'), "there is no game 'chess': there are"),
        (change('game = "blank"', 'game = "kidnap-machine"'), "with dice, no deal is certainly won or lost"),
        (change('"hard", "bag"', '"hard", "soft"'), "variants of lab-rats can't be 'soft'"),
        (change("lift =", "lifts ="), "lab-rats has no option 'lifts': its options are"),
        (change('["turn"]', '["left"]'), "option diagram of lab-rats can't be 'left': there are table, turn"),
        (change('"0.5%"', '"0.5"'), "precision is '0.5': write half the width of the interval you want"),
        (change('"0.5%"', '"0%"'), "precision is '0%'"),
        (GRID + '[bots]\nnames = ["grumpy"]', "there is no bot 'grumpy'"),
        (GRID.replace("[[games]]", "[games]", 1).replace('[[games]]\ngame = "blank"', ""), "write [[games]]"),
        (change("count = 1000", "first = 18446744073709551615\ncount = 1000"), "the last seed is"),
        (change("nodes = 5000", "").replace('"verdict"]', '"verdict", "length"]'), "limit the nodes under [limits]"),
    ],
)
def test_a_mistake_is_named(text, words):
    with pytest.raises(StudyError) as caught:
        read_plan(text, "grid.toml")
    assert words in str(caught.value)
    assert str(caught.value).startswith("grid.toml")


def test_all_mistakes_are_named_at_once():
    with pytest.raises(StudyError, match=r"has 3 mistakes:\n  1\. .*titel.*\n  2\. .*'chess'.*\n  3\. .*count"):
        read_plan('titel = ""\nmeasure = ["verdict"]\n[[games]]\ngame = "chess"\n[seeds]\n', "bad.toml")


def test_every_game_and_variant_has_a_ready_study():
    studied = set()
    for name in ready_names():
        for text in read_plan(*read_source(name)).settings:
            setting = parse_setting(text, GAMES)
            studied.add((setting.game, setting.variant))
    wanted = {
        (name, variant.name)
        for name, game in GAMES.items()
        if not game.facts.is_example
        for variant in game.facts.variants
    }
    assert wanted <= studied


def test_every_value_of_every_option_has_a_ready_study():
    studied = {
        (setting.game, *value)
        for name in ready_names()
        for setting in (parse_setting(text, GAMES) for text in read_plan(*read_source(name)).settings)
        for value in setting.options
    }
    for name, game in GAMES.items():
        wanted = {(name, option.name, value) for option in game.facts.options for value in option.values}
        assert game.facts.is_example or wanted <= studied


@pytest.mark.parametrize("name", ready_names())
def test_ready_studies_have_a_short_form(name):
    text, _ = read_source(name)
    assert sum(read_plan(text, name, short=True).counts) < sum(read_plan(text, name).counts)


@pytest.mark.parametrize("game", list(GAMES))
def test_a_new_study_can_be_run_as_it_is(game):
    plan = read_plan("\n".join(sketch([game], [], ["greedy"], 5, 40, True, False)), "new")
    assert (plan.seeds.first, plan.seeds.count) == (5, 40)
    assert len(plan.settings) == len(GAMES[game].facts.variants)


def test_a_study_that_is_not_there():
    with pytest.raises(StudyError, match="did you mean devils-square"):
        read_source("devil-square")
    with pytest.raises(StudyError, match=r"can't read '\./none\.toml': no such file"):
        read_source("./none.toml")
