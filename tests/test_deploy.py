"""What the Dockerfile, the systemd unit and docs/operating.md say is there."""

import re
import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from escapology.web import Config, SqlStore
from escapology.web.config import Limits
from escapology.web.guard.rates import RATES
from escapology.web.plays.quota import MOST_GAMES, MOST_OF_PLAYER
from escapology.web.server.reading import MOST_FIELDS, MOST_OF_FIELDS
from escapology.web.store import Deadlines
from tests.shell import Shell

ROOT = Path(__file__).parent.parent
FILES = ("Dockerfile", "deploy/escapology.service", "docs/operating.md")


def read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("name", FILES)
def test_commands_and_options_exist(name: str, shell: Shell) -> None:
    text = re.sub(r"\\\n\s*", " ", read(name)).replace('", "', " ")
    found = re.findall(r"escapology (serve|warm)\b([^;\n|&`]*)", text)
    assert found
    for command, rest in found:
        known = shell.good(command, "--help")
        for option in re.findall(r"--[a-z][a-z-]*", rest):
            assert option in known, f"{command} {option}"


def test_every_option_of_serve_is_told(shell: Shell) -> None:
    options = set(re.findall(r"^ +(--[a-z-]+)", shell.good("serve", "--help"), re.MULTILINE)) - {"--help"}
    assert len(options) > 12
    assert {option for option in options if f"`{option}`" not in read("docs/operating.md")} == set()


def test_what_the_image_is_made_from_is_there() -> None:
    lines = re.findall(r"^COPY (?!--from)(.+) \S+$", read("Dockerfile"), re.MULTILINE)
    wanted = {name for line in lines for name in line.split()}
    assert "src" in wanted
    assert {name for name in wanted if not (ROOT / name).exists()} == set()
    kept = read(".dockerignore").splitlines()
    assert {line.removeprefix("!") for line in kept if line.startswith("!")} == wanted


def test_the_image_compiles_every_game() -> None:
    assert re.search(r"^USER .+^RUN escapology warm$.+^ENTRYPOINT", read("Dockerfile"), re.MULTILINE | re.DOTALL)


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd here")
def test_systemd_takes_the_unit(tmp_path: Path) -> None:
    unit = tmp_path / "escapology.service"
    unit.write_text(read("deploy/escapology.service").replace("/opt/escapology/bin/escapology", "/bin/true"))
    done = subprocess.run(["systemd-analyze", "verify", str(unit)], capture_output=True, text=True, check=False)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "escapology.service" in line]) == (0, [])


def test_limits_are_told_as_they_are() -> None:
    text = read("docs/operating.md")
    for what, rate in RATES.items():
        each = rate.per_second
        then = f"{each:g} a second" if each >= 1 else f"1 in {1 / each:g} seconds"
        assert f"| {what} | {rate.burst} | {then} | {rate.factor} times |" in text
    limits = Limits()
    for told in (
        f"| is there after {limits.head:g} seconds, or the connection is closed; all of a body after {limits.body:g} |",
        f"| is cut off if the client takes nothing of it for {limits.taking:g} seconds |",
        f"| is closed after {limits.idle} seconds |",
        f"| {limits.connections_each}, then its own are closed to make room.",
        f"| {limits.waits_of_player} requests of a player, {limits.waits_each} of an address, {limits.waits} of a proc",
    ):
        assert told in text
    assert f"| {MOST_FIELDS}, with {MOST_OF_FIELDS:,} bytes together, cookies included |" in text
    assert f"{MOST_GAMES:,} games with {MOST_OF_PLAYER // 1_000_000} MB together" in text
    deadlines = Deadlines()
    assert f"requests wait {deadlines.statement:g} seconds at most ({deadlines.connect} for a new connection" in text
    assert f"within the last {deadlines.disk:g} seconds" in text
    assert f"reads from it every {Config().pulse:g} seconds" in text


def test_a_back_up_is_made_while_games_go_on(tmp_path: Path) -> None:
    statement = re.search(r'sqlite3 \S+ "(VACUUM INTO )\'', read("docs/operating.md"))[1]
    store = SqlStore(tmp_path / "plays.sqlite")
    known = store.renew_recovery("somebody")
    with sqlite3.connect(tmp_path / "plays.sqlite") as connection:
        connection.execute(f"{statement} '{tmp_path / 'backup.sqlite'}'")
    connection.close()
    store.close()
    restored = SqlStore(tmp_path / "backup.sqlite")
    assert restored.recovery("somebody") == known
    restored.close()


def test_the_unit_bounds_memory() -> None:
    """And says so where operators read; a solver that is ended for it does not end the service."""
    unit = dict(re.findall(r"^(\w+)=(.*)$", read("deploy/escapology.service"), re.MULTILINE))
    assert unit["OOMPolicy"] == "continue"
    for name in ("MemoryHigh", "MemoryMax"):
        assert f"`{name}={unit[name]}`" in read("docs/operating.md")
