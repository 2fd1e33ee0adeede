"""Buckets that are emptied and fill again."""

import pytest

from escapology.web.guard.rates import RATES, Rates


class Clock:
    now = 0.0

    def __call__(self):
        return self.now


def fill(rates, player="a", address="192.0.2.1", most=100_000, path="/plays", method="POST"):
    """How many calls there are until one is refused."""
    return next(i for i in range(most) if rates.refusal(method, path, player, address))


def test_a_burst_and_then_so_many_a_second():
    clock = Clock()
    rates = Rates(clock)
    assert fill(rates) == 60
    assert rates.refusal("POST", "/plays", "a", "192.0.2.1") == (
        "That were too many new games at once: try again in 1 second.",
        1,
    )
    clock.now += 5.0
    assert fill(rates) == 5
    clock.now += 1e6
    assert fill(rates) == 60


def test_players_are_apart_and_an_address_has_ten_times_as_much():
    rates = Rates(Clock())
    assert [fill(rates, f"player {i}") for i in range(9)] == [60] * 9
    assert sum(rates.refusal("POST", "/plays", f"other {i}", "192.0.2.1") is None for i in range(200)) < 60
    assert fill(rates, "somebody", "192.0.2.2") == 60


def test_an_ipv6_network_is_one_address():
    rates = Rates(Clock())
    free = sum(rates.refusal("POST", "/plays", f"p{i}", f"2001:db8::{i:x}") is None for i in range(1000))
    assert free == 600


@pytest.mark.parametrize("path", ["/play/x/move", "/play/x/undo", "/settings", "/api/v1/plays/x/moves"])
def test_playing_is_free(path):
    rates = Rates(Clock())
    assert not any(rates.refusal("POST", path, "a", "192.0.2.1") for _ in range(5000))


@pytest.mark.parametrize("path", ["/replay", "/replay/place"])
def test_watching_is_counted(path):
    assert fill(Rates(Clock()), path=path, method="GET") == 300


@pytest.mark.parametrize(
    "path",
    [
        "/me/link",
        "/me/sign-out",
        "/api/v1/me/recovery",
        "/api/v1/me/recovery-link",
        "/api/v1/me/sign-out-others",
        "/api/v1/plays",
        "/api/v1/plays/x/questions",
        "/api/v1/verdicts",
        "/api/v1/deals/searches",
        "/play/x/think",
    ],
)
def test_what_is_costly(path):
    assert 0 < fill(Rates(Clock()), path=path) <= 120


def test_a_line_end_in_an_address_changes_nothing():
    rates = Rates(Clock())
    assert fill(rates, path="/recover/abc\n") == 10
    assert fill(rates, path="/recover/abc", method="GET") == 20
    assert rates.refusal("GET", "/recover/a\nb", "a", "192.0.2.1")


def test_the_number_of_buckets_is_bounded():
    rates = Rates(Clock(), most=10)
    for i in range(1000):
        rates.refusal("POST", "/plays", f"p{i}", f"192.0.2.{i % 250}")
    assert len(rates._buckets) == 10


def test_every_rate_lets_a_person_be():
    assert all(rate.burst >= 10 and rate.per_second >= 0.1 for rate in RATES)
