"""Numbers for Prometheus."""

from escapology.web.watch.metrics import Metrics


def test_what_the_solvers_do_is_told_as_it_stands():
    """Even if nobody asks for anything meanwhile."""
    stats = {"waiting": 92, "answered": 1}
    metrics = Metrics(lambda: stats)
    metrics.count("GET", "/", 200, 0.1)
    stats["waiting"] = 0

    def number(what):
        return metrics.registry.get_sample_value("escapology_solver", {"what": what})

    assert (number("waiting"), number("answered")) == (0, 1)
