"""A server that is killed in the midst of a game at a real table: nothing that was told and acknowledged is lost."""

import os
import signal
import threading
from contextlib import suppress

import pytest
from httpx2 import Client, TransportError

from escapology.sitting import Sitting
from tests.patience import LONGEST
from tests.samples import sizes
from tests.table import Table
from tests.web.conftest import BOTH
from tests.web.forms import version_of

DATABASES = BOTH
FEW = 5


def _kill_after(enough, pid):
    enough.wait(LONGEST)
    os.kill(pid, signal.SIGKILL)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs kill -9")
@pytest.mark.parametrize("kills", sizes(2, 12))
def test_a_killed_server_has_all_that_was_told(database, serve, kills):
    service, table = serve(database), Table.won("devils-square")
    setting = table.deal.setting
    with Client(timeout=LONGEST, follow_redirects=True, base_url=f"http://127.0.0.1:{service.port}") as client:
        path = client.post("/companions", data={"game": setting.game, "variant": setting.variant}).url.path
        sitting = Sitting.begin(setting, 1)  # asks what the page asks
        for _ in range(kills):
            enough, told = threading.Event(), 0
            killer = threading.Thread(target=_kill_after, args=(enough, service.process.pid))
            killer.start()
            with suppress(TransportError):
                while text := table.tell(sitting):
                    page = client.get(path)
                    answer = client.post(
                        f"{path}/tell", data={"told": text.removeprefix("="), "version": version_of(page)}
                    )
                    assert answer.status_code == 200
                    sitting, told = sitting.tell(text), told + 1
                    if told == FEW:
                        enough.set()  # and go on telling, until it is gone
            killer.join()
            service.process.wait()
            service.start()
            kept = Sitting.of_text(client.get(f"{path}/notes.txt").text, 1)
            assert kept.told[: len(sitting.told)] == sitting.told
            assert len(kept.told) <= len(sitting.told) + 1, (
                "one more may have been stored, but not acknowledged any more"
            )
            sitting = kept
        while text := table.tell(sitting):  # and it goes on to its end
            run = [text]
            sitting = sitting.tell(text)
            while text.startswith("=") and sitting.asked is not None:
                run.append(table.tell(sitting))
                sitting = sitting.tell(run[-1])
            version = version_of(client.get(path))
            words = " ".join(one.removeprefix("=") for one in run)
            client.post(f"{path}/tell", data={"told": words, "version": version})
        assert "Won!" in client.get(path).text
        assert client.get(f"{path}/record.txt").text.split("\n", 1)[1].split() == table.moves
