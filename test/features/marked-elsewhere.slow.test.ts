import { describe, expect, test } from "vitest";
import { answering, featureOf, json, refer } from "./feature.js";

const text = { type: "string" };

/**
 * An object that has `secret`, marked somewhere, and requires it elsewhere. `wrap` says what the object stands in; its own
 * value fits with `name` alone wherever `secret` must not be asked for.
 */
interface Form {
  readonly schema: (marked: object) => object;
  readonly fit: unknown;
  /** The same with the marked property. */
  readonly full: unknown;
  /** Values that are rejected in both directions. */
  readonly misfit: unknown;
}

const one = { fit: { name: "a" }, full: { name: "a", secret: "s" }, misfit: { name: 1 } };
const object = (marked: object, more: object = {}) => ({
  type: "object",
  required: ["name"],
  properties: { name: text, secret: marked },
  ...more,
});

const forms: Readonly<Record<string, Form>> = {
  "beside its properties": { ...one, schema: (marked) => object(marked, { required: ["name", "secret"] }) },
  "in another branch of allOf": { ...one, schema: (marked) => ({ allOf: [object(marked), { required: ["secret"] }] }) },
  "in a branch before": { ...one, schema: (marked) => ({ allOf: [{ required: ["secret"] }, object(marked)] }) },
  "around allOf": { ...one, schema: (marked) => ({ required: ["secret"], allOf: [{ allOf: [object(marked)] }] }) },
  "beside a reference": { ...one, schema: () => ({ ...refer("Marked"), required: ["secret"] }) },
  "beside a reference to a schema that requires it": {
    ...one,
    schema: (marked) => ({ allOf: [refer("Needing"), object(marked)] }),
  },
  "in anyOf": { ...one, schema: (marked) => object(marked, { anyOf: [{ required: ["secret"] }, { required: ["other"] }] }) },
  "in oneOf": {
    ...one,
    schema: (marked) => object(marked, { oneOf: [{ required: ["secret"] }, { required: ["name"], properties: { name: text } }] }),
  },
  "in dependentRequired": { ...one, schema: (marked) => object(marked, { dependentRequired: { name: ["secret"] } }) },
  "in dependentSchemas": { ...one, schema: (marked) => object(marked, { dependentSchemas: { name: { required: ["secret"] } } }) },
  "in then": {
    ...one,
    schema: (marked) => object(marked, { if: { required: ["name"] }, ["then"]: { required: ["secret"] } }),
  },
  "in else": {
    ...one,
    schema: (marked) => object(marked, { if: { required: ["other"] }, else: { required: ["secret"] } }),
  },
  "in a nested object": {
    fit: { inner: { name: "a" } },
    full: { inner: { name: "a", secret: "s" } },
    misfit: { inner: { name: 1 } },
    schema: (marked) => ({
      allOf: [
        { type: "object", properties: { inner: object(marked) } },
        { type: "object", properties: { inner: { required: ["secret"] } } },
      ],
    }),
  },
  "in a nested object behind references": {
    fit: { inner: { name: "a" } },
    full: { inner: { name: "a", secret: "s" } },
    misfit: { inner: { name: 1 } },
    schema: () => ({ allOf: [refer("Outer"), { type: "object", properties: { inner: refer("Needing") } }] }),
  },
  "in items": {
    fit: [{ name: "a" }],
    full: [{ name: "a", secret: "s" }],
    misfit: [{ name: 1 }],
    schema: (marked) => ({ type: "array", allOf: [{ items: object(marked) }, { items: { required: ["secret"] } }] }),
  },
  "in contains": {
    fit: [{ name: "a" }],
    full: [{ name: "a", secret: "s" }],
    misfit: [{ name: 1 }],
    schema: (marked) => ({ type: "array", items: object(marked), contains: { required: ["secret"] } }),
  },
  "under not": { ...one, schema: (marked) => object(marked, { required: ["secret"], not: { required: ["other"] } }) },
  "of a property that refers to what is marked": {
    ...one,
    schema: () => object(refer("Text"), { required: ["secret"] }),
  },
  "of a property that combines what is marked": {
    ...one,
    schema: () => object({ allOf: [refer("Text")], description: "x" }, { required: ["secret"] }),
  },
  "of a property that may be null": {
    ...one,
    schema: () => object({ anyOf: [refer("Text"), { type: "null" }] }, { required: ["secret"] }),
  },
  "among further properties": {
    ...one,
    schema: (marked) => ({
      type: "object",
      required: ["name", "secret"],
      properties: { name: text },
      additionalProperties: marked,
    }),
  },
  "by a pattern": {
    ...one,
    schema: (marked) => ({
      type: "object",
      required: ["name", "secret"],
      properties: { name: text },
      patternProperties: { "^sec": marked },
    }),
  },
  "by a pattern in another branch": {
    ...one,
    schema: (marked) => ({
      allOf: [
        { type: "object", properties: { name: text }, required: ["name", "secret"] },
        { type: "object", patternProperties: { "^sec": marked } },
      ],
    }),
  },
  "among unevaluated properties": {
    ...one,
    schema: (marked) => ({
      type: "object",
      allOf: [{ required: ["name", "secret"] }, { properties: { name: text } }],
      unevaluatedProperties: marked,
    }),
  },
  "in a nested object below a pattern": {
    fit: { inner: { name: "a" } },
    full: { inner: { name: "a", secret: "s" } },
    misfit: { inner: { name: 1 } },
    schema: (marked) => ({
      allOf: [
        { type: "object", patternProperties: { "^in": object(marked) } },
        { type: "object", properties: { inner: { required: ["secret"] } } },
      ],
    }),
  },
};

const components = (mark: object) => ({
  Text: { ...text, ...mark },
  Marked: object({ ...text, ...mark }),
  Needing: { type: "object", required: ["secret"], properties: { name: text } },
  Outer: { type: "object", properties: { inner: refer("Marked") } },
});

const ids = new Map(Object.keys(forms).map((name, index) => [name, `op${index}`]));

async function featureFor(mark: object) {
  const marked = { ...text, ...mark };
  const paths = Object.entries(forms).map(([name, { schema }]) => {
    const id = ids.get(name)!;
    const requestBody = { required: true, content: json(schema(marked)) };
    return [`/${id}`, { post: { operationId: id, security: [], requestBody, responses: answering(schema(marked)) } }];
  });
  return featureOf({ paths: Object.fromEntries(paths), components: { schemas: components(mark) } }, ["secret-only-on-reveal"]);
}

describe.each(["readOnly", "writeOnly"] as const)("a %s property that is required", async (mark) => {
  const feature = await featureFor({ [mark]: true });
  const { operations } = await feature.validators();

  test.each(Object.entries(forms))("%s", (name, { fit, full, misfit }) => {
    const operation = ids.get(name)!;
    const guards = operations[operation]!;
    const problems = {
      request: (value: unknown) => feature.validate({ operation, request: { body: value as never } }),
      response: (value: unknown) =>
        feature
          .validate({ operation, request: { body: full as never }, response: { status: 200, body: value as never } })
          .filter((problem) => problem.startsWith("/response")),
    };
    const verdicts = (value: unknown) => ({
      request: [guards.body!(value), problems.request(value).length === 0],
      response: [guards.responses["200"]!(value), problems.response(value).length === 0],
    });
    const [yes, no] = [
      [true, true],
      [false, false],
    ];
    const isWritten = mark === "writeOnly";
    // The other side needs it, unless the schema has another way to be satisfied.
    const needed = name === "in oneOf" ? yes : no;
    expect(verdicts(fit)).toEqual(isWritten ? { request: needed, response: yes } : { request: yes, response: needed });
    const fullOnOtherSide = name === "in oneOf" ? no : yes;
    expect(verdicts(full)).toEqual(
      isWritten ? { request: fullOnOtherSide, response: no } : { request: yes, response: fullOnOtherSide },
    );
    expect(verdicts(misfit)).toEqual({ request: no, response: no });
  });

  test("types compile", async () => {
    expect(await feature.typeErrors()).toBe("");
  });
});

/** Schemas that hold a marked schema at each keyword, and values that have it and don't. */
const holders: Readonly<Record<string, { schema: (secret: object) => object; without: unknown; having: unknown }>> = {
  properties: { schema: (secret) => ({ properties: { a: secret } }), without: { b: 1 }, having: { a: "s" } },
  additionalProperties: {
    schema: (secret) => ({ properties: { b: {} }, additionalProperties: secret }),
    without: { b: 1 },
    having: { a: "s" },
  },
  patternProperties: { schema: (secret) => ({ patternProperties: { "^a": secret } }), without: { b: 1 }, having: { ab: "s" } },
  unevaluatedProperties: {
    schema: (secret) => ({ allOf: [{ properties: { b: {} } }], unevaluatedProperties: secret }),
    without: { b: 1 },
    having: { a: "s" },
  },
  items: { schema: (secret) => ({ type: "array", items: secret }), without: [], having: ["s"] },
  prefixItems: { schema: (secret) => ({ type: "array", prefixItems: [{}, secret] }), without: [1], having: [1, "s"] },
  allOf: { schema: (secret) => ({ allOf: [{ properties: { a: { allOf: [secret] } } }] }), without: {}, having: { a: "s" } },
  anyOf: {
    schema: (secret) => ({ properties: { a: { anyOf: [secret, { type: "integer" }] } } }),
    without: { a: 1 },
    having: { a: "s" },
  },
  oneOf: {
    schema: (secret) => ({ properties: { a: { oneOf: [secret, { type: "integer" }] } } }),
    without: { a: 1 },
    having: { a: "s" },
  },
  "anyOf with null": {
    schema: (secret) => ({ properties: { a: { anyOf: [secret, { type: "null" }] } } }),
    without: {},
    having: { a: null },
  },
  "anyOf of objects": {
    schema: (secret) => ({ anyOf: [{ properties: { a: secret }, required: ["b"] }, { required: ["c"] }] }),
    without: { b: 1 },
    having: { b: 1, a: "s" },
  },
  then: {
    schema: (secret) => ({ if: { required: ["b"] }, ["then"]: { properties: { a: secret } } }),
    without: { b: 1 },
    having: { b: 1, a: "s" },
  },
  else: {
    schema: (secret) => ({ if: { required: ["b"] }, else: { properties: { a: secret } } }),
    without: { b: 1 },
    having: { a: "s" },
  },
  if: { schema: (secret) => ({ if: { properties: { a: secret } } }), without: { b: 1 }, having: { a: 1 } },
  dependentSchemas: {
    schema: (secret) => ({ dependentSchemas: { b: { properties: { a: secret } } } }),
    without: { b: 1 },
    having: { a: "s" },
  },
  contains: {
    schema: (secret) => ({ type: "array", contains: { properties: { a: secret } } }),
    without: [{}],
    having: [{ a: "s" }],
  },
  "contains itself": {
    schema: (secret) => ({ type: "array", contains: secret }),
    without: [1],
    having: [1, "s"],
  },
  "contains beside other items": {
    schema: (secret) => ({ type: "array", contains: { properties: { a: secret } } }),
    without: [{}, { b: 1 }],
    having: [{}, { a: "s" }],
  },
  "another alternative of anyOf": {
    schema: (secret) => ({ anyOf: [{ required: ["a"], properties: { a: secret } }, { properties: { b: {} } }] }),
    without: { b: 1 },
    having: { a: "s" },
  },
  "another alternative behind a reference": {
    schema: () => ({ anyOf: [{ properties: { b: { type: "string" } }, required: ["b"] }, refer("Holder")] }),
    without: { b: "b" },
    having: { a: "s" },
  },
  "an alternative of an alternative": {
    schema: (secret) => ({
      anyOf: [{ oneOf: [{ properties: { a: secret }, required: ["a"] }, false] }, { properties: { b: {} } }],
    }),
    without: { b: 1 },
    having: { a: "s" },
  },
  "a nested object of another alternative": {
    schema: (secret) => ({
      anyOf: [{ properties: { c: { properties: { a: secret }, required: ["a"] } }, required: ["c"] }, { properties: { b: {} } }],
    }),
    without: { b: 1, c: {} },
    having: { c: { a: "s" } },
  },
  "items of another alternative": {
    schema: (secret) => ({ properties: { c: { anyOf: [{ items: { properties: { a: secret } } }, {}] } } }),
    without: { c: [{}, { b: 1 }] },
    having: { c: [{}, { a: "s" }] },
  },
  "a pattern of another alternative": {
    schema: (secret) => ({ anyOf: [{ patternProperties: { "^a": secret } }, { properties: { b: {} } }] }),
    without: { b: 1 },
    having: { ab: "s" },
  },
  "a property that another schema declares": {
    schema: (secret) => ({ properties: { a: {} }, anyOf: [{ properties: { a: secret } }, { properties: { b: {} } }] }),
    without: { b: 1 },
    having: { a: "s" },
  },
  "a reference": {
    schema: () => ({ properties: { a: { $ref: "#/components/schemas/Secret" } } }),
    without: {},
    having: { a: "s" },
  },
};

test("a writeOnly value is in no response, whichever keyword has it", async () => {
  const secret = { type: "string", writeOnly: true };
  const paths = Object.entries(holders).map(([, { schema }], index) => {
    const requestBody = { required: true, content: json(schema(secret)) };
    const operation = { operationId: `op${index}`, security: [], requestBody, responses: answering(schema(secret)) };
    return [`/${index}`, { post: operation }];
  });
  const feature = await featureOf(
    {
      paths: Object.fromEntries(paths),
      components: { schemas: { Secret: secret, Holder: { type: "object", properties: { a: secret } } } },
    },
    ["secret-only-on-reveal"],
  );
  const { operations } = await feature.validators();
  for (const [index, [keyword, { without, having }]] of Object.entries(holders).entries()) {
    const operation = `op${index}`;
    const guard = operations[operation]!.responses["200"]!;
    const held = (body: unknown) =>
      feature
        .validate({ operation, request: { body: having as never }, response: { status: 200, body: body as never } })
        .filter((problem) => problem.startsWith("/response"));
    expect([guard(without), held(without)], keyword).toEqual([true, []]);
    expect([guard(having), held(having).length > 0], keyword).toEqual([false, true]);
    expect(operations[operation]!.body!(having), keyword).toBe(true);
  }
  expect(await feature.typeErrors()).toBe("");
});

test("a name that another alternative declares without the mark is in the responses that match it", async () => {
  const branch = (kind: string, value: object) => ({
    type: "object",
    required: ["kind"],
    properties: { kind: { const: kind }, value: { type: "string", ...value } },
  });
  const schema = { oneOf: [branch("secret", { writeOnly: true }), branch("plain", {})] };
  const feature = await featureOf(
    {
      paths: {
        "/": {
          post: { operationId: "send", security: [], requestBody: { content: json(schema) }, responses: answering(schema) },
        },
      },
    },
    ["secret-only-on-reveal"],
  );
  const guard = (await feature.validators()).operations["send"]!.responses["200"]!;
  expect(guard({ kind: "plain", value: "x" })).toBe(true);
  expect(guard({ kind: "secret" })).toBe(true);
  expect(guard({ kind: "secret", value: "x" })).toBe(false);
});

test("a response that is writeOnly as a whole is never valid", async () => {
  const secret = { type: "string", writeOnly: true };
  const operation = (operationId: string, schema: object) => ({
    post: { operationId, security: [], requestBody: { content: json(schema) }, responses: answering(schema) },
  });
  const feature = await featureOf(
    {
      paths: { "/inline": operation("inline", secret), "/reference": operation("reference", refer("Secret")) },
      components: { schemas: { Secret: secret } },
    },
    ["secret-only-on-reveal"],
  );
  const { operations } = await feature.validators();
  for (const id of ["inline", "reference"]) {
    expect(operations[id]!.responses["200"]!("s"), id).toBe(false);
    expect(operations[id]!.body!("s"), id).toBe(true);
    await feature.page(`operations/${id}.md`);
  }
});
