// An answer taken apart: what each sentence names, what it rested on, how it was judged, and whether all that is proved.

import { events, get } from "./api.js";
import { bar, fill, h, table } from "./dom.js";
import { factLine, factText, momentText, numberText, sourceText } from "./facts.js";
import { t } from "./words.js";

export async function show(place, state, wanted) {
  const answers = await events(state.patient, ["AnswerGiven"]);
  const turns = [...new Set(answers.map((one) => one.payload.turn_number))];
  if (!turns.length) return void fill(place, h("h1", {}, t("nav.anatomy")), h("p", { class: "empty" }, t("anatomy.empty")));
  const turn = turns.includes(Number(wanted)) ? Number(wanted) : turns.at(-1);
  const told = await get(`/v1/patients/${state.patient}/turns/${turn}/explanation`);
  const choose = h("select", { id: "turn", onchange: () => { location.hash = `#/anatomy/${choose.value}`; } },
    turns.map((one) => h("option", { value: one, selected: one === turn }, t("turn.label", { turn: one }))));
  choose.value = String(turn);
  fill(place,
    h("div", { class: "row spread" }, h("h1", {}, t("nav.anatomy")), h("div", { class: "row noprint" }, h("label", { for: "turn" }, t("anatomy.turn")), choose,
      h("button", { type: "button", onclick: () => print() }, t("anatomy.print")))),
    verdict(told), words(told), rests(told), judged(told), checks(told));
}

// "corrected: HbA1c 7.2 %", with what was done in the reader's language.
function why(reason) {
  const [done, ...what] = reason.split(": ");
  return [t(`kind.${done.toUpperCase()}`, {}, done), ...what].join(": ");
}

function verdict(told) {
  return h("div", {},
    h("p", { class: `verdictline ${told.verified ? "proved" : "open"}` }, told.verified ? "✓ " : "✗ ",
      told.verified ? t("anatomy.proved", { count: told.checks.length }) : t("anatomy.unproved", { checks: told.discrepancies.map((name) => t(`check.${name}`, {}, name)).join(", ") })),
    told.invalidated && h("p", { class: "stalemark" }, "⚠ ", t("turn.stale", { reason: why(told.invalidated.reason) })));
}

function words(told) {
  const used = told.facts.filter((one) => one.used);
  const sentences = told.answer.text.split(/(?<=[.!?。]\s)|\n/).filter((one) => one.trim());
  return h("section", { class: "card" },
    h("p", { class: "said" }, told.question),
    h("ol", { class: "sentences" }, sentences.map((sentence) => h("li", {}, sentence.trim(), " ",
      used.map((one, index) => names(sentence, one.fact) && h("a", { class: "ref", href: `#fact-${index + 1}`, title: factText(one.fact), onclick: focus(`fact-${index + 1}`) }, `F${index + 1}`)),
      told.answer.citations.map((one, index) => cites(sentence, one) && h("a", { class: "ref passage", href: `#passage-${index + 1}`, title: one.title, onclick: focus(`passage-${index + 1}`) }, `D${index + 1}`))))),
    h("p", { class: "note" }, t("anatomy.how")));
}

// The log says which facts an answer rests on; which sentence names which is read off the words.
function names(sentence, fact) {
  const words = [fact.display, fact.name].filter((one) => one && one !== "*").some((one) => sentence.toLowerCase().includes(one.toLowerCase()));
  if (fact.number === undefined) return words;
  const figure = new RegExp(`(?<![\\d.])${String(numberText(fact.number)).replace(".", "\\.")}(?![\\d]|\\.\\d)`);
  return figure.test(sentence);
}

const cites = (sentence, one) => sentence.includes(one.title) || one.quote && (sentence.includes(one.quote) || one.quote.includes(sentence.trim()));

const focus = (id) => (event) => {
  event.preventDefault();
  const target = document.getElementById(id);
  target.focus();
  target.scrollIntoView({ block: "center" });
};

function rests(told) {
  const used = told.facts.filter((one) => one.used), seen = told.facts.filter((one) => !one.used);
  return h("section", { class: "card" }, h("h2", {}, t("anatomy.facts")),
    used.length ? h("ol", { class: "rests" }, used.map((one, index) => h("li", { id: `fact-${index + 1}`, tabindex: "-1" },
      h("span", { class: "ref" }, `F${index + 1}`), factLine(one.fact, { quote: true }),
      h("span", { class: "note" }, sourceText(one.fact)),
      !one.still_current && h("span", { class: "mark disputed" }, t("anatomy.no_longer"))))) : h("p", { class: "empty" }, t("anatomy.no_facts")),
    told.answer.citations.length ? [h("h3", {}, t("anatomy.passages")), h("ol", { class: "rests" }, told.answer.citations.map((one, index) => h("li", { id: `passage-${index + 1}`, tabindex: "-1" },
      h("span", { class: "ref passage" }, `D${index + 1}`), h("cite", {}, one.title), ` · ${one.source}`, one.quote && h("q", { class: "quote" }, one.quote))))] : "",
    seen.length ? h("details", {}, h("summary", {}, t("anatomy.seen", { count: seen.length })), h("ul", {}, seen.map((one) => h("li", {}, factLine(one.fact), !one.still_current && h("span", { class: "mark disputed" }, t("anatomy.no_longer")))))) : "");
}

function judged(told) {
  const parts = Object.entries(told.tokens_by_part).filter(([name]) => name !== "total");
  const total = Math.max(1, ...parts.map(([, tokens]) => tokens));
  return h("section", { class: "card" }, h("h2", {}, t("anatomy.judged")),
    told.assessments.length ? table([t("anatomy.draft"), t("score.grounding"), t("score.completeness"), t("score.accuracy"), t("score.overall"), t("anatomy.verdict")],
      told.assessments.map((one, index) => [index + 1, ...["grounding", "completeness", "accuracy", "overall"].map((name) => one[name].toFixed(2)), t(`verdict.${one.verdict}`, {}, one.verdict)]), t("anatomy.judged")) : "",
    h("p", { class: "note" }, t("anatomy.threshold", { threshold: told.threshold.toFixed(2), stop: t(`stop.${told.stop_reason}`, {}, told.stop_reason || "–") })),
    told.answer.uncertainty !== undefined && h("p", { class: "note" }, t("anatomy.uncertainty", { uncertainty: told.answer.uncertainty.toFixed(2) })),
    h("h3", {}, t("anatomy.tokens")),
    h("dl", { class: "tokens" }, parts.map(([name, tokens]) => [h("dt", {}, t(`part.${name}`, {}, name)), h("dd", {}, bar(tokens / total, `${tokens}`), ` ${tokens}`)])));
}

function checks(told) {
  const short = (text) => text.length > 60 ? `${text.slice(0, 57)}…` : text;
  return h("section", { class: "card" }, h("h2", {}, t("anatomy.checks")),
    h("p", { class: "note" }, t("anatomy.answered", { at: momentText(told.answered_at), model: told.model, position: told.position })),
    table([t("anatomy.check"), t("anatomy.recorded"), t("anatomy.derived"), ""], told.checks.map((one) => [t(`check.${one.name}`, {}, one.name), h("code", {}, short(one.recorded)), h("code", {}, short(one.derived)),
      h("span", { class: one.agrees ? "ok" : "bad" }, one.agrees ? `✓ ${t("anatomy.agrees")}` : `✗ ${t("anatomy.differs")}`)]), t("anatomy.checks")),
    h("details", {}, h("summary", {}, t("anatomy.models")), table([t("anatomy.skill"), t("anatomy.model"), t("anatomy.parameters")],
      told.models.map((one) => [one.skill, one.model, Object.entries(one.parameters).map(([name, value]) => `${name}=${value}`).join(", ")]), t("anatomy.models"))));
}
