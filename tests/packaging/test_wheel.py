"""The wheel holds what it should, and plays where there is nothing else but what it asks for."""

import json
import re
import zipfile
from collections.abc import Callable
from pathlib import Path
from urllib.request import urlopen

import pytest

import escapology
from tests.packaging.environment import Environment, build, pip
from tests.packaging.project import ROOT, RUNNING, needed

EXAMPLE = (ROOT / "src/escapology/games/devils_square/EXAMPLE.txt").read_text()
PATIENCE = 300  # seconds for what takes one: a busy machine is no failure
TERMINATED = 143  # 128 + SIGTERM
EASY = "blank: 5 2 1 3 4 6"
IMPORT_ALL = """
import importlib, pkgutil, escapology
for module in pkgutil.walk_packages(escapology.__path__, "escapology."):
    if not module.name.endswith(("__main__", "learners.ppo")):  # the latter needs PyTorch, which is hardly ever there
        importlib.import_module(module.name)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return build(tmp_path_factory.mktemp("wheel"), "wheel")


def contents(wheel: Path) -> dict[str, bytes]:
    with zipfile.ZipFile(wheel) as opened:
        return {name: opened.read(name) for name in opened.namelist()}


def play_in_the_terminal(there: Environment) -> None:
    assert there.good("escapology", "--version") == f"escapology {escapology.__version__}\n"
    listed = map(json.loads, there.good("escapology", "games", "--json").splitlines())
    assert {"devils-square", "lab-rats"} < {facts["game"] for facts in listed}
    line, _, moves = EXAMPLE.partition("\n")
    played = there.good("escapology", "play", "--text", "--deal", line, given="\n".join(moves.split()))
    assert "won" in played.splitlines()[-2]
    assert there.good("escapology", "rules", "lab-rats").startswith("# ")


def play_in_the_browser(there: Environment) -> None:
    with there.start("escapology", "play", "--no-browser", "--port", "0") as running:
        try:
            assert running.stdout
            found = re.search(r"http://\S+/", running.stdout.readline())
            assert found
            for path, wanted in (
                ("", "Lab Rats"), ("new/devils-square", "<form"), ("rules/lab-rats", "LR1"),
                ("static/board.js", "import"),
            ):  # fmt: skip
                with urlopen(found[0] + path, timeout=PATIENCE) as page:
                    assert wanted in page.read().decode()
        finally:
            running.terminate()
        assert running.wait(PATIENCE) == TERMINATED


def try_out(there: Environment) -> None:
    """Play a game, look at pages, have a deal decided by compiled rules, print; nothing that we import is missing."""
    there.good("python", "-c", IMPORT_ALL)
    play_in_the_terminal(there)
    play_in_the_browser(there)
    assert there.good("escapology", "solve", "-", given=EASY).startswith("winnable")
    assert "database  " in there.good("escapology", "serve", "--check")
    for what in ("aid", "rules"):
        assert there.good("escapology", "print", what, "kidnap-machine").startswith(
            f"wrote kidnap-machine-{what}.pdf: "
        )


def test_the_wheel_holds_the_package_and_nothing_else(wheel: Path) -> None:
    sources = ROOT / "src"
    wanted = {
        path.relative_to(sources).as_posix()
        for path in sources.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    held = {name for name in contents(wheel) if ".dist-info/" not in name}
    assert held == wanted
    for kind in (
        "RULES.md",
        "EXAMPLE.txt",
        "houses/*.json",
        "paper/*.typ",
        "templates/*.html",
        "static/*.js",
        "migrations/m*.py",
        "py.typed",
    ):
        assert any(Path(name).match(kind) for name in held), kind


def test_the_wheel_has_the_licence_and_the_notice(wheel: Path) -> None:
    info = f"escapology-{escapology.__version__}.dist-info"
    for name in ("LICENSE", "NOTICE"):
        assert contents(wheel)[f"{info}/licenses/{name}"] == (ROOT / name).read_bytes()


def test_the_wheel_plays_without_any_extra_and_then_with_all(wheel: Path, tmp_path: Path) -> None:
    there = Environment(tmp_path)
    there.install_alone(wheel)
    there.lend(needed())
    play_in_the_terminal(there)
    for args, extra in (
        (("solve", EASY), "native"),
        (("play",), "web"),
        (("serve", "--check"), "web"),
        (("print", "aid", "blank"), "print"),
    ):
        done = there.run("escapology", *args)
        assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
        assert f"pip install 'escapology[{extra}]'" in done.stderr
    there.lend(needed("all"))
    try_out(there)


def install_pinned(there: Environment, wheel: Path) -> None:
    """As docs/operating.md says."""
    there.install(f"{wheel}[all]", "--constraint", str(ROOT / "constraints.txt"))


def install_lowest(there: Environment, wheel: Path) -> None:
    """With the oldest versions that pyproject.toml allows."""
    lowest = there.folder / "lowest.txt"
    lowest.write_text("".join(f"{one.name}{one.specifier}\n".replace(">=", "==") for one in RUNNING))
    there.install(f"{wheel}[all]", "--constraint", str(lowest))


def install_hashed(there: Environment, wheel: Path) -> None:
    """As the Dockerfile does it."""
    hashes = str(ROOT / "deploy" / "requirements.txt")
    there.install("--require-hashes", "--only-binary", ":all:", "--requirement", hashes)
    there.install_alone(wheel)


@pytest.mark.long
@pytest.mark.parametrize("install", [install_pinned, install_lowest, install_hashed])
def test_the_wheel_plays_where_pip_installs_it(
    wheel: Path, tmp_path: Path, install: Callable[[Environment, Path], None]
) -> None:
    there = Environment(tmp_path, pip=True)
    install(there, wheel)
    assert there.good("pip", "check") == "No broken requirements found.\n"
    try_out(there)


@pytest.mark.long
def test_the_sdist_makes_the_same_wheel(wheel: Path, tmp_path: Path) -> None:
    sdist = build(tmp_path / "sdist", "sdist")
    pip("wheel", "--no-index", "--no-deps", "--no-build-isolation", "--wheel-dir", str(tmp_path / "again"), str(sdist))
    (again,) = (tmp_path / "again").iterdir()
    assert contents(again) == contents(wheel)
