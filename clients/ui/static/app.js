// The frame: which patient, which screen, which language.

import { Problem, get, newId, post } from "./api.js";
import { busy, fill, h, tell } from "./dom.js";
import { failure } from "./failure.js";
import { language, setLanguage, t } from "./words.js";
import * as anatomy from "./anatomy.js";
import * as conversation from "./conversation.js";
import * as health from "./health.js";
import * as memory from "./memory.js";
import * as settle from "./settle.js";
import * as study from "./study.js";
import * as timeline from "./timeline.js";
import * as whatif from "./whatif.js";

const SCREENS = { conversation, memory, timeline, anatomy, settle, whatif, study, health };
const WITHOUT_PATIENT = new Set(["study", "health"]);
const PATIENT = "anamnesis.patient";
const state = { patient: sessionStorage.getItem(PATIENT) || "", patients: [], changed };
let drawn = 0;

const place = (id) => document.getElementById(id);
const route = () => {
  const [screen, argument] = location.hash.replace(/^#\//, "").split("/");
  return SCREENS[screen] ? [screen, argument] : ["conversation", undefined];
};

async function loadPatients() {
  const found = [];
  let page = "";
  do {
    const answer = await get("/v1/patients", { page_size: 500, page_token: page });
    found.push(...answer.patients);
    page = answer.next_page_token;
  } while (page && found.length < 2000);
  state.patients = found;
  if (!found.some((one) => one.patient_id === state.patient)) choose(found.at(-1)?.patient_id || "");
}

function choose(patient) {
  state.patient = patient;
  sessionStorage.setItem(PATIENT, patient);
}

// Something was written: the frame tells how much there is now. With other credentials everything may be different.
async function changed(credentials = false) {
  if (credentials) return start();
  await loadPatients();
  frame();
}

function frame() {
  document.documentElement.lang = language();
  fill(place("skip"), t("skip"));
  const [screen] = route();
  fill(place("screens"), Object.keys(SCREENS).map((name) => h("a", { href: `#/${name}`, "aria-current": name === screen && "page" }, t(`nav.${name}`))));
  place("screens").setAttribute("aria-label", t("nav.label"));
  place("screens").querySelector("[aria-current]")?.scrollIntoView({ block: "nearest", inline: "center" });
  const pick = h("select", { id: "patient", "aria-label": t("patient.choose"), onchange: () => { choose(pick.value); draw(); } },
    state.patients.map((one) => h("option", { value: one.patient_id }, `${one.patient_id.slice(0, 8)} · ${one.locale}${one.tenant && one.tenant !== "default" ? ` · ${one.tenant}` : ""} · ${t("patient.events", { count: one.version })}`)));
  pick.value = state.patient;
  fill(place("who"), state.patients.length ? pick : "", h("button", { type: "button", onclick: register }, t("patient.new")),
    state.patient && h("button", { type: "button", onclick: () => bring.click() }, t("patient.import")), bring);
  const other = language() === "ko" ? "en" : "ko";
  fill(place("options"), h("button", { type: "button", lang: other, onclick: () => { setLanguage(other); draw(); } }, other === "ko" ? "한국어" : "English"));
}

const bring = h("input", { type: "file", accept: ".json,application/json", class: "hidden", tabindex: "-1", "aria-hidden": "true", onchange: importFile });

async function register() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";
  await attempt(async () => {
    const made = await post("/v1/patients", { request_id: newId(), locale: language(), time_zone: zone });
    choose(made.patient_id);
    location.hash = "#/conversation";
    await start();
    tell(t("patient.made"));
  });
}

// A bundle says what it is; anything else is a patient card.
async function importFile() {
  const [file] = bring.files;
  bring.value = "";
  if (!file) return;
  await attempt(async () => {
    const text = await file.text();
    let bundle = false;
    try {
      bundle = JSON.parse(text).resourceType === "Bundle";
    } catch {
      throw new Problem({ title: t("patient.not_json"), reason: "NOT_JSON", advice: "", status: 400 });
    }
    const told = await post(`/v1/patients/${state.patient}/imports`, { request_id: newId(), [bundle ? "fhir_bundle_json" : "card_json"]: text });
    tell(t("patient.imported", { recorded: told.recorded, contradictions: told.contradictions }));
    location.hash = "#/memory";
    await draw();
  });
}

async function attempt(work) {
  try {
    await work();
  } catch (error) {
    fill(place("told"), failure(error));
  }
}

async function draw() {
  const mine = ++drawn, [screen, argument] = route();
  frame();
  document.title = `${t(`nav.${screen}`)} · Anamnesis`;
  const fresh = h("div", { class: `screen ${screen}` }, busy(t("loading")));
  fill(place("screen"), fresh);
  if (!state.patient && !WITHOUT_PATIENT.has(screen)) return void fill(fresh, welcome());
  try {
    await SCREENS[screen].show(fresh, state, argument);
  } catch (error) {
    if (mine === drawn) fill(fresh, h("h1", {}, t(`nav.${screen}`)), failure(error), h("button", { type: "button", onclick: start }, t("again")));
  }
}

function welcome() {
  return h("div", { class: "card welcome" }, h("h1", {}, t("welcome.title")), h("p", {}, t("welcome.text")),
    h("button", { type: "button", class: "main", onclick: register }, t("patient.new")));
}

async function start() {
  try {
    await loadPatients();
  } catch (error) {
    frame();
    if (WITHOUT_PATIENT.has(route()[0])) return draw();
    return void fill(place("screen"), failure(error), h("button", { type: "button", onclick: start }, t("again")));
  }
  await draw();
}

place("skip").addEventListener("click", (event) => { event.preventDefault(); place("screen").focus(); });
addEventListener("hashchange", draw);
start();
