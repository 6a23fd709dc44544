"""The Helm chart gives manifests that hold together, whatever values it is given, and that grant nothing."""

from __future__ import annotations

import json
from typing import Any

import pytest
import yaml
from jsonschema import Draft7Validator

from server.settings import PREFIX, Settings
from tests.e2e.chart import CHART, OTHERS, rendered, text_of

SCHEMA: dict[str, Any] = json.loads((CHART / "values.schema.json").read_text(encoding="utf-8"))
OWN: dict[str, Any] = yaml.safe_load((CHART / "values.yaml").read_text(encoding="utf-8"))


@pytest.fixture(params=OTHERS)
def values(request: pytest.FixtureRequest) -> dict[str, Any]:
    return OTHERS[request.param]


def _one(manifests: dict[str, list[dict[str, Any]]], file: str) -> dict[str, Any]:
    [manifest] = manifests[file]
    return manifest


def test_values_are_those_that_the_schema_allows(values: dict[str, Any]) -> None:
    Draft7Validator.check_schema(SCHEMA)
    validator = Draft7Validator(SCHEMA)

    assert list(validator.iter_errors(OWN | {key: OWN.get(key, {}) for key in values})) == []
    wrong: list[dict[str, Any]] = [
        {"storage": {"size": "much"}}, {"settings": {"PATH": "/"}}, {"image": {"repository": ""}}, {"replicas": 3},
    ]  # fmt: skip
    assert all(list(validator.iter_errors(OWN | one)) for one in wrong)


def test_the_pod_has_no_rights_and_writes_only_its_volume(values: dict[str, Any]) -> None:
    spec = _one(rendered(CHART, values), "statefulset.yaml")["spec"]
    pod = spec["template"]["spec"]
    [container] = pod["containers"]

    assert spec["replicas"] == 1
    assert pod["securityContext"]["runAsNonRoot"] and pod["automountServiceAccountToken"] is False
    assert container["securityContext"] == {
        "readOnlyRootFilesystem": True,
        "allowPrivilegeEscalation": False,
        "capabilities": {"drop": ["ALL"]},
    }
    writable = {one["name"] for one in container["volumeMounts"] if not one.get("readOnly")}
    assert writable == {"data", "tmp"}
    assert pod["terminationGracePeriodSeconds"] > Settings.model_fields["grace_seconds"].default


def test_everything_that_is_named_is_there(values: dict[str, Any]) -> None:
    manifests = rendered(CHART, values)
    stateful, service = _one(manifests, "statefulset.yaml"), _one(manifests, "service.yaml")
    pod = stateful["spec"]["template"]
    [container] = pod["spec"]["containers"]

    volumes = {one["name"] for one in pod["spec"]["volumes"]}
    claims = {one["metadata"]["name"] for one in stateful["spec"]["volumeClaimTemplates"]}
    assert {one["name"] for one in container["volumeMounts"]} == volumes | claims
    labels = pod["metadata"]["labels"]
    assert stateful["spec"]["selector"]["matchLabels"].items() <= labels.items()
    assert service["spec"]["selector"].items() <= labels.items()
    ports = {one["name"] for one in container["ports"]}
    assert {one["targetPort"] for one in service["spec"]["ports"]} == ports
    for policy in manifests["networkpolicy.yaml"]:
        assert policy["spec"]["podSelector"]["matchLabels"].items() <= labels.items()
        assert {one["port"] for rule in policy["spec"]["ingress"] for one in rule["ports"]} == ports
        assert all(rule["from"] for rule in policy["spec"]["ingress"])
    mounted = [one["mountPath"] for one in container["volumeMounts"]]
    paths = [one["value"] for one in container["env"] if one["name"].endswith("_FILE")]
    assert paths and all(any(path.startswith(f"{place}/") for place in mounted) for path in paths)


def test_its_variables_are_settings_each_said_once(values: dict[str, Any]) -> None:
    [container] = _one(rendered(CHART, values), "statefulset.yaml")["spec"]["template"]["spec"]["containers"]
    names = [one["name"] for one in container["env"]]
    known = {f"{PREFIX}{name.upper()}" for name in Settings.model_fields} | {"ANAMNESIS_TLS_CA_FILE"}

    assert len(set(names)) == len(names) and set(names) <= known
    assert all(isinstance(one["value"], str) for one in container["env"])
    given = values.get("settings", {})
    assert given.items() <= {one["name"]: one["value"] for one in container["env"]}.items()


def test_without_a_digest_the_image_is_of_the_version_of_the_project() -> None:
    import tomllib

    project = tomllib.loads((CHART.parents[2] / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [container] = _one(rendered(CHART, {}), "statefulset.yaml")["spec"]["template"]["spec"]["containers"]
    [digested] = _one(rendered(CHART, OTHERS["a digest"]), "statefulset.yaml")["spec"]["template"]["spec"]["containers"]

    assert container["image"] == f"anamnesis:{project['version']}"
    assert digested["image"] == f"anamnesis@sha256:{'0' * 64}"


@pytest.mark.parametrize(
    "template", ['{{ include "x" . }}', "{{ .Values.a | b64enc }}", "{{- if .Values.a }}", "{{ end }}"]
)
def test_what_the_renderer_does_not_know_is_refused_and_not_left_out(template: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        text_of(template, {"Values": {"a": "b"}})
