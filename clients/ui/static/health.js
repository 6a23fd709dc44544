// For whoever runs it: is it well, are the views up to date, does the log still prove itself.

import { get, stream, token } from "./api.js";
import { busy, fill, h, table } from "./dom.js";
import { failure } from "./failure.js";
import { t } from "./words.js";

export async function show(place, state) {
  const health = h("div", {}, busy(t("loading"))), proof = h("div", { "aria-live": "polite" });
  const credentials = h("input", { id: "token", type: "password", autocomplete: "off", value: token.get() });
  fill(place, h("h1", {}, t("nav.health")), health,
    h("section", { class: "card" }, h("h2", {}, t("health.log")), h("p", { class: "note" }, t("health.verify_what")),
      h("div", { class: "row" },
        h("button", { type: "button", class: "main", onclick: () => verify(proof) }, t("health.verify")),
        h("button", { type: "button", onclick: () => rebuild(proof) }, t("health.rebuild"))), proof),
    h("section", { class: "card" }, h("h2", {}, t("health.access")),
      h("form", { class: "row", onsubmit: (event) => { event.preventDefault(); token.set(credentials.value.trim()); state.changed(true); } },
        h("label", { for: "token" }, t("health.token")), credentials, h("button", { type: "submit" }, t("health.use"))),
      h("p", { class: "note" }, t("health.rest"), " ", h("a", { href: "/openapi.json" }, "/openapi.json"))));
  await look(health);
}

async function look(place) {
  const well = await get("/v1/health").then((told) => told.serving, () => false);
  try {
    const views = await get("/v1/projections");
    fill(place, h("p", { class: `verdictline ${well ? "proved" : "open"}` }, well ? `✓ ${t("health.serving")}` : `✗ ${t("health.down")}`),
      h("section", { class: "card" }, h("h2", {}, t("health.views")),
        h("p", { class: "note" }, t("health.head", { position: views.position })),
        table([t("health.view"), t("health.status"), t("health.lag"), t("health.position"), t("health.fingerprint")], views.projections.map((one) => {
          const status = one.status.replace("PROJECTION_STATUS_", "");
          return [viewName(one.name), h("span", { class: status === "FAILED" ? "bad" : "ok" }, `${{ CURRENT: "✓", FAILED: "✗" }[status] ?? "…"} ${t(`view.${status}`)}`), one.lag_events, one.position, h("code", {}, one.fingerprint.slice(0, 12))];
        }), t("health.views")),
        views.quarantined.length ? h("p", { class: "warning" }, t("health.quarantined", { count: views.quarantined.length })) : ""));
  } catch (error) {
    fill(place, failure(error));
  }
}

const viewName = (name) => t(`view.name.${name}`, {}, name);

async function verify(place) {
  const findings = [];
  let events = 0;
  fill(place, busy(t("health.verifying", { events })));
  try {
    for await (const { data } of stream("/v1/log/verification", {})) {
      events = data.events;
      if (data.finding) findings.push(data.finding);
      fill(place, busy(t("health.verifying", { events })));
    }
    fill(place, h("p", { class: `verdictline ${findings.length ? "open" : "proved"}` }, findings.length ? `✗ ${t("health.faults", { count: findings.length, events })}` : `✓ ${t("health.no_fault", { events })}`),
      findings.length ? table([t("health.finding"), t("health.position"), t("health.detail")], findings.map((one) => [one.kind, one.position, one.detail]), t("health.log")) : "");
  } catch (error) {
    fill(place, failure(error));
  }
}

async function rebuild(place) {
  const views = new Map();
  fill(place, busy(t("health.rebuilding")));
  try {
    for await (const { data } of stream("/v1/projections/rebuild", { verify_only: true })) {
      views.set(data.name, data);
      const rows = [...views.values()].map((one) => [viewName(one.name), `${one.events} / ${one.total_events}`,
        one.done ? h("span", { class: one.identical ? "ok" : "bad" }, one.identical ? `✓ ${t("health.identical")}` : `✗ ${t("health.differs")}`) : "…"]);
      fill(place, table([t("health.view"), t("health.events"), ""], rows, t("health.rebuild")));
    }
  } catch (error) {
    fill(place, failure(error));
  }
}
