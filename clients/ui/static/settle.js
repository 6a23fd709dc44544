// Memory put right by hand: contradictions to decide, questions that are open, any fact to correct or withdraw.

import { get, newId, post } from "./api.js";
import { fill, h, tell } from "./dom.js";
import { SLOTS, factLine, factText, nameText, slotOf, sourceText } from "./facts.js";
import { failure } from "./failure.js";
import { chip } from "./conversation.js";
import { t } from "./words.js";

export async function show(place, state) {
  const [profile, context] = await Promise.all([get(`/v1/patients/${state.patient}/profile`), open(state.patient)]);
  const disputed = contradictions(profile.facts);
  const outcome = h("div", { class: "outcome", "aria-live": "polite" });

  async function write(path, body, button) {
    button.disabled = true;
    try {
      const told = await post(path, { request_id: newId(), expected_version: profile.version, ...body });
      await show(place, state);
      fill(place.querySelector(".outcome"), result(told));
      tell(t("settle.done"));
      state.changed();
    } catch (error) {
      fill(outcome, failure(error));
      button.disabled = false;
    }
  }
  fill(place, h("h1", {}, t("nav.settle")), outcome,
    h("section", { "aria-labelledby": "disputes" }, h("h2", { id: "disputes" }, t("settle.disputes")),
      disputed.length ? disputed.map((sides) => dispute(state, sides, write)) : h("p", { class: "empty" }, t("settle.no_disputes"))),
    h("section", { "aria-labelledby": "questions" }, h("h2", { id: "questions" }, t("settle.questions")),
      context.length ? h("ul", { class: "card" }, context.map((line) => h("li", {}, line.text))) : h("p", { class: "empty" }, t("settle.no_questions"))),
    h("section", { "aria-labelledby": "all-facts" }, h("h2", { id: "all-facts" }, t("settle.all")), all(state, profile.facts, write)));
}

async function open(patient) {
  const context = await get(`/v1/patients/${patient}/context`, { query: "?" });
  return context.lines.filter((line) => line.section === "question" || line.section === "warning");
}

function contradictions(facts) {
  const groups = new Map();
  for (const fact of facts.filter((one) => one.disputed)) {
    // As the ledger's key: two units of one thing, or one side without any, still disagree.
    const key = [slotOf(fact), fact.name, fact.subject, fact.qualifier, ["labs", "vitals"].includes(slotOf(fact)) ? fact.valid_from : ""].join("|");
    groups.set(key, [...(groups.get(key) || []), fact]);
  }
  return [...groups.values()];
}

// The sides that are dropped become what the kept one says: that settles the question in the ledger.
function dispute(state, sides, write) {
  const keep = (kept, button) => {
    const dropped = sides.find((one) => one !== kept);
    const path = `/v1/patients/${state.patient}/facts/${dropped.fact_id}/correction`;
    return write(path, { replacement: content(kept), reason: t("settle.reason_settled") }, button);
  };
  return h("div", { class: "card dispute" }, h("h3", {}, nameText(sides[0])),
    h("div", { class: "sides" }, sides.map((fact) => h("div", { class: "side" }, h("p", {}, factLine(fact)),
      fact.evidence?.quote && h("q", { class: "quote" }, fact.evidence.quote), h("p", { class: "note" }, sourceText(fact)),
      h("button", { type: "button", class: "main", onclick: (event) => keep(fact, event.currentTarget) }, t("settle.holds"))))));
}

function content(fact) {
  const kept = { slot: fact.slot, name: fact.name };
  for (const name of ["number", "text", "flag", "unit", "dose", "frequency", "timing", "route", "status", "valid_from"]) {
    if (fact[name] !== undefined && fact[name] !== "") kept[name] = fact[name];
  }
  return kept;
}

function all(state, facts, write) {
  const find = h("input", { type: "search", id: "find", placeholder: t("settle.find"), "aria-label": t("settle.find") });
  const list = h("ul", { class: "facts card" });
  const draw = () => {
    const wanted = find.value.trim().toLowerCase();
    fill(list, SLOTS.flatMap((slot) => facts.filter((fact) => slotOf(fact) === slot))
      .filter((fact) => !wanted || `${factText(fact)} ${fact.name} ${fact.display}`.toLowerCase().includes(wanted))
      .map((fact) => row(state, fact, write)));
  };
  find.addEventListener("input", draw);
  draw();
  return facts.length ? h("div", {}, find, list) : h("p", { class: "empty" }, t("memory.empty"));
}

function row(state, fact, write) {
  const place = h("div", {});
  const toggle = (make) => (place.firstChild ? fill(place) : fill(place, make()).querySelector("input")?.focus());
  return h("li", {}, h("div", { class: "row spread" }, h("span", {}, h("span", { class: "slot" }, t(`slot.${slotOf(fact)}`)), factLine(fact)),
    h("span", { class: "row" }, h("button", { type: "button", onclick: () => toggle(() => correction(state, fact, write)), "aria-label": `${t("settle.correct")}: ${factText(fact)}` }, t("settle.correct")),
      h("button", { type: "button", onclick: () => toggle(() => retraction(state, fact, write)), "aria-label": `${t("settle.retract")}: ${factText(fact)}` }, t("settle.retract")))), place);
}

function field(name, label, value, more = {}) {
  const id = `f-${crypto.randomUUID()}`;
  return h("p", { class: "field" }, h("label", { for: id }, label), h("input", { id, name, value: value ?? "", ...more }));
}

function correction(state, fact, write) {
  const isNumber = fact.number !== undefined, medicine = slotOf(fact) === "medications";
  const form = h("form", { class: "edit", onsubmit: (event) => {
    event.preventDefault();
    const given = Object.fromEntries(new FormData(form)), replacement = { slot: fact.slot, name: given.name || fact.name };
    if (isNumber) replacement.number = Number(given.value);
    else if (fact.text !== undefined && given.value) replacement.text = given.value;
    for (const name of ["unit", "dose", "frequency", "valid_from"]) if (given[name] && given[name] !== fact[name]) replacement[name] = given[name];
    write(`/v1/patients/${state.patient}/facts/${fact.fact_id}/correction`, { replacement, reason: given.reason }, form.querySelector("button"));
  } },
  (isNumber || fact.text !== undefined) && field("value", t("settle.value"), isNumber ? fact.number : fact.text, isNumber ? { type: "number", step: "any", required: true } : {}),
  isNumber && field("unit", t("settle.unit"), fact.unit),
  medicine && [field("dose", t("settle.dose"), fact.dose), field("frequency", t("settle.frequency"), fact.frequency)],
  !isNumber && field("name", t("settle.name"), fact.name),
  field("valid_from", t("settle.date"), fact.valid_from, { placeholder: "2025-03-09" }),
  field("reason", t("settle.reason"), "", { maxlength: 500 }),
  h("button", { class: "main", type: "submit" }, t("settle.save")));
  return form;
}

function retraction(state, fact, write) {
  const form = h("form", { class: "edit", onsubmit: (event) => {
    event.preventDefault();
    write(`/v1/patients/${state.patient}/facts/${fact.fact_id}/retraction`, Object.fromEntries(new FormData(form)), form.querySelector("button"));
  } }, field("reason", t("settle.reason"), "", { maxlength: 500, required: true }), h("button", { class: "main", type: "submit" }, t("settle.withdraw")));
  return form;
}

function result(told) {
  return h("div", { class: "card" }, h("ul", { class: "happened" }, told.slot_events.map((one) => chip({ kind: one.kind.replace("SLOT_EVENT_KIND_", ""), fact: one.fact, previous: one.previous, question: one.question })),
    told.invalidated.map((one) => h("li", { class: "chip invalidated" }, h("span", { class: "glyph", "aria-hidden": "true" }, "⚠"), h("span", { class: "kind" }, t("kind.INVALIDATED")), t("turn.falls", { turn: one.turn_number })))));
}
