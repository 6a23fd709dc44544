"""Every metric and label that a panel or an alert names is one that the service gives out."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
import yaml

from server.interceptors import OURS
from server.methods import METHODS
from server.telemetry import BUCKETS, Telemetry

DEPLOY = Path(__file__).parents[2] / "deploy"
BOARD: dict[str, Any] = json.loads((DEPLOY / "grafana" / "anamnesis.json").read_text(encoding="utf-8"))
ALERTS: dict[str, Any] = yaml.safe_load((DEPLOY / "grafana" / "alerts.yaml").read_text(encoding="utf-8"))
QUERIES = {
    **{f"{panel['title']} {one['refId']}": one["expr"] for panel in BOARD["panels"] for one in panel["targets"]},
    **{rule["alert"]: rule["expr"] for group in ALERTS["groups"] for rule in group["rules"]},
}


@pytest.fixture(scope="module")
def given_out() -> dict[str, set[str]]:
    """The names of the series that a service gives out, with their labels."""
    pytest.importorskip("prometheus_client")
    measured = Telemetry("127.0.0.1:0")
    method = METHODS[0].removeprefix(OURS)
    measured._calls.labels(method, "OK", "agent").inc()
    measured._seconds.labels(method).observe(0.1)
    measured._open.labels(method).inc()
    measured.turned(0.1, "OK")
    measured.scrubbed(10, 0)
    with urlopen(f"http://{measured.metrics_address}/metrics") as reply:
        lines = [line for line in reply.read().decode().splitlines() if not line.startswith("#")]
    measured.close()
    found = dict[str, set[str]]()
    for line in lines:
        name, _, labels = line.rpartition(" ")[0].partition("{")
        found.setdefault(name, set()).update(re.findall(r"(\w+)=", labels))
    return found


@pytest.mark.parametrize("query", QUERIES)
def test_what_a_query_names_is_there(query: str, given_out: dict[str, set[str]]) -> None:
    expression = QUERIES[query]
    named = re.findall(r"(anamnesis_\w+)(?:\{([^}]*)\})?", expression)
    assert named

    for name, labels in named:
        assert name in given_out
        assert set(re.findall(r"(\w+)\s*[=!]~?", labels)) <= given_out[name]
    every_label = set().union(*(given_out[name] for name, _ in named))
    for grouped in re.findall(r"by \(([^)]*)\)", expression):
        assert {one.strip() for one in grouped.split(",")} <= every_label
    assert expression.count("(") == expression.count(")") and expression.count("{") == expression.count("}")
    assert {float(end) for end in re.findall(r'le="([\d.]+)"', expression)} <= set(BUCKETS)


def test_what_is_asked_of_a_method_is_asked_of_one_that_is_served() -> None:
    served = {one.removeprefix(OURS) for one in METHODS}

    for expression in QUERIES.values():
        for exact in re.findall(r'method!?="([^"]+)"', expression):
            assert exact in served
        for pattern in re.findall(r'method=~"([^"]+)"', expression):
            assert any(re.fullmatch(pattern, one) for one in served)


def test_panels_lie_beside_each_other_and_have_numbers_of_their_own() -> None:
    panels = BOARD["panels"]
    assert len({panel["id"] for panel in panels}) == len(panels)
    cells = [
        (x, y)
        for place in (panel["gridPos"] for panel in panels)
        for x in range(place["x"], place["x"] + place["w"])
        for y in range(place["y"], place["y"] + place["h"])
    ]
    assert len(cells) == len(set(cells)) and max(x for x, _ in cells) < 24
