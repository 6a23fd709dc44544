// What went wrong, with what to do next: in the reader's language, or else in the service's words.

import { h } from "./dom.js";
import { t } from "./words.js";

export function failure(error) {
  if (error.name === "AbortError") return "";
  const known = error.reason !== undefined;
  return h("div", { class: "failure", role: "alert" },
    h("p", {}, h("strong", {}, t(`problem.${error.reason}`, {}, known ? error.message : t("problem.page")))),
    known && error.advice && h("p", { class: "note" }, t(`advice.${error.reason}`, {}, error.advice)),
    h("p", { class: "note" }, error.reason || error.message));
}
