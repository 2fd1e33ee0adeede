"""Running the app on this machine, for the person who sits at it."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Final

import platformdirs
import uvicorn

from escapology.errors import SettingError
from escapology.web import Config, make_app, open_store
from escapology.web.guard.secret import kept_secret

__all__ = ["data_file", "send_at_once", "serve"]

HOST: Final = "127.0.0.1"
FIRST_PORT: Final = 8000
_PULSE: Final = 60.0  # seconds: nobody watches over it, and the machine may have a battery
_TRIES: Final = 100  # ports, from the first one on


def data_file() -> Path:
    """Where the player's games are kept."""
    return Path(platformdirs.user_data_dir("escapology")) / "plays.sqlite"


def send_at_once(listener: socket.socket) -> None:
    """Let connections send every part of an answer without waiting until the client has confirmed the one before.

    That may take it 40 milliseconds. Uvicorn sees to it only for sockets that it has made itself.
    """
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)


def listen(port: int | None) -> socket.socket:
    """A socket on that port, or else on the first free one."""
    wanted = range(FIRST_PORT, FIRST_PORT + _TRIES) if port is None else (port,)
    for number in wanted:
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        try:
            if sys.platform != "win32":
                listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listener.bind((HOST, number))
        except OSError as error:
            listener.close()
            reason = (error.strerror or str(error)).lower()
            continue
        send_at_once(listener)
        listener.listen(100)
        return listener
    raise SettingError(f"can't listen on port {wanted[0]}: {reason}; choose another with --port")


def serve(
    say: Callable[[str], None],
    *,
    port: int | None = None,
    browser: bool = True,
    path: str = "/",
    file: Path | None = None,
) -> None:
    """Run until somebody presses Ctrl-C: say the address, and open it in a browser where there is one."""
    file = file or data_file()
    store = open_store(file)
    secret, *old = kept_secret(file.parent)
    config = Config(
        hosts=(HOST, "localhost"), secret=secret, old_secrets=tuple(old), takes_unsigned=True, warms=True,
        pulse=_PULSE,
    )  # fmt: skip
    listener = listen(port)
    address = f"http://{HOST}:{listener.getsockname()[1]}"
    server = uvicorn.Server(
        uvicorn.Config(
            make_app(store, config), log_level="warning", access_log=False, lifespan="on",
            server_header=False,
        )
    )  # fmt: skip
    say(f"Escapology is at {address}{path} (Ctrl-C ends it)")
    if browser:
        threading.Thread(target=_open, args=(address + path,), daemon=True).start()
    try:
        server.run(sockets=[listener])
    finally:
        store.close()


def _open(address: str) -> None:
    """Show the page; a machine without a browser has its address on the terminal."""
    try:
        webbrowser.open(address)
    except webbrowser.Error:
        return
