/** A request as it is written. */
export interface SentRequest {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array;
}

/** A text without what is another one in each run: ids and times. */
export function normalized(text: string): string {
  return text
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, "<id>")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-\d+/g, "<request id>")
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, "<time>")
    .replaceAll(/http:\/\/127\.0\.0\.1:\d+/g, "<url>");
}

const bytes = (text: string) => new TextEncoder().encode(text);

/** Variants of requests that tests send seldom or never, for each operation. */
export function oddRequests(sent: readonly SentRequest[]): readonly SentRequest[] {
  const odd: SentRequest[] = [];
  const seen = new Set<string>();
  for (const request of sent) {
    const [path = "", query] = request.target.split("?");
    const shape = `${request.method} ${path.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/gi, "<id>")}`;
    if (seen.has(shape)) continue;
    seen.add(shape);
    const headers = (more: Readonly<Record<string, string>>) => ({ ...request, headers: { ...request.headers, ...more } });
    odd.push(
      ...["HEAD", "OPTIONS", "PUT", "PROPFIND"].map((method): SentRequest => {
        const { body: _, ...rest } = request;
        return { ...rest, method };
      }),
      { ...request, target: `${path}/${query === undefined ? "" : `?${query}`}` },
      { ...request, target: path.replace(/\w(?=\w*$)/, (letter) => `%${letter.charCodeAt(0).toString(16)}`) },
      { ...request, target: `${path}/%` },
      { ...request, target: `${path}?x=%` },
      { ...request, target: `${path}?${query ?? ""}&unknown=1` },
      { ...request, target: `${path}?${query ?? ""}&${query ?? "a"}` },
      { ...request, target: `/${path}` },
      headers({ "x-request-id": "an-id-of-the-caller" }),
      headers({ accept: "text/html" }),
      headers({ cookie: "a=b; session=%20; theme=dark;" }),
    );
    if (request.body === undefined) continue;
    const type = request.headers["content-type"] ?? "";
    odd.push(
      headers({ "content-encoding": "gzip" }),
      headers({ "content-encoding": "identity" }),
      headers({ "content-type": "" }),
      headers({ "content-type": `${type}; charset=utf-8` }),
      headers({ "content-type": `${type}; charset=latin1` }),
      headers({ "content-type": `${type};` }),
      headers({ "content-type": type.toUpperCase() }),
      headers({ "content-type": "text/plain" }),
      headers({ "content-type": "application/x-www-form-urlencoded" }),
      headers({ "content-type": "multipart/form-data" }),
      ...[
        "",
        "{",
        "[]",
        "null",
        "{}",
        '{"a":1}',
        '{"name":"a","name":"b"}',
        '{"__proto__":1}',
        "\uFEFF{}",
        "name=a&name=b",
        "name=%",
        `${"[".repeat(80)}${"]".repeat(80)}`,
      ].map((body): SentRequest => ({ ...request, body: bytes(body) })),
      { ...request, body: Uint8Array.of(0x22, 0xff, 0x22) },
      { ...request, body: bytes(`${new TextDecoder().decode(request.body)}${" ".repeat(1_100_000)}`) },
    );
  }
  return odd;
}
