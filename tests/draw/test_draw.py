import pkgutil
from pathlib import Path

import escapology.draw
from escapology.draw import scene


def test_all_is_sorted_and_there():
    names = escapology.draw.__all__
    assert names == sorted(names)
    assert [name for name in names if not hasattr(escapology.draw, name)] == []


def test_every_item_of_a_scene_is_offered():
    items = {name for name, value in vars(scene).items() if isinstance(value, type) and issubclass(value, scene.Item)}
    assert items | {"Scene", "Role", "Emblem"} <= set(escapology.draw.__all__)


def test_every_module_has_its_tests():
    modules = {module.name for module in pkgutil.iter_modules(escapology.draw.__path__)} - {"scene"}  # only data
    tests = {path.stem.removeprefix("test_") for path in Path(__file__).parent.glob("test_*.py")} - {"draw"}
    assert modules == tests
