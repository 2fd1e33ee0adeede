"""Requests of too many parts, which are small and take long to read."""

import sys
from contextlib import closing

import h11
import pytest

from escapology.web.server.reading import MOST_FIELDS, MOST_OF_FIELDS, FrugalReader
from tests.web.server.test_connections import answer, is_closed, serve

__all__ = ["serve"]  # a fixture

GET = b"GET /settings HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /settings HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/x-www-form-urlencoded\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n\r\n"
END = b"0\r\n\r\n"


def fields(count, value=b""):
    return b"".join(b"x%d: %s\r\n" % (number, value) for number in range(count))


def chunks(count, size=1):
    return (b"%x\r\n" % size + b"a" * size + b"\r\n") * count


def read(*data):
    """All that comes of what a client sends: the kinds of events, or what was wrong."""
    reader, kinds = FrugalReader(80_000), []
    try:
        for some in data:
            reader.receive_data(some)
            while (event := reader.next_event()) not in (h11.NEED_DATA, h11.PAUSED):
                kinds.append(type(event).__name__)
    except h11.RemoteProtocolError:
        return reader.fault
    return kinds


def test_usual_requests_are_read():
    assert read(GET + b"\r\n") == ["Request", "EndOfMessage"]
    assert read(GET + fields(MOST_FIELDS - 1) + b"\r\n") == ["Request", "EndOfMessage"]
    assert read(GET + b"Cookie: " + b"a" * 16_000 + b"\r\n\r\n") == ["Request", "EndOfMessage"]
    assert read(CHUNKED + chunks(300) + END).count("Data") == 300
    assert read(CHUNKED, *[chunks(1, 1_400)] * 700, END).count("Data") == 700
    assert read(b"GET /replay?r=" + b"a" * 59_000 + GET[13:] + b"\r\n") == ["Request", "EndOfMessage"]


@pytest.mark.parametrize(
    "sent",
    [GET + fields(MOST_FIELDS) + b"\r\n", GET + fields(2, b"a" * (MOST_OF_FIELDS // 2)) + b"\r\n"],
    ids=["many", "long"],
)
def test_a_head_of_too_many_fields(sent):
    assert "The head of this request is too large: the limit is 100 fields" in read(sent)
    assert "The head of this request is too large" in read(*[bytes([byte]) for byte in sent])


def test_too_many_fields_behind_a_body():
    assert "EndOfMessage" in read(CHUNKED + chunks(1) + b"0\r\n" + fields(5) + b"\r\n")
    assert "too large" in read(CHUNKED + chunks(1) + b"0\r\n" + fields(200) + b"\r\n")


@pytest.mark.parametrize("at_once", [True, False])
def test_a_body_of_too_many_pieces(at_once):
    pieces = [chunks(1)] * 600
    assert read(CHUNKED, *([b"".join(pieces)] if at_once else pieces), END) == (
        "The body of this request comes in too many pieces."
    )


def test_each_body_has_its_own_pieces():
    reader = FrugalReader(80_000)
    for _ in range(3):
        reader.receive_data(CHUNKED + chunks(300) + END)
        while not isinstance(reader.next_event(), h11.EndOfMessage):
            pass
        for event in (h11.Response(status_code=200, headers=[("Content-Length", "0")]), h11.EndOfMessage()):
            reader.send(event)
        reader.start_next_cycle()


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
@pytest.mark.parametrize(
    ("sent", "words"),
    [(GET + fields(5_000) + b"\r\n", b"limit is 100 fields"), (CHUNKED + chunks(5_000) + END, b"too many pieces")],
    ids=["head", "body"],
)
def test_whoever_sends_such_things_is_told_and_has_to_go(serve, sent, words):
    server = serve()
    with closing(server.connect(sent)) as connection, connection.makefile("rb") as file:
        told = file.read()
    assert told.startswith(b"HTTP/1.1 400 ")
    assert words in told
    with closing(server.connect(GET + b"\r\n")) as connection:
        assert answer(connection) == "HTTP/1.1 200 OK"


@pytest.mark.skipif(sys.platform == "win32", reason="needs signals")
def test_what_follows_an_answer_that_was_given_already(serve):
    """A form of another site is refused before all of it was read."""
    server = serve()
    with closing(server.connect(GET + b"\r\n" + GET + fields(5_000) + b"\r\n")) as connection:
        assert answer(connection) == "HTTP/1.1 200 OK"
        assert is_closed(connection)
