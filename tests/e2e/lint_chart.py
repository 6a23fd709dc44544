"""Holds the Helm chart to Helm itself and to Kubernetes' own schemas: make lint-chart.

Helm is that of `helm-python-sdk` (Helm 4 as a library), the schemas are those of `kubernetes-validate`. Neither is a
dependency of anything that is shipped: they run in an environment of their own, and from the root of the repository.
"""

from __future__ import annotations

import sys
from typing import Any

import kubernetes_validate  # type: ignore[import-not-found, unused-ignore]
import yaml
from helm_python import chart as helm  # type: ignore[import-not-found, unused-ignore]

from tests.e2e.chart import CHART, OTHERS, rendered

KUBERNETES = ("1.29.0", "1.33.0", "1.37.0")
WRONG: tuple[dict[str, Any], ...] = (
    {"storage": {"size": "much"}}, {"settings": {"PATH": "/"}}, {"image": {"repository": ""}}, {"replicas": 3},
)  # fmt: skip
"""Values that the chart's schema refuses."""
INFORMATION = 1
"""Helm's severity of what is merely recommended."""


def main() -> int:
    """Print what was looked at; 1 where something does not hold."""
    faults = []
    linted = helm.lint(str(CHART), strict=True)
    for told in linted["messages"]:
        print(f"helm lint: {told['path']}: {told['error']}")
        faults += [told] if told["severity"] > INFORMATION else []
    faults += linted["errors"]
    with helm.Chart.load(str(CHART)) as chart:
        for name, values in OTHERS.items():
            manifests = _manifests(chart.render(values=values, name="memory"))
            for manifest in (one for some in manifests.values() for one in some):
                for version in KUBERNETES:
                    kubernetes_validate.validate(manifest, version, strict=True)
            ours = {file: some for file, some in rendered(CHART, values).items() if some}
            faults += [] if ours == manifests else [f"{name}: Helm renders otherwise than the tests do"]
            print(f"{name}: {sum(map(len, manifests.values()))} manifests hold for Kubernetes {', '.join(KUBERNETES)}")
        faults += [f"taken: {values}" for values in WRONG if _is_taken(chart, values)]
    print("no fault" if not faults else f"{len(faults)} faults: {faults}")
    return 1 if faults else 0


def _manifests(files: dict[str, str]) -> dict[str, list[dict[str, Any]]]:
    found = {
        file.rpartition("/")[2]: [one for one in yaml.safe_load_all(text) if one]
        for file, text in files.items()
        if file.endswith(".yaml")
    }
    return {file: some for file, some in found.items() if some}


def _is_taken(chart: Any, values: dict[str, Any]) -> bool:
    try:
        chart.render(values=values, name="memory")
    except Exception as error:
        # The library has one kind for all that a schema refuses, and names it here alone.
        return "schema" not in str(error)
    return True


if __name__ == "__main__":
    sys.exit(main())
