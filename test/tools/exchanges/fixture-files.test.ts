import { expect, test } from "vitest";
import { hold, lines, printed } from "./held.js";

const fine = "request: { body: { cake: x } }";

test("a finding is shown with its line, the contract's place and what may have been meant", async () => {
  const { diagnostics, exchanges, files } = await hold({
    "bakery/bake.yaml": "request:\n  body:\n    cake: Sacher\n    layrs: 3\n",
  });
  expect({ exchanges, files }).toEqual({ exchanges: 1, files: 1 });
  expect(printed(diagnostics)).toBe(
    [
      'bakery/bake.yaml:4:5 error request-invalid: "/request/body/layrs" is not allowed (rule "additionalProperties")',
      "  4 |     layrs",
      "    |     ^^^^^",
      "  openapi.yaml:84:35 the contract says so here",
      '  hint: Did you mean "layers"?',
      "",
    ].join("\n"),
  );
});

test("all findings of all files are told, in order", async () => {
  const found = await hold({
    "bakery/bake.b.json": '{\n  "request": { "body": { "cake": 1 } },\n  "response": { "status": 418 }\n}',
    "bakery/bake.a.yml": "exchanges:\n  - request: { body: [] }\n  - request: {}\n  - request: { body: { layers: 0 } }\n",
  });
  expect(found.exchanges).toBe(4);
  expect(lines(found)).toEqual([
    'bakery/bake.a.yml:2:22 request-invalid "/request/body" must be object (rule "type")',
    'bakery/bake.a.yml:3:5 request-invalid "/request/body" is required (rule "required")',
    'bakery/bake.a.yml:4:16 request-invalid "/request/body/cake" is required (rule "required")',
    'bakery/bake.a.yml:4:32 request-invalid "/request/body/layers" must be >= 1 (rule "minimum")',
    'bakery/bake.b.json:2:34 request-invalid "/request/body/cake" must be string (rule "type")',
    'bakery/bake.b.json:3:27 response-invalid "/response/status" is not declared; the contract has 200, 202, 400, 409 (rule "status")',
  ]);
});

test("files that can't be read as fixtures are told one by one, and the rest is checked", async () => {
  const found = await hold({
    "a-broken.json": '{ "request": }',
    "b-broken.yaml": "request: [",
    "c-list.yaml": "- 1\n",
    "d-empty.yaml": "# nothing\n",
    "e-twice.yaml": "request: {}\nrequest: {}\n",
    "f-key.yaml": "service_type: bakery\naction: bake\nreqest: { body: { cake: x } }\n",
    "g-type.yaml": "service_type: bakery\naction: [bake]\nresponse: { status: '200' }\n",
    "h-nothing.yaml": "service_type: bakery\naction: bake\n",
    "i-expect.yaml": `service_type: bakery\naction: bake\n${fine}\nexpect: { invalid: [{ pointer: body, rule: type }] }\n`,
    "j-good.yaml": "service_type: bakery\naction: bake\nrequest: { body: { cake: 1 } }\n",
  });
  expect(lines(found)).toEqual([
    'a-broken.json:1:14 syntax not valid JSON: unexpected "}"',
    "b-broken.yaml:1:11 syntax not valid YAML: Flow sequence in block collection must be sufficiently indented and end with a ]",
    "c-list.yaml:1:1 fixture-not-object a fixture file is a map at its root, but this is a list",
    "d-empty.yaml:1:1 fixture-not-object a fixture file is a map at its root, but this is null",
    'e-twice.yaml:2:1 duplicate-key the key "request" occurs twice in one map',
    'f-key.yaml:3:1 fixture-shape this is no fixture: the property "reqest" is not allowed Did you mean "request"?',
    'g-type.yaml:2:9 fixture-shape this is no fixture: "/action": must be string',
    'g-type.yaml:3:21 fixture-shape this is no fixture: "/response/status": must be integer',
    "h-nothing.yaml:1:1 fixture-shape this is no fixture: it has neither a request nor a response",
    'i-expect.yaml:4:32 fixture-shape this is no fixture: "/expect/invalid/0/pointer": must match the pattern "^/(?:service|request|response)(?:/|$)"',
    'j-good.yaml:3:26 request-invalid "/request/body/cake" must be string (rule "type")',
  ]);
  expect(found.exchanges).toBe(1);
});

test("a fixture that calls nothing of the contract says so where it does", async () => {
  const found = await hold({
    "a.yaml": `${fine}\n`,
    "b.yaml": "operation: getShip\nresponse: { status: 200 }\n",
    "c.yaml": `service_type: bakry\nexchanges:\n  - { action: bake, ${fine} }\n  - { action: bake, service_type: bakery, ${fine} }\n`,
    "bakery/bak.yaml": `${fine}\n`,
    "bakery/d.yaml": `action: bak\n${fine}\n`,
    "e.yaml": `action: bake\nservice: { id: 1, type: bookshop }\n${fine}\n`,
  });
  expect(lines(found)).toEqual([
    "a.yaml:1:1 target-missing it is not said what is called",
    'b.yaml:1:12 target-operation-unknown the contract has no operation "getShip" Did you mean "getShop"?',
    'bakery/bak.yaml:1:1 target-action-unknown services of type "bakery" have no action "bak" Did you mean "bake"?',
    'bakery/d.yaml:1:9 target-action-unknown services of type "bakery" have no action "bak" Did you mean "bake"?',
    'c.yaml:1:15 target-type-unknown the contract has no service type "bakry" Did you mean "bakery"?',
    'e.yaml:2:25 target-type-unknown the contract has no service type "bookshop" Did you mean "book_shop"?',
  ]);
});

test("the name of a file says what its exchanges call, unless they say it themselves", async () => {
  const found = await hold({
    "bakery/bake.yaml": `${fine}\n`,
    "bakery/bake.too-long.yaml": `${fine}\n`,
    "bakery/open_up.yaml": `exchanges:\n  - { request: { body: {} } }\n  - { operation: getShop, request: { params: { shop_id: 0 } } }\n`,
    "operations/getShop.yaml": "request: { params: { shop_id: x } }\n",
    "book_shop/bake.yaml": "request: { body: {} }\n",
  });
  expect(lines(found)).toEqual([
    'bakery/open_up.yaml:3:57 request-invalid "/request/params/shop_id" must be >= 1 (rule "minimum")',
    'operations/getShop.yaml:1:31 request-invalid "/request/params/shop_id" must be integer (rule "type")',
  ]);
});

test("a file named for an action that holds exchanges of another one is a mistake", async () => {
  const found = await hold({ "bakery/bake.yaml": "action: open_up\nrequest: { body: {} }\n" });
  expect(lines(found)).toEqual([
    'bakery/bake.yaml:1:9 target-path-clash the file is named for "bakery/bake", but this exchange calls something else',
  ]);
});

test("what is expected must be found, all of it and nothing else", async () => {
  const expecting = (body: string, ...rules: string[]) =>
    `request: { body: ${body} }\nexpect:\n  invalid:\n${rules.map((rule) => `    - { pointer: ${rule} }\n`).join("")}`;
  const found = await hold({
    "bakery/bake.found.yaml": expecting("{ cake: 1 }", "/request/body/cake, rule: type"),
    "bakery/bake.less.yaml": expecting("{ cake: 1, layers: 0 }", "/request/body/cake, rule: type"),
    "bakery/bake.more.yaml": expecting("{ cake: 1 }", "/request/body/cake, rule: type", "/request/body/layers, rule: type"),
    "bakery/bake.other.yaml": expecting("{ cake: 1 }", "/request/body/cake, rule: maxLength"),
    "bakery/bake.none.yaml": expecting("{ cake: x }", "/request/body/cake, rule: type"),
    "bakery/bake.valid.yaml": `${fine}\nexpect: valid\n`,
  });
  expect(lines(found)).toEqual([
    'bakery/bake.less.yaml:1:37 request-invalid "/request/body/layers" must be >= 1 (rule "minimum")',
    'bakery/bake.more.yaml:5:7 expected-error "/request/body/layers" is expected to break the rule "type", but does not',
    'bakery/bake.none.yaml:4:7 expected-error "/request/body/cake" is expected to break the rule "type", but does not',
    'bakery/bake.other.yaml:1:26 request-invalid "/request/body/cake" must be string (rule "type")',
    'bakery/bake.other.yaml:4:7 expected-error "/request/body/cake" is expected to break the rule "maxLength", but does not',
  ]);
  const hints = found.diagnostics.map(({ hint }) => hint);
  expect(hints[0]).toBe("The fixture expects other errors. If this one is meant, add it to `expect`.");
  expect(hints[4]).toBe('What was found instead: "/request/body/cake type".');
});

test("what stands beside a list of exchanges holds for each of them, and is shown there", async () => {
  const found = await hold({
    "all.yaml": [
      "service_type: bakery",
      "action: bake",
      "service: { id: x, type: bakery }",
      "exchanges:",
      "  - { name: one, request: { body: { cake: x } } }",
      "  - { name: two, request: { body: { cake: x } }, service: { id: 1, type: bakery } }",
      "",
    ].join("\n"),
  });
  expect(lines(found)).toEqual(['all.yaml:3:16 service-invalid "/service/id" must be integer (rule "type")']);
});

test("no secret is ever printed: not headers, not cookies, not what an unknown field holds", async () => {
  const hidden = ["t0ken-t0ken", "s3ssion-s3ssion", "k-4711-0815", "hunter2222", "pa55phrase", "MIIEvQ"];
  const found = await hold({
    "a.yaml": [
      "service_type: bakery",
      "exchanges:",
      "  - { action: bake, request: { headers: { Authorization: Bearer t0ken-t0ken, Content-Type: text/plain }, cookies: { sid: s3ssion-s3ssion }, body: {} } }",
      "  - { action: bake, request: { body: { cake: 5, password: hunter2222, passwrd: hunter2222 } } }",
      "  - { action: bake, request: { body: { password: [hunter2222], api_key: pa55phrase, cake: 5 } } }",
      "  - { operation: revealKey, response: { status: 200, body: { key: k-4711-0815, extra: k-4711-0815 } } }",
      "  - { operation: revealKey, response: { status: 200, body: { key: [k-4711-0815] } } }",
      "  - operation: getShop",
      "    response:",
      "      status: 200",
      "      body:",
      "        id: k-4711-0815",
      "        type: bakery",
      "        note: |",
      "          -----BEGIN PRIVATE KEY-----",
      "          MIIEvQ",
      "",
    ].join("\n"),
  });
  expect(lines(found).map((line) => line.replace(/ (?:must|is|holds) .*/, ""))).toEqual([
    'a.yaml:3:92 request-invalid "/request/headers/content-type"',
    'a.yaml:4:46 request-invalid "/request/body/cake"',
    'a.yaml:4:71 request-invalid "/request/body/passwrd"',
    'a.yaml:5:50 request-invalid "/request/body/password"',
    'a.yaml:5:64 request-invalid "/request/body/api_key"',
    'a.yaml:5:91 request-invalid "/request/body/cake"',
    'a.yaml:7:67 response-invalid "/response/body/key"',
    'a.yaml:12:13 response-invalid "/response/body/id"',
    'a.yaml:12:13 response-secret "/response/body/id"',
    'a.yaml:14:15 response-secret "/response/body/note"',
  ]);
  for (const secret of hidden) expect(printed(found.diagnostics)).not.toContain(secret);
});

test("a secret that one exchange reveals may stand in no other answer of the file", async () => {
  const found = await hold({
    "a.yaml": [
      "exchanges:",
      "  - { operation: getShop, response: { status: 200, body: { id: 1, type: bakery, note: key is k-4711-0815 } } }",
      "  - { operation: revealKey, response: { status: 200, body: { key: k-4711-0815 } } }",
      "",
    ].join("\n"),
  });
  expect(printed(found.diagnostics)).toBe(
    [
      'a.yaml:2:87 error response-secret: "/response/body/note" holds a secret of another exchange, and this answer may hold no secret (rule "secret")',
      `  2 | ${`  - { operation: getShop, response: { status: 200, body: { id: 1, type: bakery, note: ${"*".repeat(18)} } } }`.slice(36, 136)}`,
      `    | ${" ".repeat(50)}${"^".repeat(18)}`,
      "  hint: Secrets are answered only where the contract reveals them. Use a made-up value, and replace the secret if it was real.",
      "",
    ].join("\n"),
  );
});
