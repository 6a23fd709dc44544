// Two clocks: what was known at a moment (upper slider), of which moment of the patient's life (lower slider).

import { events, get, post } from "./api.js";
import { busy, fill, h } from "./dom.js";
import { SLOTS, factLine, momentText, nameText, slotOf, valueText } from "./facts.js";
import { failure } from "./failure.js";
import { dayOf } from "./plot.js";
import { language, t } from "./words.js";

const MOMENTS = ["PatientRegistered", "RecordImported", "UtteranceReceived", "SlotRecorded", "SlotReaffirmed", "SlotChanged", "SlotCorrected",
  "SlotRetracted", "CorrectionReverted", "ContradictionFound", "ContradictionResolved", "ExtractionCompleted", "AnswerGiven"];

export async function show(place, state) {
  const [log, timeline, now] = await Promise.all([
    events(state.patient, MOMENTS), histories(state.patient), get(`/v1/patients/${state.patient}/profile`)]);
  const moments = grouped(log);
  const dates = timeline.flatMap((one) => one.versions.map((each) => each.fact.valid_from)).filter(Boolean).map(dayOf);
  const today = Math.floor(Date.now() / 864e5), first = Math.floor(Math.min(today - 30, ...dates));
  const known = h("input", { type: "range", id: "known", min: 0, max: moments.length - 1, value: moments.length - 1, "aria-describedby": "known-at" });
  const valid = h("input", { type: "range", id: "valid", min: first, max: today, value: today, "aria-describedby": "valid-at" });
  const knownAt = h("output", { id: "known-at", for: "known" }), validAt = h("output", { id: "valid-at", for: "valid" });
  const facts = h("div", { class: "then" }), lanes = h("div", { class: "lanes" });
  let wanted = 0;

  const query = () => ({ position: moments[known.value].position, ...(Number(valid.value) < today ? { valid_at: `${isoDay(valid.value)}T23:59:59Z` } : {}) });

  async function look() {
    const mine = ++wanted, moment = moments[known.value];
    knownAt.textContent = `${moment.label} · ${momentText(moment.at)}`;
    validAt.textContent = Number(valid.value) >= today ? t("timeline.today") : isoDay(valid.value);
    known.setAttribute("aria-valuetext", knownAt.textContent);
    valid.setAttribute("aria-valuetext", validAt.textContent);
    fill(lanes, drawLanes(timeline, moment, Number(valid.value), first, today));
    try {
      const then = await get(`/v1/patients/${state.patient}/profile`, query());
      if (mine === wanted) fill(facts, drawThen(then.facts, now.facts));
    } catch (error) {
      if (mine === wanted) fill(facts, failure(error));
    }
  }
  for (const slider of [known, valid]) slider.addEventListener("input", look);
  fill(place, h("h1", {}, t("nav.timeline")),
    h("div", { class: "card clocks" },
      h("label", { for: "known" }, t("timeline.known")), known, knownAt,
      h("label", { for: "valid" }, t("timeline.valid")), valid, validAt),
    ask(state, query),
    h("section", { "aria-labelledby": "then" }, h("h2", { id: "then" }, t("timeline.then")), facts),
    h("section", { "aria-labelledby": "lanes" }, h("h2", { id: "lanes" }, t("timeline.histories")), h("p", { class: "note" }, t("timeline.legend")), lanes));
  await look();
}

async function histories(patient) {
  const found = [];
  let page = "";
  do {
    const answer = await get(`/v1/patients/${patient}/timeline`, { page_size: 500, page_token: page });
    found.push(...answer.histories);
    page = answer.next_page_token;
  } while (page);
  return found;
}

// What one request did is one step of the slider.
function grouped(log) {
  const moments = [];
  for (const event of log) {
    const request = event.payload.request_id ?? event.event_id;
    let last = moments.at(-1);
    if (!last || last.request !== request) moments.push(last = { request, label: t("timeline.by_hand") });
    Object.assign(last, { position: event.position, at: event.recorded_at });
    if (event.name === "UtteranceReceived") last.label = t("turn.label", { turn: event.payload.turn_number });
    if (event.name === "RecordImported") last.label = t("timeline.imported");
    if (event.name === "PatientRegistered") last.label = t("timeline.registered");
  }
  return moments;
}

function drawThen(then, now) {
  if (!then.length) return h("p", { class: "empty" }, t("memory.none"));
  const still = new Set(now.map((fact) => fact.fact_id));
  return h("ul", { class: "facts columns" }, SLOTS.flatMap((slot) => then.filter((fact) => slotOf(fact) === slot)).map((fact) => h("li", {},
    h("span", { class: "slot" }, t(`slot.${slotOf(fact)}`)), factLine(fact), !still.has(fact.fact_id) && h("span", { class: "mark disputed" }, t("timeline.no_longer")))));
}

function drawLanes(timeline, moment, day, first, today) {
  const span = Math.max(1, today - first), W = 1000, at = (one) => Math.max(0, Math.min(W, (one - first) / span * W));
  const recorded = (one) => one && new Date(one) <= new Date(moment.at);
  return SLOTS.flatMap((slot) => grouping(timeline.filter((one) => one.slot.endsWith(slot.toUpperCase())))).map(({ fact, versions }) => {
    const lane = h("svg", { class: "lane", viewBox: `0 0 ${W} 26`, preserveAspectRatio: "none", "aria-hidden": "true" });
    for (const version of versions) {
      // A reading without a date was taken when it was told, as far as anybody knows.
      const reading = ["labs", "vitals"].includes(slotOf(fact)), told = new Date(version.fact.recorded_at) / 864e5;
      const from = version.fact.valid_from ? dayOf(version.fact.valid_from) : reading ? told : first;
      const to = version.fact.valid_to ? dayOf(version.fact.valid_to) : reading ? from : today;
      const ended = recorded(version.ended_at), never = ended && !(version.ended_kind || "").endsWith("CHANGED");
      const kind = !recorded(version.fact.recorded_at) ? "unknown" : never ? "never" : version.fact.disputed && !ended ? "contested" : version.fact.valid_from || reading ? "held" : "held since";
      const x = at(from), width = Math.max(10, at(to) - x);
      lane.append(h("rect", { class: kind, x: Math.min(x, W - 10), y: kind === "never" ? 16 : 5, width, height: kind === "never" ? 5 : 10 },
        h("title", { svg: true }, `${nameText(version.fact)} ${valueText(version.fact)} ${version.fact.valid_from}`)));
    }
    lane.append(h("line", { class: "cursor", x1: at(day), x2: at(day), y1: 0, y2: 26 }));
    const shown = versions.filter((one) => recorded(one.fact.recorded_at));
    return h("details", { class: "history" }, h("summary", {}, h("span", { class: "label" }, h("span", { class: "slot" }, t(`slot.${slotOf(fact)}`)), nameText(fact)), lane),
      h("ol", {}, shown.map((one) => h("li", {}, factLine(one.fact, { gone: recorded(one.ended_at) && !one.ended_kind.endsWith("CHANGED"), quote: true }),
        h("p", { class: "note" }, t("timeline.learnt", { at: momentText(one.fact.recorded_at) }),
          recorded(one.ended_at) ? ` · ${t(`ended.${one.ended_kind.replace("SLOT_EVENT_KIND_", "")}`)} ${momentText(one.ended_at)}` : "")))));
  });
}

// Readings of one test have a key for each day; here they share a lane.
function grouping(found) {
  const lanes = new Map();
  for (const one of found) {
    const fact = one.versions[0].fact, key = [fact.slot, one.name, fact.subject, fact.qualifier].join("|");
    const lane = lanes.get(key) || { fact, versions: [] };
    lane.versions.push(...one.versions);
    lanes.set(key, lane);
  }
  return [...lanes.values()];
}

function ask(state, query) {
  const question = h("input", { id: "past-question", maxlength: 4000, placeholder: t("timeline.ask_placeholder"), "aria-label": t("timeline.ask") });
  const answer = h("div", { class: "past-answer", "aria-live": "polite" });
  async function send(event) {
    event.preventDefault();
    if (!question.value.trim()) return;
    fill(answer, busy(t("loading")));
    try {
      const told = await post(`/v1/patients/${state.patient}/questions`, { text: question.value, as_of: query(), locale: language() });
      fill(answer, h("p", { class: "text" }, told.answer.text));
    } catch (error) {
      fill(answer, failure(error));
    }
  }
  return h("form", { class: "card ask", onsubmit: send }, h("label", { for: "past-question" }, t("timeline.ask")),
    h("div", { class: "row" }, question, h("button", { type: "submit" }, t("timeline.ask_send"))), answer);
}

const isoDay = (day) => new Date(Number(day) * 864e5).toISOString().slice(0, 10);
