"""Networks that were trained, as compiled code runs them, and the bots that play by them."""

from pathlib import Path

import numpy as np
import pytest

from escapology.environments import Environments
from escapology.errors import SettingError
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_moves, new_deal, play_move, start_state
from escapology.native import compile_kernel
from escapology.setting import make_setting, parse_setting
from escapology.solve.bots import make_bot, play_game
from escapology.solve.learned import players
from escapology.solve.learned.features import AT_LEAST, IS, features_of
from escapology.solve.learned.network import Network, make_room, read_network, run_network, write_network
from escapology.verdict import Effort

SEEN = ("devils-square", "lab-rats", "not-alone", "blank/long")
WEIGHTS = sorted((Path(players.__file__).parent / "weights").glob("*.npz"))


def learning_of(name):
    return GAMES[parse_setting(name, GAMES).game].learning


def random_network(learning, wide=16, each=8, layers=3, blocks=2, seed=1) -> Network:
    """One that nobody has trained."""
    features, chance = features_of(learning), np.random.default_rng(seed)
    each, layers = (each, layers) if features.spaces else (0, 0)

    def some(*shape):
        return (chance.standard_normal(shape) / 3).astype(np.float32)

    local = -1
    if features.spaces:
        counts = [some.count for some in learning.actions]
        local = sum(counts[: counts.index(features.spaces)])
    return Network(
        some(features.flat, wide), some(wide), some(features.each, each), some(features.spaces, each), some(wide, each),
        some(layers, 5, each, each), some(layers, each), some(wide + 3 * each, wide), some(wide),
        some(blocks, wide, wide), some(blocks, wide), some(wide, learning.action_count), some(learning.action_count),
        some(each), np.array([local]), some(wide), some(1),
    )  # fmt: skip


def positions(name, count=24):
    """Observations of games that are under way."""
    games = Environments(count, setting=name, threads=1)
    games.reset(seed=1)
    for step in range(count):
        games.step(games.random_actions(step))
    return games.observations.copy()


def features_by_hand(learning, row):
    """What the tables say, written the slow way."""
    f, near = features_of(learning), features_of(learning).nearby
    numbers = [int(number) for number in row]
    if near.you >= 0:
        you = numbers[near.you] if numbers[near.you] < near.squares else 0
        start = you // near.group * near.group
        more = []
        for first, stride, offset, is_less in zip(near.first, near.stride, near.offset, near.is_less, strict=True):
            square = start + offset
            inside = 0 <= square < near.squares
            less = row[first + you * stride] if is_less else 0
            more.append(int(row[first + square * stride]) - int(less) if inside else 0)
        numbers += [*more, you - start]
    found = []
    for column, value, scale, mode in zip(f.column, f.value, f.scale, f.mode, strict=True):
        number = numbers[column]
        found.append({IS: number == value, AT_LEAST: number >= value}.get(mode, (number - value) * scale))
    return np.array(found, float)


def run_by_hand(learning, network, row):
    """The network in products of matrices: (what actions are worth, how likely a win is)."""
    f, seen = features_of(learning), features_by_hand(learning, row)
    weights = Network(*(np.asarray(each, float) for each in network))
    wide = np.maximum(seen[: f.flat] @ weights.embed + weights.embed_bias, 0)
    here = np.zeros((f.spaces, weights.space.shape[1]))
    if f.spaces:
        here = seen[f.flat :].reshape(f.spaces, f.each) @ weights.space + weights.position + wide @ weights.spread
        here = np.maximum(here, 0)
        ways = row[f.ways : f.ways + 4 * f.spaces].reshape(f.spaces, 4)
        for layer, bias in zip(weights.layers, weights.layers_bias, strict=True):
            after = here + bias + here @ layer[0]
            for x in range(f.spaces):
                for way, step in enumerate((-f.wide, 1, f.wide, -1)):
                    if ways[x, way]:
                        after[x] += here[x + step] @ layer[1 + way]
            here = np.maximum(after, 0)
        you = row[f.you] - 1
        own = here[you] if 0 <= you < f.spaces else np.zeros(here.shape[1])
        joined = np.concatenate([wide, own, here.mean(0), here.max(0)])
        wide = np.maximum(joined @ weights.join + weights.join_bias, 0)
    for block, bias in zip(weights.blocks, weights.blocks_bias, strict=True):
        wide = np.maximum(wide + wide @ block + bias, 0)
    logits = wide @ weights.policy + weights.policy_bias
    if f.spaces:
        first = int(network.local_first[0])
        logits[first : first + f.spaces] += here @ weights.local
    return logits, wide @ weights.value + weights.value_bias[0]


@pytest.mark.parametrize("name", SEEN)
def test_compiled_code_runs_a_network_as_products_of_matrices_do(name) -> None:
    learning = learning_of(name)
    network, features = random_network(learning), features_of(learning)
    room = make_room(features, network, learning.size)
    run = compile_kernel(run_network)
    for row in positions(name):
        chance = run(row, features, network, room)
        logits, expected = run_by_hand(learning, network, row)
        assert np.allclose(room.logits, logits, atol=1e-3, rtol=1e-3)
        assert chance == pytest.approx(expected, abs=1e-3, rel=1e-3)


@pytest.mark.parametrize("name", ["devils-square", "not-alone"])
def test_rules_run_plain_say_the_same(name) -> None:
    learning = learning_of(name)
    network, features = random_network(learning, wide=6, each=4, layers=1, blocks=1), features_of(learning)
    room = make_room(features, network, learning.size)
    row = positions(name)[3]
    chance = run_network(row, features, network, room)
    logits, expected = run_by_hand(learning, network, row)
    assert np.allclose(room.logits, logits, atol=1e-3)
    assert chance == pytest.approx(expected, abs=1e-3)


def test_features_without_board_and_course_are_those_of_flat_observations() -> None:
    learning = learning_of("devils-square")
    games = Environments(8, setting="devils-square", observations="flat", threads=1)
    seen, _ = games.reset(seed=1)
    for row, flat in zip(games.observations, seen["features"], strict=True):
        assert np.allclose(features_by_hand(learning, row), flat)


def test_a_file_holds_a_network(tmp_path) -> None:
    network = random_network(learning_of("not-alone"))
    for name in ("one", "two"):
        write_network(tmp_path / f"{name}.npz", network, {"settings": ["not-alone"]})
    assert (tmp_path / "one.npz").read_bytes() == (tmp_path / "two.npz").read_bytes()
    found, about = read_network(tmp_path / "one.npz")
    assert about == {"settings": ["not-alone"]}
    for name, weights in network._asdict().items():
        kept = getattr(found, name)
        assert kept.shape == weights.shape
        assert np.allclose(kept, weights, atol=np.abs(weights).max(initial=0) / 200), name


def test_all_networks_take_two_megabytes() -> None:
    assert sum(file.stat().st_size for file in WEIGHTS) <= 2_000_000


@pytest.mark.parametrize("file", WEIGHTS, ids=lambda file: file.stem)
def test_a_network_fits_its_game(file) -> None:
    network, about = read_network(file)
    for text in about["settings"]:
        setting = parse_setting(text, GAMES)
        assert players.network_file(make_setting(GAMES[setting.game], setting.variant)) == file
        learning, features = GAMES[setting.game].learning, features_of(GAMES[setting.game].learning)
        assert network.embed.shape[0] == features.flat
        assert network.space.shape[0] == features.each
        assert network.policy.shape[1] == learning.action_count


@pytest.fixture
def untrained(tmp_path, monkeypatch):
    """Networks of all games that nobody has trained."""
    for name in ("devils-square", "lab-rats", "dont-let-them-get-you", "not-alone", "blank"):
        game = GAMES[name]
        settings = [f"{name}/{variant.name}" for variant in game.facts.variants]
        write_network(tmp_path / f"{name}.npz", random_network(game.learning), {"settings": settings})
    monkeypatch.setattr(players, "_FOLDER", tmp_path)


def start(text, seed):
    setting = parse_setting(text, GAMES)
    deal = new_deal(setting, seed)
    return GAMES[setting.game], deal, start_state(GAMES[setting.game], deal)


@pytest.mark.usefixtures("untrained")
@pytest.mark.parametrize("name", ["learned", "learned-ahead"])
@pytest.mark.parametrize(
    "text", ["devils-square", "lab-rats", "lab-rats/hard", "dont-let-them-get-you", "not-alone/even"]
)
def test_they_play_whole_games(text, name) -> None:
    game, deal, _ = start(text, 7)
    outcome = play_game(game, deal, make_bot(name, Effort(worlds=2)), Luck(1))
    again = play_game(game, deal, make_bot(name, Effort(worlds=2)), Luck(1))
    assert outcome.record.moves == again.record.moves
    assert outcome.record.moves


@pytest.mark.usefixtures("untrained")
@pytest.mark.parametrize("name", ["learned", "learned-ahead"])
@pytest.mark.parametrize("text", ["devils-square", "lab-rats/hard", "dont-let-them-get-you", "not-alone"])
def test_they_see_nothing_that_is_hidden(text, name) -> None:
    game, deal, state = start(text, 3)
    chance = Luck(5)
    for turn in range(12):
        worlds = [
            (deal, state),
            *(game.knowledge.redraw(*game.knowledge.observe(deal, state), Luck(k)) for k in (1, 2)),
        ]
        for world, _ in worlds[1:]:
            world.setting = deal.setting
        chosen = [
            list(make_bot(name, Effort(worlds=2))(game, dealt, standing, Luck(turn))) for dealt, standing in worlds
        ]
        assert chosen[0] == chosen[1] == chosen[2]
        moves = legal_moves(game, deal, state)
        state = play_move(game, deal, state, moves[chance.below(len(moves))])
        if not legal_moves(game, deal, state):
            break


@pytest.mark.usefixtures("untrained")
def test_they_go_back_to_no_position_while_there_is_another() -> None:
    game, deal, state = start("lab-rats", 2)
    bot, seen = make_bot("learned", Effort(worlds=1)), []
    for _ in range(60):
        if not legal_moves(game, deal, state):
            break
        seen.append(repr(state))
        fresh = [
            move for move in legal_moves(game, deal, state) if repr(play_move(game, deal, state, move)) not in seen
        ]
        (move,) = bot(game, deal, state, Luck(1))
        assert not fresh or move in fresh
        state = play_move(game, deal, state, move)
    assert len(seen) > 3


def test_what_nobody_has_learned_can_not_be_played() -> None:
    game, deal, state = start("kidnap-machine", 1)
    with pytest.raises(SettingError, match="no bot has learned Kidnap Machine"):
        make_bot("learned", Effort(worlds=1))(game, deal, state, Luck(1))


@pytest.mark.parametrize(("text", "least"), [("lab-rats", 4), ("lab-rats/hard", 4), ("dont-let-them-get-you", 2)])
def test_what_was_learned_wins_games(text, least) -> None:
    """Of 20 deals; by luck a single one is hardly ever won."""
    won = 0
    for seed in range(20):
        game, deal, _ = start(text, seed)
        won += play_game(game, deal, make_bot("learned", Effort(worlds=1)), Luck(1)).is_won
    assert won >= least


@pytest.mark.parametrize("text", ["devils-square", "not-alone"])
def test_where_no_network_comes_with_the_package_it_says_so(text) -> None:
    game, deal, state = start(text, 1)
    with pytest.raises(SettingError, match=f"no bot has learned {game.title}"):
        make_bot("learned", Effort(worlds=1))(game, deal, state, Luck(1))
