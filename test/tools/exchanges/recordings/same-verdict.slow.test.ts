import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import type { Diagnostic } from "../../../../generator/diagnostics/diagnostic.js";
import { createCoverage } from "../../../../generator/tools/exchanges/coverage.js";
import { checkRecording } from "../../../../generator/tools/exchanges/recordings/check-recording.js";
import type { AnyApplication } from "../../../../templates/runtime/server/contract.js";
import { serveContract, type Served } from "../../../server/serve-contract.js";
import { contractOf } from "../validate-texts.js";
import { document } from "./every-kind.js";

// A request reaches the handler of a generated server exactly if `validate` finds nothing in a recording of it, and a response of
// the handler is sent exactly if `validate` finds nothing in a recording of it.

interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly bytes: Uint8Array;
}

interface Answer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly contentType?: string;
}

const contract = contractOf(JSON.stringify(document));
let reached = false;
let answer: Answer = { status: 204 };
let served: Served;
beforeAll(async () => {
  const reach = async ({ body }: { body: unknown }) => {
    if (typeof body === "object" && body !== null && Symbol.asyncIterator in body)
      for await (const _ of body as AsyncIterable<unknown>);
    reached = true;
    return { status: 204 };
  };
  const names = [
    "sendJson",
    "sendAny",
    "sendForm",
    "sendParts",
    "sendFiles",
    "sendBelow",
    "sendRanges",
    "sendLines",
    "sendNothing",
    "find",
  ];
  const go = () => {
    reached = true;
    return { status: "done" };
  };
  const handlers = {
    operations: { ...Object.fromEntries(names.map((name) => [name, reach])), answer: () => answer, answerBelow: () => answer },
    actions: { machine: { go }, upload: { go }, mixed: { go } },
  };
  const findResource = (_path: unknown, _principal: unknown, operation: string) => ({
    type: operation === "act" ? "machine" : operation === "mix" ? "mixed" : "upload",
  });
  served = await serveContract(document)({ handlers, findResource } as Partial<AnyApplication>);
});

/** Sends bytes and headers as adapters do. */
async function isServed({ method, url, headers, bytes }: Sent): Promise<boolean> {
  reached = false;
  const values: Record<string, string> = {};
  for (const [name, value] of headers) {
    const separator = name === "cookie" ? "; " : ", ";
    values[name] = values[name] === undefined ? value : `${values[name]}${separator}${value}`;
  }
  const countHeaders = (name: string) => headers.filter(([key]) => key === name).length;
  await served.server.handle({ method, url, headers: values, countHeaders, body: bytes });
  return reached;
}

/** The findings of `validate` in one side of a recording with one entry. */
function findings(request: object, response: object, side: "request" | "response"): string[] {
  const text = JSON.stringify({ log: { entries: [{ request, response }] } });
  const source = { path: "a.har", absolutePath: "/a.har", text };
  const problems: Diagnostic[] = [];
  checkRecording(contract, source, { baseUrls: [], serviceTypes: new Map() }, createCoverage(contract), problems);
  return problems.map(({ code, message }) => `${code} ${message}`).filter((line) => line.includes(`"/${side}`));
}

const headersOf = (pairs: readonly (readonly [string, string])[]) => pairs.map(([name, value]) => ({ name, value }));

/** How recorders write a body and cookies; each writes the same request. */
function recordings({ method, url, headers, bytes }: Sent): object[] {
  const isUtf8 = Buffer.from(Buffer.from(bytes).toString()).equals(bytes);
  const type = headers.find(([name]) => name === "content-type")?.[1];
  const mimeType = type === undefined ? {} : { mimeType: type };
  const encoded = { ...mimeType, encoding: "base64", text: Buffer.from(bytes).toString("base64") };
  const bodies: (object | undefined)[] = bytes.byteLength === 0 ? [undefined, { ...mimeType, text: "" }] : [encoded];
  if (isUtf8 && bytes.byteLength > 0) bodies.push({ ...mimeType, text: Buffer.from(bytes).toString() });
  const cookies = headers.filter(([name]) => name === "cookie");
  const pairs = cookies.flatMap(([, text]) => text.split("; ").map((pair) => pair.split(/=(.*)/s).slice(0, 2)));
  const common = { method, url: `https://shop.example${url}` };
  const isList = pairs.length > 0 && pairs.every(({ length }) => length === 2);
  // An empty media type of a body is none.
  const isInBody = (name: string) => name === "content-type" && type !== "" && bytes.byteLength > 0;
  const others = headers.filter(([name]) => name !== "cookie" && !isInBody(name));
  const list = { ...common, headers: headersOf(others), cookies: headersOf(pairs as [string, string][]) };
  return [
    ...bodies.map((postData) => ({ ...common, headers: headersOf(headers), ...(postData && { postData }) })),
    ...(isList || pairs.length === 0 ? [{ ...list, ...(bodies.at(-1) && { postData: bodies.at(-1) }) }] : []),
  ];
}

const deep = (depth: number) => `{"name":"a","deep":${"[".repeat(depth - 1)}${"]".repeat(depth - 1)}}`;

const jsonTexts = fc.oneof(
  fc.constantFrom(
    '{"name":"a"}',
    '{"name":"a","name":"b"}',
    '{"name":"abcd","name":"a"}',
    '{"name":"a","__proto__":"a"}',
    '{"name":"a","\\u005f_proto__":"a"}',
    '{"name":"a","n":1.0}',
    '{"name":"a","n":1e400}',
    '{"name":"a","x":["__proto__"]}',
    '{"name":"\\ud800"}',
    deep(63),
    deep(64),
    deep(65),
    deep(2000),
    "{}",
    "[]",
    "null",
    "",
    " ",
    "{name:1}",
    '{"n":1}',
    "NaN",
  ),
  fc.json({ maxDepth: 2 }),
);

/** The texts as bytes, with what encodings put before or between them. */
const bytesOf = (texts: fc.Arbitrary<string>): fc.Arbitrary<Uint8Array> =>
  fc.oneof(
    { weight: 6, arbitrary: texts.map((text) => Buffer.from(text)) },
    texts.map((text) => Buffer.from(`\ufeff${text}`)),
    texts.map((text) => Buffer.from(`\ufeff\ufeff${text}`)),
    texts.map((text) => Buffer.from(text, "utf16le")),
    texts.map((text) => Buffer.concat([Buffer.from(text), Buffer.from([0xff])])),
    texts.map((text) => Buffer.from(text.replace("a", "é"), "latin1")),
    fc.uint8Array({ maxLength: 8 }),
  );

/** Content types near those that an operation takes, also with a charset, or none. */
const typesNear = (...types: string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom(...types) },
    fc
      .tuple(
        fc.constantFrom(...types, "application/json", "text/plain", "text/html", "nonsense", "", "*/*"),
        fc.constantFrom(
          "",
          ";",
          "; charset=utf-8",
          ';charset="UTF8"',
          "; charset=latin1",
          "; charset=us-ascii",
          "; charset=utf-16",
          "; x=1; charset=iso-8859-1",
          "; charset",
          ", text/plain",
        ),
        fc.boolean(),
      )
      .map(([type, charset, isUpper]) => `${isUpper ? type.toUpperCase() : type}${charset}`),
    fc.constant(undefined),
  );

const encodings = fc.oneof(
  { weight: 8, arbitrary: fc.constant(undefined) },
  fc.constantFrom("identity", "IDENTITY ", "gzip", "", "identity, identity", "br"),
);

const posting = (url: string, type: fc.Arbitrary<string | undefined>, bytes: fc.Arbitrary<Uint8Array>): fc.Arbitrary<Sent> =>
  fc.record({ type, encoding: encodings, bytes }).map((sent) => ({
    method: "POST",
    url,
    headers: [
      ...(sent.type === undefined ? [] : [["content-type", sent.type] as const]),
      ...(sent.encoding === undefined ? [] : [["content-encoding", sent.encoding] as const]),
    ],
    bytes: sent.bytes,
  }));

const pieces = fc.constantFrom(
  "a",
  "abc",
  "5",
  "%41",
  "%",
  "%zz",
  "%C3%A9",
  "%FF",
  "+",
  "é",
  "a,b",
  "",
  "__proto__",
  "null",
  "%00",
  '"a"',
);
const fields = fc
  .array(fc.tuple(fc.constantFrom("name", "n", "tags", "x", "__proto__", "na%6De", "%E0", ""), pieces), { maxLength: 4 })
  .chain((list) => fc.constantFrom(list, [["name", "a"] as [string, string], ...list]))
  .map((list) => list.map((pair) => pair.join("=")).join("&"));

interface Part {
  readonly name: string;
  readonly filename: string | undefined;
  readonly type: string | undefined;
  readonly value: string | Uint8Array;
}

const part: fc.Arbitrary<Part> = fc.record({
  name: fc.constantFrom("name", "n", "tags", "file", "files", "meta", "x", "other", "__proto__"),
  filename: fc.constantFrom(undefined, undefined, "a.png", ""),
  type: fc.constantFrom(
    undefined,
    undefined,
    undefined,
    "text/plain",
    "application/json",
    "image/png",
    "text/plain; charset=latin1",
  ),
  value: fc.oneof(
    fc.constantFrom<string | Uint8Array>(
      "a",
      "5",
      '{"n":1}',
      '{"n":"a"}',
      "{n}",
      "",
      "aaaa",
      '{"name":"a","name":"b"}',
      deep(70),
    ),
    fc.uint8Array({ maxLength: 3 }),
  ),
});

const likely = fc.constantFrom<Part>(
  { name: "name", filename: undefined, type: undefined, value: "a" },
  { name: "file", filename: "a.png", type: "image/png", value: new Uint8Array([255, 1]) },
  { name: "files", filename: "a.png", type: "image/png", value: new Uint8Array([255, 1]) },
  { name: "meta", filename: undefined, type: "application/json", value: '{"n":1}' },
  { name: "n", filename: undefined, type: undefined, value: "5" },
  { name: "x", filename: "a.bin", type: "application/octet-stream", value: "aaa" },
);

function printPart({ name, filename, type, value }: Part): Buffer {
  const disposition = `Content-Disposition: form-data; name="${name}"${filename === undefined ? "" : `; filename="${filename}"`}`;
  const head = `--b\r\n${disposition}\r\n${type === undefined ? "" : `Content-Type: ${type}\r\n`}\r\n`;
  return Buffer.concat([Buffer.from(head), Buffer.from(value as string), Buffer.from("\r\n")]);
}

const multipart: fc.Arbitrary<Uint8Array> = fc
  .tuple(
    fc.array(fc.oneof({ weight: 3, arbitrary: likely }, part), { maxLength: 4 }),
    fc.constantFrom("--b--\r\n", "--b--\r\n", "--b--", ""),
  )
  .chain(([parts, end]) =>
    fc
      .constantFrom(parts, [{ name: "name", filename: undefined, type: undefined, value: "a" }, ...parts])
      .map((all) => Buffer.concat([...all.map(printPart), Buffer.from(end)])),
  );
const formType = "multipart/form-data; boundary=b";

const listed = fc.constantFrom(
  ...['{"n":1}', '{"n":"a"}', "{", "a", "1", "", "--c--", "--c\r\n\r\na\r\n--c--", "--c\r\n\r\n\r\n--c\r\n\r\n\r\n--c--"].flatMap(
    (value) =>
      [
        "",
        "Content-Type: image/png\r\n",
        "Content-Type: application/json\r\n",
        "Content-Type: multipart/mixed; boundary=c\r\n",
      ].map((head) => `--b\r\n${head}\r\n${value}\r\n`),
  ),
);
const valid = [
  '--b\r\n\r\n{"n":1}\r\n',
  "--b\r\nContent-Type: image/png\r\n\r\na\r\n",
  "--b\r\n\r\n5\r\n",
  "--b\r\nContent-Type: multipart/mixed; boundary=c\r\n\r\n--c\r\n\r\na\r\n--c--\r\n",
];
const lists: fc.Arbitrary<string> = fc
  .tuple(fc.nat(4), fc.array(listed, { maxLength: 2 }), fc.constantFrom("--b--\r\n", "--b--\r\n", "--b--", ""))
  .map(([count, others, end]) => [...valid.slice(0, count), ...others, end].join(""));

const lines = fc.array(jsonTexts, { maxLength: 3 }).map((list) => list.join("\n"));

const queries = fc
  .array(
    fc.tuple(
      fc.constantFrom("tags", "n", "filter[a]", "filter%5Ba%5D", "filter[a", "filter[a][b]", "where", "other", "%", "n%"),
      pieces,
    ),
    { maxLength: 3 },
  )
  .map((list) => (list.length === 0 ? "" : `?${list.map((pair) => pair.join("=")).join("&")}`));
const cookie = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom("session=a", "session=a; theme=dark") },
  fc
    .array(fc.tuple(fc.constantFrom("session", "theme", "other", "%", "sess%69on"), pieces), { maxLength: 3 })
    .map((list) => list.map((pair) => pair.join("=")).join("; ")),
);
const finding: fc.Arbitrary<Sent> = fc
  .record({
    id: fc.constantFrom("a", "%41", "%C3%A9", "%FF", "%2F", "abc", "%zz", "a;b", "__proto__"),
    query: queries,
    n: fc.oneof(
      { weight: 4, arbitrary: fc.constantFrom(["5"]) },
      fc.constantFrom([], ["a"], ["5", "5"], [""], ["1.0"], ["5, 6"]),
    ),
    list: fc.constantFrom([], ["1,2"], ["1", "2"], ["a"], [""], ["1, 2 "]),
    cookies: fc.oneof({ weight: 5, arbitrary: cookie.map((text) => [text]) }, fc.array(cookie, { maxLength: 2 })),
  })
  .map(({ id, query, n, list, cookies }) => ({
    method: "GET",
    url: `/find/${id}${query}`,
    headers: [
      ...n.map((value) => ["x-n", value] as const),
      ...list.map((value) => ["x-list", value] as const),
      ...cookies.filter((text) => text !== "").map((value) => ["cookie", value] as const),
    ],
    bytes: new Uint8Array(0),
  }));

const requests = fc.oneof(
  posting("/json", typesNear("application/json"), bytesOf(jsonTexts)),
  posting("/any", typesNear("text/plain", "application/octet-stream", "application/merge-patch+json"), bytesOf(jsonTexts)),
  posting("/below", typesNear("application/json", "application/hal+json", "text/csv"), bytesOf(jsonTexts)),
  posting(
    "/ranges",
    typesNear("application/json", "application/hal+json", "application/vnd.n+json", "image/png", "text/csv", "application/xml"),
    bytesOf(fc.oneof(fc.constant("5"), jsonTexts)),
  ),
  posting("/form", typesNear("application/x-www-form-urlencoded"), bytesOf(fields)),
  posting("/multipart", typesNear(formType), multipart),
  posting("/files", typesNear(formType), multipart),
  posting("/upload/go", typesNear(formType), multipart),
  posting("/mixed/go", typesNear(formType), multipart),
  posting("/mixed/go", typesNear("application/x-www-form-urlencoded"), bytesOf(fields)),
  posting("/list", typesNear("multipart/mixed; boundary=b"), bytesOf(lists)),
  posting("/lines", typesNear("application/jsonl"), bytesOf(lines)),
  posting("/nothing", typesNear("application/json"), bytesOf(jsonTexts)),
  posting("/do/go", typesNear("application/json"), bytesOf(fc.oneof(fc.constantFrom('{"n":1}', "{}", '{"n":"a"}'), jsonTexts))),
  finding,
);

test("a request reaches the handler exactly if nothing is found in it, however it was recorded", async () => {
  const counts = { reached: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(requests, async (sent) => {
      const isReached = await isServed(sent);
      counts[isReached ? "reached" : "rejected"]++;
      const status = isReached ? (sent.url.endsWith("/go") ? 200 : 204) : 400;
      const verdicts = recordings(sent).map((request) => findings(request, { status, headers: [] }, "request"));
      expect(verdicts.map((found) => ({ isReached: found.length === 0, found }))).toEqual(
        verdicts.map((found) => ({ isReached, found })),
      );
    }),
    { numRuns: 4000 },
  );
  expect(Math.min(counts.reached, counts.rejected)).toBeGreaterThan(100);
});

const answers: fc.Arbitrary<Answer> = fc
  .record(
    {
      status: fc.constantFrom(200, 200, 200, 204, 404, 201, 500, 301),
      headers: fc.record(
        {
          "x-n": fc.constantFrom("5", "5", "5", "10", "a", "", "1.0", "0x5", "+5", " 5", "5,6", "1e0"),
          "x-on": fc.constantFrom("true", "yes", ""),
        },
        { requiredKeys: [] },
      ),
      body: fc.oneof(
        fc.constantFrom(
          { name: "a" },
          { name: "a", n: 1 },
          { name: "abcd" },
          {},
          [],
          null,
          "text",
          { error: 1 },
          { name: "a", n: 10 },
        ),
        fc.constantFrom(
          JSON.parse('{"name":"a","__proto__":"b"}'),
          JSON.parse(deep(200)),
          { name: "a", n: Number.NaN },
          { name: undefined },
        ),
      ),
      contentType: fc.constantFrom("application/json", "text/plain", "text/html", "application/json; charset=utf-8"),
    },
    { requiredKeys: ["status"] },
  )
  // A content type without a body, and text that is none, are mistakes of a handler that no recording shows.
  .map(({ contentType, ...given }): Answer => {
    if (given.body === undefined || contentType === undefined) return given;
    return { ...given, contentType, body: contentType.startsWith("text/") ? "text" : given.body };
  });

test("a response is sent exactly if nothing is found in it", async () => {
  const counts = { sent: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(answers, async (given) => {
      answer = given;
      const { status, headers } = await served.server.handle({ method: "GET", url: "/answer", headers: {} });
      const isSent = status !== 500;
      counts[isSent ? "sent" : "rejected"]++;
      // The response that the handler meant to send. A status without a body has none, whatever the handler returned.
      const type = isSent ? headers["content-type"] : (given.contentType ?? "application/json");
      const isText = type?.startsWith("application/json") !== true;
      const text = isText ? given.body : JSON.stringify(given.body);
      const hasBody = given.body !== undefined;
      const pairs = Object.entries({ ...given.headers, ...(type !== undefined && hasBody && { "content-type": type }) });
      const content = hasBody && typeof text === "string" ? { text, mimeType: type } : {};
      const request = { method: "GET", url: "https://shop.example/answer", headers: [] };
      const found = findings(request, { status: given.status, headers: headersOf(pairs), content }, "response");
      expect({ isSent: found.length === 0, found }).toEqual({ isSent, found });
    }),
    { numRuns: 2000 },
  );
  expect(Math.min(counts.sent, counts.rejected)).toBeGreaterThan(50);
});

const answersBelow = fc
  .record({
    body: fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom<unknown>({ name: "a" }, { name: "abcd" }, {}, [], null, 5, "text") },
      fc.constantFrom<unknown>(new Uint8Array([123, 125]), '{"name":"a"}', '{"name":"abcd"}', "5", "text"),
    ),
    contentType: fc.constantFrom("application/json", "application/hal+json", "application/vnd.n+json", "text/csv", "image/png"),
  })
  // The body of JSON is its value, or the text of one that the handler wrote; other bodies are text or bytes.
  .filter(({ body, contentType }) => {
    const isWritten = typeof body === "string" || body instanceof Uint8Array;
    return contentType.endsWith("json") ? !isWritten || contentType !== "application/vnd.n+json" : isWritten;
  });

test("below a range, a response is sent exactly if nothing is found in it, and as it was written", async () => {
  const counts = { sent: 0, rejected: 0 };
  await fc.assert(
    fc.asyncProperty(answersBelow, async ({ body, contentType }) => {
      answer = { status: 200, body, contentType };
      const sent = await served.server.handle({ method: "GET", url: "/answer-below", headers: {} });
      const isSent = sent.status === 200;
      counts[isSent ? "sent" : "rejected"]++;
      const isWritten = typeof body === "string" || body instanceof Uint8Array;
      const text = isWritten ? Buffer.from(body).toString() : JSON.stringify(body);
      if (isSent) expect(Buffer.from(sent.body as string | Uint8Array).toString()).toBe(text);
      const request = { method: "GET", url: "https://shop.example/answer-below", headers: [] };
      const response = {
        status: 200,
        headers: headersOf([["content-type", contentType]]),
        content: { text, mimeType: contentType },
      };
      const found = findings(request, response, "response");
      expect({ isSent: found.length === 0, found }).toEqual({ isSent, found });
    }),
    { numRuns: 500 },
  );
  expect(Math.min(counts.sent, counts.rejected)).toBeGreaterThan(50);
});
