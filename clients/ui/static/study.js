// A study's report: which there are, and of one its tables and figures, with what was played.

import { get } from "./api.js";
import { fill, h, scroll } from "./dom.js";
import { momentText } from "./facts.js";
import { language, t } from "./words.js";

export async function show(place, state, wanted) {
  const heading = h("h1", {}, t("nav.study"));
  const health = await get("/v1/health").catch((error) => error);
  if (health.reason === "UNREACHABLE") throw health;
  // A service that is down is told with status 503, and its body says nothing of studies: ask for them.
  const listed = await get("/v1/studies").catch((error) => error);
  if (listed.status === 404 || listed.status === 405) return void fill(place, heading, h("p", { class: "empty" }, t("study.not_here")), h("pre", {}, "anamnesis ui --studies DIR"));
  if (!listed.studies) throw listed;
  if (!listed.studies.length) return void fill(place, heading, h("p", { class: "empty" }, t("study.none")), h("pre", {}, "anamnesis study run p6 --out DIR/p6"));
  const chosen = listed.studies.find((one) => encodeURIComponent(one.name) === wanted) ?? listed.studies.find((one) => one.reports.length) ?? listed.studies[0];
  const pick = h("select", { id: "study", "aria-label": t("study.choose"), onchange: () => { location.hash = `#/study/${encodeURIComponent(pick.value)}`; } },
    listed.studies.map((one) => h("option", { value: one.name }, `${one.name} · ${one.experiments.join(", ")}`)));
  pick.value = chosen.name;
  const head = [h("div", { class: "row spread" }, heading, pick),
    h("p", { class: "note" }, t("study.what")), h("p", { class: "about" }, about(chosen))];
  if (!chosen.reports.includes(language())) return void fill(place, head, h("p", { class: "empty" }, t("study.unreported")), h("pre", {}, `anamnesis study report DIR/${chosen.name}`));
  const base = `/v1/studies/${chosen.name.split("/").map(encodeURIComponent).join("/")}`;
  const { report } = await get(`${base}/report`, { locale: language() });
  fill(place, head,
    h("p", { class: "noprint" }, h("a", { href: `${base}/report.html?locale=${language()}`, target: "_blank", rel: "noopener" }, t("study.whole"))),
    contents(report.sections),
    report.lead.map((line) => h("p", {}, line)),
    report.sections.map((one, index) => section(one, index, base)));
}

function about(one) {
  const parts = [one.experiments.join(", "), t("study.patients", { count: one.patients }), t("study.seed", { seed: one.seed }),
    one.language && t("study.conversations", { language: t(`study.language.${one.language}`, {}, one.language) }), one.model ? t("study.model") : t("study.rules"),
    one.written && t("study.written", { at: momentText(one.written) }), one.commit && t("study.commit", { commit: one.commit.slice(0, 10) })];
  return parts.filter(Boolean).join(" · ");
}

function contents(sections) {
  const links = sections.flatMap((one, index) => one.level === 2 ? [h("li", {}, h("a", { href: `#section-${index}`, onclick: to(`section-${index}`) }, one.title))] : []);
  return h("details", { class: "card contents noprint" }, h("summary", {}, t("study.contents")), h("ul", {}, links));
}

// The address names the screen, so a place on it is gone to without one.
const to = (id) => (event) => {
  event.preventDefault();
  const target = document.getElementById(id);
  target.focus({ preventScroll: true });
  target.scrollIntoView({ block: "start" });
};

function section(one, index, base) {
  const items = one.paragraphs.filter((line) => line.startsWith("- ")), lines = one.paragraphs.filter((line) => !line.startsWith("- "));
  return h("section", { class: "card report" }, h(one.level === 2 ? "h2" : "h3", { id: `section-${index}`, tabindex: "-1" }, one.title),
    lines.map((line) => h("p", {}, line)), items.length ? h("ul", {}, items.map((line) => h("li", {}, line.slice(2)))) : "",
    one.blocks.map((block) => block.rows ? figures(block, base) : picture(block, base)));
}

function picture(block, base) {
  return h("figure", {}, h("img", { src: `${base}/figures/${language()}/${block.name}.svg`, alt: block.caption, loading: "lazy" }), h("figcaption", { class: "note" }, block.caption));
}

const FIGURE = /^[-+<>∞–…0-9.,() n%]*$/;

function figures(block, base) {
  const right = block.columns.map((_, column) => block.rows.every((row) => FIGURE.test(row[column])));
  const cell = (tag, text, column) => h(tag, { class: right[column] && "figure", scope: tag === "th" && "col" }, text);
  const body = [scroll(h("table", {}, h("thead", {}, h("tr", {}, block.columns.map((one, column) => cell("th", one, column)))),
    h("tbody", {}, block.rows.map((row) => h("tr", {}, row.map((one, column) => cell("td", one, column)))))), block.title || block.key),
  block.note ? h("p", { class: "note" }, block.note) : "",
  h("p", { class: "note noprint" }, h("a", { href: `${base}/tables/${block.key}.csv`, download: `${block.key}.csv`, "aria-label": `${t("study.csv")}: ${block.title || block.key}` }, t("study.csv")))];
  if (block.folded) return h("details", {}, h("summary", {}, block.title || t("study.show")), body);
  return [block.title ? h("h4", {}, block.title) : "", body];
}
