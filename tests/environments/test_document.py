"""docs/environments.md says what is so."""

import re

import pytest

from tests.environments.document import PAGE, page

CODE = re.findall(r"```python\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)


def test_its_tables_are_those_of_the_games() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.environments.document"


@pytest.mark.parametrize("code", CODE, ids=range(len(CODE)))
def test_its_examples_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    if "GpuEnvironments" in code:
        pytest.importorskip("torch")
        pytest.importorskip("numba_cuda")
        if not pytest.importorskip("numba.cuda").is_available():
            pytest.skip("there is no GPU here")
    exec(code.replace("range(200)", "range(2)").replace("num_envs=4096", "num_envs=64"), {})
    assert "Traceback" not in capsys.readouterr().out
