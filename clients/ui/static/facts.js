// A fact in words: codes, units and marks as people say them, in the language of the page.

import { language, t } from "./words.js";
import { h } from "./dom.js";

export const SLOTS = ["allergies", "medications", "conditions", "labs", "vitals", "symptoms", "procedures",
  "family_history", "social_history", "demographics"];

export const slotOf = (fact) => fact.slot.replace("SLOT_KIND_", "").toLowerCase();

export function inWords(kind, value) {
  return value ? t(`${kind}.${value}`, {}, value.replaceAll("_", " ")) : "";
}

export function nameText(fact) {
  if (fact.name === "*") return t(fact.certainty === "unknown" ? "fact.not_known" : "fact.none");
  if (slotOf(fact) === "demographics") return t(`demographics.${fact.name}`, {}, fact.display || fact.name);
  return language() === "ko" ? fact.display || fact.name : fact.name;
}

export function unitText(unit) {
  return unit ? t(`unit.${unit}`, {}, unit) : "";
}

export function numberText(number) {
  return String(Math.round(number * 1000) / 1000);
}

export function valueText(fact) {
  let value = "";
  const unit = unitText(fact.unit || (fact.name === "age" ? "a" : ""));
  if (fact.number !== undefined) value = `${fact.comparator || ""}${numberText(fact.number)}`;
  else if (fact.text !== undefined) value = t(`text.${fact.text}`, {}, fact.text);
  else if (fact.flag !== undefined) value = t(fact.flag ? "fact.yes" : "fact.no");
  else if (fact.value_low !== undefined || fact.value_high !== undefined) {
    value = fact.value_high === undefined ? `≥ ${fact.value_low}`
      : fact.value_low === undefined ? `≤ ${fact.value_high}` : `${fact.value_low}–${fact.value_high}`;
  }
  const often = fact.frequency && t(`frequency.${fact.frequency.toUpperCase()}`, {}, fact.frequency);
  const when = (fact.timing || "").split(" ").filter(Boolean).map((code) => t(`timing.${code}`, {}, code)).join(", ");
  const gap = unit === "%" || unit === "세" ? "" : " ";
  return [value && `${value}${unit ? gap + unit : ""}`, fact.dose, often, when].filter(Boolean).join(" ");
}

// `event`: as it was when it happened, whatever it has been disputed by since.
export function marks(fact, event = false) {
  const found = [];
  if (fact.subject && fact.subject !== "patient") found.push(["person", inWords("subject", fact.subject)]);
  if (fact.polarity === "negated" && fact.name !== "*") found.push(["absent", t("mark.absent")]);
  if (fact.certainty === "uncertain") found.push(["unsure", t("mark.uncertain")]);
  if (fact.status && fact.status !== "active") found.push(["status", inWords("status", fact.status)]);
  if (fact.temporality === "past") found.push(["status", t("mark.past")]);
  if (fact.temporality === "future") found.push(["status", t("mark.future")]);
  if (fact.disputed && !event) found.push(["disputed", t("mark.disputed")]);
  return found;
}

export function factText(fact) {
  const when = fact.valid_from ? `(${fact.valid_from}${fact.valid_to ? ` – ${fact.valid_to}` : ""})` : "";
  return [nameText(fact), valueText(fact), when, ...marks(fact).map((one) => `[${one[1]}]`)].filter(Boolean).join(" ");
}

export function sourceText(fact) {
  const evidence = fact.evidence || {};
  const source = inWords("source", evidence.source);
  return evidence.turn_number ? t("fact.said_in", { turn: evidence.turn_number, source }) : source;
}

export function factLine(fact, more = {}) {
  const why = fact.evidence?.quote ? `“${fact.evidence.quote}”` : "";
  return h("span", { class: `fact ${more.gone ? "gone" : ""}` },
    h(more.gone ? "del" : "strong", {}, nameText(fact)), " ",
    h(more.gone ? "del" : "span", { class: "value" }, valueText(fact)), " ",
    fact.valid_from && h("span", { class: "when nowrap" }, fact.valid_from, fact.valid_to ? ` – ${fact.valid_to}` : ""), " ",
    marks(fact, more.event).map(([kind, text]) => h("span", { class: `mark ${kind}` }, text)),
    more.quote && why && h("q", { class: "quote" }, fact.evidence.quote));
}

export function momentText(moment) {
  if (!moment) return "";
  return new Intl.DateTimeFormat(language() === "ko" ? "ko-KR" : "en-GB", { dateStyle: "medium", timeStyle: "medium" })
    .format(new Date(moment));
}

// One key as the ledger sees it, without the time of a reading: what belongs into one trend.
export const seriesOf = (fact) => [slotOf(fact), fact.name, fact.subject, fact.qualifier, fact.unit].join("|");
