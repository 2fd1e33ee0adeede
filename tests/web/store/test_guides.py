"""How far players have come in guided games: kept, handed over, forgotten."""

import pytest

from escapology.web.store import SignedOutError, now
from tests.web.conftest import MOSTLY_ONE

DATABASES = MOSTLY_ONE


def test_the_latest_point_is_kept_of_each(store):
    assert store.guides("me") == {}
    for point in (2, 3, 1):
        store.keep_guide("me", "blank", point)
    store.keep_guide("me", "lab-rats", 7)
    store.keep_guide("you", "blank", 9)
    assert store.guides("me") == {"blank": 1, "lab-rats": 7}


def test_they_are_handed_over(store):
    store.keep_guide("them", "blank", 2)
    store.keep_guide("them", "lab-rats", 3)
    store.keep_guide("me", "blank", 5)
    store.adopt("them", "me")
    assert store.guides("them") == {}
    assert store.guides("me") == {"blank": 5, "lab-rats": 3}, "one's own goes on"
    store.leave("me", "anew")
    assert (store.guides("me"), store.guides("anew")) == ({}, {"blank": 5, "lab-rats": 3})
    with pytest.raises(SignedOutError):
        store.leave("me", "other")
    store.forget("anew")
    assert store.guides("anew") == {}


def test_they_expire_with_their_players(store):
    for owner in ("gone", "linked"):
        store.keep_guide(owner, "blank", 2)
    store.renew_recovery("linked")
    before = now()
    store.keep_guide("here", "blank", 2)
    store.expire(before, "", 10)
    assert [bool(store.guides(owner)) for owner in ("gone", "linked", "here")] == [False, True, True]
