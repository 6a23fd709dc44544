// Elements are built, never written as markup: what a patient said is text wherever it stands.

const SVG = "http://www.w3.org/2000/svg";
const SVG_TAGS = new Set(["svg", "g", "line", "rect", "circle", "path", "text", "polyline", "title"]);

export function h(tag, attributes = {}, ...children) {
  const element = SVG_TAGS.has(tag) && tag !== "title" || attributes.svg
    ? document.createElementNS(SVG, tag)
    : document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "svg" || value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked") element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((one) => one !== undefined && one !== null && one !== false));
  return element;
}

export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((one) => one !== undefined && one !== null && one !== false));
  return element;
}

// Told to screen readers, and shown for a while.
export function tell(text) {
  const place = document.getElementById("told");
  fill(place, h("p", {}, text));
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => fill(place), 6000);
}

export function busy(text) {
  return h("p", { class: "busy" }, h("span", { class: "spinner", "aria-hidden": "true" }), text);
}

// What may be wider than the page scrolls in a frame of its own, by keyboard too.
export function scroll(content, name) {
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name }, content);
}

export function table(heads, rows, caption) {
  return scroll(h("table", {},
    h("caption", { class: "hidden" }, caption),
    h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
    h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell) => h("td", {}, cell)))))), caption);
}

export function bar(share, label) {
  const percent = Math.max(0, Math.min(100, Math.round(share * 100)));
  const track = h("svg", { class: "bar", viewBox: "0 0 100 8", preserveAspectRatio: "none", role: "img", "aria-label": label });
  track.append(h("rect", { class: "track", width: 100, height: 8 }), h("rect", { class: "fill", width: percent, height: 8 }));
  return track;
}
