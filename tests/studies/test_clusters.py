"""Clusters as they are started elsewhere: a SLURM that is a script, Kubernetes' containers as processes."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest
import yaml
from benchmarks.service import free_port

from tests.patience import wait_until
from tests.studies.kit import run, small
from tests.studies.test_workers import at_work, check_the_same, started, study

__all__ = ["study"]

ROOT = Path(__file__).parents[2]
SBATCH = """#!/bin/sh
# A SLURM of one machine: a job is a process group, whose number is the job's.
for script; do :; done
cp "$script" "{folder}/job-$$.sh"  # the original is removed as soon as this returns
setsid sh "{folder}/job-$$.sh" > "{folder}/job-$$.log" 2>&1 &
echo $! >> "{folder}/jobs"
echo "Submitted batch job $!"
"""
SCANCEL = '#!/bin/sh\nfor job; do kill -9 -"$job"; done\n'


def read(name: str) -> str:
    return (ROOT / "deploy" / name).read_text()


def jobs(folder: Path) -> list[int]:
    return [int(line) for line in (folder / "jobs").read_text().split()] if (folder / "jobs").exists() else []


@pytest.fixture
def slurm(tmp_path, monkeypatch):
    """A fake scheduler, configured as deploy/slurm.yaml says, but for what this machine has not."""
    for name, script in {"sbatch": SBATCH.format(folder=tmp_path), "scancel": SCANCEL}.items():
        (tmp_path / "bin").mkdir(exist_ok=True)
        (tmp_path / "bin" / name).write_text(script)
        (tmp_path / "bin" / name).chmod(0o755)
    config = read("slurm.yaml").replace("cores: 8", "cores: 1").replace("processes: 8 ", "processes: 1 ")
    (tmp_path / "slurm.yaml").write_text(config)
    monkeypatch.setenv("PATH", f"{tmp_path / 'bin'}:{os.environ['PATH']}")
    monkeypatch.setenv("DASK_CONFIG", str(tmp_path / "slurm.yaml"))
    yield tmp_path
    for job in jobs(tmp_path):
        try:
            os.killpg(job, signal.SIGKILL)
        except ProcessLookupError:
            continue


@pytest.mark.long
def test_a_study_under_slurm(slurm, study, monkeypatch):
    """A job that is ended is asked for again."""
    with started(study, "--cluster", "slurm:2") as process:
        wait_until(lambda: len(at_work(study.parent)) == 2 or process.poll() is not None)
        os.killpg(jobs(slurm)[0], signal.SIGKILL)
        wait_until(lambda: len(jobs(slurm)) == 3 or process.poll() is not None)
        (study.parent / "go").touch()
        _, err = process.communicate()
    assert process.returncode == 0, err
    check_the_same(study, monkeypatch)
    script = next(slurm.glob("job-*.sh")).read_text()
    for wanted in ("#SBATCH --job-name=escapology", "#SBATCH --requeue", "#SBATCH -t 08:00:00", "--death-timeout 120"):
        assert wanted in script


CLUSTER = yaml.safe_load(read("dask-cluster.yaml"))["spec"]


def container(part: str) -> list[str]:
    """What one of its containers runs."""
    (found,) = CLUSTER[part]["spec"]["containers"]
    assert found["image"] in (ROOT / "Dockerfile").read_text()
    return [sys.executable if word == "python" else word for word in (*found["command"], *found["args"])]


def test_the_service_leads_to_the_scheduler():
    service, (scheduler,) = CLUSTER["scheduler"]["service"], CLUSTER["scheduler"]["spec"]["containers"]
    names = {port["name"]: port["containerPort"] for port in scheduler["ports"]}
    assert {port["targetPort"]: port["port"] for port in service["ports"]} == names
    assert scheduler["args"][scheduler["args"].index("--port") + 1] == str(names["tcp-comm"])
    assert re.search(r"^FROM \S+ AS study$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)


@contextmanager
def cluster(workers: int):
    """The scheduler and the workers, as the operator starts them; the address."""
    port = str(free_port())
    address = f"tcp://127.0.0.1:{port}"
    scheduler = [port if word == "8786" else word for word in container("scheduler")]
    commands = [[*scheduler, "--host", "127.0.0.1", "--dashboard-address", "127.0.0.1:0"]]
    for number in range(workers):
        commands.append([f"worker-{number}" if "$(" in word else word for word in container("worker")])
    settings = os.environ | {"DASK_SCHEDULER_ADDRESS": address, "ESCAPOLOGY_PLAIN": "1"}
    running = [
        subprocess.Popen(command, env=settings, stderr=subprocess.DEVNULL, start_new_session=True)
        for command in commands
    ]
    try:
        yield address, running
    finally:
        for process in running:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


@pytest.mark.long
def test_a_study_on_the_containers_of_kubernetes(study, monkeypatch):
    with cluster(2) as (address, _), started(study, "--cluster", address) as process:
        wait_until(lambda: len(at_work(study.parent)) == 2 or process.poll() is not None)
        (study.parent / "go").touch()
        _, err = process.communicate()
    assert process.returncode == 0, err
    check_the_same(study, monkeypatch)


@pytest.mark.long
def test_a_cluster_that_goes_loses_nothing(study, monkeypatch):
    with cluster(1) as (address, running), started(study, "--cluster", address) as process:
        wait_until(lambda: at_work(study.parent) or process.poll() is not None)
        os.kill(running[0].pid, signal.SIGKILL)
        _, err = process.communicate()
    assert process.returncode == 2
    assert re.match(rf"escapology: the cluster {address} is gone; finished work is kept: run the study again", err)
    (study.parent / "go").touch()
    with started(study, "--jobs", "1") as process:
        assert process.wait() == 0
    check_the_same(study, monkeypatch)


@pytest.mark.long
def test_memory_of_the_coordinator_stays_small(tmp_path):
    """A piece takes less than a kilobyte of it: most of that is its name, when all files are listed in the end."""
    import tracemalloc

    text = """
    title = "Many pieces"
    [[games]]
    game = "blank"
    [seeds]
    count = {count}
    piece = 1
    [bots]
    names = ["random"]
    """
    most = []
    for count in (100, 1000):
        run(small(text.format(count=20)), tmp_path / f"warm-{count}")
        tracemalloc.start()
        run(small(text.format(count=count)), tmp_path / str(count))
        most.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert (most[1] - most[0]) / 900 < 1000
