"""Secrets: made, kept and read."""

import stat
import threading

import pytest

from escapology.errors import SettingError
from escapology.web.guard.secret import kept_secret, read_secrets


def test_a_secret_is_made_once_for_its_owner_only(tmp_path):
    folder = tmp_path / "new" / "folder"
    made = kept_secret(folder)
    assert len(made) == 1
    assert len(made[0]) == 64
    assert kept_secret(folder) == made
    assert [file.name for file in folder.iterdir()] == ["secret"]
    assert stat.S_IMODE((folder / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700


def test_many_at_once_get_the_same_one(tmp_path):
    found = []
    threads = [threading.Thread(target=lambda: found.append(kept_secret(tmp_path))) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 20
    assert len(set(found)) == 1


def test_several_secrets(tmp_path):
    file = tmp_path / "s"
    file.write_text("a" * 32 + "\n\n" + "b" * 40 + "\n")
    assert read_secrets(file) == (b"a" * 32, b"b" * 40)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "there is no secret in"),
        (b"short\n", "too short"),
        (b"\xff" * 40, "it is not text"),
        (None, "can't be read"),
    ],
)
def test_bad_secrets(tmp_path, content, message):
    file = tmp_path / "s"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(SettingError, match=message):
        read_secrets(file)
