import { validateTexts } from "../validate-texts.js";

/** An entry as browsers record it. */
export interface Recorded {
  readonly method?: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly sent?: unknown;
  readonly status: number;
  readonly type?: string;
  readonly answer?: unknown;
  readonly content?: object;
}

export const host = "https://shop.example";

/** An entry of HAR 1.2. */
export function entry({ method = "GET", url, headers = {}, sent, status, type = "application/json", answer, content }: Recorded) {
  const text = sent === undefined ? undefined : typeof sent === "string" ? sent : JSON.stringify(sent);
  const list = (values: Readonly<Record<string, string>>) => Object.entries(values).map(([name, value]) => ({ name, value }));
  return {
    startedDateTime: "2026-01-15T09:30:00Z",
    request: {
      method,
      url: url.startsWith("http") ? url : `${host}${url}`,
      headers: list(headers),
      ...(text !== undefined && { postData: { mimeType: headers["content-type"] ?? "application/json", text } }),
    },
    response: {
      status,
      headers: list(type === "" ? {} : { "content-type": type }),
      content:
        content ??
        (answer === undefined
          ? { size: 0 }
          : { size: 1, mimeType: type, text: typeof answer === "string" ? answer : JSON.stringify(answer) }),
    },
  };
}

/** Text of a recording. */
export const har = (entries: readonly Recorded[], space?: number) =>
  JSON.stringify({ log: { version: "1.2", entries: entries.map(entry) } }, null, space);

/** Holds a recording against the contract of a shop. */
export const recordings = (entries: readonly Recorded[], options?: Parameters<typeof validateTexts>[2]) =>
  validateTexts({ "a.har": har(entries) }, ["."], options);

export const shop = { url: "/shops/7", status: 200, answer: { id: 7, type: "bakery" } };

export const shops: Recorded = { ...shop, answer: { id: "7", type: "bakery" } };

export const bake = (more: Partial<Recorded> = {}): Recorded => ({
  method: "POST",
  url: "/shops/7/actions/bake",
  sent: { cake: "Sacher" },
  status: 200,
  answer: { action: "bake", status: "ok", result: { minutes: 40 } },
  ...more,
});

export const typed = { serviceTypes: new Map([["*", "bakery"]]) };
