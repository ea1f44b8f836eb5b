import { describe, expect, it } from "vitest";
import { errorBody } from "../../templates/runtime/server/errors.js";
import { shapeOf, told } from "./read-binding.js";
import type { BindingProblem } from "../../generator/binding/problem.js";

const text = "{ type: string }";
const whole = "{ type: integer }";
const object = (properties: string, required = "") =>
  `{ type: object, ${required === "" ? "" : `required: [${required}], `}properties: { ${properties} } }`;
const json = { mediaType: "application/json" };
const facts = { status: 404, code: "resource_not_found", message: "there is none", requestId: "r1" };
const details = [{ pointer: "/ip", rule: "format", message: "must be an address" }];

describe("the shape of an error without a binding", () => {
  it("is code: text in { error }", () => {
    expect(shapeOf(object(`error: ${text}`))).toEqual({ ...json, code: "/error", message: "/error" });
    expect(
      shapeOf('{ $ref: "#/components/schemas/E" }', {
        schemas: `{ E: { allOf: [${object(`error: ${text}`)}, { required: [error] }] } }`,
      }),
    ).toEqual({
      ...json,
      code: "/error",
      message: "/error",
    });
  });

  it("is a code and a message in { error, message } and similar shapes", () => {
    expect(shapeOf(object(`error: ${text}, message: ${text}`))).toEqual({ ...json, code: "/error", message: "/message" });
    expect(shapeOf(object(`error: ${text}, error_description: ${text}`))).toEqual({
      ...json,
      code: "/error",
      message: "/error_description",
    });
    expect(shapeOf(object(`error: ${text}, message: ${text}, statusCode: ${whole}`))).toEqual({
      ...json,
      code: "/error",
      message: "/message",
      status: "/statusCode",
    });
  });

  it("has a code that is text, and a number that is the status", () => {
    expect(shapeOf(object(`code: ${text}, message: ${text}`))).toEqual({ ...json, code: "/code", message: "/message" });
    expect(shapeOf(object(`code: ${whole}, message: ${text}`))).toEqual({ ...json, message: "/message", status: "/code" });
    expect(shapeOf(object(`message: ${text}`))).toEqual({ ...json, message: "/message" });
    expect(shapeOf(object(`detail: ${text}`))).toEqual({ ...json, message: "/detail" });
  });

  it("may be inside error, with details and a request's id", () => {
    expect(
      shapeOf(
        object(
          `error: ${object(`code: ${text}, message: ${text}, details: { type: array, items: ${object(`field: ${text}, reason: ${text}`)} }`)}, request_id: ${text}`,
        ),
      ),
    ).toEqual({
      ...json,
      code: "/error/code",
      message: "/error/message",
      requestId: "/request_id",
      details: { at: "/error/details", pointer: "field", message: "reason" },
    });
  });

  it("is Google's, with the name of the status as its code", () => {
    const shape = shapeOf(
      object(
        `error: ${object(`code: ${whole}, status: ${text}, message: ${text}, details: { type: array, items: ${object(`"@type": ${text}`)} }`)}`,
      ),
    )!;
    expect(shape).toEqual({ ...json, code: "/error/status", message: "/error/message", status: "/error/code" });
    expect(errorBody(shape, facts)).toEqual({ error: { code: 404, status: "resource_not_found", message: "there is none" } });
  });

  it("is that of JSON-RPC, with numbers as codes and the request's id", () => {
    const error = object(`code: ${whole}, message: ${text}`);
    const shape = shapeOf(object(`jsonrpc: { const: "2.0" }, id: {}, error: ${error}`, "jsonrpc, id, error"))!;
    expect(shape).toMatchObject({ code: "/error/code", message: "/error/message", id: "/id", otherCode: -32000 });
    const body = (code: string, id?: string) => errorBody(shape, { ...facts, code, ...(id !== undefined && { id }) });
    const made = (code: number, id: string | null) => ({ jsonrpc: "2.0", id, error: { code, message: "there is none" } });
    expect(body("resource_not_found", "a")).toEqual(made(-32601, "a"));
    expect(body("no_host")).toEqual(made(-32000, null));
  });

  it("is the first of a list", () => {
    const shape = shapeOf(object(`errors: { type: array, minItems: 1, items: ${object(`code: ${text}, message: ${text}`)} }`))!;
    expect(shape).toEqual({ ...json, code: "/errors/0/code", message: "/errors/0/message" });
    expect(errorBody(shape, facts)).toEqual({ errors: [{ code: "resource_not_found", message: "there is none" }] });
    expect(shapeOf(object(`errors: { type: array, items: ${text} }`))).toEqual({ ...json, message: "/errors/0" });
  });

  it("has the list as details if there is a message next to it", () => {
    const item = object(`resource: ${text}, field: ${text}, code: ${text}, message: ${text}`);
    expect(shapeOf(object(`message: ${text}, errors: { type: array, items: ${item} }`))).toEqual({
      ...json,
      message: "/message",
      details: { at: "/errors", pointer: "field", rule: "code", message: "message" },
    });
  });

  it("is that of JSON:API", () => {
    const item = object(
      `status: { type: string, pattern: "^[0-9]{3}$" }, code: ${text}, title: ${text}, detail: ${text}, source: ${object(`pointer: ${text}`)}`,
    );
    const shape = shapeOf(object(`errors: { type: array, items: ${item} }, meta: ${object(`request_id: ${text}`)}`), {
      mediaType: "application/vnd.api+json",
    })!;
    expect(shape).toEqual({
      mediaType: "application/vnd.api+json",
      code: "/errors/0/code",
      message: "/errors/0/detail",
      statusText: "/errors/0/status",
      title: "/errors/0/title",
      requestId: "/meta/request_id",
    });
    expect(errorBody(shape, facts)).toEqual({
      errors: [{ code: "resource_not_found", detail: "there is none", title: "Not Found", status: "404" }],
      meta: { request_id: "r1" },
    });
  });

  it("does not treat a status in digits as a code", () => {
    expect(shapeOf(object(`status: { enum: ["400", "404"] }, message: ${text}`))).toEqual({
      ...json,
      message: "/message",
      statusText: "/status",
    });
    expect(shapeOf(object(`status: ${text}, message: ${text}`))).toEqual({ ...json, code: "/status", message: "/message" });
  });

  it("is RFC 9457", () => {
    const mediaType = "application/problem+json";
    const common = { mediaType, message: "/detail", title: "/title", status: "/status", fixed: { "/type": "about:blank" } };
    expect(shapeOf("{ type: object }", { mediaType })).toEqual({ ...common, code: "/code" });
    const listed = object(
      `type: ${text}, title: ${text}, status: ${whole}, detail: ${text}, invalid-params: { type: array, items: ${object(`name: ${text}, reason: ${text}`)} }`,
    );
    expect(shapeOf(listed, { mediaType })).toEqual({
      ...common,
      details: { at: "/invalid-params", pointer: "name", message: "reason" },
    });
    expect(shapeOf(object(`title: ${text}, code: ${text}`), { mediaType })).toEqual({
      mediaType,
      code: "/code",
      message: "/title",
    });
  });

  it("has the members that can have only one value", () => {
    const shape = shapeOf(
      object(
        `success: { const: false }, kind: { enum: [error] }, maybe: { const: 1 }, error: ${object(`type: { const: api }, message: ${text}`, "type")}`,
        "success, kind",
      ),
    )!;
    expect(shape.fixed).toEqual({ "/success": false, "/kind": "error", "/error/type": "api" });
    expect(errorBody(shape, facts)).toEqual({ success: false, kind: "error", error: { type: "api", message: "there is none" } });
  });

  it("has an empty list of details if every error must have one", () => {
    const list = `details: { type: array, items: { type: object } }`;
    const shape = shapeOf(object(`message: ${text}, ${list}`, "details"))!;
    expect(shape.details).toEqual({ at: "/details", pointer: "pointer", rule: "rule", message: "message", isRequired: true });
    expect(errorBody(shape, facts)).toEqual({ message: "there is none", details: [] });
    expect(errorBody(shape, { ...facts, details })).toEqual({ message: "there is none", details });
    expect(errorBody(shapeOf(object(`message: ${text}, ${list}`))!, facts)).toEqual({ message: "there is none" });
  });

  it.each(["issue", "error", "problem", "reason", "description"])("has the text %s next to a field as its message", (name) => {
    const shape = (item: string) => shapeOf(object(`message: ${text}, details: { type: array, items: ${item} }`))!.details;
    expect(shape(object(`field: ${text}, ${name}: ${text}`, `field, ${name}`))).toEqual({
      at: "/details",
      pointer: "field",
      message: name,
    });
  });

  it("has no details if it can't fill their elements", () => {
    const list = (item: string) => shapeOf(object(`message: ${text}, details: { type: array, items: ${item} }`))!.details;
    expect(list(object(`field: ${text}, row: ${whole}`, "row"))).toBeUndefined();
    expect(list(text)).toBeUndefined();
    expect(list(object(`id: ${text}`))).toBeUndefined();
    expect(list(object(`field: ${text}, row: ${whole}`, "field"))).toEqual({ at: "/details", pointer: "field" });
  });

  it("is unknown if nothing identifies it", () => {
    for (const schema of [
      "{}",
      "{ type: object }",
      "{ type: string }",
      object(`reason: ${text}`),
      object(`message: ${whole}`),
      object(`error: ${whole}`),
    ])
      expect(shapeOf(schema)).toBeUndefined();
  });
});

describe("a binding of errors", () => {
  const schema = object(
    `fault: ${object(`id: ${text}, text: ${text}, http: ${text}, list: { type: array, items: ${object(`where: ${text}, what: ${text}`)} }`)}, ok: { type: boolean }, message: ${text}`,
  );

  it("defines the locations of the facts; omitted ones are inferred", () => {
    const binding =
      "{ code: /fault/id, message: /fault/text, status: /fault/http, details: { at: /fault/list, pointer: where, message: what }, codes: { resource_not_found: gone }, fixed: { /ok: false } }";
    const problems: BindingProblem[] = [];
    const shape = shapeOf(schema, { binding }, problems)!;
    expect(problems).toEqual([]);
    expect(errorBody(shape, { ...facts, details })).toEqual({
      fault: { id: "gone", text: "there is none", http: "404", list: [{ where: "/ip", what: "must be an address" }] },
      ok: false,
    });
    expect(shapeOf(schema, { binding: "{ code: /fault/id }" })).toEqual({ ...json, code: "/fault/id", message: "/message" });
    expect(shapeOf(object(`code: ${text}, message: ${text}`), { binding: "{ code: null }" })).toEqual({
      ...json,
      message: "/message",
    });
  });

  it("treats a number as the code rather than the status", () => {
    const binding = "{ code: /code, codes: { resource_not_found: 17 } }";
    const shape = shapeOf(object(`code: ${whole}, message: ${text}`), { binding })!;
    expect(errorBody(shape, facts)).toEqual({ code: 17, message: "there is none" });
  });

  it("may describe an error without a schema", () => {
    expect(shapeOf("{ type: object }", { binding: "{ message: /a/b, details: /c }" })).toEqual({
      ...json,
      message: "/a/b",
      details: { at: "/c", pointer: "pointer", rule: "rule", message: "message" },
    });
  });

  it("may name members that a schema doesn't describe, if it says that there may be any others", () => {
    const binding = "{ message: /error, fixed: { /ok: false, /meta/kind: x } }";
    const problemsWith = (more: string) => {
      const problems: BindingProblem[] = [];
      shapeOf(`{ type: object, properties: { ok: { enum: [false] } }${more} }`, { binding }, problems);
      return told(problems).map((line) => line.replace(/:.*/, ""));
    };
    expect(problemsWith(", additionalProperties: true")).toEqual([]);
    expect(problemsWith(", additionalProperties: {}")).toEqual([]);
    expect(problemsWith(", additionalProperties: { type: [string, object] }")).toEqual([]);
    expect(problemsWith(", additionalProperties: { type: string }")).toEqual(["binding-pointer /meta/kind"]);
    const both = ["binding-pointer message", "binding-pointer /meta/kind"];
    for (const closed of [
      "",
      ", additionalProperties: false",
      ", additionalProperties: { type: integer }",
      ", additionalProperties: true, maxProperties: 1",
    ])
      expect(problemsWith(closed)).toEqual(both);
    expect(problemsWith(", allOf: [{ additionalProperties: true }, { additionalProperties: false }]")).toEqual(both);
  });

  it("keeps a list of details that the schema requires", () => {
    const item = object(`field: ${text}, issue: ${text}`, "field, issue");
    const list = `details: { type: array, items: ${item} }`;
    const within = object(`error: ${object(`code: ${text}, message: ${text}, ${list}`, "code, message, details")}`);
    const named = { at: "/error/details", pointer: "field", message: "issue", isRequired: true };
    const bindings = ["", "{ details: { at: /error/details, pointer: field, message: issue } }", "{ details: /error/details }"];
    for (const binding of bindings) expect(shapeOf(within, { binding })!.details).toEqual(named);
    const filled = shapeOf(within, { binding: "{ details: { at: /error/details } }" })!;
    expect(filled.details).toEqual(named);
    expect(errorBody(filled, facts)).toEqual({ error: { code: facts.code, message: facts.message, details: [] } });
    const row = within.replace(item, object(`row: ${whole}, field: ${text}`, "row"));
    const written = shapeOf(row, { binding: "{ details: { at: /error/details, pointer: field } }" })!;
    expect(written.details).toEqual({ at: "/error/details", pointer: "field", isRequired: true });
  });

  it("names members that the elements of details have", () => {
    const item = object(`field: ${text}, issue: ${text}`);
    const problems: BindingProblem[] = [];
    const binding = "{ details: { at: /details, pointer: feeld, message: issues, rule: 5, pionter: x } }";
    shapeOf(object(`message: ${text}, details: { type: array, items: ${item} }`), { binding }, problems);
    expect(told(problems)).toEqual([
      'binding-member rule: "rule" must be a name',
      'binding-member pionter: unknown member "pionter" of a binding | Did you mean "pointer"?',
      'binding-pointer pointer: the elements at "/details" have no member "feeld" | Did you mean "field"?',
      'binding-pointer message: the elements at "/details" have no member "issues" | Did you mean "issue"?',
    ]);
  });

  it("has details in a member that is null or omitted without them, each with a list of texts", () => {
    const fields = `fields: { type: array, items: { required: [name, messages], properties: { name: ${text}, messages: { type: array, items: ${text} } } } }`;
    const schema = (details: string, more = "") =>
      object(
        `error: { required: [code, message, details], properties: { code: ${text}, message: ${text}, details: { ${details}, properties: { ${fields} }${more} } } }`,
      );
    const binding = "{ details: { at: /error/details/fields, pointer: name, message: messages } }";
    const nullable = schema("type: [object, 'null']");
    const plain = { code: facts.code, message: facts.message };
    const list = { fields: [{ name: details[0]!.pointer, messages: [details[0]!.message] }] };
    for (const one of [binding, "{ details: /error/details/fields }"]) {
      const shape = shapeOf(nullable, { binding: one })!;
      expect(shape.details).toEqual({
        at: "/error/details/fields",
        pointer: "name",
        message: "messages",
        isMessageList: true,
        nullable: "/error/details",
      });
      expect(errorBody(shape, facts)).toEqual({ error: { ...plain, details: null } });
      expect(errorBody(shape, { ...facts, details })).toEqual({ error: { ...plain, details: list } });
    }
    const left = shapeOf(nullable.replace("code, message, details", "code"), { binding })!;
    expect(errorBody(left, facts)).toEqual({ error: plain });
    const empty = shapeOf(schema("type: object", ", required: [fields]"), { binding })!;
    expect(errorBody(empty, facts)).toEqual({ error: { ...plain, details: { fields: [] } } });
  });

  it("names the field in the message if its details have no location for it", () => {
    const shape = shapeOf(object(`message: ${text}, details: { type: array, items: { properties: { message: ${text} } } }`))!;
    const root = { pointer: "", rule: "required", message: "is required" };
    expect(errorBody(shape, { ...facts, details: [...details, root] })).toEqual({
      message: facts.message,
      details: [{ message: `${details[0]!.pointer}: ${details[0]!.message}` }, { message: "is required" }],
    });
  });

  it("uses the one of several lists whose details name the field", () => {
    const lists = (first: string, second: string) =>
      shapeOf(
        object(
          `message: ${text}, details: { type: array, items: ${object(first)} }, errors: { type: array, items: ${object(second)} }`,
        ),
      )?.details?.at;
    expect(lists(`reason: ${text}`, `field: ${text}, reason: ${text}`)).toBe("/errors");
    expect(lists(`field: ${text}`, `field: ${text}, reason: ${text}`)).toBe("/details");
    expect(lists(`reason: ${text}`, `reason: ${text}`)).toBe("/details");
  });

  it("rejects facts in the same location", () => {
    const schema =
      "{ properties: { ok: { type: boolean }, code: { type: string }, text: { type: string }, number: { type: integer }, errors: { type: array, items: { properties: { code: { type: string } } } } } }";
    const problemsOf = (binding: string) => {
      const problems: BindingProblem[] = [];
      shapeOf(schema, { binding }, problems);
      return told(problems);
    };
    expect(problemsOf("{ code: /code, message: /text, fixed: { /ok: false } }")).toEqual([]);
    expect(problemsOf("{ code: /code, message: /text, fixed: { /code: failed } }")).toEqual([
      'binding-overlap /code: the fixed value at "/code" overlaps "code", which is at "/code" | Remove it from fixed, or write code: null if the error has no code.',
    ]);
    expect(problemsOf("{ code: /errors/0/code, message: /text, details: null, fixed: { /errors: x } }")).toEqual([
      'binding-overlap /errors: the fixed value at "/errors" overlaps "code", which is at "/errors/0/code" | Remove it from fixed, or write code: null if the error has no code.',
    ]);
    expect(problemsOf('{ message: /text, fixed: { "": x } }')).toEqual([
      "binding-pointer : a fixed value can't be the whole body of an error | Write a pointer to a member, such as /success.",
    ]);
    const nothing = (pointer: string) =>
      `binding-pointer ${pointer}: the error's schema has nothing at "${pointer}" | Write one of "/ok", "/code", "/text", "/number", "/errors"; or null if there is none.`;
    for (const pointer of ["/nope/x", "/__proto__/polluted", "/constructor/prototype/x"])
      expect(problemsOf(`{ code: /code, message: /text, fixed: { ${pointer}: x } }`)).toEqual([nothing(pointer)]);
    expect(problemsOf('{ message: "" }')).toEqual([
      'binding-pointer message: "message" can\'t be the whole body of an error | Write one of "/code", "/text"; or null if there is none.',
    ]);
    expect(problemsOf("{ message: /number }")).toEqual([
      'binding-pointer message: the value at "/number" can\'t be text, as "message" must be | Write one of "/code", "/text"; or null if there is none.',
    ]);
    expect(problemsOf("{ code: /code, message: /text, requestId: /code }")).toEqual([
      'binding-overlap requestId: "requestId" has the same location as "code": "/code" | Write another pointer for requestId, or code: null.',
    ]);
    expect(problemsOf("{ code: /code, message: /text, details: /text }")).toEqual([
      'binding-pointer details: the value at "/text" can\'t be a list, as "details" must be | Write "/errors", or null if there is none.',
      'binding-overlap details: "details" has the same location as "message": "/text" | Write another pointer for details, or message: null.',
    ]);
    expect(problemsOf("{ code: /code, message: /text, codes: { internl: FAILED, own_code: OWN } }")).toEqual([
      'binding-server-code internl: "internl" is none of the server\'s codes | Did you mean "internal"?',
    ]);
  });

  it("must have an existing target", () => {
    const problems: BindingProblem[] = [];
    shapeOf(
      schema,
      {
        binding: "{ code: /fault/ib, mesage: /x, title: title, details: /fault/lists, fixed: { ok: false }, codes: { a: 1.5 } }",
      },
      problems,
    );
    expect(told(problems)).toEqual([
      'binding-member mesage: unknown member "mesage" of a binding | Did you mean "message"?',
      'binding-member title: "title" must be a JSON pointer such as "/result", or null | Write "/title".',
      'binding-member fixed: "fixed" must be an object of values by JSON pointers such as "/success"',
      'binding-member codes: "codes" must be an object of texts or whole numbers',
      `binding-pointer code: the error's schema has nothing at "/fault/ib" | Did you mean "/fault/id"?`,
      `binding-pointer details: the error's schema has nothing at "/fault/lists" | Did you mean "/fault/list"?`,
    ]);
  });
});

it.each([
  ["code: /message, message: /message/text", '"message" can\'t be inside "code", which is at "/message"'],
  ["message: /message/text, details: /message", '"message" can\'t be inside "details", which is at "/message"'],
])("facts of { %s } can't be inside each other", (binding, expected) => {
  const problems: BindingProblem[] = [];
  shapeOf(object(`code: ${text}, message: ${object(`text: ${text}`)}`), { binding: `{ ${binding} }` }, problems);
  expect(problems.map((problem) => problem.text)).toContain(expected);
});
