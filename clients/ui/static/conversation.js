// The conversation: what was understood and committed stands beside each turn as it happens.

import { events, get, newId, stream } from "./api.js";
import { busy, fill, h } from "./dom.js";
import { factLine, slotOf } from "./facts.js";
import { failure } from "./failure.js";
import { t } from "./words.js";

const KINDS = { RECORDED: "+", REAFFIRMED: "=", CHANGED: "→", CORRECTED: "✎", RETRACTED: "−", REVERTED: "↩",
  CONTRADICTION: "≠", CLARIFICATION: "?" };
const TOPICS = { SlotRecorded: "RECORDED", SlotReaffirmed: "REAFFIRMED", SlotChanged: "CHANGED", SlotCorrected: "CORRECTED",
  SlotRetracted: "RETRACTED", CorrectionReverted: "REVERTED", ContradictionFound: "CONTRADICTION" };

const conversation = newId();

export async function show(place, state) {
  const turns = h("div", { class: "turns", role: "log", "aria-label": t("nav.conversation") });
  const say = h("textarea", { id: "say", rows: 2, maxlength: 4000, placeholder: t("say.placeholder"), "aria-label": t("say.label"),
    onkeydown: (event) => { if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); form.requestSubmit(); } } });
  const send = h("button", { class: "main", type: "submit" }, t("say.send"));
  const form = h("form", { class: "say", onsubmit: (event) => { event.preventDefault(); if (say.value.trim() && !send.disabled) turn(); } },
    say, h("div", { class: "row" }, h("span", { class: "hint" }, t("say.hint")), send));
  fill(place, h("h1", { class: "hidden" }, t("nav.conversation")), turns, form);
  fill(turns, busy(t("loading")));
  const shown = new Map();
  const before = await history(state.patient);
  fill(turns, before.map((one) => draw(one, shown)));
  if (!shown.size) turns.append(h("p", { class: "empty" }, t("conversation.empty")));
  turns.lastElementChild?.scrollIntoView({ block: "end" });
  say.focus({ preventScroll: true });

  async function turn() {
    const text = say.value.trim();
    say.value = "";
    send.disabled = true;
    turns.querySelector(".empty")?.remove();
    const one = { number: 0, said: text, answer: "", happened: [], live: true };
    const element = draw(one, shown);
    turns.append(element);
    const body = { request_id: newId(), conversation_id: conversation, text };
    try {
      for await (const { data } of stream(`/v1/patients/${state.patient}/turns`, body)) step(element, data, shown);
    } catch (error) {
      element.querySelector(".answer").append(failure(error));
      say.value ||= text;
    }
    element.classList.remove("live");
    element.querySelector(".progress")?.remove();
    send.disabled = false;
    say.focus({ preventScroll: true });
    element.scrollIntoView({ block: "end" });
    state.changed();
  }
}

async function history(patient) {
  const [log, profile] = await Promise.all([
    events(patient, ["UtteranceReceived", "AnswerGiven", "AnswerInvalidated", "TurnFailed", "ClarificationRequested", ...Object.keys(TOPICS)]),
    get(`/v1/patients/${patient}/profile`, { include_history: true }),
  ]);
  const facts = new Map(profile.facts.map((fact) => [fact.fact_id, fact]));
  const turns = new Map();
  for (const event of log) {
    const number = event.payload.turn_number ?? event.payload.evidence?.turn_number;
    if (event.name === "UtteranceReceived") {
      turns.set(number, { number, said: event.payload.text, at: event.payload.said_at, answer: "", happened: [], observed: event.payload.observed });
    }
    const one = turns.get(event.name === "AnswerInvalidated" ? event.payload.answer_turn_number : number);
    if (!one) continue;
    if (event.name === "AnswerGiven") Object.assign(one, { answer: event.payload.text, given: event.payload });
    if (event.name === "TurnFailed") one.failed = event.payload.reason;
    if (event.name === "AnswerInvalidated") one.stale = t(`stale.${event.payload.reason}`, {}, event.payload.reason);
    if (TOPICS[event.name] && facts.has(event.payload.fact_id)) {
      const before = [event.payload.supersedes ?? event.payload.conflicts_with ?? []].flat()[0];
      one.happened.push({ kind: TOPICS[event.name], fact: facts.get(event.payload.fact_id), previous: facts.get(before) });
    }
    if (event.name === "ClarificationRequested") one.happened.push({ kind: "CLARIFICATION", question: t(`clarify.${event.payload.kind}`) });
  }
  return [...turns.values()];
}

function draw(one, shown) {
  const answer = h("div", { class: "answer", lang: one.given?.language }, h("p", { class: "text" }, one.answer));
  const element = h("article", { class: `turn ${one.live ? "live" : ""}`, "aria-label": t("turn.label", { turn: one.number || "…" }) },
    h("div", { class: "said" }, h("span", { class: "number" }, one.number || ""), h("p", {}, one.said)),
    h("ul", { class: "happened", "aria-label": t("turn.memory") }, one.happened.map((each) => chip(each))),
    h("p", { class: "progress" }, one.live ? t("turn.saving") : ""),
    answer);
  if (!one.live) {
    element.querySelector(".progress").remove();
    if (one.failed) answer.append(h("p", { class: "warning" }, t("turn.failed", { reason: one.failed })));
    if (one.answer) finish(element, one);
    else if (one.observed) answer.querySelector(".text").classList.add("none"), answer.querySelector(".text").append(t("turn.observed"));
    if (one.stale) stale(element, one.stale);
  }
  if (one.number) shown.set(one.number, element);
  return element;
}

function finish(element, one) {
  const given = one.given || {};
  const citations = (given.citations || []).map((each) => h("li", {}, h("cite", {}, each.title), each.source && ` · ${each.source}`));
  element.querySelector(".answer").append(
    citations.length ? h("ul", { class: "citations", "aria-label": t("turn.sources") }, citations) : "",
    h("p", { class: "foot" },
      h("a", { href: `#/anatomy/${one.number}` }, t("turn.why")),
      given.quality !== undefined && h("span", {}, t("turn.quality", { quality: given.quality.toFixed(2) })),
      given.from_cache && h("span", {}, t("turn.cached"))));
}

function stale(element, reason) {
  if (element.classList.contains("stale")) return;
  element.classList.add("stale");
  element.querySelector(".answer").prepend(h("p", { class: "stalemark" }, h("span", { "aria-hidden": "true" }, "⚠ "), t("turn.stale", { reason })));
}

export function chip({ kind, fact, previous, question }) {
  const replaced = previous && ["CORRECTED", "CHANGED", "REVERTED"].includes(kind);
  return h("li", { class: `chip ${kind.toLowerCase()}` },
    h("span", { class: "glyph", "aria-hidden": "true" }, KINDS[kind]),
    h("span", { class: "kind" }, t(`kind.${kind}`)),
    fact && h("span", { class: "slot" }, t(`slot.${slotOf(fact)}`)),
    replaced && [factLine(previous, { gone: true, event: true }), h("span", { "aria-hidden": "true" }, " → ")],
    fact && kind !== "CLARIFICATION" && factLine(fact, { gone: kind === "RETRACTED", event: true }),
    question && h("span", { class: "question" }, question));
}

function step(element, data, shown) {
  const progress = element.querySelector(".progress"), answer = element.querySelector(".answer");
  if (data.turn_number && !shown.has(data.turn_number)) {
    shown.set(data.turn_number, element);
    element.querySelector(".number").textContent = data.turn_number;
    element.setAttribute("aria-label", t("turn.label", { turn: data.turn_number }));
  }
  if (data.turn_accepted) progress.textContent = t("turn.accepted");
  if (data.understood) {
    const acts = data.understood.acts.map((act) => t(`act.${act}`, {}, act)).join(" · ");
    element.querySelector(".happened").before(h("p", { class: "understood" }, t("turn.understood", { acts: acts || "–" }),
      data.understood.doubt > 0.5 && h("span", { class: "mark unsure" }, t("turn.doubt")),
      data.understood.red_flag && h("span", { class: "mark disputed" }, t("turn.red_flag"))));
  }
  if (data.slot_event) {
    const event = data.slot_event, kind = event.kind.replace("SLOT_EVENT_KIND_", "");
    element.querySelector(".happened").append(chip({ kind, fact: event.fact, previous: event.previous, question: event.question }));
  }
  if (data.invalidated) {
    const other = shown.get(data.invalidated.turn_number);
    if (other) stale(other, data.invalidated.reason.replace(/^\w+: /, ""));
    element.querySelector(".happened").append(h("li", { class: "chip invalidated" }, h("span", { class: "glyph", "aria-hidden": "true" }, "⚠"),
      h("span", { class: "kind" }, t("kind.INVALIDATED")), t("turn.falls", { turn: data.invalidated.turn_number })));
  }
  if (data.documents_retrieved) progress.textContent = t("turn.documents", { count: data.documents_retrieved.documents.length });
  if (data.context_assembled) progress.textContent = t("turn.context", { facts: data.context_assembled.fact_ids.length, tokens: data.context_assembled.tokens_by_part.total ?? 0 });
  if (data.quality_assessed) progress.textContent = t("turn.judged", { quality: data.quality_assessed.overall.toFixed(2) });
  if (data.warning) answer.append(h("p", { class: "warning", role: "alert" }, data.warning.message));
  if (data.answer_delta) answer.querySelector(".text").append(data.answer_delta.text);
  if (data.answer) {
    answer.querySelector(".text").textContent = data.answer.text;
    finish(element, { number: data.turn_number, given: data.answer });
  }
  if (data.turn_failed) answer.append(h("p", { class: "warning", role: "alert" }, `${data.turn_failed.message} (${data.turn_failed.reason})`));
  element.scrollIntoView({ block: "nearest" });
}
