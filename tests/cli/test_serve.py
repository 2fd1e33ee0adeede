"""`escapology serve`, as far as it goes without serving."""

import socket

import pytest

from tests.shell import Shell

SECRET = "s" * 40


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.setattr("platformdirs.user_data_dir", lambda _: str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    for name in ("ESCAPOLOGY_SECRET", "ESCAPOLOGY_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path


def test_check_says_what_it_would_do(shell: Shell, data) -> None:
    told = shell.good("serve", "--check", "--port", "8123", "--root-path", "/games/", "--allowed-host", "games.example")
    assert told.splitlines() == [
        "address   http://127.0.0.1:8123/games/",
        "names     games.example, 127.0.0.1, localhost, [::1]",
        "proxies   none trusted",
        f"database  {data}/data/plays.sqlite: ok",
        f"secret    {data}/data/secret",
    ]
    assert (data / "data" / "plays.sqlite").exists()


def test_the_secret_is_from_a_file_or_the_environment_or_beside_the_database(shell: Shell, data, monkeypatch) -> None:
    assert "secret    other/secret" in shell.good("serve", "--check", "--database", "other/plays.sqlite")
    monkeypatch.setenv("ESCAPOLOGY_SECRET", SECRET)
    told = shell.good("serve", "--check")
    assert "secret    environment variable ESCAPOLOGY_SECRET" in told
    (data / "mine").write_text(SECRET)
    told = shell.good("serve", "--check", "--secret-file", "mine")
    assert "secret    mine" in told
    assert SECRET not in told


def test_the_database_may_stand_in_the_environment(shell: Shell, monkeypatch) -> None:
    monkeypatch.setenv("ESCAPOLOGY_DATABASE", "here.sqlite")
    assert "database  here.sqlite: ok" in shell.good("serve", "--check")


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["--port", "70000"], "'70000' is not a whole number from 0 to 65535"),
        (["--processes", "0"], "not a whole number from 1 to 64"),
        (["--root-path", "games"], "write one such as /games"),
        (["--root-path", "/a b"], "write one such as /games"),
        (["--root-path", "/play"], "one of the app's own pages"),
        (["--root-path", "/api/games"], "one of the app's own pages"),
        (["--trusted-proxy", "everyone"], "write one such as 127.0.0.1 or 10.0.0.0/8"),
        (["--secret-file", "nowhere"], "can't be read"),
        (["--log-level", "loud"], "loud"),
        (["--database", "/dev/null/plays.sqlite"], "/dev/null"),
        (
            ["--host", "0.0.0.0", "--database", "postgresql+psycopg://u:p@nowhere/x"],
            "with this database a secret is required",
        ),
        (["--nonsense"], "no such option"),
    ],
)
def test_bad_options_are_one_clear_line(shell: Shell, args, message) -> None:
    assert message in shell.bad("serve", "--check", *args).lower()


@pytest.mark.parametrize("args", [["--database", "mine/notes"], ["--database", "mine/new", "--root-path", "x y"]])
def test_what_is_refused_leaves_nothing_behind(shell: Shell, data, args) -> None:
    (data / "mine").mkdir()
    (data / "mine" / "notes").write_text("no database at all, but notes of mine")
    shell.bad("serve", "--check", *args)
    shell.bad("serve", *args)
    assert [file.name for file in data.rglob("*")] == ["mine", "notes"]


def test_a_taken_port_is_one_clear_line(shell: Shell) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = str(listener.getsockname()[1])
        assert f"can't listen on 127.0.0.1, port {port}" in shell.bad("serve", "--port", port)
