// What is known now: facts by slot with their weight, trends with target bands, and the tiers.

import { get } from "./api.js";
import { bar, fill, h } from "./dom.js";
import { SLOTS, factLine, factText, seriesOf, slotOf, sourceText } from "./facts.js";
import { loadTargets, trend } from "./plot.js";
import { t } from "./words.js";

export async function show(place, state) {
  const [profile, memory] = await Promise.all([
    get(`/v1/patients/${state.patient}/profile`), get(`/v1/patients/${state.patient}/memory`), loadTargets()]);
  fill(place, h("h1", {}, t("nav.memory")), facts(profile.facts), trends(profile.facts), tiers(memory),
    h("p", { class: "note" }, t("memory.fingerprint", { fingerprint: profile.fingerprint.slice(0, 12), position: profile.position })));
}

function facts(all) {
  if (!all.length) return h("p", { class: "empty" }, t("memory.empty"));
  const most = Math.max(...all.map((fact) => fact.importance), 0.001);
  const known = SLOTS.filter((slot) => all.some((fact) => slotOf(fact) === slot));
  return h("div", { class: "slots" }, known.map((slot) => h("section", { class: "card", "aria-labelledby": `slot-${slot}` },
    h("h2", { id: `slot-${slot}` }, t(`slot.${slot}`)),
    h("ul", { class: "facts" }, all.filter((fact) => slotOf(fact) === slot).map((fact) => h("li", {},
      factLine(fact),
      h("span", { class: "meta" },
        fact.pinned && h("span", { class: "mark pinned", title: t("memory.pinned_why") }, t("memory.pinned")),
        bar(fact.importance / most, t("memory.importance", { importance: fact.importance.toFixed(2) })),
        h("span", { class: "note" }, t("memory.mentions", { count: fact.mentions }), " · ", sourceText(fact)))))))));
}

function trends(all) {
  const series = new Map();
  for (const fact of all) {
    if (!["labs", "vitals"].includes(slotOf(fact)) || fact.number === undefined || !fact.valid_from) continue;
    series.set(seriesOf(fact), [...(series.get(seriesOf(fact)) || []), fact]);
  }
  const plots = [...series.values()].sort((a, b) => b.length - a.length).map((one) => trend(one, all)).filter(Boolean);
  return plots.length ? h("section", { "aria-labelledby": "trends" }, h("h2", { id: "trends" }, t("memory.trends")), h("div", { class: "plots" }, plots)) : "";
}

function tiers(memory) {
  const turn = (one) => h("li", {}, h("p", {}, h("b", {}, t("turn.short", { turn: one.turn_number })), " ", one.question), one.answer && h("p", { class: "note" }, one.answer));
  const block = (one) => h("li", {}, h("p", {}, h("b", {}, t("memory.turns", { first: one.first_turn, last: one.last_turn })), " ", one.summary), h("p", { class: "note" }, t("memory.tokens", { tokens: one.tokens })));
  const lasting = (one) => h("li", {}, factText(one.fact), h("span", { class: "note" }, ` ${t(`lasting.${one.reason}`, {}, one.reason)} · ${one.importance.toFixed(2)}`));
  const item = (one) => h("li", {}, factText(one.fact), h("span", { class: "note" }, ` ${one.importance.toFixed(2)} · ${t("memory.mentions", { count: one.mentions })} · ${t("memory.cohesion", { cohesion: one.cohesion.toFixed(2) })}${one.trend ? ` · ${t(`trend.${one.trend}`)}` : ""}`));
  const tier = (name, all, draw) => h("details", { class: "card tier" }, h("summary", {}, h("b", {}, t(`tier.${name}`)), h("span", { class: "count" }, all.length), h("span", { class: "note" }, t(`tier.${name}_what`))),
    all.length ? h("ul", {}, all.map(draw)) : h("p", { class: "empty" }, t("memory.none")));
  return h("section", { "aria-labelledby": "tiers" }, h("h2", { id: "tiers" }, t("memory.tiers")),
    tier("working", memory.working, turn), tier("compressed", memory.compressed, block), tier("semantic", memory.semantic, lasting), tier("consolidated", memory.consolidated, item));
}
