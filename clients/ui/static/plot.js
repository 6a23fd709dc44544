// The trend of one test: values over the time in the patient's life, with the target band and whose target it is.

import { h } from "./dom.js";
import { language, t } from "./words.js";
import { nameText, numberText, unitText } from "./facts.js";

let targets;

export async function loadTargets() {
  targets ??= await (await fetch("targets.json")).json();
  return targets;
}

const W = 340, H = 150, LEFT = 42, RIGHT = 14, TOP = 14, BOTTOM = 26;

// A partial date ("2024", "2024-12") stands for its middle.
export function dayOf(date) {
  const [year, month, day] = date.split("-").map(Number);
  return Date.UTC(year, month ? month - 1 : 6, day || (month ? 15 : 1)) / 864e5;
}

const ADULT = 18;

// General targets hold for adults who are not pregnant; a condition on record may call for a stricter one.
export function targetOf(fact, all) {
  const found = targets.tests[fact.name];
  if (!found || unitText(found.unit) !== unitText(fact.unit) || (fact.subject || "patient") !== "patient") return undefined;
  const mine = all.filter((one) => (one.subject || "patient") === "patient" && one.polarity !== "negated" && !["resolved", "stopped"].includes(one.status));
  const age = mine.find((one) => one.name === "age")?.number;
  const has = (names) => mine.some((one) => names.includes(one.name));
  if (age < ADULT || has(targets.none_with) || mine.some((one) => one.name === "pregnancy" && one.flag !== false)) return undefined;
  const stricter = found.stricter.find((one) => has(one.conditions));
  return stricter ? { ...found, below: stricter.below, because: mine.find((one) => stricter.conditions.includes(one.name)) } : found;
}

export function targetText(target) {
  const unit = unitText(target.unit);
  const source = target.source[language()];
  const limit = target.low !== null && target.high !== null ? `${target.low}–${target.high}`
    : target.low !== null ? `≥ ${target.low}` : target.below !== null ? `< ${target.below}` : `≤ ${target.high}`;
  const because = target.because ? t("plot.because", { condition: nameText(target.because) }) : "";
  return t("plot.target", { limit: `${limit} ${unit}`.trim(), source: source + because });
}

export function inTarget(target, value) {
  return !(target.low !== null && value < target.low || target.below !== null && value >= target.below
    || target.high !== null && value > target.high);
}

export function trend(facts, all) {
  const points = facts.filter((one) => one.number !== undefined && one.valid_from)
    .map((fact) => ({ fact, day: dayOf(fact.valid_from), value: fact.number })).sort((a, b) => a.day - b.day);
  if (!points.length) return null;
  const target = targetOf(points[0].fact, all);
  const upper = target && (target.below ?? target.high), lower = target && target.low;
  const shown = [...points.map((one) => one.value), ...[upper, lower].filter((one) => one !== null && one !== undefined)];
  const span = Math.max(...shown) - Math.min(...shown) || Math.abs(shown[0]) * 0.2 || 1;
  const low = Math.min(...shown) - span * 0.2, high = Math.max(...shown) + span * 0.2;
  const first = points[0].day, days = points.at(-1).day - first || 1;
  const x = (day) => points.length === 1 ? (LEFT + W - RIGHT) / 2 : LEFT + (day - first) / days * (W - LEFT - RIGHT);
  const y = (value) => TOP + (high - value) / (high - low) * (H - TOP - BOTTOM);
  const name = nameText(points[0].fact), unit = unitText(points[0].fact.unit);
  const told = `${name}: ${points.map((one) => `${one.fact.valid_from} ${numberText(one.value)} ${unit}`).join(", ")}`;
  const svg = h("svg", { class: "trend", viewBox: `0 0 ${W} ${H}`, role: "img", "aria-label": told });
  if (target) {
    const top = upper === null || upper === undefined ? TOP : y(upper), bottom = lower === null ? H - BOTTOM : y(lower);
    svg.append(h("rect", { class: "band", x: LEFT, y: top, width: W - LEFT - RIGHT, height: Math.max(0, bottom - top) }));
    for (const limit of [upper, lower]) {
      if (limit === null || limit === undefined) continue;
      svg.append(h("line", { class: "limit", x1: LEFT, x2: W - RIGHT, y1: y(limit), y2: y(limit) }),
        h("text", { class: "axis", x: LEFT - 5, y: y(limit) + 4, "text-anchor": "end" }, String(limit)));
    }
  }
  svg.append(h("line", { class: "base", x1: LEFT, x2: W - RIGHT, y1: H - BOTTOM, y2: H - BOTTOM }));
  // What is disputed is shown and not joined: nobody knows yet that the line went there.
  const sure = points.filter((one) => !one.fact.disputed);
  if (sure.length > 1) {
    svg.append(h("polyline", { class: "line", points: sure.map((one) => `${x(one.day)},${y(one.value)}`).join(" ") }));
  }
  points.forEach((one, index) => {
    const inside = !target || inTarget(target, one.value);
    svg.append(one.fact.disputed ? h("text", { class: "contested", x: x(one.day), y: y(one.value) + 5, "text-anchor": "middle" }, "≠")
      : inside ? h("circle", { class: "inside", cx: x(one.day), cy: y(one.value), r: 4.5 })
      : h("path", { class: "outside", d: diamond(x(one.day), y(one.value)) }));
    if (points.length < 8 || index === 0 || index === points.length - 1) {
      svg.append(h("text", { class: "point", x: x(one.day), y: y(one.value) - 9, "text-anchor": anchor(index, points.length) }, numberText(one.value)));
    }
  });
  svg.append(h("text", { class: "axis", x: LEFT, y: H - 8 }, points[0].fact.valid_from));
  if (points.length > 1) {
    svg.append(h("text", { class: "axis", x: W - RIGHT, y: H - 8, "text-anchor": "end" }, points.at(-1).fact.valid_from));
  }
  const latest = points.at(-1), disputed = points.some((one) => one.fact.disputed && one.day === latest.day);
  const verdict = target && !disputed && t(inTarget(target, latest.value) ? "plot.inside" : "plot.outside");
  return h("figure", { class: "plot" },
    h("figcaption", {}, h("strong", {}, name), disputed ? [" ", h("span", { class: "mark disputed" }, t("mark.disputed"))] : ` ${numberText(latest.value)} ${unit}`,
      verdict && h("span", { class: `verdict ${inTarget(target, latest.value) ? "in" : "out"}` }, verdict)),
    svg, target && h("p", { class: "note" }, targetText(target)));
}

const diamond = (x, y) => `M${x} ${y - 6}L${x + 6} ${y}L${x} ${y + 6}L${x - 6} ${y}Z`;
const anchor = (index, count) => count === 1 ? "middle" : index === 0 ? "start" : index === count - 1 ? "end" : "middle";
