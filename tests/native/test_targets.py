"""The same games on every target: as plain Python, by this processor, and as WebAssembly."""

import os
from importlib.util import find_spec

import numpy as np
import pytest
from benchmarks.javascript import NODE, Call, Job, in_node, in_page, same

from escapology.ahead import main, wasm_of
from escapology.environments.table import ACT, Table, choose, step
from escapology.errors import RuleError
from escapology.games import GAMES
from escapology.middle import new_deal
from escapology.native import Room, RowKernel, over_rows, rule
from escapology.native.wasm import LOADER, make_module
from escapology.playout import Playouts
from escapology.setting import make_setting
from tests.browser import CHROMIUM
from tests.kit import FOLDER
from tests.settings import all_settings, options_at_length

VARIANTS = [
    make_setting(game, variant.name) for game in GAMES.values() for variant in game.facts.variants if game.learning
]


@pytest.fixture
def machine(request):
    """Whatever runs JavaScript here; where changes are checked before they land, that is a browser."""
    if CHROMIUM is None and NODE is not None and "CI" not in os.environ:
        return in_node()
    return request.getfixturevalue("page_of_its_own")


@pytest.fixture
def page_of_its_own(chromium):
    page = chromium.new_page()
    yield in_page(page)
    page.close()


def played(games):
    """How the games of random play ended, told alike by all targets."""
    states = games.states if isinstance(games.states, list) else list(games.states)
    return states, [int(n) for n in games.counts], [int(n) for n in games.won]


@pytest.mark.parametrize("setting", options_at_length(all_settings()), ids=lambda setting: setting.text)
def test_the_same_random_games_on_every_target(setting, machine):
    game = GAMES[setting.game]
    deals = [new_deal(setting, seed) for seed in range(12)]
    plain, compiled, browser = (Playouts(game, deals, plain=plain) for plain in (True, False, False))
    assert plain.run(5) == compiled.run(5) > 12
    done = machine(Job(wasm_of(game), browser.games._asdict(), [Call("playout", 12, {"seed": 5, "most": 1000})]))
    for name, array in browser.games._asdict().items():
        array[:] = done.array(name, array)
    assert played(compiled.games)[1:] == played(plain.games)[1:]
    assert played(browser.games)[1:] == played(plain.games)[1:]
    assert compiled.states() == list(plain.games.states)
    assert browser.states() == compiled.states()


@pytest.mark.parametrize("setting", VARIANTS, ids=lambda setting: setting.text)
def test_the_same_steps_of_environments_in_a_browser(setting, machine):
    game, count, steps = GAMES[setting.game], 10, 60
    tables = [Table(game, setting, count) for _ in range(2)]
    for table in tables:
        for row in range(count):
            table.sow(row, range(100 * row, 100 * row + 32))
        table.columns.over[:] = True  # so the first step deals
    here, there = tables
    chosen, what = np.zeros(count, np.int64), np.full(count, ACT, np.int64)
    module = make_module({
        step(game): {"t": there.columns, "what": what, "chosen": chosen, "limit": 50, "by_points": False},
        choose(): {"t": there.columns, "chosen": chosen, "draw": 1},
    })  # fmt: skip
    arrays = {**there.columns._asdict(), "what": what, "chosen": chosen.copy()}
    calls = []
    for number in range(steps):
        here.go(what, chosen, (0, count), 50)
        here.choose(chosen, number, (0, count))
        calls += [Call("step", count, {"limit": 50, "by_points": 0}), Call("choose", count, {"draw": number})]
    done = machine(Job(module, arrays, calls))
    assert here.columns.used.min() >= 1
    for name, array in {**here.columns._asdict(), "chosen": chosen}.items():
        assert same(done.array(name, array), array), name


@rule
def divide(i, numbers, by, out):
    out[0] = numbers[i]
    numbers[i] = out[0] // by


DIVIDE = RowKernel("divide", divide, (Room(1, "i8"),))


def check_rows_numbers_and_faults(machine):
    numbers = np.arange(40, dtype=np.int64)
    module = make_module({DIVIDE: {"numbers": numbers, "by": 1}})
    arrays = {"numbers": numbers}
    done = machine(Job(module, arrays, [Call("divide", 30, {"by": 3}), Call("divide", 10, {"by": -2})]))
    expected = numbers.copy()
    for end, by in ((30, 3), (10, -2)):
        over_rows(DIVIDE, is_plain=False)(0, end, expected, by)
    assert done.array("numbers", numbers).tolist() == expected.tolist()
    assert expected.tolist()[9] == -2  # rounded down, as Python does
    with pytest.raises(Exception, match="divide failed in rows 0 to 1"):
        machine(Job(module, arrays, [Call("divide", 2, {"by": 0})]))
    with pytest.raises(Exception, match="divide needs by"):
        machine(Job(module, arrays, [Call("divide", 2, {})]))


def test_rows_numbers_and_faults_in_a_browser(page_of_its_own):
    check_rows_numbers_and_faults(page_of_its_own)


@pytest.mark.skipif(NODE is None, reason="there is no Node here; the browser does the same")
def test_rows_numbers_and_faults_in_node():
    check_rows_numbers_and_faults(in_node())


def test_rows_begin_and_end_where_they_should():
    for is_plain in (True, False):
        numbers = [8] * 6 if is_plain else np.full(6, 8)
        over_rows(DIVIDE, is_plain=is_plain)(2, 4, numbers, 2)
        assert list(numbers) == [8, 8, 4, 4, 8, 8]


def test_what_is_no_rule_is_told_in_a_line():
    def helper(x):
        return x

    @rule
    def forgetful(i, numbers):
        numbers[i] = helper(i)

    with pytest.raises(RuleError, match="is no rule itself: put @rule above it"):
        make_module({RowKernel("forgetful", forgetful): {"numbers": np.zeros(3, np.int64)}})


def test_a_module_is_kept_and_made_anew_when_its_arguments_change(tmp_path, monkeypatch):
    monkeypatch.setattr("escapology.native.cache.cache_home", lambda: tmp_path)
    first = make_module({DIVIDE: {"numbers": np.zeros(3, np.int64), "by": 1}})
    kept = {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.wasm")}
    assert len(kept) == 1
    assert make_module({DIVIDE: {"numbers": np.ones(5, np.int64), "by": 7}}) == first
    assert {path: path.stat().st_mtime_ns for path in tmp_path.rglob("*.wasm")} == kept
    assert make_module({DIVIDE: {"numbers": np.zeros(3, np.int32), "by": 1}}) != first


def test_arguments_need_names_of_their_own():
    twice = Playouts(GAMES["blank"], []).games
    with pytest.raises(ValueError, match="two arguments of divide are called 'deals'"):
        make_module({DIVIDE: {"t": twice, "deals": twice.deals}})


def test_games_are_written_to_a_folder(tmp_path, capsys):
    main(["wasm", str(tmp_path / "new"), "blank"])
    assert (tmp_path / "new" / "blank.wasm").read_bytes() == wasm_of(GAMES["blank"])
    assert (tmp_path / "new" / LOADER.name).read_text() == LOADER.read_text()
    assert capsys.readouterr().out.startswith(str(tmp_path / "new" / "blank.wasm"))
    with pytest.raises(SystemExit):
        main(["wasm", str(tmp_path), "golf"])
    assert "there is no game 'golf'; there are devils-square" in capsys.readouterr().err


def test_the_example_of_the_document_runs(capsys):
    document = (FOLDER.parent / "docs" / "targets.md").read_text()
    code = document.partition("```python\n")[2].partition("```")[0]
    exec(code, {"__name__": "__main__"})
    assert capsys.readouterr().out.strip() == code.partition("print(")[2].partition("# ")[2].strip()


@pytest.mark.skipif(find_spec("numba_cuda") is not None, reason="the compiler for GPUs is here")
def test_without_the_compiler_for_gpus_one_is_told_where_to_get_it(tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        main(["ptx", str(tmp_path), "blank"])
    assert ended.value.code == 1
    assert capsys.readouterr().err == "kernels for GPUs need a compiler: pip install 'escapology[gpu]'\n"
