"""What certificates say without pursuers: the table that tells which claims hold is what the rules say."""

import pytest

from escapology.certificate import make, read, verify
from escapology.games.pursuit.dont_let_them_get_you.proof import TURNS
from escapology.proof import Claim
from escapology.record import Record
from tests.games.pursuit.dont_let_them_get_you.deals import dealt
from tests.games.pursuit.positions import DL

LAST_TURNS = 22  # and after: the others follow in the same way
SOME = 7  # one claim in so many


def is_settled(claim: Claim, d, holding: dict) -> bool:
    """Whether whatever follows on a claim is covered by claims of the table."""
    return all(
        any(member.covers(one) for one in alternatives for member in holding.get(one.key, ()))
        for alternatives in TURNS.follows(d, claim, 0)
    )


@pytest.mark.parametrize(("seed", "variant"), [(5, "classic"), (1, "even")])
def test_claims_of_the_table_hold_each_other_up_and_nothing_could_be_added(seed, variant):
    d, s = dealt(seed, variant)
    hold, fail = (list(claims) for claims in TURNS.known(d, s, 0))
    holding: dict = {}
    for claim in hold:
        holding.setdefault(claim.key, []).append(claim)
    late = [claim for claim in hold if claim.key[0] >= LAST_TURNS][::SOME]
    wrong = [claim for claim in fail if claim.key[0] >= LAST_TURNS][::SOME]
    assert late
    assert wrong
    assert all(is_settled(claim, d, holding) for claim in late)
    assert not any(is_settled(claim, d, holding) for claim in wrong)


def test_a_proof_by_time_alone_leaves_the_pursuers_out():
    d, _ = dealt(228)
    told = read(make(Record(DL, d, ()), None))
    verify(told)
    keys = [line.partition("|")[0].split() for line in told.body.splitlines()]
    assert {len(key) for key in keys} == {3}
    assert len(keys) < 500, "sets of spaces, not a claim for each space"
