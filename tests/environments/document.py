"""The tables of docs/environments.md: actions and observations of every game.

python -m tests.environments.document     writes them anew
"""

from collections.abc import Iterator

from escapology.environments import environment_id
from escapology.environments.spaces import flat_size
from escapology.environments.table import learning_of
from escapology.games import GAMES
from escapology.protocol import AnyGame
from tests.kit import FOLDER

PAGE = FOLDER.parent / "docs" / "environments.md"
BEGIN, END = "<!-- tables: python -m tests.environments.document -->\n", "<!-- end of tables -->\n"


def tables() -> str:
    """All of them, as Markdown."""
    return "\n".join(line for game in GAMES.values() for line in _of(game)) + "\n"


def _of(game: AnyGame) -> Iterator[str]:
    learning = learning_of(game)
    names = ", ".join(f"`{environment_id(game, variant)}`" for variant in game.facts.variants)
    rewards = "`won`, `points`" if game.facts.has_points else "`won`"
    yield f"\n### {game.title}\n"
    yield f"{names}. {learning.action_count} actions; {learning.size} numbers, {flat_size(learning)} features;"
    yield f"rewards {rewards}; episodes are cut short after {learning.limit} steps.\n"
    yield "| actions | | |\n|---|---|---|"
    first = 0
    for some in learning.actions:
        last = first + some.count - 1
        yield f"| {first if first == last else f'{first}–{last}'} | {some.name} | {some.words} |"
        first += some.count
    yield "\n| array | shape | numbers | | meaning |\n|---|---|---|---|---|"
    for array in learning.arrays:
        shape = " × ".join(map(str, array.shape))
        kind = "kinds" if array.is_kind else ""
        yield f"| `{array.name}` | {shape} | {array.low}–{array.high} | {kind} | {array.words} |"


def page() -> str:
    """The page as it should be."""
    text = PAGE.read_text(encoding="utf-8")
    before, _, rest = text.partition(BEGIN)
    return before + BEGIN + tables() + END + rest.partition(END)[2]


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
