import { describe, expect, test } from "vitest";
import { changes, done, get } from "./small-contracts.js";

describe("forms", () => {
  const form = (schema: string, encoding: string, mediaType = "multipart/form-data") =>
    `paths: { /orders: { post: { operationId: add, requestBody: { content: { ${mediaType}: { schema: { type: object, properties: { a: ${schema} } }, encoding: { ${encoding} } } } }, responses: { ${done} } } } }`;
  const urlEncoded = "application/x-www-form-urlencoded";
  const list = "{ type: array, items: { type: string } }";
  const written = (text: string) =>
    `error field-serialization-changed: the field "a" in the body of "add" is now serialized with ${text}`;

  test("declaring a default of an encoding is not a change", () => {
    expect(changes(form(list, "", urlEncoded), form(list, "a: { style: form, explode: true }", urlEncoded))).toEqual([]);
    expect(
      changes(form("{ type: string }", "a: { explode: true }", urlEncoded), form("{ type: string }", "", urlEncoded)),
    ).toEqual([]);
    expect(changes(form("{ type: object }", "a: { contentType: application/json }"), form("{ type: object }", ""))).toEqual([]);
    expect(changes(form(list, "", "application/json"), form(list, "a: { explode: false }", "application/json"))).toEqual([]);
  });

  test("each member of an encoding is compared, whether it is changed or removed", () => {
    expect(changes(form(list, "a: { style: pipeDelimited }", urlEncoded), form(list, "", urlEncoded))).toEqual([
      written('style "form" instead of "pipeDelimited"'),
    ]);
    expect(
      changes(form("{ type: object }", "a: { style: deepObject }", urlEncoded), form("{ type: object }", "", urlEncoded)),
    ).toEqual([written('style "none" instead of "deepObject"')]);
    expect(changes(form("{}", "a: { allowReserved: true }", urlEncoded), form("{}", "a: { style: form }", urlEncoded))).toEqual([
      written('allowReserved "false" instead of "true"'),
    ]);
    expect(
      changes(
        form("{ type: string }", "a: { contentType: image/png }"),
        form("{ type: string }", "a: { contentType: text/csv }"),
      ),
    ).toEqual([written('contentType "text/csv" instead of "image/png"')]);
  });

  test("a file that becomes text is written differently, also in a list and behind a reference", () => {
    const use = "{ type: array, items: { $ref: '#/components/schemas/File' } }";
    const contract = (file: string) => `${form(use, "")}\ncomponents: { schemas: { File: ${file} } }`;
    expect(changes(contract("{ type: string, format: binary }"), contract("{ type: string }"))).toEqual([
      written('contentType "text/plain" instead of "application/octet-stream"'),
      'warning request-format-removed: "a[]" in the body of "add" no longer needs to have the format "binary"',
    ]);
    const typed = "a: { contentType: image/png }";
    expect(changes(form("{ type: string, format: binary }", typed), form("{ type: string }", typed))).toEqual([
      'warning request-format-removed: "a" in the body of "add" no longer needs to have the format "binary"',
    ]);
  });

  test("any change of a webhook's media type breaks", () => {
    const hook = (encoding: string) => form("{ type: string }", encoding).replace("paths: { /orders", "webhooks: { order");
    const types = (names: string) => hook(`a: { contentType: '${names}' }`);
    expect(changes(types("image/png"), types("image/png, image/gif"))).toEqual([
      written('contentType "image/png, image/gif" instead of "image/png"'),
    ]);
  });
});

describe("explode", () => {
  const header = (schema: string, more: string) =>
    get(`parameters: [{ name: X-A, in: header, ${more} schema: ${schema} }], responses: { ${done} }`);
  const path = (schema: string, more: string) =>
    `paths: { "/o/{a}": { get: { operationId: list, parameters: [{ name: a, in: path, required: true, ${more} schema: ${schema} }], responses: { ${done} } } } }`;
  const list = "{ type: array, items: { type: string } }";

  test("has no effect on a list in simple style, or on a value without parts", () => {
    for (const write of [header, path]) {
      for (const schema of [list, "{ type: string }", "{ type: [integer, 'null'] }", "{ enum: [a, b] }"])
        expect(changes(write(schema, "explode: true,"), write(schema, "")), schema).toEqual([]);
    }
    const text = "\ncomponents: { schemas: { Text: { type: string } } }";
    const named = "{ $ref: '#/components/schemas/Text' }";
    expect(changes(header(named, "explode: true,") + text, header(named, "") + text)).toEqual([]);
  });

  test("has an effect on objects, in other styles, and on values of any type", () => {
    for (const [write, schema, style] of [
      [header, "{ type: object }", ""],
      [header, "{}", ""],
      [path, list, "style: label,"],
      [path, list, "style: matrix,"],
    ] as const) {
      expect(changes(write(schema, `${style} explode: true,`), write(schema, style))).toHaveLength(1);
    }
  });

  test("a parameter of a webhook is compared, too", () => {
    const hook = (more: string) => header("{ type: object }", more).replace("paths: { /orders", "webhooks: { order");
    expect(changes(hook("explode: true,"), hook(""))).toEqual([
      'error parameter-serialization-changed: the header parameter "X-A" of "list" is now serialized with explode "false" instead of "true"',
    ]);
  });
});

describe("servers", () => {
  const servers = (...urls: string[]) => `servers: [${urls.map((url) => `{ url: "${url}" }`).join(", ")}]`;
  const contract = (root: string, ofPath: string, ofOperation: string) =>
    `${root}\npaths: { /orders: { ${ofPath} get: { operationId: list, ${ofOperation} responses: { ${done} } }, put: { operationId: put, responses: { ${done} } } } }`;

  test("those of a path and of an operation are compared", () => {
    const own = (url: string) => `${servers(url)},`;
    expect(changes(contract("", "", own("/a")), contract("", "", own("/b")))).toEqual([
      'error server-removed: the server "/a" of "list" was removed',
      'info server-added: the server "/b" of "list" is new',
    ]);
    expect(changes(contract("", own("/a"), ""), contract("", own("/b"), ""))).toEqual([
      'error server-removed: the server "/a" of "/orders" was removed',
      'info server-added: the server "/b" of "/orders" is new',
    ]);
  });

  test("an operation without servers has those of its path, and that those of the contract", () => {
    const own = `${servers("/a")},`;
    expect(changes(contract(servers("/a"), "", ""), contract(servers("/a"), own, own))).toEqual([]);
    expect(changes(contract(servers("/a", "/b"), "", ""), contract(servers("/a", "/b"), own, ""))).toEqual([
      'error server-removed: the server "/b" of "/orders" was removed',
    ]);
  });

  test("a change for all operations is reported once", () => {
    expect(changes(contract(servers("/a", "/b"), "", ""), contract(servers("/a"), "", ""))).toEqual([
      'error server-removed: the server "/b" was removed',
    ]);
  });
});

describe("callbacks", () => {
  const callback = (path: string, ...urls: string[]) =>
    `paths: { "${path}": { post: { responses: { ${done} }, callbacks: { paid: { ${urls
      .map((url) => `"${url}": { post: { requestBody: { content: { application/json: {} } }, responses: { ${done} } } }`)
      .join(", ")} } } } } }`;

  test("the expression of a callback is where it is sent", () => {
    expect(changes(callback("/o", "{$request.body#/a}"), callback("/o", "{$request.body#/b}"))).toEqual([
      'error callback-expression-changed: the callback "POST {$request.body#/b}" is now sent to "{$request.body#/b}" instead of "{$request.body#/a}"',
    ]);
    expect(changes(callback("/o", "$request.body#/a", "$request.body#/b"), callback("/o", "$request.body#/a"))).toEqual([
      'error call-removed: the callback "POST $request.body#/b" was removed',
    ]);
  });

  test("one that operations share is compared", () => {
    const contract = (type: string) =>
      get(`responses: { ${done} }, callbacks: { paid: { $ref: "#/components/callbacks/Paid" } }`) +
      `\ncomponents: { callbacks: { Paid: { "{$request.body#/a}": { post: { requestBody: { content: { application/json: { schema: { type: ${type} } } } }, responses: { ${done} } } } } } }`;
    expect(changes(contract("string"), contract("integer"))).toEqual([
      'error response-type-changed: the body of "POST {$request.body#/a}" is now an integer instead of a string',
    ]);
    const without = contract("string").replace(/, callbacks: .*$/m, " } } }");
    expect(changes(contract("string"), without)).toEqual([
      'error call-removed: the callback "POST {$request.body#/a}" was removed',
    ]);
  });

  test("one that another operation sends instead is removed", () => {
    const paid = `callbacks: { paid: { "{$request.body#/a}": { post: { operationId: paid, responses: { ${done} } } } } },`;
    const contract = (ofGet: string, ofPut: string) =>
      `paths: { /o: { get: { ${ofGet} responses: { ${done} } }, put: { ${ofPut} responses: { ${done} } } } }`;
    expect(changes(contract(paid, ""), contract("", paid))).toEqual([
      'error call-removed: the callback "paid" was removed',
      'info call-added: "paid" is a new callback',
    ]);
  });

  test("the path of its operation may have other names of parameters", () => {
    expect(changes(callback("/o/{id}", "{$request.body#/a}"), callback("/o/{order}", "{$request.body#/a}"))).toEqual([
      'warning path-parameter-renamed: the path parameter "id" of "POST /o/{order}" was renamed to "order"',
    ]);
  });
});

describe("security schemes", () => {
  const key = "{ type: apiKey, in: header, name: k }";
  const contract = (used: string, schemes: string) =>
    `${get(`security: [{ ${used}: [] }], responses: { ${done} }`)}\ncomponents: { securitySchemes: { ${schemes} } }`;

  test("one that no operation requires may be changed, renamed and removed", () => {
    const before = contract("key", `key: ${key}, basic: { type: http, scheme: basic }`);
    for (const other of ["basic: { type: http, scheme: bearer }", "password: { type: http, scheme: basic }", ""])
      expect(changes(before, contract("key", `key: ${key}, ${other}`)), other).toEqual([]);
  });

  test("a renamed one accepts the same callers; of two identical ones, the renamed one is unknown", () => {
    expect(changes(contract("key", `key: ${key}`), contract("apiKey", `apiKey: ${key}`))).toEqual([
      'warning security-scheme-renamed: the security scheme "key" was renamed to "apiKey"',
    ]);
    expect(changes(contract("key", `key: ${key}`), contract("a", `a: ${key}, b: ${key}`))).toEqual([
      'info security-loosened: "list" is now allowed with "a"',
      'error security-tightened: "list" is no longer allowed with "key"',
    ]);
  });
});
