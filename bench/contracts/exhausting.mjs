import { reference } from "./small-contract.mjs";

const text = { type: "string", maxLength: 100 };
const list = (/** @type {object} */ items) => ({ type: "array", items });
const withItems = (/** @type {object} */ items) => ({ type: "object", properties: { items } });
const mapOf = (/** @type {object} */ schema) => ({ type: "object", additionalProperties: schema });
const textOrNumber = { anyOf: [{ type: "string" }, { type: "integer" }] };

/** Two alternatives that a last property distinguishes: any `next` matches both or none. */
const twoAlternatives = (/** @type {string} */ next) =>
  [1, 2].map((way) => ({ type: "object", properties: { next: reference(next), way: { const: way } } }));

/** Forty schemas, each with two ways to the next. */
const ladder = Object.fromEntries(
  Array.from({ length: 40 }, (_, level) => [`Level${level}`, { oneOf: twoAlternatives(`Level${level + 1}`) }]),
);

const schemas = {
  ...ladder,
  Level40: { type: "integer" },
  Any: { anyOf: twoAlternatives("Any") },
  One: { oneOf: twoAlternatives("One") },
  Each: { type: "object", properties: { next: { allOf: [reference("Each"), reference("Each")] } } },
  If: { type: "object", properties: { next: { if: reference("If"), then: reference("If"), else: reference("If") } } },
  Number: { type: "integer" },
  Filter: {
    oneOf: ["all", "any", "none"].map((name) => ({
      type: "object",
      required: [name],
      additionalProperties: false,
      properties: { [name]: list(reference("Filter")) },
    })),
  },
};

/** The schemas of bodies, by the name of an action. */
const actions = {
  free: { type: "object", additionalProperties: true },
  closed: { type: "object", additionalProperties: false, properties: { a: text, b: text } },
  objects: withItems(list({ type: "object", properties: { id: { type: "integer" }, name: text } })),
  words: withItems(list({ type: "string", maxLength: 5, pattern: "^[a-z]+$" })),
  unique: withItems({ type: "array", uniqueItems: true }),
  contains: withItems({ type: "array", contains: { type: "object", required: ["z"] }, minContains: 2 }),
  choices: withItems(
    list({ oneOf: Array.from({ length: 10 }, (_, k) => ({ required: ["k"], properties: { k: { const: k } } })) }),
  ),
  names: { type: "object", propertyNames: { pattern: "^[a-z]+$" }, patternProperties: { "^a": {}, z$: { type: "string" } } },
  map: mapOf(list({ type: "string" })),
  "map-of-references": mapOf(list(reference("Number"))),
  "map-of-choices": mapOf(list(textOrNumber)),
  "map-of-maps": mapOf(mapOf(list(textOrNumber))),
  number: { type: "object", properties: { n: { type: "number", multipleOf: 0.01 } } },
  unevaluated: {
    type: "object",
    allOf: [{ properties: { a: text } }],
    anyOf: [{ required: ["a"] }, {}],
    unevaluatedProperties: false,
  },
  any: reference("Any"),
  one: reference("One"),
  each: reference("Each"),
  if: reference("If"),
  filter: reference("Filter"),
  ladder: reference("Level0"),
  ladders: withItems(list({ anyOf: [reference("Level0"), reference("One"), { type: "object" }] })),
  ...Object.fromEntries(
    ["email", "duration", "uri", "uri-template", "url", "regex"].map((format) => [
      `format-${format}`,
      { type: "object", properties: { text: { type: "string", format } } },
    ]),
  ),
};

const form = {
  type: "object",
  properties: { list: list({ type: "string" }), n: { type: "integer" } },
  additionalProperties: { type: "string" },
};
const post = (/** @type {string} */ operationId, /** @type {object} */ content) => ({
  post: { operationId, security: [], requestBody: { content }, responses: { 204: { description: "Done." } } },
});
const parameter = (/** @type {string} */ name) => ({ name, in: "path", required: true, schema: text });

/** A contract whose schemas invite bodies that keep a validator busy. */
export const exhausting = {
  openapi: "3.2.0",
  info: { title: "Exhausting", version: "1" },
  security: [],
  paths: {
    "/machines/{id}/do/{action}": {
      post: {
        ...post("act", { "application/json": { schema: { type: "object" } } }).post,
        parameters: [parameter("id"), parameter("action")],
        responses: { 200: { description: "Done." } },
        "x-platform-machine-actions": Object.fromEntries(
          Object.entries(actions).map(([name, body]) => [name, { label: name, body }]),
        ),
      },
    },
    "/form": post("form", { "application/x-www-form-urlencoded": { schema: form } }),
    "/parts": post("parts", { "multipart/form-data": { schema: form } }),
    "/files": post("files", {
      "multipart/form-data": { schema: { type: "object", properties: { files: list({ type: "string", format: "binary" }) } } },
    }),
    "/mixed": post("mixed", { "multipart/mixed": { schema: list({ type: "object" }) } }),
  },
  components: { schemas },
};
