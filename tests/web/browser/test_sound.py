"""Sound: off at first, heard for what happens once it is on, and made without a file.

A spy tells the first pitch of every tone and filter that is started. By these the voices are told apart.
"""

import pytest

from escapology.draw.scene import Card, Token
from escapology.games import LISTED
from escapology.middle import legal_texts, play_move, start_state
from tests.kit import records
from tests.web.hands import after, halves, move_by_mouse, record_of

SPY = """
window.contexts = 0;
window.heard = [];
const Real = window.AudioContext;
window.AudioContext = class extends Real { constructor(...given) { super(...given); window.contexts += 1 } };
const set = AudioParam.prototype.setValueAtTime;
AudioParam.prototype.setValueAtTime = function (value, time) {
    if (value > 20) window.heard.push([Math.round(time * 1000), value]);
    return set.call(this, value, time);
};
"""

#: the voices that were started, in order of time: each begins with the pitch of its first note
VOICES = """async () => {
    const { VOICES } = await import(document.documentElement.dataset.root + '/static/voices.js');
    const found = [];
    const pitches = window.heard.splice(0).sort(([one], [other]) => one - other).map(([, pitch]) => pitch);
    while (pitches.length) {
        const [name, notes] = Object.entries(VOICES).find(([, notes]) => notes[0].from === pitches[0]) ?? ['?', [{}]];
        found.push(name);
        pitches.shift();
        for (const note of notes.slice(1)) {
            const at = pitches.indexOf(note.from);
            if (at >= 0) pitches.splice(at, 1);
        }
    }
    return found;
}"""

ENERGY = """async () => {
    const { VOICES, speak } = await import(document.documentElement.dataset.root + '/static/voices.js');
    const found = {};
    for (const name of Object.keys(VOICES)) {
        const context = new OfflineAudioContext(1, 2 * 44100, 44100);
        speak(name, context, context.destination, 0);
        const samples = (await context.startRendering()).getChannelData(0);
        const last = samples.findLastIndex(sample => Math.abs(sample) > 0.001);
        found[name] = [Math.max(...samples.map(Math.abs)), last / 44100];
    }
    return found;
}"""


@pytest.fixture
def listen(open_page):
    """Opens a game in a window that tells what it lets sound."""

    def listen_(record, **options):
        page = open_page(record=record, script=SPY, **options)
        page.wait_for_selector("html.live")
        return page

    return listen_


def turn_on(page):
    page.get_by_role("button", name="Sound").click()
    page.wait_for_function("() => window.heard.length > 0")
    page.evaluate(VOICES)


def test_every_voice_can_be_heard_and_is_short(open_page):
    found = open_page("/settings").evaluate(ENERGY)
    assert set(found) == {"card", "step", "roll", "gain", "alert", "won", "lost"}
    for name, (peak, seconds) in found.items():
        assert 0.05 < peak <= 1, name
        assert seconds < 1.5, name


def test_nothing_sounds_until_it_is_turned_on(listen):
    record = record_of("lab-rats")
    page = listen(halves(record, 0)[0])
    button = page.get_by_role("button", name="Sound")
    assert button.get_attribute("aria-pressed") == "false"
    move_by_mouse(page, record.moves[0])
    assert page.evaluate("[window.contexts, window.heard.length]") == [0, 0]
    turn_on(page)
    move_by_mouse(page, record.moves[1])
    assert page.evaluate(VOICES) == ["step"]
    with page.expect_response("**/settings/sound"):
        page.keyboard.press("m")
    move_by_mouse(page, record.moves[2])
    assert page.evaluate("window.heard") == []


def test_it_stays_on_and_waits_for_somebody_to_do_something(listen):
    record = record_of("devils-square")
    page = listen(halves(record, 0)[0])
    with page.expect_response("**/settings/sound"):
        turn_on(page)
    page.reload()
    page.wait_for_selector("html.live")
    assert page.get_by_role("button", name="Sound").get_attribute("aria-pressed") == "true"
    assert page.evaluate("window.contexts") == 0
    move_by_mouse(page, record.moves[0])
    assert page.evaluate(VOICES)[0] == "card"


def test_the_volume_is_kept_and_can_be_tried(open_page, server):
    page = open_page("/settings")
    assert not page.get_by_label("Play sounds").is_checked()
    page.get_by_label("Play sounds").check()
    page.get_by_label("loud").check()
    page.get_by_role("button", name="Try it").click()
    page.get_by_role("button", name="Save").click()
    assert page.get_by_label("Play sounds").is_checked()
    assert page.get_by_label("loud").is_checked()
    begun = page.request.post(f"{server.address}/plays", form={"game": "lab-rats"}, max_redirects=0)
    page.goto(server.address + begun.headers["location"])
    assert page.locator(".table").get_attribute("data-volume") == "loud"


def kinds_moved(record):
    """What moves in the picture by the first move of a record."""
    game, deal = record.game, record.deal
    state = start_state(game, deal)
    later = play_move(game, deal, state, legal_texts(game, deal, state)[record.moves[0]])
    scenes = [game.presentation.scene(*game.knowledge.observe(deal, one)) for one in (state, later)]
    places = [{i.key: (type(i), i.x, i.y) for i in s.items if i.key and isinstance(i, Card | Token)} for s in scenes]
    changed = {key for key in places[0] | places[1] if places[0].get(key) != places[1].get(key)}
    return {(places[0] | places[1])[key][0] for key in changed}


@pytest.mark.parametrize("name", LISTED)
def test_a_move_sounds_like_what_moves_or_as_its_game_says(listen, name):
    record = record_of(name)
    page = listen(halves(record, 0)[0])
    turn_on(page)
    with page.expect_response("**/move") as sent:
        move_by_mouse(page, record.moves[0])
    heard = page.evaluate(VOICES)
    events = sent.value.json()["events"]
    if events:
        named = {event["sound"] for event in events if event.get("sound")}
        assert named <= set(heard)
        assert heard or all(event.get("sound") == "" for event in events)
    else:
        moved = {"card" if kind is Card else "step" for kind in kinds_moved(record)}
        assert moved <= set(heard) <= moved | {"gain"}


def moment(wanted):
    """A golden record up to a move whose events are wanted, and that move."""
    for record in records().values():
        game, state = record.game, start_state(record.game, record.deal)
        for made, move in enumerate(record.moves):
            number = legal_texts(game, record.deal, state)[move]
            if wanted(game.presentation.events(record.deal, state, number)):
                return halves(record, made)[0], move
            state = play_move(game, record.deal, state, number)
    raise AssertionError("there is no such moment")


def test_an_alarm_is_heard_when_somebody_sees_you(listen):
    start, move = moment(lambda events: any(event.kind == "spotted" for event in events))
    page = listen(start)
    turn_on(page)
    move_by_mouse(page, move)
    assert "alert" in page.evaluate(VOICES)


@pytest.mark.parametrize("name", LISTED)
def test_the_end_is_heard(listen, name):
    record = record_of(name)
    page = listen(halves(record, len(record.moves) - 1)[0])
    turn_on(page)
    move_by_mouse(page, record.moves[-1])
    assert page.evaluate(VOICES)[-1] == "won"


def test_a_lost_game_is_heard(listen):
    page = listen(halves(record_of("devils-square"), 0)[0])
    turn_on(page)
    page.locator("details.menu summary").click()
    after(page, lambda: page.get_by_role("button", name="Give up").click())
    assert page.evaluate(VOICES)[-1] == "lost"


def test_a_pursuit_is_heard_step_by_step_and_ends_when_one_goes_on(listen):
    start, move = moment(lambda events: sum(event.kind == "stepped" for event in events) >= 3)
    page = listen(start, reduced_motion="no-preference")
    turn_on(page)
    page.evaluate("""() => {
        window.stopped = 0;
        const stop = AudioScheduledSourceNode.prototype.stop;
        AudioScheduledSourceNode.prototype.stop = function (time) {
            window.stopped += time === undefined ? 1 : 0;
            return stop.call(this, ...arguments);
        };
    }""")
    move_by_mouse(page, move)
    times = sorted({time for time, _ in page.evaluate("window.heard")})
    assert max(times) - min(times) >= 2 * 170, "one step after the other"
    before = page.evaluate("window.stopped")
    page.locator("#board svg").first.click(position={"x": 2, "y": 2})
    assert page.evaluate("window.stopped") > before
