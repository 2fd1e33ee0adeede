"""Turns by address: who is next, who waits, and what gives a turn back."""

import asyncio
import weakref
from collections import Counter

import pytest
from starlette.requests import ClientDisconnect

from escapology.web.config import Config, Limits
from escapology.web.guard.cookies import Cookies
from escapology.web.guard.middleware import Frame, Guard
from escapology.web.guard.rates import TooManyError
from escapology.web.guard.signatures import Signatures
from escapology.web.guard.turns import Line, Turn, Turns
from escapology.web.guard.waits import Waits
from tests.loops import finish


def scope(address="192.0.2.1", method="POST", path="/plays", headers=()):
    return {
        "type": "http", "method": method, "path": path, "query_string": b"", "client": (address, 1),
        "headers": list(headers),
    }  # fmt: skip


async def ask(app, address, body=(b"x",), path="/plays", headers=()):
    """One request as a whole: what was sent."""
    sent = []
    pieces = [{"type": "http.request", "body": b, "more_body": i + 1 < len(body)} for i, b in enumerate(body)]

    async def receive():
        return pieces.pop(0) if pieces else {"type": "http.disconnect"}

    async def send(message):
        sent.append(message)

    await app(scope(address, path=path, headers=headers), receive, send)
    return sent


async def answer(send, *chunks):
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for number, chunk in enumerate(chunks):
        more = number + 1 < len(chunks)
        await send({"type": "http.response.body", "body": chunk, "more_body": more})


def test_a_bystander_is_next_whatever_others_do():
    """Twenty connections of one address fire as fast as they are answered, all on the event loop."""

    async def main():
        begun = []

        async def app(scope, receive, send):
            begun.append(scope["client"][0])
            await answer(send, b"done")

        turns = Turns(app, Line(4, 1))

        async def attack():
            while True:
                await ask(turns, "192.0.2.66")
                await asyncio.sleep(0)  # as the next request has to come from somewhere

        attackers = [asyncio.create_task(attack()) for _ in range(20)]
        between = []
        for _ in range(50):
            for _ in range(20):
                await asyncio.sleep(0)
            before = len(begun)
            await asyncio.create_task(ask(turns, "192.0.2.1"))
            between.append(begun.index("192.0.2.1", before) - before)
        for attacker in attackers:
            attacker.cancel()
        await asyncio.gather(*attackers, return_exceptions=True)
        return between, begun

    between, begun = finish(main())
    assert max(between) <= 1, "requests of others that began between theirs and its turn"
    assert len(begun) > 200, "and others went on meanwhile"


def test_without_turns_it_waits_for_all_of_them():
    """What turns are there for."""

    async def main():
        begun = []

        async def app(scope, receive, send):
            await asyncio.sleep(0)
            begun.append(scope["client"][0])

        waiting = [asyncio.create_task(ask(app, "192.0.2.66")) for _ in range(20)]
        await asyncio.create_task(ask(app, "192.0.2.1"))
        await asyncio.gather(*waiting)
        return begun.index("192.0.2.1")

    assert finish(main()) == 20


async def take(line, address):
    turn = Turn(line, address)
    await turn.take()


async def hold(line, address, order, name, release):
    await take(line, address)
    order.append(name)
    await release.wait()
    line.give_back(address)


async def settle():
    for _ in range(10):
        await asyncio.sleep(0)


def test_a_few_work_at_once_and_of_each_address_fewer():
    async def main():
        line, order, release = Line(3, 2), list[str](), asyncio.Event()
        tasks = [asyncio.create_task(hold(line, "a", order, f"a{i}", release)) for i in range(4)]
        await settle()
        assert order == ["a0", "a1"]
        tasks += [asyncio.create_task(hold(line, "b", order, f"b{i}", release)) for i in range(2)]
        await settle()
        assert order == ["a0", "a1", "b0"]
        release.set()
        await asyncio.gather(*tasks)
        return order

    order = finish(main())
    assert sorted(order) == ["a0", "a1", "a2", "a3", "b0", "b1"]
    assert [name for name in order if name[0] == "a"] == ["a0", "a1", "a2", "a3"], "of one address in their order"


def test_whoever_had_no_turn_for_longest_is_next():
    async def main():
        line, order, release = Line(1, 1), list[object](), asyncio.Event()
        release.set()
        for address in "cba":
            await hold(line, address, order, address, release)
        order.clear()
        await take(line, "x")
        tasks = [
            asyncio.create_task(hold(line, address, order, address, release)) for address in ("a", "b", "c", "new")
        ]
        await settle()
        line.give_back("x")
        await asyncio.gather(*tasks)
        return order

    assert finish(main()) == ["new", "c", "b", "a"]


def test_nobody_waits_for_ever_because_newcomers_are_before_them():
    async def main():
        line, order, release = Line(1, 1), list[object](), asyncio.Event()
        release.set()
        await hold(line, "a", order, "a", release)
        await take(line, "x")
        old = asyncio.create_task(hold(line, "a", order, "old", release))
        await settle()
        line.give_back("x")
        others = []
        for number in range(300):
            others.append(asyncio.create_task(hold(line, f"n{number}", order, number, release)))
            others.append(asyncio.create_task(hold(line, f"m{number}", order, number, release)))
            await asyncio.sleep(0)
        await asyncio.gather(old, *others)
        return order.index("old")

    assert finish(main()) < 300, "of 600 newcomers"


def test_whoever_gives_up_holds_nobody_up():
    async def main():
        line, order, release = Line(1, 1), list[object](), asyncio.Event()
        await take(line, "a")
        tasks = [asyncio.create_task(hold(line, "a", order, i, release)) for i in range(3)]
        await settle()
        tasks[0].cancel()
        release.set()
        line.give_back("a")
        tasks[1].cancel()  # which may have been handed its turn by now
        await asyncio.gather(*tasks, return_exceptions=True)
        await settle()
        await take(line, "b")
        assert line._working == {"b": 1}
        return order

    assert finish(main())[-1] == 2


def test_too_many_requests_of_one_address_are_refused():
    async def main():
        line = Line(1, 1, most=5)
        await take(line, "a")
        waiting = [asyncio.create_task(take(line, "a")) for _ in range(5)]
        await settle()
        with pytest.raises(TooManyError, match="too many requests at once: try again in 1 second"):
            await take(line, "a")
        for one in waiting:
            one.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)

        async def app(scope, receive, send):
            raise AssertionError

        crowded = Line(0, 1, most=0)
        return await ask(Turns(app, crowded), "a")

    start, body = finish(main())
    assert start["status"] == 429
    assert (b"retry-after", b"1") in start["headers"]
    assert b"Too many requests at once" in body["body"]


def refusals(monkeypatch):
    """The seconds until each of a thousand refusals of one address, and until that of another one."""
    seconds = []

    async def wait_for(waiting, timeout):
        seconds.append(timeout)
        await waiting

    monkeypatch.setattr("escapology.web.guard.turns.asyncio.wait_for", wait_for)

    async def main():
        line, gone = Line(4, 1), asyncio.Event()
        waiting = [asyncio.create_task(line.refuse_later("a", gone)) for _ in range(1_000)]
        other = asyncio.create_task(line.refuse_later("b", gone))
        await settle()
        gone.set()
        await asyncio.gather(*waiting, other)
        assert not line._refused

    finish(main())
    return seconds[:-1], seconds[-1]


def test_refusals_come_the_later_the_more_an_address_waits_for(monkeypatch):
    monkeypatch.setattr("escapology.web.guard.turns.random.random", lambda: 1.0)
    its, another = refusals(monkeypatch)
    assert (its[0], another) == (pytest.approx(0.55), pytest.approx(0.55))
    assert its == sorted(its)
    assert (its[400], its[-1]) == (pytest.approx(0.5 + 0.05 * 401), pytest.approx(25.5))


def test_refusals_that_wait_together_do_not_come_together(monkeypatch):
    """However many connections ask again at once: of a thousand, few are refused in the same tenth of a second."""
    its, _ = refusals(monkeypatch)
    assert max(Counter(int(10 * each) for each in its).values()) < 40
    assert 8 < sum(its) / len(its) < 14


class Told:
    """A connection, and what it was told."""

    def __init__(self):
        self.gone = asyncio.Event()
        self.told = []

    def wait(self, client):
        self.told.append(client)


def test_a_connection_is_told_when_its_request_waits():
    async def main():
        line, connection = Line(1, 1), Told()
        first, second = Turn(line, "a", connection), Turn(line, "a", connection)
        await first.take()
        assert connection.told == []
        waiting = asyncio.create_task(second.take())
        await settle()
        assert connection.told == ["a"]
        first.give_back()
        await waiting
        assert connection.told == ["a", ""]
        connection.gone.set()
        await second.refuse_later()  # nobody waits any more, so it is at once
        assert connection.told == ["a", "", "a"]
        await settle()
        assert line._free == 1

    finish(main())


def test_nothing_is_done_for_those_who_went_away_meanwhile():
    async def main():
        line, connection = Line(1, 1), Told()
        first, second = Turn(line, "a"), Turn(line, "a", connection)
        await first.take()
        waiting = asyncio.create_task(second.take())
        await settle()
        connection.gone.set()
        first.give_back()
        with pytest.raises(ClientDisconnect):
            await waiting
        await settle()
        assert line._free == 1

    finish(main())


def test_a_turn_begins_when_all_of_a_request_is_there():
    """Whoever sends slowly holds nobody up."""

    async def main():
        line, seen = Line(1, 1), []

        async def app(scope, receive, send):
            seen.append((line._free, await receive(), await receive()))

        async def receive():
            assert line._free == 1
            return pieces.pop(0)

        pieces = [{"type": "http.request", "body": b"a", "more_body": True}]
        pieces += [{"type": "http.request", "body": b"b", "more_body": False}]
        await Turns(app, line)(scope(), receive, None)
        return seen

    ((free, first, second),) = finish(main())
    assert free == 0
    assert (first["body"], second["body"]) == (b"a", b"b")


def test_whoever_goes_away_while_sending_has_no_turn():
    async def main():
        async def app(scope, receive, send):
            raise AssertionError

        async def receive():
            return {"type": "http.disconnect"}

        with pytest.raises(ClientDisconnect):
            await Turns(app, Line(1, 1))(scope(), receive, None)

    finish(main())


@pytest.mark.parametrize("chunks", [(b"all",), (b"a", b"b", b"c")])
def test_sending_needs_no_turn(chunks):
    """A client may take its time."""

    async def main():
        line, sent = Line(1, 1), []

        async def app(scope, receive, send):
            assert line._free == 0
            await answer(send, *chunks)

        async def send(message):
            await settle()
            assert line._free == 1
            sent.append(message["type"] if "body" not in message else message["body"])

        async def receive():
            return {"type": "http.request", "body": b"", "more_body": False}

        await Turns(app, line)(scope(), receive, send)
        await settle()
        assert line._free == 1
        return sent

    assert finish(main()) == ["http.response.start", *chunks]


def test_whoever_steps_aside_lets_others_work():
    async def main():
        line = Line(1, 1)
        turn = Turn(line, "a")
        await turn.take()
        async with turn.aside():
            await settle()
            assert line._free == 1
        assert line._free == 0
        with pytest.raises(ZeroDivisionError):
            async with turn.aside():
                raise ZeroDivisionError
        turn.give_back()
        turn.give_back()
        await settle()
        assert line._free == 1

    finish(main())


def test_large_requests_of_one_address_are_bounded():
    async def main():
        got = asyncio.Event()

        async def app(scope, receive, send):
            await answer(send, b"fine")

        turns = Turns(app, Line(4, 4))

        async def slow(address, size):
            pieces = [{"type": "http.request", "body": b"x" * size, "more_body": True}]
            sent = []

            async def receive():
                if pieces:
                    return pieces.pop()
                await got.wait()
                return {"type": "http.request", "body": b"", "more_body": False}

            async def send(message):
                sent.append(message)

            await turns(scope(address), receive, send)
            return sent[0]["status"]

        large = [asyncio.create_task(slow("a", 1_000_000)) for _ in range(20)]
        small = [asyncio.create_task(slow("a", 1_000)) for _ in range(20)]
        other = asyncio.create_task(slow("b", 1_000_000))
        await settle()
        got.set()
        statuses = await asyncio.gather(*large), await asyncio.gather(*small), await other
        assert not turns._held
        return statuses

    large, small, other = finish(main())
    assert sorted(large) == [200] * 8 + [429] * 12
    assert (small, other) == ([200] * 20, 200)


def test_of_what_is_refused_nothing_is_kept():
    """It may wait for half a minute to be refused, and many do."""

    class Piece(dict):
        """A message of which one can know whether it is there."""

    async def main():
        turns, pieces, connection = Turns(answer, Line(0, 0)), [], Told()

        async def receive():
            piece = Piece(type="http.request", body=b"x" * 1_000_000, more_body=True)
            pieces.append(weakref.ref(piece))
            return piece

        async def send(message):
            pass

        waiting = {**scope(), "state": {"connection": connection}}
        asked = asyncio.create_task(turns(waiting, receive, send))
        await settle()
        kept = [piece for piece in pieces if piece() is not None]
        is_waiting = not asked.done()
        connection.gone.set()
        await asked
        return len(pieces), len(kept), is_waiting

    assert finish(main()) == (9, 0, True)


def test_files_and_health_wait_for_nobody_else():
    async def main():
        async def app(scope, receive, send):
            await answer(send, b"fine")

        turns = Turns(app, Line(0, 0))
        return [(await ask(turns, "a", path=path))[0]["status"] for path in ("/static/look.css", "/healthz")]

    assert finish(main()) == [200, 200]


@pytest.mark.parametrize(("path", "each"), [("/static/look.css", 2), ("/healthz", 1), ("/healthz/x", 1), ("/", 1)])
def test_of_what_is_free_an_address_gets_a_little_at_a_time(path, each):
    async def main():
        at_once, most = Counter[str](), Counter[str]()

        async def app(scope, receive, send):
            address = scope["client"][0]
            at_once[address] += 1
            most[address] = max(most[address], at_once[address])
            for _ in range(3):
                await asyncio.sleep(0)
            at_once[address] -= 1
            await answer(send, b"fine")

        turns = Turns(app, Line(4, 1))
        await asyncio.gather(*(ask(turns, address, path=path) for address in "ab" for _ in range(50)))
        return most

    assert finish(main()) == {"a": each, "b": each}


def test_refusals_take_turns_too():
    """Who sends what is refused at the door is refused one request after the other, and others are next."""

    async def main():
        config = Config(hosts=("a.example",))
        cookies = Cookies(config, Signatures(config))
        begun = []

        async def app(scope, receive, send):
            begun.append("let in")
            await answer(send, b"done")

        class Noted(Guard):
            async def __call__(self, scope, receive, send):
                begun.append(scope["client"][0])
                await super().__call__(scope, receive, send)

        frame = Frame(Turns(Noted(app, config, cookies), Line(4, 1)), config, cookies)
        attack = [asyncio.create_task(ask(frame, "192.0.2.66")) for _ in range(50)]
        await asyncio.sleep(0)
        await ask(frame, "192.0.2.1", headers=[(b"host", b"a.example")])
        before = begun.index("let in")
        refused = await asyncio.gather(*attack)
        return before, {sent[0]["status"] for sent in refused}

    before, statuses = finish(main())
    assert before <= 5, "requests that were looked over before somebody else's"
    assert statuses == {400}


# those who wait for an answer


def test_waits_are_counted_by_player_address_and_all():
    waits = Waits(Limits(waits=6, waits_each=4, waits_of_player=2))

    def enter(*who):
        one = waits.one(*who)
        return one.__enter__(), one

    held = [
        enter("me", "a"),
        enter("me", "a"),
        enter("me", "b"),
        enter("you", "a"),
        enter("she", "a"),
        enter("he", "a"),
    ]
    assert [may for may, _ in held] == [True, True, False, True, True, False]
    held += [enter("p", "b"), enter("q", "c"), enter("r", "d")]
    assert [may for may, _ in held[6:]] == [True, True, False]
    for _, one in held:
        one.__exit__(None, None, None)
    assert (waits._count, waits._of_players, waits._of_addresses) == (0, {}, {})
