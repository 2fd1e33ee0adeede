"""Slow and many connections, by real sockets: who waits makes way, and nobody is in anybody's way."""

import asyncio
import json
import resource
import select
import socket
import sys
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from typing import Any, cast

import pytest
import uvicorn
from httpx2 import Client

from escapology.thinking.thinker import Thinker
from escapology.web import Config, make_app, open_store
from escapology.web.config import Limits
from escapology.web.server.listener import Listener
from escapology.web.server.room import Room, Stage
from escapology.web.server.service import Service as Served
from escapology.web.server.service import uvicorn_config
from tests.patience import LONGEST, wait_until
from tests.web.server.test_service import Service

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="needs signals")

BLANK = "blank: 3 1 5 2 6 4"
HEAD = b"GET /settings HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
BODY = b"POST /plays HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 24\r\n"
BODY += b"Content-Type: application/x-www-form-urlencoded\r\n\r\n"


class Small:
    """The service in a thread, with limits that a test can wait for."""

    def __init__(self, file, proxies=(), rates=False, **limits):
        config = Config(limits=Limits(**limits), trusted_proxies=proxies, rates=rates)
        self.store = open_store(file)
        self.listener = socket.create_server(("127.0.0.1", 0), backlog=512)
        self.port = self.listener.getsockname()[1]
        made = uvicorn_config(Served(config, "", "", 0), make_app(self.store, config))
        self.room = made.room
        self.server = uvicorn.Server(made)
        self.thread = threading.Thread(target=lambda: self.server.run([self.listener]), daemon=True)
        self.thread.start()
        wait_until(lambda: self.server.started)

    def connect(self, said=b"", source="127.0.0.1"):
        found = socket.create_connection(("127.0.0.1", self.port), LONGEST, (source, 0))
        found.sendall(said)
        return found

    def waiting(self):
        """How many wait for their turn, or to be refused."""
        all_ = [guest for guests in list(self.room._guests.values()) for guest in list(guests)]
        return sum(guest.stage is Stage.WAIT for guest in all_)

    def stop(self):
        self.server.should_exit = True
        self.thread.join(LONGEST)
        self.store.close()


@pytest.fixture
def serve(tmp_path):
    running = []

    def serve_(proxies=(), **more):
        running.append(Small(tmp_path / "plays.sqlite", proxies, **more))
        return running[-1]

    yield serve_
    for one in running:
        one.stop()


def is_closed(connection):
    """Whether the server hangs up, sooner or later."""
    try:
        while connection.recv(65536):
            pass
    except ConnectionResetError:
        pass
    return True


def answer(connection):
    """The first line of an answer, "" if the server hung up instead."""
    try:
        with connection.makefile("rb") as file:
            head = file.readline().decode().strip()
            length = 0
            while line := file.readline().strip():
                name, _, value = line.decode().partition(":")
                length = int(value) if name.lower() == "content-length" else length
            file.read(length)
    except ConnectionResetError:
        return ""
    return head


@pytest.mark.parametrize("said", [b"", b"GET /settings HT", HEAD[:-2], HEAD + b"GET /set"])
def test_a_head_that_does_not_come(serve, said):
    server = serve(head=0.3)
    with closing(server.connect(said)) as connection:
        assert is_closed(connection)


def test_a_head_byte_by_byte(serve):
    """It is the whole that counts, not the last byte."""
    server = serve(head=0.5)
    with closing(server.connect()) as connection:
        sent = 0
        try:
            for byte in HEAD * 1000:
                connection.send(bytes([byte]) if byte != 10 else b" ")
                sent += 1
                time.sleep(0.02)
        except (BrokenPipeError, ConnectionResetError):
            pass
        assert sent < 1000


@pytest.mark.parametrize("said", [BODY, BODY + b"text=blank"])
def test_a_body_that_does_not_come(serve, said):
    server = serve(body=0.3)
    with closing(server.connect(said)) as connection:
        assert is_closed(connection)
    wait_until(lambda: len(server.room) == 0)


def test_a_body_that_comes_in_time(serve):
    server = serve()
    with closing(server.connect(BODY)) as connection:
        for byte in b"text=blank: 3 1 5 2 6 4":
            connection.send(bytes([byte]))
            time.sleep(0.01)
        connection.send(b" ")
        assert answer(connection) == "HTTP/1.1 303 See Other"


def sent(kind, length, begun=b""):
    """The beginning of a request that says how long its body is."""
    head = f"POST /api/v1/deals HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: {kind}\r\nContent-Length: {length}\r\n\r\n"
    return head.encode() + begun


@pytest.mark.parametrize(
    "said",
    [
        sent("application/json", 1_000_001),
        sent("application/x-www-form-urlencoded", 250_001),
        sent("application/json", 900_000, b"[" * 20_001),
    ],
    ids=["body", "form", "values"],
)
def test_of_a_body_that_is_too_much_nothing_more_is_waited_for(serve, said):
    """Neither before the refusal nor after it: the rest would be read, only to be thrown away."""
    server = serve(body=2 * LONGEST, idle=int(2 * LONGEST))
    with closing(server.connect(said)) as connection:
        assert answer(connection).startswith("HTTP/1.1 413 ")
        assert is_closed(connection)


def test_a_connection_that_rests(serve):
    server = serve(head=0.3, idle=1)
    with closing(server.connect(HEAD)) as connection:
        assert answer(connection) == "HTTP/1.1 200 OK"
        began = time.monotonic()
        assert is_closed(connection)
        assert time.monotonic() - began > 0.5, "not the time for a head"


def test_an_answer_that_nobody_takes(serve):
    server = serve(taking=0.5)
    with closing(socket.socket()) as connection:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.connect(("127.0.0.1", server.port))
        connection.settimeout(1.0)
        with suppress(TimeoutError, ConnectionResetError, BrokenPipeError):
            for _ in range(1_000):
                connection.sendall(HEAD.replace(b"/settings", b"/rules/lab-rats") * 20)
        wait_until(lambda: len(server.room) == 0)


def test_a_long_address_in_two_parts(serve):
    """Share links may have 60,000 characters, which come as they like."""
    server = serve()
    text = b"GET /replay?r=" + b"x" * 50_000 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
    with closing(server.connect(text[:40_000])) as connection:
        time.sleep(0.1)
        connection.sendall(text[40_000:])
        assert answer(connection) == "HTTP/1.1 422 Unprocessable Entity"


def test_newcomers_are_let_in_when_it_is_full(serve):
    """Of the address that has the most, the one that has waited longest makes way."""
    server = serve(connections=20)
    with ExitStack() as stack:
        bystander = stack.enter_context(closing(server.connect(HEAD, source="127.0.0.3")))
        assert answer(bystander) == "HTTP/1.1 200 OK"
        attackers = [stack.enter_context(closing(server.connect(b"GET /", source="127.0.0.2"))) for _ in range(60)]
        wait_until(lambda: len(server.room) == 20)
        others = [
            stack.enter_context(closing(server.connect(HEAD, source=f"127.0.0.{4 + number}"))) for number in range(10)
        ]
        assert [answer(other) for other in others] == ["HTTP/1.1 200 OK"] * 10
        bystander.sendall(HEAD)
        assert answer(bystander) == "HTTP/1.1 200 OK", "it was not in the way"
        assert is_closed(attackers[0])
        attackers[-1].sendall(b"settings HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert answer(attackers[-1]) == "HTTP/1.1 200 OK"


def test_refusals_make_way(serve):
    """Requests that wait to be refused hold connections, but in nobody's way."""
    server = serve(connections=40, rates=True)
    with ExitStack() as stack:
        ask = HEAD.replace(b"/settings", b"/recover/x")
        first = stack.enter_context(closing(server.connect(ask, source="127.0.0.2")))
        with first.makefile("rb") as file:
            cookie = next(line for line in file if line.lower().startswith(b"set-cookie")).split(b" ")[1]
        ask = ask.replace(b"\r\n\r\n", b"\r\nCookie: " + cookie + b"\r\n\r\n")
        for _ in range(60):
            stack.enter_context(closing(server.connect(ask, source="127.0.0.2")))
        wait_until(lambda: server.waiting() > 0 and len(server.room) == 40)
        others = [
            stack.enter_context(closing(server.connect(HEAD, source=f"127.0.0.{4 + number}"))) for number in range(10)
        ]
        assert [answer(other) for other in others] == ["HTTP/1.1 200 OK"] * 10


def test_an_address_has_its_share(serve):
    server = serve(connections_each=5)
    with ExitStack() as stack:
        mine = [stack.enter_context(closing(server.connect(b"GET /"))) for _ in range(30)]
        wait_until(lambda: len(server.room) == 5)
        mine[-1].sendall(b"settings HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
        assert answer(mine[-1]) == "HTTP/1.1 200 OK"


def test_a_proxy_has_more(serve):
    server = serve(proxies=("127.0.0.0/30",), connections_each=5, connections=50)
    with ExitStack() as stack:
        its = [stack.enter_context(closing(server.connect(HEAD))) for _ in range(30)]
        assert [answer(one) for one in its] == ["HTTP/1.1 200 OK"] * 30
        assert len(server.room) == 30


def test_of_ipv6_a_network_is_one_address_but_for_proxies():
    room = Room(Limits(), ("2001:db8::5", "10.0.0.0/8"))
    peers = ["2001:db8::5", "2001:db8::6", "2001:db8::7", "10.0.0.1", "192.0.2.1", "what"]
    addresses = ["2001:db8::5", "2001:db8::/64", "2001:db8::/64", "10.0.0.1", "192.0.2.1", "what"]
    assert [room.address_of(peer) for peer in peers] == addresses
    assert [room._is_proxy(address) for address in addresses] == [True, False, False, True, False, False]


class Guest:
    def __init__(self, address, since, stage=Stage.HEAD, waits_for=""):
        self.address, self.since, self.stage, self.waits_for = address, since, stage, waits_for
        self.is_gone = False

    def look(self, now):
        pass

    def hang_up(self):
        self.is_gone = True


@pytest.fixture
def room(monkeypatch):
    monkeypatch.setattr(Room, "_look_later", lambda self: None)
    return Room(Limits(connections=4, connections_each=3), ("10.0.0.1",))


@pytest.fixture
def wide_room(monkeypatch):
    monkeypatch.setattr(Room, "_look_later", lambda self: None)
    return Room(Limits(connections=24, connections_each=3), ("10.0.0.1",))


def gone(guests):
    return [number for number, guest in enumerate(guests) if guest.is_gone]


def test_whoever_is_served_need_not_go(room):
    guests = [Guest("a", 1, Stage.WORK), Guest("a", 2, Stage.WORK), Guest("b", 3), Guest("c", 4), Guest("d", 5)]
    for guest in guests:
        room.enter(guest)
    assert gone(guests) == [2], "the address with the most has none that waits; then the next"
    assert len(room) == 4


def test_a_newcomer_goes_if_nobody_else_can(room):
    guests = [Guest(name, 0, Stage.WORK) for name in "abcd"] + [Guest("e", 9)]
    for guest in guests:
        room.enter(guest)
    assert gone(guests) == [4]


def test_whoever_waits_for_a_turn_can_go(room):
    guests = [Guest("a", 1, Stage.WORK), Guest("a", 2, Stage.WAIT), Guest("a", 3, Stage.WAIT), Guest("b", 0)]
    for guest in guests:
        room.enter(guest)
    room.note(guests[1])  # it waits anew
    room.enter(Guest("c", 9))
    assert gone(guests) == [2]


def test_of_a_proxys_connections_those_of_the_client_with_the_most_go_first(room):
    """However long somebody else's has been at rest."""
    guests = [Guest("10.0.0.1", 0, Stage.IDLE), *(Guest("10.0.0.1", n, Stage.WAIT, "192.0.2.66") for n in (1, 2, 3))]
    newcomer = Guest("10.0.0.1", 4)
    for guest in [*guests, newcomer]:
        room.enter(guest)
    assert gone(guests) == [], "nobody knows yet for whom it comes"
    room.meet(newcomer, head_of("192.0.2.1")())
    assert gone([*guests, newcomer]) == [1]


def test_nothing_is_kept_of_those_who_are_gone(room):
    guests = [Guest(name, 0, stage, "x") for name in "ab" for stage in (Stage.WAIT, Stage.WORK)]
    for guest in guests:
        room.enter(guest)
    for guest in guests:
        room.leave(guest)
        room.note(guest)  # its request comes to an end later
    assert (len(room), room._guests, room._waiting, room._places) == (0, {}, {}, {})


def head_of(*clients):
    told = "".join(f"X-Forwarded-For: {client}\r\n" for client in clients)
    return f"GET / HTTP/1.1\r\nHost: here\r\n{told}\r\n".encode


def test_whoever_has_many_requests_waiting_is_turned_away_at_the_door_by_the_proxys_word(monkeypatch):
    monkeypatch.setattr(Room, "_look_later", lambda self: None)
    room = Room(Limits(connections=16, connections_each=3), ("10.0.0.1",))
    for number in range(3):
        room.enter(Guest("10.0.0.1", number, Stage.WAIT, "192.0.2.66"))
        room.enter(Guest("10.0.0.1", number, Stage.WAIT, "2001:db8::/64"))
    assert room.admits("10.0.0.1", head_of("192.0.2.66")), "there is room"
    for number in range(10):
        room.enter(Guest("10.0.0.1", number, Stage.IDLE))
    assert not room.admits("10.0.0.1", head_of("192.0.2.66"))
    assert not room.admits("10.0.0.1", head_of("192.0.2.1, 192.0.2.66")), "what the proxy says is the last"
    assert not room.admits("10.0.0.1", head_of("192.0.2.1", "2001:db8::7"))
    assert room.admits("10.0.0.1", head_of("192.0.2.66, 192.0.2.1"))
    assert room.admits("10.0.0.1", head_of())
    assert room.admits("10.0.0.1", lambda: b""), "nobody knows yet who it is"


def test_nobody_makes_way_for_one_who_has_many_requests_waiting(wide_room):
    """Whoever is turned away and comes again would else push the others out without end."""
    room = wide_room
    its, newcomers = crowd(room)
    for guest in newcomers[:2]:
        room.meet(guest, head_of("192.0.2.66")())
        room.meet(guest, b"more of it")
    assert (gone(its), gone(newcomers)) == ([], [0, 1])
    room.leave(newcomers[2])
    assert len(room) == 24 + 1
    room.meet(newcomers[3], b"GET / HTTP/1.1\r\n")
    assert (gone(its), len(room)) == ([0], 24), "of this one nobody knows"


def test_few_stand_at_the_door_and_those_who_say_nothing_go_first(wide_room):
    its, newcomers = crowd(wide_room, 10)
    assert (gone(its), gone(newcomers)) == ([], [0, 1, 2, 3, 4])
    assert len(wide_room) == 24 + 5


def crowd(room, more=4):
    """A full room, of one client of a proxy, and newcomers that the proxy brings."""
    its = [Guest("10.0.0.1", number, Stage.WAIT, "192.0.2.66") for number in range(24)]
    newcomers = [Guest("10.0.0.1", number) for number in range(more)]
    for guest in its + newcomers:
        room.enter(guest)
    return its, newcomers


def test_whoever_comes_again_and_again_is_turned_away_at_the_door(room):
    """Only while there are too many, of that address or in all; a proxy never is."""
    for number in range(3):
        assert room.admits("192.0.2.1", head_of("192.0.2.99"))
        room.enter(Guest("192.0.2.1", number))
    assert 0 < sum(room.admits("192.0.2.1", head_of("192.0.2.99")) for _ in range(500)) < 60
    assert all(room.admits("192.0.2.2", head_of("192.0.2.99")) for _ in range(500)), "there is room for somebody else"
    room.enter(Guest("192.0.2.3", 4))
    assert 0 < sum(room.admits("192.0.2.2", head_of("192.0.2.99")) for _ in range(500)) < 60
    assert all(room.admits("10.0.0.1", head_of("192.0.2.99")) for _ in range(500))


def test_proxies_go_last(room):
    guests = [*(Guest("10.0.0.1", number) for number in range(3)), Guest("b", 3), Guest("c", 4)]
    for guest in guests:
        room.enter(guest)
    assert gone(guests) == [3]
    last = Guest("c", 5)
    room.enter(last)
    room.leave(last)
    room.leave(last)
    assert len(room) == 3


# accepting


class Rounds:
    """What an event loop would do in its next round."""

    def __init__(self):
        self.due = []

    def call_soon(self, callback):
        self.due.append(callback)

    def next(self):
        due, self.due = self.due, []
        for callback in due:
            callback()


def test_a_few_are_accepted_at_once_and_none_where_there_is_no_room(caplog):
    loop, heads = Rounds(), []

    def admits(_, head):
        heads.append(head())
        return True

    with (
        socket.create_server(("127.0.0.1", 0), backlog=200) as plain,
        closing(Listener(plain, cast(Any, loop), admits)) as listener,
    ):
        listener.setblocking(False)
        with ExitStack() as stack:
            for _ in range(100):
                one = stack.enter_context(closing(socket.create_connection(listener.getsockname())))
                one.sendall(b"GET /")
            taken = [stack.enter_context(listener.accept()[0]) for _ in range(16)]
            with pytest.raises(BlockingIOError):
                listener.accept()
            assert heads == [b"GET /"] * 16
            assert [one.recv(100) for one in taken] == heads, "it was only looked at"
            loop.next()
            taken.append(stack.enter_context(listener.accept()[0]))
            soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
            files = [socket.socket() for _ in range(3)]
            highest = max(file.fileno() for file in files) + 1
            resource.setrlimit(resource.RLIMIT_NOFILE, (highest, hard))
            try:
                loop.next()
                held = []
                with suppress(OSError):
                    for _ in range(1_000):
                        held.append(socket.socket())
                assert len(held) < 1_000
                for _ in range(10):
                    with pytest.raises(BlockingIOError):
                        listener.accept()
            finally:
                resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
            for file in files + held:
                file.close()
    assert {record.getMessage() for record in caplog.records if record.name == "escapology.web"} == {
        "a connection was turned away: no more files can be opened"
    }


def test_a_connection_comes_with_what_it_says():
    """So it is known at once whose it is, and whoever has too many is turned away before anything is made for it."""
    heads = []

    def admits(_, head):
        heads.append(head())
        return True

    with (
        socket.create_server(("127.0.0.1", 0)) as plain,
        closing(Listener(plain, cast(Any, Rounds()), admits)) as listener,
        closing(socket.create_connection(listener.getsockname())) as one,
    ):
        assert select.select([listener], [], [], 0.1) == ([], [], [])
        one.sendall(b"GET /")
        assert select.select([listener], [], [], 10.0) == ([listener], [], [])
        listener.setblocking(False)
        listener.accept()[0].close()
    assert heads == [b"GET /"]


LIMITED = """
import resource
resource.setrlimit(resource.RLIMIT_NOFILE, (400, 400))
"""


def test_more_connections_than_files(tmp_path):
    """Half-sent requests from one address, more than there may be open files: the server goes on for everybody."""
    service = Service(tmp_path, before=LIMITED)
    host, port = service.address.removeprefix("http://").split(":")
    try:
        with ExitStack() as stack:
            attackers = []
            for _ in range(1200):
                one = socket.create_connection((host, int(port)), LONGEST, ("127.0.0.9", 0))
                attackers.append(stack.enter_context(closing(one)))
                one.sendall(b"GET / HTTP/1.1\r\nX-Slow: ")
            with Client(timeout=LONGEST, base_url=service.address, follow_redirects=True) as bystander:
                path = bystander.post("/plays", data={"text": BLANK}).url.path
                form = {"move": "climb", "version": "1"}
                assert bystander.post(f"{path}/move", data=form).status_code == 200
                assert bystander.get("/healthz").status_code == 200
            assert is_closed(attackers[0])
    finally:
        assert service.end() == 0
    lines = service.log.read_text().splitlines()
    assert len(lines) < 60
    assert not [line for line in lines if "out of system resource" in line or "no more files" in line]
    made_way = [json.loads(line) for line in lines if "made way" in line]
    assert sum(line.get("left_out", 0) + 1 for line in made_way) <= 1200


def test_requests_that_are_none_fill_no_log(tmp_path):
    service = Service(tmp_path)
    host, port = service.address.removeprefix("http://").split(":")
    try:
        for _ in range(300):
            with socket.create_connection((host, int(port)), LONGEST) as one:
                one.sendall(b"what?\r\n\r\n")
                assert answer(one) == "HTTP/1.1 400 Bad Request" or is_closed(one)
    finally:
        assert service.end() == 0
    assert service.log.read_text().count("Invalid HTTP request") < 100


# those who wait for an answer


def test_those_who_wait_are_few_and_in_nobodys_way(serve, monkeypatch):
    """Above the limit one is answered at once; and whoever waits leaves the turn to others of the same address."""
    waiting, loops = [], []

    async def wait_for(self, ticket, owner, seconds, is_gone=None):
        waiting.append(seconds)
        loops.append(asyncio.get_running_loop())
        if seconds:
            await until.wait()

    until = asyncio.Event()
    monkeypatch.setattr(Thinker, "wait_for", wait_for)
    monkeypatch.setattr(Thinker, "kind", lambda *_: "hint")
    monkeypatch.setattr(Thinker, "so_far", lambda *_: 0)
    monkeypatch.setattr(Thinker, "is_preparing", lambda *_: False)
    server = serve(waits=6, waits_each=5, waits_of_player=3)
    address = f"http://127.0.0.1:{server.port}"

    def ask(client):
        return client.get("/api/v1/hints/ticket?wait=30").json()["done"]

    with ExitStack() as stack:
        threads = stack.enter_context(ThreadPoolExecutor(10))
        players = [stack.enter_context(Client(base_url=address, timeout=LONGEST)) for _ in range(3)]
        for player in players:
            player.get("/settings")
        asked = [threads.submit(ask, players[0]) for _ in range(3)]
        wait_until(lambda: waiting == [30.0] * 3)
        assert ask(players[0]) is False
        assert waiting.pop() == 0.0
        asked += [threads.submit(ask, players[1]) for _ in range(2)]
        wait_until(lambda: waiting == [30.0] * 5)
        assert ask(players[2]) is False, "the address has no more"
        assert players[2].get("/").status_code == 200, "but there are turns"
        loops[0].call_soon_threadsafe(until.set)
        assert [one.result(LONGEST) for one in asked] == [False] * 5
