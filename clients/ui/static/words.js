// Every sentence of the page in both languages, by one name.

import { EN } from "./words/en.js";
import { KO } from "./words/ko.js";
import { PROBLEMS } from "./words/problems.js";

const LANGUAGE = "anamnesis.language";
const CATALOGUES = { ko: { ...PROBLEMS, ...KO }, en: EN };
let chosen = localStorage.getItem(LANGUAGE) || (navigator.language.startsWith("ko") ? "ko" : "en");

export const language = () => chosen;

export function setLanguage(next) {
  chosen = next;
  localStorage.setItem(LANGUAGE, next);
}

// `{name}` stands for a value; `otherwise` is what an open list (codes of the service) falls back to.
export function t(name, values = {}, otherwise = undefined) {
  const text = CATALOGUES[chosen][name] ?? otherwise ?? name;
  return text.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}
