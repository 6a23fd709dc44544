// What if it had been otherwise: the later turns run again in a scratch copy, side by side with what was.

import { events, get, post } from "./api.js";
import { busy, fill, h } from "./dom.js";
import { factText } from "./facts.js";
import { failure } from "./failure.js";
import { t } from "./words.js";

export async function show(place, state) {
  const [health, log, profile] = await Promise.all([get("/v1/health").catch((error) => error), events(state.patient, ["AnswerGiven"]), get(`/v1/patients/${state.patient}/profile`)]);
  const heading = h("h1", {}, t("nav.whatif"));
  if (!health.what_if) return void fill(place, heading, h("p", { class: "empty" }, t("whatif.not_here")), h("pre", {}, "anamnesis ui --data DIR"));
  const turns = log.map((one) => one.payload.turn_number);
  const at = h("select", { id: "at" }, [0, ...turns].map((turn) => h("option", { value: turn }, turn ? t("whatif.after", { turn }) : t("whatif.start"))));
  const fact = h("select", { id: "fact" });
  const value = h("input", { id: "new-value", required: true, autocomplete: "off" });
  const outcome = h("div", { "aria-live": "polite" });
  const button = h("button", { class: "main", type: "submit" }, t("whatif.run"));

  // What can be otherwise is what was known after that turn.
  async function choices() {
    const last = log.find((one) => String(one.payload.turn_number) === at.value);
    const then = last ? await get(`/v1/patients/${state.patient}/profile`, { position: last.position }) : profile;
    const facts = then.facts.filter((one) => one.number !== undefined || one.dose);
    fill(fact, facts.map((one) => h("option", { value: one.fact_id }, factText(one))));
    button.disabled = !facts.length;
    fill(outcome, facts.length ? "" : h("p", { class: "empty" }, t("whatif.nothing")));
  }
  at.addEventListener("change", choices);
  at.value = String(turns[0] ?? 0);
  async function run(event) {
    event.preventDefault();
    button.disabled = true;
    const began = Date.now(), waiting = busy(t("whatif.running", { seconds: 0 }));
    fill(outcome, waiting);
    const clock = setInterval(() => { waiting.lastChild.textContent = t("whatif.running", { seconds: Math.round((Date.now() - began) / 1000) }); }, 1000);
    try {
      const body = { at_turn: Number(at.value), corrections: [{ fact: fact.value, value: value.value.trim() }] };
      fill(outcome, compare(await post(`/v1/patients/${state.patient}/what-if`, body)));
    } catch (error) {
      fill(outcome, failure(error));
    }
    clearInterval(clock);
    button.disabled = false;
  }
  fill(place, heading, h("p", { class: "note" }, t("whatif.what")),
    h("form", { class: "card edit", onsubmit: run },
      h("p", { class: "field" }, h("label", { for: "at" }, t("whatif.at")), at),
      h("p", { class: "field" }, h("label", { for: "fact" }, t("whatif.fact")), fact),
      h("p", { class: "field" }, h("label", { for: "new-value" }, t("whatif.value")), value), button), outcome);
  await choices();
}

function compare(found) {
  const differ = found.turns.filter((one) => !one.same).length;
  const content = (one) => one ? plain(one.content) : "–";
  return h("div", {},
    h("p", {}, h("strong", {}, t("whatif.sum", { facts: found.facts.length, answers: differ, all: found.turns.length }))),
    found.facts.length ? h("ul", { class: "card" }, found.facts.map((one) => h("li", {}, h("del", {}, content(one.before)), " → ", h("strong", {}, content(one.after))))) : "",
    found.turns.map((one) => h("article", { class: `card pair ${one.same ? "same" : "differs"}` },
      h("p", { class: "said" }, h("span", { class: "number" }, one.turn_number), one.text),
      one.same ? h("p", { class: "note" }, t("whatif.same")) : h("div", { class: "sides" },
        h("div", { class: "side" }, h("h3", {}, t("whatif.was")), h("p", { class: "text" }, one.before?.text ?? t("whatif.none"))),
        h("div", { class: "side" }, h("h3", {}, t("whatif.if")), h("p", { class: "text" }, one.after?.text ?? t("whatif.none")))))),
    found.left_out.length ? h("ul", { class: "note" }, found.left_out.map((one) => h("li", {}, one))) : "");
}

// A fact in the log's own form of it, as the wire would give it.
function plain({ concept, value, valid_from, ...content }) {
  const kind = { number: "number", string: "text", boolean: "flag" }[typeof value];
  return factText({ ...content, ...concept, ...(kind ? { [kind]: value } : {}), valid_from, slot: `SLOT_KIND_${content.slot.toUpperCase()}` });
}
