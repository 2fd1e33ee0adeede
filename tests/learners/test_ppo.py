"""The reference trainer, which needs PyTorch (extra `learn`). What it leaves behind is tested in `tests/solve`."""

import json

import numpy as np
import pytest

torch = pytest.importorskip("torch")

from escapology.environments import Environments  # noqa: E402
from escapology.games import GAMES  # noqa: E402
from escapology.learners import ppo  # noqa: E402
from escapology.solve.learned.features import features_of  # noqa: E402
from escapology.solve.learned.network import make_room, read_network, run_network  # noqa: E402

SMALL = [
    "--games",
    "32",
    "--round",
    "8",
    "--piece",
    "128",
    "--wide",
    "8",
    "--blocks",
    "1",
    "--each",
    "4",
    "--layers",
    "1",
]


def trained(folder, *arguments):
    options = ppo._parser().parse_args([*arguments, *SMALL, "--deals", "8", "--device", "cpu", "--to", str(folder)])
    options.threads = 1
    return ppo.train(options)


@pytest.mark.parametrize("name", ["devils-square", "lab-rats", "not-alone", "blank"])
def test_the_network_that_is_kept_is_the_one_that_was_trained(name, tmp_path) -> None:
    trained(tmp_path, name, "--steps", "256")
    learning = GAMES[name].learning
    learner = ppo.Learner(learning, 8, 1, 4, 1)
    learner.load_state_dict(torch.load(tmp_path / "checkpoint.pt", weights_only=True)["learner"])
    network, about = read_network(tmp_path / "network.npz")
    assert about["settings"] == [name]
    games = Environments(16, setting=name, threads=1)
    games.reset(seed=1)
    for step in range(9):
        _, _, _, _, info = games.step(games.random_actions(step))
    with torch.no_grad():
        logits, values = learner(torch.from_numpy(games.observations), torch.from_numpy(info["action_mask"]))
    room = make_room(features_of(learning), network, learning.size)
    for k, row in enumerate(games.observations):
        value = run_network(row, features_of(learning), network, room)
        legal = info["action_mask"][k] == 1
        assert np.allclose(room.logits[legal], logits[k].numpy()[legal], atol=0.05)
        assert value == pytest.approx(float(values[k]), abs=0.05)
        assert (logits[k].numpy()[~legal] < -1e8).all()


def test_it_goes_on_where_it_stopped(tmp_path) -> None:
    first = trained(tmp_path, "blank", "blank/long", "--steps", "512")
    second = trained(tmp_path, "blank", "blank/long", "--steps", "1024")
    assert (first["steps"], second["steps"]) == (512, 1024)
    lines = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert [line["steps"] for line in lines if line in (first, second)] == [512, 1024]
    assert set(second["won_of_deals"]) == {"blank", "blank/long"}


@pytest.mark.long
def test_it_learns(tmp_path) -> None:
    """Blank's long variant is won by luck once in a hundred games; a tenth is won after a little practice."""
    options = ppo._parser().parse_args(
        ["blank/long", "--to", str(tmp_path), "--steps", "200000", "--games", "256", "--wide", "32", "--deals", "500",
         "--entropy", "0.03", "--piece", "1024", "--discount", "1", "--rate", "2e-3", "--device", "cpu"]
    )  # fmt: skip
    options.threads = 1
    assert ppo.train(options)["won"] > 0.05


def test_progress_is_read_from_the_command_line() -> None:
    learning = GAMES["devils-square"].learning
    seen = torch.zeros((1, learning.size), dtype=torch.int8)
    seen[0, :5], seen[0, 64] = 1, 3
    assert float(ppo.Progress.read("cards=1:0.1", learning).of(seen)[0]) == pytest.approx(0.5)
    assert float(ppo.Progress.read("books:0.5", learning).of(seen)[0]) == pytest.approx(1.5)
    with pytest.raises(SystemExit, match="no array is called pages"):
        ppo.Progress.read("pages:1", learning)


def test_advantages_end_with_the_game() -> None:
    def rows(*numbers):
        return torch.tensor(numbers, dtype=torch.float32)[:, None]

    nothing = rows(0, 0, 0)
    over, counts = rows(0, 1, 0) == 1, rows(1, 1, 0) == 1
    batch = ppo.Batch(nothing, nothing, nothing, nothing, rows(0.5, 0.25, 0.1), rows(0, 1, 0), over, counts)
    found = ppo.advantages(batch, torch.tensor([0.7]), 0.9, 0.5)[:, 0].tolist()
    assert found == pytest.approx([0.9 * 0.25 - 0.5 + 0.45 * 0.75, 0.75, 0.9 * 0.7 - 0.1])
