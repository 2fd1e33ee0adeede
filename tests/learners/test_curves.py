"""Curves of training, drawn."""

import json
from xml.etree import ElementTree

from escapology.learners.curves import curves_of, main, picture


def test_each_setting_is_a_line(tmp_path, capsys) -> None:
    lines = [{"minutes": 10 * k, "deals": 200, "won_of_deals": {"blank": 10 * k, "blank/long": 5 * k}} for k in (1, 2)]
    file = tmp_path / "curve.jsonl"
    file.write_text("".join(json.dumps(line) + "\n" for line in lines))
    assert curves_of([file]) == {"blank": [(10, 0.05), (20, 0.1)], "blank/long": [(10, 0.025), (20, 0.05)]}
    main([str(file)])
    assert capsys.readouterr().out == picture(curves_of([file]))


def test_axes_hold_all_points() -> None:
    drawn = ElementTree.fromstring(picture({"blank": [(12.0, 0.03), (15.0, 0.21)]}))
    texts = [text.text for text in drawn.iter("{http://www.w3.org/2000/svg}text")]
    assert texts == ["0 min", "0%", "10 min", "20%", "20 min", "40%", "blank"]
    *_, curve = drawn.iter("{http://www.w3.org/2000/svg}polyline")
    places = [tuple(map(float, place.split(","))) for place in curve.get("points", "").split()]
    assert all(48 <= x <= 440 and 16 <= y <= 280 for x, y in places)
    assert places[0][0] < places[1][0]
    assert places[0][1] > places[1][1]
