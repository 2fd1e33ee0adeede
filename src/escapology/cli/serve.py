"""`escapology serve`: run the web app for many players."""

from __future__ import annotations

import ipaddress
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, Literal

import typer

from escapology.cli.inputs import whole
from escapology.cli.play import need_web
from escapology.errors import SettingError, shorten

if TYPE_CHECKING:
    from escapology.web.config import Config

__all__ = ["serve"]

_LOOPBACK: Final = ("127.0.0.1", "localhost", "::1")
_Port = Annotated[int, typer.Option(parser=whole(0, 65535), metavar="N", help="Port; 0 picks a free one.")]


def serve(  # noqa: PLR0913, PLR0917 - one for each option
    host: Annotated[str, typer.Option(metavar="ADDRESS", help="Address to listen on; 0.0.0.0 for all.")] = "127.0.0.1",
    port: _Port = 8000,
    database: Annotated[
        str | None,
        typer.Option(
            metavar="URL|FILE",
            envvar="ESCAPOLOGY_DATABASE",  # a command line, and a password in it, is seen by all on the machine
            help="A SQLite file, or postgresql+psycopg://…. Default: the file that play uses.",
        ),
    ] = None,
    root_path: Annotated[str, typer.Option(metavar="PATH", help="URL prefix of all pages, such as /games.")] = "",
    allowed_host: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME", help="Host name that browsers may use. Repeatable."),
    ] = None,
    trusted_proxy: Annotated[
        list[str] | None,
        typer.Option(
            metavar="ADDRESS",
            help="Trust X-Forwarded-For and X-Forwarded-Proto from this address. Repeatable.",
        ),
    ] = None,
    https: Annotated[
        bool, typer.Option("--https", help="Served over HTTPS only: set Secure cookies and send HSTS.")
    ] = False,
    secret_file: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Secrets, one per line: the first signs, the others are still accepted."),
    ] = None,
    processes: Annotated[int, typer.Option(parser=whole(1, 64), metavar="N", help="Number of server processes.")] = 1,
    solver_workers: Annotated[
        int | None,
        typer.Option(
            parser=whole(1, 256),
            metavar="N",
            help="Solver processes per server process. Default: one less than CPU cores.",
        ),
    ] = None,
    solver_memory: Annotated[
        int, typer.Option(parser=whole(1024, 1_000_000), metavar="MB", help="Memory limit of each solver process.")
    ] = 2048,
    expire_days: Annotated[
        int,
        typer.Option(
            parser=whole(0, 100_000),
            metavar="N",
            help="Delete the games of players without a recovery link who have not played for N days; 0 for never.",
        ),
    ] = 400,
    metrics_port: Annotated[
        int | None,
        typer.Option(parser=whole(0, 65535), metavar="N", help="Port for Prometheus metrics. Default: none."),
    ] = None,
    metrics_host: Annotated[
        str, typer.Option(metavar="ADDRESS", help="Address for metrics; keep it private.")
    ] = "127.0.0.1",
    log_level: Annotated[Literal["info", "warning", "error"], typer.Option(help="Lowest level to log.")] = "info",
    check: Annotated[
        bool, typer.Option("--check", help="Check the configuration, upgrade the database, and exit.")
    ] = False,
) -> Iterator[str]:
    """Run the web app and its API for many players.

    Meant to run behind a reverse proxy. Cookies are signed with the secret from --secret-file, or from the environment
    variable ESCAPOLOGY_SECRET, or with one that is created and kept beside the SQLite file. Logs go to standard error,
    one JSON object per line. SIGTERM shuts down gracefully, once all requests in flight are answered. To deploy, back
    up and upgrade, see docs/operating.md.

    Examples:
      escapology serve --check
      escapology serve --check --allowed-host games.example --trusted-proxy 127.0.0.1 --https
      escapology serve --check --database games.sqlite --root-path /games --metrics-port 9100
    """
    need_web()
    from escapology.web.config import Config
    from escapology.web.guard.secret import kept_secret
    from escapology.web.server.local import data_file
    from escapology.web.server.service import Service, run
    from escapology.web.server.service import check as check_database

    where = str(data_file()) if database is None else database
    root_path, proxies = _root_path(root_path), tuple(map(_proxy, trusted_proxy or []))
    secrets, origin = _secrets(secret_file, where, host, data_file().parent)
    check_database(where)
    if not secrets:  # nothing is made or kept until all else is known to be good
        secrets = kept_secret(Path(origin).parent)
    config = Config(
        hosts=_hosts(host, allowed_host or []),
        root_path=root_path,
        secret=secrets[0],
        old_secrets=secrets[1:],
        is_secure=https,
        trusted_proxies=proxies,
        solver_workers=solver_workers or max(1, (os.cpu_count() or 1) - 1),
        solver_memory=solver_memory,
        rates=True,
        warms=True,
        expire_days=expire_days,
        metrics=metrics_port is not None,
    )
    service = Service(config, where, host, port, processes, metrics_port, metrics_host, log_level)
    if check:
        yield from _summary(service.host, port, where, origin, config)
        return
    run(service, lambda line: typer.echo(f"{line}; secret: {origin}"))
    yield from ()


def _summary(host: str, port: int, database: str, secret: str, config: Config) -> Iterator[str]:
    """The configuration, as `--check` prints it."""
    yield f"address   http://{host}:{port}{config.root_path}/"
    yield f"names     {', '.join(config.hosts) or 'any'}"
    yield f"proxies   {', '.join(config.trusted_proxies) or 'none trusted'}"
    yield f"database  {re.sub('//[^@/]*@', '//…@', database)}: ok"
    yield f"secret    {secret}"


def _secrets(file: Path | None, database: str, host: str, folder: Path) -> tuple[tuple[bytes, ...], str]:
    """The secrets that were given, and where they are from; none, and where they are to be kept."""
    from escapology.web.guard.secret import VARIABLE, read_secrets, secrets_of_text

    if file is not None:
        return read_secrets(file), str(file)
    if text := os.environ.get(VARIABLE):
        return secrets_of_text(text, VARIABLE), f"environment variable {VARIABLE}"
    if "://" not in database:
        folder = Path(database).parent
    elif host not in _LOOPBACK and not database.startswith("sqlite"):
        raise SettingError(f"with this database a secret is required: give --secret-file, or set {VARIABLE}")
    return (), str(folder / "secret")


def _hosts(host: str, allowed: list[str]) -> tuple[str, ...]:
    """The names that are answered to; at a public address, any if none are given."""
    return (*allowed, "127.0.0.1", "localhost", "[::1]") if allowed or host in _LOOPBACK else ()


def _root_path(text: str) -> str:
    path = text.rstrip("/")
    if path and not re.fullmatch("(/[A-Za-z0-9._~-]+)+", path):
        raise SettingError(f"--root-path {shorten(text)} is not a valid path: write one such as /games")
    from escapology.web.pages import ROUTERS

    own = {str(getattr(route, "path", "/")).split("/")[1] for router in ROUTERS for route in router.routes}
    if path and path.split("/")[1] in own | {"api", "static"}:
        raise SettingError(f"--root-path {shorten(text)} clashes with one of the app's own pages: choose another")
    return path


def _proxy(text: str) -> str:
    try:
        ipaddress.ip_network(text, strict=False)
    except ValueError:
        raise SettingError(
            f"--trusted-proxy {shorten(text)} is not an address: write one such as 127.0.0.1 or 10.0.0.0/8"
        ) from None
    return text
