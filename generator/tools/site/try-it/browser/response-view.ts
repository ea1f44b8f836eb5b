import { create, createButton } from "./dom.js";

/** A response as far as it has arrived. */
export interface Received {
  readonly status: number;
  readonly statusText: string;
  readonly headers: Headers;
  /** Milliseconds until its headers, and until its end. */
  readonly waited: number;
  readonly took?: number;
  readonly text: string;
  readonly size: number;
  /** Its body if it is JSON. */
  readonly json?: unknown;
  readonly isText: boolean;
  /** What it violates. */
  readonly problems?: readonly string[];
}

/** Shows a response; secrets are masked until the reader asks for them. */
export function createResponseView(secrets: readonly string[]) {
  const status = create("p", { class: "response-status", role: "status" });
  const content = create("div");
  const element = create("section", { class: "response", "aria-label": "Response" }, status, content);
  let isRevealed = false;
  let last: Received | undefined;
  const pre = create("pre", { tabindex: "0", role: "region", "aria-label": "Body of the response" });
  const reveal = createButton("Show secrets", () => {
    isRevealed = !isRevealed;
    reveal.textContent = isRevealed ? "Hide secrets" : "Show secrets";
    if (last) showBody(last);
  });

  function showBody({ text, json, isText, size }: Received): void {
    const isWhole = secrets.includes("");
    const plain = !isText ? `(${size} bytes)` : json === undefined ? text : JSON.stringify(json, undefined, 2);
    const masked =
      isWhole && plain !== ""
        ? mask
        : json === undefined
          ? maskText(plain, secrets)
          : JSON.stringify(maskJson(json, secrets), undefined, 2);
    reveal.hidden = masked === plain;
    pre.textContent = isRevealed ? plain : masked;
    pre.hidden = plain === "";
  }

  return {
    element,
    /** Tells that a call is under way, or why it has no response. */
    tell(text: string, tone: "" | "bad" = ""): void {
      last = undefined;
      isRevealed = false;
      reveal.textContent = "Show secrets";
      status.className = `response-status ${tone}`;
      status.textContent = text;
      content.replaceChildren();
    },
    show(received: Received): void {
      const isFirst = last === undefined;
      last = received;
      const { waited, took, size, headers, problems } = received;
      const end = took === undefined ? `first byte after ${waited} ms, receiving…` : `${took} ms, ${size} bytes`;
      status.className = `response-status ${received.status < 400 ? "good" : "bad"}`;
      status.textContent = `${received.status} ${received.statusText}`.trim() + ` · ${end}`;
      showBody(received);
      if (isFirst) {
        const rows = [...headers].map(([name, value]) => {
          return create("tr", {}, create("th", { scope: "row" }, create("code", {}, name)), create("td", {}, value));
        });
        const table = create("table", { class: "fields", "aria-label": "Headers of the response" }, create("tbody", {}, ...rows));
        content.replaceChildren(create("details", {}, create("summary", {}, `${rows.length} headers`), table), pre, reveal);
      }
      if (!problems) return;
      const verdict =
        problems.length === 0
          ? create("p", { class: "verdict good" }, "It is what the contract says.")
          : create(
              "div",
              { class: "verdict bad" },
              create("p", {}, "It is not what the contract says:"),
              create("ul", {}, ...problems.map((problem) => create("li", {}, problem))),
            );
      content.prepend(verdict);
    },
  };
}

const mask = "••••••";

/** Replaces the members with these names, at any depth. */
function maskJson(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => maskJson(item, names));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, names.includes(name) && part !== null ? mask : maskJson(part, names)]),
  );
}

/** The same in a text that has JSON in it, such as a sequence. */
function maskText(text: string, names: readonly string[]): string {
  return names.reduce((masked, name) => {
    const key = JSON.stringify(name).replace(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
    return masked.replace(new RegExp(`(${key}\\s*:\\s*)(?:"(?:[^"\\\\]|\\\\.)*"?|[^\\s,}\\]]+)`, "g"), `$1"${mask}"`);
  }, text);
}
