import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { preferredType, withVary } from "../../templates/runtime/server/accept.js";
import { everywhere, startEverywhere } from "./everywhere.js";

test.each<[string | undefined, string[], string | undefined]>([
  [undefined, ["a/b", "c/d"], "a/b"],
  ["", ["a/b", "c/d"], "a/b"],
  ["c/d", ["a/b", "c/d"], "c/d"],
  ["C/D", ["a/b", "c/d"], "c/d"],
  ["a/b;q=0.5, c/d;q=0.6", ["a/b", "c/d"], "c/d"],
  ["a/b;q=0.5, c/d; Q=0.500", ["c/d", "a/b"], "c/d"],
  ["a/*;q=0.9, a/b;q=0.1, */*;q=0.5", ["a/b", "c/d", "a/e"], "a/e"],
  ["*/*, a/b;q=0", ["a/b", "c/d"], "c/d"],
  ["a/b;q=0", ["a/b"], undefined],
  ["x/y", ["a/b", "c/d"], undefined],
  ["text/*, text/plain, text/plain;format=flowed, */*", ["text/plain;format=flowed", "text/plain"], "text/plain;format=flowed"],
  ["text/plain;format=flowed", ["text/plain"], undefined],
  ["text/plain;format=flowed;q=0.2, text/plain;q=0.7", ["text/plain; format=flowed", "text/plain"], "text/plain"],
  ["application/json;charset=utf-8", ["application/json"], "application/json"],
  ["application/json; q=1.5, text/csv", ["application/json", "text/csv"], "text/csv"],
  ["nonsense", ["a/b", "c/d"], "a/b"],
  [',, ;q=1, "a,b", c/d', ["a/b", "c/d"], "c/d"],
  ['a/b;p="x,c/d;q=1", e/f', ["c/d", "e/f"], "e/f"],
  ["*/b", ["a/b", "c/d"], undefined],
  ["text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", ["application/json", "text/html"], "text/html"],
])("%j of %j is %j", (accept, types, preferred) => {
  expect(preferredType(accept, types)).toBe(preferred);
});

test.each<[Record<string, string> | undefined, Record<string, string>]>([
  [undefined, { vary: "accept" }],
  [{ etag: "1" }, { etag: "1", vary: "accept" }],
  [{ Vary: "Origin" }, { vary: "Origin, accept" }],
  [{ vary: "origin, ACCEPT" }, { vary: "origin, ACCEPT" }],
  [{ vary: "*" }, { vary: "*" }],
  [{ vary: "accept-language", Vary: "origin" }, { vary: "accept-language, origin, accept" }],
])("headers %j vary as %j", (given, varied) => {
  expect(withVary(given)).toEqual(varied);
});

test("any header is read in time that is linear in its length", () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a/*;,q=01."\\ '), maxLength: 60 }), (accept) => {
      expect(["a/b", "c/d", undefined]).toContain(preferredType(accept, ["a/b", "c/d"]));
    }),
  );
  const start = performance.now();
  for (const part of ["a", '"', '"\\', ",", ";", "a/b;q=0.1,", 'a/b;"']) preferredType(part.repeat(16_000), ["a/b", "c/d"]);
  expect(performance.now() - start).toBeLessThan(2_000);
});

const types = (...names: string[]) =>
  `{ ${names.map((name) => `${name}: { schema: { type: ${name.endsWith("json") ? "object" : "string"} } }`).join(", ")} }`;

const start = startEverywhere(`openapi: 3.2.0
info: { title: Reports, version: "1" }
paths:
  /report:
    get:
      operationId: getReport
      responses:
        "200": { description: OK, content: ${types("application/json", "application/vnd.report+json", "text/csv", "text/html")} }
        "406": { description: None, content: { application/json: { schema: { type: object } } } }
  /loose:
    get:
      operationId: getLoose
      responses: { "200": { description: OK, content: ${types("application/json", "text/csv")} } }
  /page:
    get:
      operationId: getPage
      responses: { "200": { description: OK, content: ${types("application/json", "text/html")} } }
  /events:
    get:
      operationId: listEvents
      responses:
        "200": { description: OK, content: { application/x-ndjson: { itemSchema: { type: object } }, application/json-seq: { itemSchema: { type: object } } } }
`);

describe.each(everywhere)("%s, %s", (source, place) => {
  test("Accept chooses among several media types", async () => {
    let ran = 0;
    const operations = {
      getReport: ({ accepts }: { accepts: (...names: string[]) => string | undefined }) => {
        ran++;
        const contentType = accepts("application/json", "text/csv");
        return contentType === "text/csv" ? { status: 200, body: "a,b" } : { status: 200, body: { a: 1 } };
      },
      getLoose: () => ({ status: 200, body: { a: 1 } }),
      // A list that is not negotiated itself still depends on what the handler asked for.
      getPage: ({ accepts }: { accepts: (...names: string[]) => string | undefined }) =>
        accepts("application/json", "text/html") === "text/html"
          ? { status: 200, contentType: "text/html", body: "<p>", headers: { Vary: "Origin" } }
          : { status: 200, body: {} },
      listEvents: () => ({
        status: 200,
        body: (async function* () {
          yield { n: 1 };
        })(),
      }),
    };
    const address = await start(source, place, { handlers: { operations } } as never);
    const get = async (path: string, accept: string) => {
      const response = await fetch(`${address}${path}`, { headers: { accept } });
      const { status, headers } = response;
      return [status, headers.get("content-type"), headers.get("vary"), await response.text()];
    };
    expect(await get("/report", "*/*")).toEqual([200, "application/json", "accept", '{"a":1}']);
    expect(await get("/report", "application/vnd.report+json")).toEqual([
      200,
      "application/vnd.report+json",
      "accept",
      '{"a":1}',
    ]);
    expect(await get("/report", "text/csv, application/*;q=0.5")).toEqual([200, "text/csv", "accept", "a,b"]);
    expect(ran).toBe(3);
    const error = '{"error":"not_acceptable: Accept application/json or application/vnd.report+json or text/csv or text/html."}';
    expect(await get("/report", "image/png, text/csv;q=0")).toEqual([406, "application/json", null, error]);
    expect(ran).toBe(3);
    expect(await get("/loose", "image/png")).toEqual([200, "application/json", null, '{"a":1}']);
    expect(await get("/page", "*/*")).toEqual([200, "application/json", "accept", "{}"]);
    expect(await get("/page", "text/html")).toEqual([200, "text/html", "Origin, accept", "<p>"]);
    expect((await get("/events", "application/x-ndjson")).slice(0, 3)).toEqual([200, "application/x-ndjson", "accept"]);
    expect((await get("/events", "*/*")).slice(0, 3)).toEqual([200, "application/json-seq", "accept"]);
  });
});
