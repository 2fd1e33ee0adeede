"""Games at real tables in a database: kept, changed by one at a time, handed over, forgotten."""

from dataclasses import fields, replace

import pytest

from escapology.web.store import ConflictError, KeptSitting, now
from escapology.web.store.tables import SITTINGS
from tests.web.conftest import MOSTLY_ONE

DATABASES = MOSTLY_ONE


def sitting(id_="s1", owner="me", **more):
    told = "on the table: blank\n= 3\n"
    return KeptSitting(id_, owner, 1, "blank", told, "", 7, "playing", False, 0, now(), now(), **more)


def test_the_columns_are_the_fields():
    assert [column.name for column in SITTINGS.c] == [*(field.name for field in fields(KeptSitting)), "size"]


def test_one_is_kept_and_written_over(store):
    first = sitting()
    store.add_sitting(first)
    assert store.sitting("s1", "me") == first
    assert store.sitting("s1", "you") is None
    second = store.put_sitting(replace(first, told=first.told + "climb\n", moves=1, finished=True))
    assert second.version == 2
    assert store.sitting("s1", "me") == second
    with pytest.raises(ConflictError):
        store.put_sitting(replace(first, told="on the table: blank\n"))
    assert store.sitting("s1", "me") == second
    assert (store.running_sittings("me", 10), list(store.each_sitting("me"))) == ([], [second])
    assert store.count("me") == 1
    assert store.size("me") == second.size
    store.remove_sitting("s1", "me")
    assert list(store.each_sitting("me")) == []


def test_they_are_handed_over_and_forgotten(store):
    store.add_sitting(sitting(owner="them"))
    store.adopt("them", "me")
    assert [kept.owner for kept in store.each_sitting("me")] == ["me"]
    store.leave("me", "anew")
    assert list(store.each_sitting("me")) == []
    store.forget("anew")
    assert list(store.each_sitting("anew")) == []


def test_they_expire_with_their_players(store):
    for owner in ("gone", "linked"):
        store.add_sitting(sitting(owner, owner))
    store.renew_recovery("linked")
    before = now()
    store.add_sitting(sitting("here", "here"))
    store.expire(before, "", 10)
    assert [bool(list(store.each_sitting(owner))) for owner in ("gone", "linked", "here")] == [False, True, True]


def test_who_plays_at_a_table_keeps_the_other_games(store):
    store.keep_guide("here", "blank", 2)
    before = now()
    store.add_sitting(sitting("here", "here"))
    store.expire(before, "", 10)
    assert store.guides("here") == {"blank": 2}
