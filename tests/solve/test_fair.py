"""Fair play uses nothing that the player can't know; hints say how much they are worth."""

import pytest

from escapology.answer import Outlook
from escapology.errors import IllegalMoveError
from escapology.games import GAMES
from escapology.luck import Luck
from escapology.middle import legal_moves, new_deal, play_move, read_move, start_state
from escapology.record import Record, read_record
from escapology.setting import parse_setting
from escapology.solve import Limits, bots, solve
from escapology.solve.choices import find_choices
from escapology.solve.fair import judge
from escapology.solve.hint import find_outlook, give_hint
from escapology.verdict import Effort
from escapology.wording.answers import outlook_words
from tests.settings import all_settings

DECIDED = [name for name, game in GAMES.items() if not game.facts.has_dice]
VARIANTS = [*DECIDED, "blank/long", "lab-rats/hard", "lab-rats/bag", "lab-rats/rebag", "dont-let-them-get-you/even"]


def position(line: str, moves: str = ""):
    record = read_record(f"{line}\n{moves}")
    return record.game, record.deal, record.last_state()


def dealt(name: str, seed: int, choices: int = 0):
    """A position of a random deal after so many random choices."""
    setting = parse_setting(name, GAMES)
    game, luck = GAMES[setting.game], Luck(seed)
    deal = new_deal(setting, seed)
    state = start_state(game, deal)
    for _ in range(choices):
        found = find_choices(game, *game.knowledge.observe(deal, state))
        if not found:
            break
        after = found[luck.below(len(found))].lead_from(game, deal, state)
        if not legal_moves(game, deal, after):
            break
        state = after
    return game, deal, state


def test_a_choice_is_worth_the_share_of_worlds_it_wins():
    # On the ground, a 4 up, 1 2 3 5 6 below. Climbing wins if 5 comes before 6. Skipping wins if three of the five
    # rise: 42 of the 120 orders (the fifth Catalan number) have no three that do.
    game, deal, state = position("blank: 4 1 2 3 5 6")
    judged = {j.choice.texts(game, deal, state)[0]: j for j in judge(game, deal, state, Luck(1), Effort(worlds=400))}
    assert judged["climb"].share == pytest.approx(0.5, abs=0.1)
    assert judged["skip"].share == pytest.approx(78 / 120, abs=0.15)


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("choices", [0, 2])
def test_redrawing_the_hidden_part_changes_no_judgement(name, choices):
    game, deal, state = dealt(name, 3, choices)
    first = judge(game, deal, state, Luck(3), Effort(worlds=2))
    for seed in range(3):
        world = game.knowledge.redraw(*game.knowledge.observe(deal, state), Luck(seed))
        assert judge(game, world[0], world[1], Luck(3), Effort(worlds=2)) == first


@pytest.mark.parametrize("bot", [bots.random, bots.greedy])
@pytest.mark.parametrize("name", [*VARIANTS, "kidnap-machine"])
def test_redrawing_the_hidden_part_changes_no_choice_of_a_bot(name, bot):
    game, deal, state = dealt(name, 5, 1)
    first = bot(game, deal, state, Luck(3))
    for seed in range(5):
        world = game.knowledge.redraw(*game.knowledge.observe(deal, state), Luck(seed))
        assert bot(game, *world, Luck(3)) == first


@pytest.mark.parametrize("setting", all_settings(), ids=str)
def test_a_moves_number_means_the_same_in_all_worlds_that_look_alike(setting):
    game = GAMES[setting.game]
    deal = new_deal(setting, 11)
    state, luck = start_state(game, deal), Luck(1)
    for _ in range(30):
        moves = legal_moves(game, deal, state)
        if not moves:
            break
        texts = [game.notation.move_text(deal, state, move) for move in moves]
        world, standing = game.knowledge.redraw(*game.knowledge.observe(deal, state), luck)
        assert legal_moves(game, world, standing) == moves
        assert [game.notation.move_text(world, standing, move) for move in moves] == texts
        state = play_move(game, deal, state, moves[luck.below(len(moves))])


def test_worlds_end_with_the_time():
    game, deal, state = dealt("devils-square", 1)
    assert judge(game, deal, state, Luck(1), Effort(seconds=1e-9))[0].worlds == 1


def test_a_fair_hint_is_rated_by_samples():
    game, deal, state = position("blank: 4 6 5 3 2 1")
    hint = give_hint(game, deal, state, seconds=0.3)
    assert (hint.move, hint.standing) == ("skip", "likely")
    assert 0.5 < hint.rating <= 1
    assert hint.share is None, "nobody has measured what that means"
    assert hint.worlds >= 4
    assert hint.row[0] == "skip"


def test_peeking_hint_is_proven():
    game, deal, state = position("blank: 4 1 2 3 5 6")
    hint = give_hint(game, deal, state, peeks=True)
    assert hint.standing == "proven"
    for text in hint.row:
        legal = {game.notation.move_text(deal, state, m): m for m in legal_moves(game, deal, state)}
        state = play_move(game, deal, state, legal[text])
    assert game.rules.won(deal, state)


def test_a_hint_says_that_its_move_wins_at_once():
    game, deal, state = position("blank: 4 1 2 3 5 6")
    first = hint = give_hint(game, deal, state, peeks=True)
    states = [state]
    while not game.rules.won(deal, states[-1]):
        hint = give_hint(game, deal, states[-1], before=states[:-1], peeks=True)
        states.append(play_move(game, deal, states[-1], read_move(game, deal, states[-1], hint.move)))
        assert hint.wins == game.rules.won(deal, states[-1])
    assert len(states) == 1 + len(first.row) > 2


def test_peeking_hint_knows_a_lost_game():
    game, deal, state = position("blank: 6 5 4 3 2 1")
    assert give_hint(game, deal, state, peeks=True).standing == "lost"


def test_with_nothing_hidden_a_fair_hint_is_proven():
    game, deal, state = position("blank: 1 2 4 3 5 6", "climb climb skip skip skip")
    hint = give_hint(game, deal, state)
    assert (hint.move, hint.standing, hint.wins) == ("climb", "proven", True)


def test_no_hint_at_the_end():
    game, deal, state = position("blank: 1 2 3 4 5 6", "climb climb climb")
    with pytest.raises(IllegalMoveError, match="the game is over"):
        give_hint(game, deal, state)


@pytest.mark.parametrize(
    ("moves", "outlook"),
    [
        ("climb climb climb", Outlook("won")),
        ("climb", Outlook("winnable")),
        ("climb skip skip skip skip", Outlook("lost", 5, "skip", ("climb", "climb"))),
    ],
)
def test_outlooks(moves, outlook):
    found = find_outlook(read_record(f"blank: 1 2 3 4 5 6\n{moves}"))
    assert isinstance(found, Outlook)
    assert (found.standing, found.number, found.move) == (outlook.standing, outlook.number, outlook.move)
    if found.standing == "lost":
        game, deal, state = position("blank: 1 2 3 4 5 6", "climb skip skip skip")
        for text in found.better:
            legal = {game.notation.move_text(deal, state, m): m for m in (0, 1)}
            state = play_move(game, deal, state, legal[text])
        assert game.rules.won(deal, state)
        assert outlook_words(found) == "It can no longer be won: move 5, skip, lost it."


def test_a_deal_that_never_had_a_win():
    assert find_outlook(read_record("blank: 6 5 4 3 2 1\nskip")).standing == "never"


def test_one_move_later_the_blunder_is_where_brute_force_says():
    """On every record of a tiny game: the first position that no continuation wins."""
    setting = parse_setting("blank", GAMES)
    game, luck = GAMES["blank"], Luck(9)
    for seed in range(40):
        deal = new_deal(setting, seed)
        states, texts = [start_state(game, deal)], []
        while moves := legal_moves(game, deal, states[-1]):
            move = moves[luck.below(len(moves))]
            texts.append(game.notation.move_text(deal, states[-1], move))
            states.append(play_move(game, deal, states[-1], move))
        can_win = [_can_win(game, deal, state) for state in states]
        found = find_outlook(read_record(f"{setting.text}: {game.notation.deal_text(deal)}\n{' '.join(texts)}"))
        assert isinstance(found, Outlook)
        if game.rules.won(deal, states[-1]):
            assert found.standing == "won"
        elif not can_win[0]:
            assert found.standing == "never"
        else:
            assert (found.standing, found.number) == ("lost", can_win.index(False))


def _can_win(game, deal, state) -> bool:
    return game.rules.won(deal, state) or any(
        _can_win(game, deal, play_move(game, deal, state, move)) for move in legal_moves(game, deal, state)
    )


@pytest.mark.parametrize(
    ("name", "seed"), [("blank", 3), ("lab-rats/hard", 1), ("lab-rats/classic", 1), ("dont-let-them-get-you", 1)]
)
def test_a_move_that_wins_at_once_is_proven_though_much_is_hidden(name, seed):
    setting = parse_setting(name, GAMES)
    game = GAMES[setting.game]
    proven = 0
    for number in range(seed, seed + 12):
        deal = new_deal(setting, number)
        verdict = solve(game, deal, limits=Limits(seconds=10))
        states = list(Record(game, deal, verdict.moves).states())
        if not verdict.moves or not game.knowledge.hidden(deal, states[-2]):
            continue
        hint = give_hint(game, deal, states[-2], seconds=0.01)
        assert hint.standing == "proven"
        assert hint.wins == (len(hint.row) == 1)
        after = states[-2]
        for text in hint.row:
            after = play_move(game, deal, after, read_move(game, deal, after, text))
        assert game.rules.won(deal, after)
        proven += 1
        if proven == 3:
            return
    raise AssertionError("too few of them")


def test_what_must_be_seen_first_is_not_certain():
    # Three climbs win, and each shows a new card, so before the third nothing is certain.
    game, deal, state = position("blank: 3 6 1 2 4 5")
    seen = game.knowledge.observe(deal, state)
    assert not any(choice.wins_for_certain(game, *seen) for choice in find_choices(game, *seen))
    assert give_hint(game, deal, state, seconds=0.05).standing == "likely"
