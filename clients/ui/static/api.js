// The REST interface. A failure is a Problem: the service's sentence, and what to do next.

export class Problem extends Error {
  constructor(told) {
    super(told.title);
    this.reason = told.reason;
    this.advice = told.advice;
    this.status = told.status;
  }
}

const TOKEN = "anamnesis.token";

export const token = {
  get: () => sessionStorage.getItem(TOKEN) || "",
  set: (value) => (value ? sessionStorage.setItem(TOKEN, value) : sessionStorage.removeItem(TOKEN)),
};

function headers(more = {}) {
  const shown = token.get();
  return { ...(shown ? { Authorization: `Bearer ${shown}` } : {}), ...more };
}

async function checked(response) {
  if (response.ok) return response;
  let told;
  try {
    told = await response.json();
  } catch {
    told = { title: `HTTP ${response.status}`, reason: "HTTP", advice: "", status: response.status };
  }
  throw new Problem(told);
}

async function reached(url, options) {
  try {
    return await fetch(url, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Problem({ title: "The gateway does not answer.", reason: "UNREACHABLE", advice: "anamnesis ui", status: 0 });
  }
}

export async function get(path, query = {}) {
  const url = new URL(path, location.origin);
  for (const [name, value] of Object.entries(query)) {
    for (const one of [value].flat()) if (one !== undefined && one !== "") url.searchParams.append(name, one);
  }
  return (await checked(await reached(url, { headers: headers({ Accept: "application/json" }) }))).json();
}

export async function post(path, body = {}) {
  const more = { "Content-Type": "application/json", Accept: "application/json" };
  const options = { method: "POST", headers: headers(more), body: JSON.stringify(body) };
  return (await checked(await reached(path, options))).json();
}

// Server-sent events of a POST or GET, as {name, data} one by one: EventSource knows neither POST nor credentials.
export async function* stream(path, body, signal) {
  const more = { Accept: "text/event-stream", ...(body ? { "Content-Type": "application/json" } : {}) };
  const options = { method: body ? "POST" : "GET", headers: headers(more), body: body && JSON.stringify(body), signal };
  const response = await checked(await reached(path, options));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    text += value;
    let end;
    while ((end = text.indexOf("\n\n")) >= 0) {
      const event = parsed(text.slice(0, end));
      text = text.slice(end + 2);
      if (event?.name === "problem") throw new Problem(event.data);
      if (event) yield event;
    }
  }
}

function parsed(block) {
  let name = "message";
  const data = [];
  for (const line of block.split("\n")) {
    if (line.startsWith("event: ")) name = line.slice(7);
    if (line.startsWith("data: ")) data.push(line.slice(6));
  }
  return data.length ? { name, data: JSON.parse(data.join("\n")) } : null;
}

export async function events(patient, topics, most = 20000) {
  const found = [];
  let page = "";
  do {
    const query = { topics: topics.map((one) => `anamnesis.Patient.${one}.v1`), page_size: 1000, page_token: page };
    const answer = await get(`/v1/patients/${patient}/events`, query);
    for (const event of answer.events) {
      const name = event.topic.split(".")[2];
      found.push({ ...event, name, payload: event.payload_json ? JSON.parse(event.payload_json) : {} });
    }
    page = answer.next_page_token;
  } while (page && found.length < most);
  return found;
}

export const newId = () => crypto.randomUUID();
