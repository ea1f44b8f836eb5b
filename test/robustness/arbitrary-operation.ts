import fc from "fast-check";
import { schema } from "./arbitrary-contract-schema.js";
import { name, plainName, words } from "./arbitrary-texts.js";

const record = (fields: Record<string, fc.Arbitrary<unknown>>, ...required: string[]) =>
  fc.record(fields, { requiredKeys: required, noNullPrototype: true });

const mediaTypes = [
  "application/json",
  "application/problem+json",
  "application/json; charset=utf-8",
  "application/x-www-form-urlencoded",
  "multipart/form-data",
  "text/plain",
  "application/octet-stream",
  "image/*",
  "*/*",
];

const content = fc.dictionary(
  fc.oneof({ weight: 4, arbitrary: fc.constant("application/json") }, { weight: 3, arbitrary: fc.constantFrom(...mediaTypes) }),
  record({ schema, example: fc.anything({ maxDepth: 1, maxKeys: 1, values: [fc.integer(), fc.string({ maxLength: 3 })] }) }),
  { minKeys: 1, maxKeys: 2, noNullPrototype: true },
);

const styles = {
  query: ["form", "spaceDelimited", "pipeDelimited", "deepObject"],
  header: ["simple"],
  cookie: ["form"],
} as const;

const parameter = fc.constantFrom(...(Object.keys(styles) as (keyof typeof styles)[])).chain((place) =>
  record(
    {
      name: fc.oneof({ weight: 3, arbitrary: plainName }, { weight: 1, arbitrary: name }),
      in: fc.constant(place),
      description: words,
      required: fc.boolean(),
      deprecated: fc.boolean(),
      schema: fc.oneof(
        schema,
        fc.constantFrom<object>(
          { type: "string", maxLength: 9 },
          { type: "array", items: { type: "integer" }, maxItems: 3 },
          { type: "object", properties: { a: { type: "string" } }, additionalProperties: false },
        ),
      ),
      style: fc.constantFrom(...styles[place]),
      explode: fc.boolean(),
      allowReserved: fc.boolean(),
    },
    "name",
    "in",
    "schema",
  ),
);

const response = record(
  {
    description: words,
    content,
    headers: fc.dictionary(fc.constantFrom("X-Took", "etag", "Retry-After", "x_a"), fc.record({ schema }), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
    links: fc.constant({ next: { operationId: "act", parameters: { id: "$response.body#/id" } } }),
  },
  "description",
);

const error = { type: "object", required: ["error"], properties: { error: { type: "string" } }, additionalProperties: false };
const failure = fc.oneof(
  fc.record({ description: words }),
  fc.record({ description: words, content: fc.constant({ "application/json": { schema: error } }) }),
);

/** Answers by status, exact ones, ranges and the rest, of which `errors` are those for failures. */
function answers(errors: fc.Arbitrary<unknown>): fc.Arbitrary<Record<string, unknown>> {
  const success = { "200": response, "201": response, "204": fc.record({ description: words }) };
  return record({ ...success, "4XX": errors, "404": errors, default: errors }, "200");
}

/** The responses of the actions' endpoint. */
export const actionAnswers = answers(failure);

/** An operation that has nothing to do with actions. */
export const plainOperation = record(
  {
    operationId: fc.oneof({ weight: 1, arbitrary: name }, { weight: 6, arbitrary: fc.stringMatching(/^[a-z][A-Za-z]{3,9}$/) }),
    summary: words,
    description: words,
    tags: fc.array(
      words.map((text) => text || "Tag"),
      { maxLength: 1 },
    ),
    deprecated: fc.boolean(),
    parameters: fc.uniqueArray(parameter, {
      maxLength: 3,
      selector: (one) => `${String(one["in"])} ${String(one["name"]).toLowerCase()}`,
    }),
    requestBody: record({ required: fc.boolean(), description: words, content }, "content"),
    responses: answers(fc.oneof(failure, response)),
    security: fc.constantFrom<object[]>([], [{ login: [] }], [{ key: [] }, { oauth: ["read"] }], [{ login: [], key: [] }, {}]),
  },
  "responses",
).chain((operation) =>
  // Actions that reveal secrets require authentication.
  fc
    .constantFrom({}, {}, {}, { "x-platform-reveal": true, security: [{ login: [] }] })
    .map((more) => ({ ...operation, ...more })),
);
