import { describe, expect, test } from "vitest";
import { validateFiles } from "../../../../generator/tools/exchanges/validate-files.js";
import { contractOf, folderOf, validateTexts, lines, printed } from "../validate-texts.js";
import { bake, har, host, recordings, shop, shops, type Recorded, typed } from "./recorded.js";
import { shopContract } from "../shop-contract.js";

/** Holds a recording against another contract. */
const recordingsOf = (contract: string, entries: readonly Recorded[]) =>
  validateFiles(contractOf(contract), ["."], { workingFolder: folderOf({ "a.har": har(entries) }) });

describe("the operation of an entry", () => {
  test("is found by its path, also below the path of a server of the contract", async () => {
    const found = await recordings([
      shop,
      { ...shop, url: "/api/shops/7?live=true" },
      { ...shop, url: "http://127.0.0.1:8080/shops/7" },
    ]);
    expect({ lines: lines(found), exchanges: found.exchanges }).toEqual({ lines: [], exchanges: 3 });
  });

  test("is found below the path that a server has with any value of its variables", async () => {
    const stages = "https://shop.example/{stage}\n    variables: { stage: { default: api, enum: [api, test/api] } }";
    const contract = shopContract.replace("https://shop.example/api", stages);
    const found = await recordingsOf(contract, [
      { ...shop, url: "/api/shops/7" },
      { ...shop, url: "/test/api/shops/7" },
      { ...shop, url: "/else/shops/7" },
    ]);
    expect(found).toMatchObject({ exchanges: 2, skipped: 1 });
  });

  test("is found by any equivalent spelling of its URL", async () => {
    const contract = shopContract.replace("https://shop.example/api", "https://shop.example/~a%2fpi");
    const entries = ["/%7Ea%2Fpi/shop%73/7", "/~a%2fpi/%73hops/7", "/~a/pi/shops/7", "/shops%2F7"].map((url) => ({
      ...shop,
      url,
    }));
    expect(await recordingsOf(contract, entries)).toMatchObject({ exchanges: 2, skipped: 2 });
    const baseUrls = ["https://shop.example/%7ea%2Fpi"];
    const below = await validateFiles(contractOf(contract), ["."], {
      workingFolder: folderOf({ "a.har": har(entries) }),
      baseUrls,
    });
    expect(below).toMatchObject({ exchanges: 2, skipped: 2 });
  });

  test("is found below a variable that can have any value", async () => {
    const tenants =
      "https://{region}.shop.example:{port}/{tenant}/v1.0\n    variables: { tenant: { default: acme }, port: { default: '443' } }";
    const contract = shopContract.replace("https://shop.example/api", tenants);
    const found = await recordingsOf(contract, [
      { ...shop, url: "/acme/v1.0/shops/7" },
      { ...shop, url: "https://eu.shop.example:8443/other/v1.0/shops/7?live=true" },
      { ...shop, url: "/a/b/v1.0/shops/7" },
      { ...shop, url: "/acme/v1x0/shops/7" },
    ]);
    expect(found).toMatchObject({ exchanges: 2, skipped: 2 });
  });

  test("is looked for below the base URLs only", async () => {
    const found = await recordings(
      [
        { ...shop, url: "/v2/shops/7" },
        { ...shop, url: "/other" },
        { ...shop, url: "https://elsewhere.example/shops/7" },
        { ...shop, url: "/v2/ships" },
      ],
      { baseUrls: [`${host}/v2/`] },
    );
    expect(found).toMatchObject({ exchanges: 1, skipped: 2 });
    expect(lines(found).map((line) => line.replace(/^\S+ /, ""))).toEqual([
      'har-unmatched the contract has no operation with the path "/v2/ships"',
    ]);
  });

  test("may have other methods", async () => {
    const found = await recordings([
      shop,
      { ...shop, method: "PUT" },
      { ...shop, method: "PUT", status: 405, answer: { error: "no" } },
      { ...shop, method: "OPTIONS", status: 204 },
      { ...shop, method: "get" },
      { ...shop, method: "Purge" },
    ]);
    expect(lines(found).map((line) => line.replace(/^\S+ /, ""))).toEqual([
      'har-unmatched the contract has no operation "PUT" for "/shops/7", only DELETE, GET, HEAD, OPTIONS',
      'request-refused "/request/url" only supports DELETE, GET, HEAD, OPTIONS (rule "operation"), and was rejected with 405',
      'har-unmatched the contract has no operation "Purge" for "/shops/7", only DELETE, GET, HEAD, OPTIONS',
    ]);
  });

  test("is not found for pages, requests without a response, or cached responses", async () => {
    const found = await recordings([
      shop,
      { ...shop, url: "/index.html" },
      { ...shop, status: 0 },
      { ...shop, status: -1 },
      { ...shop, status: 304 },
    ]);
    expect(found).toMatchObject({ diagnostics: [], exchanges: 1, skipped: 4 });
  });

  test.each(["304", "3XX", "3xx"])("is found for a 304 that the operation declares as %s", async (status) => {
    const declaring = shopContract.replace(
      /(getShop[\s\S]*?\n *responses:)/,
      `$1\n        "${status}": { description: Unchanged. }`,
    );
    const text = { ...shop, status: 304 };
    expect(declaring).not.toBe(shopContract);
    expect(await recordingsOf(declaring, [text])).toMatchObject({ diagnostics: [], exchanges: 1, skipped: 0 });
    expect(lines(await recordingsOf(declaring, [{ ...text, url: "/shops/7?live=perhaps" }]))).toEqual([
      expect.stringContaining("/request/query/live"),
    ]);
  });

  test("must be found for at least one entry", async () => {
    expect(lines(await recordings([{ ...shop, url: "/index.html" }]))).toEqual([
      "a.har:1:1 har-foreign the recording contains no answered calls of the contract's API, only 1 other entry",
    ]);
  });
});

describe("the type of a service", () => {
  const wrong = bake({ answer: { action: "bake", status: "ok", result: {} } });

  test("is known from an earlier or later response of the API", async () => {
    const expected = [expect.stringContaining('response-invalid "/response/body/result/minutes" is required (rule "required")')];
    // The identifier is a number there and text in the path.
    expect(lines(await recordings([shops, wrong])).slice(1)).toEqual(expected);
    expect(lines(await recordings([wrong, shops])).filter((line) => line.includes("minutes"))).toEqual(expected);
  });

  test("applies to calls that failed before it was known", async () => {
    const refused = bake({ sent: { cake: 5 }, status: 400, answer: { error: "invalid: cake" } });
    expect(lines(await recordings([refused, shops])).filter((line) => line.includes("cake"))).toEqual([
      expect.stringContaining('request-refused "/request/body/cake" must be string (rule "type"), and was rejected with 400'),
    ]);
  });

  test("is specified by the caller, for all services or for one", async () => {
    const types = (entries: [string, string][]) => recordings([wrong], { serviceTypes: new Map(entries) });
    expect(lines(await types([["*", "bakery"]]))).toHaveLength(1);
    expect(
      lines(
        await types([
          ["*", "book_shop"],
          ["7", "bakery"],
        ]),
      ),
    ).toHaveLength(1);
    expect(lines(await types([["*", "book_shop"]]))).toEqual([expect.stringContaining('"/request/body/cake" is not allowed')]);
  });

  test("must be known if something depends on it", async () => {
    expect(lines(await recordings([bake()])).map((line) => line.replace(/^\S+ /, ""))).toEqual([
      "har-service-type cannot determine the service type of this call",
    ]);
    expect(lines(await recordings([bake({ status: 409, answer: { error: "busy: Later." } })]))).toEqual([]);
  });

  test("follows from an action that no other type has, if nothing else determines it", async () => {
    const open = bake({ url: "/shops/7/actions/open_up", sent: {}, status: 202 });
    const answer = (action: string) => ({ ...open, answer: { action, status: "ok", result: {} } });
    expect(lines(await recordings([answer("open_up")]))).toEqual([]);
    expect(lines(await recordings([answer("bake")]))).toEqual([
      expect.stringContaining('response-invalid "/response/body/action"'),
    ]);
    const bookShop: Recorded = { ...shops, answer: { id: "7", type: "book_shop" } };
    expect(lines(await recordings([answer("open_up"), bookShop])).join("\n")).toContain(
      '"/request/params/action" is not an action of services of type "book_shop"',
    );
  });

  test("has no such action", async () => {
    const unknown = bake({ url: "/shops/7/actions/bak" });
    expect(lines(await recordings([unknown], typed))).toEqual([
      expect.stringContaining(
        'request-invalid "/request/params/action" is not an action of services of type "bakery" (rule "action") Did you mean "bake"?',
      ),
    ]);
    expect((await recordings([{ ...unknown, status: 400, answer: { error: "no" } }], typed)).diagnostics).toEqual([
      expect.objectContaining({ code: "request-refused", severity: "warning" }),
    ]);
  });
});

describe("what is checked", () => {
  test("a valid request and its response", async () => {
    const found = await recordings([bake()], typed);
    expect(found.diagnostics).toEqual([]);
    expect(
      found.coverage.rows().find(({ action, service_type }) => action === "bake" && service_type === "bakery")?.seen,
    ).toEqual(
      new Map([
        ["valid request", 1],
        ["invalid request", 0],
        ["response", 1],
        ["error 409", 0],
        ["error 422", 0],
      ]),
    );
  });

  test("a rejected request is a warning, and counts as a covered invalid request", async () => {
    const found = await recordings([bake({ sent: { cake: 5 }, status: 400, answer: { error: "invalid: cake" } })], typed);
    expect(found.diagnostics.map(({ code, severity, message }) => [code, severity, message])).toEqual([
      ["request-refused", "warning", '"/request/body/cake" must be string (rule "type"), and was rejected with 400'],
    ]);
    expect(
      found.coverage
        .rows()
        .find(({ service_type }) => service_type === "bakery")
        ?.seen.get("invalid request"),
    ).toBe(1);
  });

  test("an accepted invalid request is an error", async () => {
    const found = await recordings([bake({ sent: { cake: 5 } })], typed);
    expect(found.diagnostics.map(({ code, severity }) => [code, severity])).toEqual([["request-invalid", "error"]]);
  });

  test.each<[string, Partial<Recorded>, string]>([
    ["JSON that is none", { sent: "{cake:" }, '"/request/body" is not valid JSON (rule "malformed")'],
    [
      "another content type",
      { headers: { "content-type": "text/plain" }, sent: "cake" },
      '"/request/headers/content-type" must be "application/json" (rule "content-type")',
    ],
    ["no body", { sent: undefined }, '"/request/body" is required (rule "required")'],
    ["an answer that is no JSON", { answer: "<html>" }, '"/response/body" is not valid JSON (rule "malformed")'],
    [
      "a page",
      { answer: "<html>", type: "text/html" },
      '"/response/headers/content-type" must be "application/json" (rule "content-type")',
    ],
    [
      "an undeclared status",
      { status: 500, answer: { error: "x" } },
      '"/response/status" is not declared; the contract declares 200, 202, 400, 409 (rule "status")',
    ],
  ])("%s", async (_, more, expected) => {
    expect(lines(await recordings([bake(more)], typed))).toEqual([expect.stringContaining(expected)]);
  });

  test("forms, recorded as text or as a list", async () => {
    const order = (postData: object) =>
      JSON.stringify({
        log: {
          entries: [
            {
              request: { method: "POST", url: `${host}/orders`, headers: [], postData },
              response: {
                status: 201,
                headers: [{ name: "Content-Type", value: "text/plain" }],
                content: { text: "42", mimeType: "text/plain" },
              },
            },
          ],
        },
      });
    const mimeType = "application/x-www-form-urlencoded";
    const found = await validateTexts({
      "a.har": order({ mimeType, text: "item=a+cake&count=2" }),
      "b.har": order({ mimeType, params: [{ name: "count", value: "0" }] }),
      "c.har": order({ mimeType, text: "item=a&item=b" }),
    });
    expect(lines(found).map((line) => line.replace(/:\d+:\d+/, ""))).toEqual([
      'b.har request-invalid "/request/body/count" must be >= 1 (rule "minimum")',
      'b.har request-invalid "/request/body/item" is required (rule "required")',
      'c.har request-invalid "/request/body" is a form that has the same property twice (rule "malformed")',
    ]);
  });

  test("responses in base64, and responses to HEAD", async () => {
    const content = {
      encoding: "base64",
      mimeType: "application/json",
      text: Buffer.from('{"id":"x","type":"bakery"}').toString("base64"),
    };
    const found = await recordings([
      { url: "/shops/7", status: 200, content },
      { method: "HEAD", url: "/shops/7", status: 200 },
    ]);
    expect(lines(found).map((line) => line.replace(/^\S+ /, ""))).toEqual([
      'response-invalid "/response/body/id" must be integer (rule "type")',
    ]);
  });

  test("responses for which the contract declares no body need none", async () => {
    const content = { size: 2, mimeType: "text/plain" };
    const entry: Recorded = { method: "DELETE", url: "/shops/7", status: 202, content };
    const closing = shopContract.replace('"204": { description: Closed. }', '"202": { description: Closing. }');
    expect(lines(await recordingsOf(closing, [entry]))).toEqual([]);
    const open = closing.replace("Closing.", "Closing., content: { text/plain: {} }");
    expect(lines(await recordingsOf(open, [entry]))).toHaveLength(1);
  });

  test("responses that were recorded without their bodies are not validated, which is reported", async () => {
    const found = await recordings([{ url: "/shops/7", status: 200, content: { size: 120, mimeType: "application/json" } }]);
    expect(lines(found)).toEqual(["a.har:1:1 har-without-bodies 1 response was recorded without a body and not validated"]);
    expect(
      found.coverage
        .rows()
        .find(({ operation }) => operation === "getShop")
        ?.seen.get("response"),
    ).toBe(0);
  });
});

test("a response whose status allows no body lacks none, whatever size was recorded", async () => {
  const close: Recorded = { method: "DELETE", url: "/shops/7", status: 204, type: "" };
  for (const content of [{ size: 1 }, { size: 1, mimeType: "application/json", text: "" }]) {
    const found = await recordings([{ ...close, content }]);
    expect(lines(found)).toEqual([]);
    expect(
      found.coverage
        .rows()
        .find(({ operation }) => operation === "closeShop")
        ?.seen.get("response"),
    ).toBe(1);
  }
});

describe("places", () => {
  test("point into the text of a body, through its escapes", async () => {
    const text = har([bake({ sent: { note: 'a "quoted" \\ text', cake: 5 } })], 1);
    const { diagnostics } = await validateTexts({ "a.har": text }, ["."], typed);
    const at = diagnostics.find(({ message }) => message.startsWith('"/request/body/cake"'))!.location!;
    expect(text.split("\n")[at.line - 1]!.slice(at.column - 1, at.endColumn! - 1)).toBe("5");
  });

  test("show only the relevant part of the line", async () => {
    const { diagnostics } = await recordings([
      { ...shop, headers: { authorization: "Bearer t0ken-t0ken" }, answer: { id: 7, type: "bakry", note: "x" } },
    ]);
    const [first] = printed(diagnostics).split("\n\n");
    expect(first!.split("\n").slice(1)).toEqual([
      '  1 | \\"type\\":\\"bakry\\"',
      `    |          ${"^".repeat(9)}`,
      "  openapi.yaml:113:23 defined here",
      '  a.har:1:36 in entry 1, GET "/shops/7"',
      '  hint: Did you mean "bakery"?',
      "",
    ]);
  });
});

describe("secrets", () => {
  const reveal: Recorded = { url: "/shops/7/key", status: 200, answer: { key: "k-4711-0815" } };
  const leak: Recorded = { ...shop, answer: { id: 7, type: "bakery", note: "use k-4711-0815" } };

  test.each([
    ["before", [reveal, leak]],
    ["after", [leak, reveal]],
  ])("that an entry %s reveals may be in no other response", async (_, entries) => {
    expect(lines(await recordings(entries)).map((line) => line.replace(/^\S+ /, ""))).toEqual([
      'response-secret "/response/body/note" contains a secret of another exchange, but the response must not contain secrets (rule "secret")',
    ]);
  });

  test("what is only sent in requests is no secret, and may come back in another field", async () => {
    const withWish = (rules: string) => shopContract.replace("layers: {", `wish: { ${rules} }\n              layers: {`);
    const wish = "with cherries";
    const entries = [shops, { ...shop, answer: { id: 7, type: "bakery", note: wish } }, bake({ sent: { cake: "Sacher", wish } })];
    const open = await recordingsOf(withWish("type: string, writeOnly: true"), entries);
    expect(open.diagnostics.filter(({ code }) => code === "response-secret")).toEqual([]);
    const found = await recordingsOf(withWish("type: string, format: password"), entries);
    expect(found.diagnostics.map(({ code }) => code)).toContain("response-secret");
  });

  test("are never printed: neither tokens, cookies, revealed values nor values that look like secrets", async () => {
    const hidden = ["t0ken-t0ken", "s3ssion-s3ssion", "k-4711-0815", "hunter2222", "q-secret"];
    const headers = { authorization: "Bearer t0ken-t0ken", cookie: "sid=s3ssion-s3ssion; lang=fr", "x-trace": "not hex" };
    const found = await recordings(
      [
        { ...leak, url: "/shops/x?live=maybe&token=q-secret", headers },
        { ...reveal, answer: { key: 5, other: "k-4711-0815" } },
        reveal,
        { ...shop, answer: { id: "k-4711-0815", type: "t0ken-t0ken", note: "postgres://a:hunter2222@b/c" } },
        bake({ sent: { cake: 1, password: "hunter2222", passwrd: "hunter2222" }, headers }),
      ],
      typed,
    );
    expect(found.diagnostics.length).toBeGreaterThan(8);
    const all =
      printed(found.diagnostics) +
      JSON.stringify(
        found.diagnostics.map(({ message, hint, related }) => [message, hint, related.map((place) => place.message)]),
      );
    for (const secret of hidden) expect(all).not.toContain(secret);
  });
});

test("recorded sequences are validated item by item", async () => {
  const contract = `
openapi: 3.2.0
info: { title: Clock, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  /ticks:
    get:
      operationId: watchTicks
      responses:
        "200":
          description: The ticks.
          content:
            text/event-stream:
              itemSchema:
                type: object
                required: [data]
                properties:
                  data: { type: string, contentMediaType: application/json, contentSchema: { type: integer, maximum: 9 } }
`;
  const ticks = (answer: string) => recordingsOf(contract, [{ url: "/ticks", status: 200, type: "text/event-stream", answer }]);
  const linesOf = async (answer: string) => lines(await ticks(answer)).map((line) => line.replace(/^\S+ /, ""));
  expect(await linesOf(": hello\n\ndata: 1\n\ndata: 2\n\n")).toEqual([]);
  expect(await linesOf("data: 1\n\ndata: 10\n\n")).toEqual([
    'response-invalid "/response/body/1/data" must be <= 9 (rule "maximum")',
  ]);
  expect(await linesOf("data: one\n\n")).toEqual(['response-invalid "/response/body" is not valid JSON (rule "malformed")']);
});

test("a whole query string", async () => {
  const contract = `
openapi: 3.2.0
info: { title: Shop, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  /orders:
    get:
      operationId: listOrders
      parameters:
        - name: filter
          in: querystring
          required: true
          content: { application/json: { schema: { type: object, required: [state] } } }
      responses: { "204": { description: Done. } }
`;
  const linesOf = async (query: string) =>
    lines(await recordingsOf(contract, [{ url: `/orders${query}`, status: 204 }])).map((line) => line.replace(/^\S+ /, ""));
  expect(await linesOf("?%7B%22state%22%3A1%7D")).toEqual([]);
  expect(await linesOf("?%7B%7D")).toEqual(['request-invalid "/request/querystring/state" is required (rule "required")']);
  expect(await linesOf("?state=1")).toEqual(['request-invalid "/request/querystring" is not acceptable JSON (rule "malformed")']);
  expect(await linesOf("")).toEqual(['request-invalid "/request/querystring" is required (rule "required")']);
});

test("actions of an additional operation", async () => {
  const contract = `
openapi: 3.2.0
info: { title: Machines, version: "1" }
servers: [{ url: "https://shop.example" }]
paths:
  /machines/{id}:
    parameters: [{ name: id, in: path, required: true, schema: { type: string } }]
    additionalOperations:
      COPY:
        operationId: copyMachine
        x-platform-action-binding: { action: { in: header, name: X-Action }, type: { const: machine }, response: { result: "" } }
        x-platform-machine-actions:
          clone: { label: Clone, body: { type: object, required: [name], properties: { name: { type: string } } } }
        parameters: [{ name: X-Action, in: header, required: true, schema: { type: string } }]
        requestBody: { content: { application/json: { schema: { type: object } } } }
        responses: { "200": { description: Done., content: { application/json: { schema: { type: object } } } } }
`;
  const linesOf = async (sent: object) => {
    const entry = { url: "/machines/1", method: "COPY", status: 200, sent, headers: { "x-action": "clone" }, answer: {} };
    return lines(await recordingsOf(contract, [entry])).map((line) => line.replace(/^\S+ /, ""));
  };
  expect(await linesOf({ name: "a" })).toEqual([]);
  expect(await linesOf({})).toEqual(['request-invalid "/request/body/name" is required (rule "required")']);
});
