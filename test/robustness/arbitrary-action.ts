import fc from "fast-check";
import { objectSchema, schema } from "./arbitrary-contract-schema.js";
import { componentNames, name, plainName, words } from "./arbitrary-texts.js";

const reference = fc.constantFrom(...componentNames).map((key) => ({ $ref: `#/components/schemas/${key}` }));

const action = fc.record(
  {
    label: words.map((text) => text || "Do"),
    summary: words,
    description: words,
    body: fc.oneof({ weight: 6, arbitrary: objectSchema }, { weight: 1, arbitrary: reference }),
    result: fc.oneof(
      { weight: 4, arbitrary: objectSchema },
      { weight: 1, arbitrary: schema },
      { weight: 1, arbitrary: reference },
    ),
    statuses: fc.uniqueArray(fc.constantFrom("ok", "queued", "*/", "é"), { minLength: 1 }),
    scopes: fc.uniqueArray(fc.constantFrom("read", "write:all", "a:reveal"), { minLength: 1 }),
    readOnly: fc.boolean(),
    idempotent: fc.boolean(),
    destructive: fc.constant(false),
    async: fc.boolean(),
    deprecated: fc.boolean(),
    availability: fc.record({ states: fc.constant(["active"]), plans: fc.constant(["large", "x*/"]) }, { requiredKeys: [] }),
    errors: fc.uniqueArray(
      fc.record({ code: fc.constantFrom("taken", "gone", "con"), status: fc.constantFrom(409, 404, 400), description: words }),
      { selector: ({ code }) => code, maxLength: 2 },
    ),
    "x-note": fc.anything({ maxDepth: 2, withNullPrototype: false, values: [fc.boolean(), fc.string({ maxLength: 4 })] }),
  },
  { requiredKeys: ["label"], noNullPrototype: true },
);

/** Destructive actions need a confirmation. */
const destructive = action.map((fields) => ({
  ...fields,
  destructive: true,
  body: { type: "object", required: ["id"], properties: { id: { type: "string", maxLength: 9 } }, additionalProperties: false },
}));

/** Arbitrary values in place of an action or a field of one. */
const strange = fc.oneof(
  fc.constantFrom<unknown>(null, [], "", 1, true, {}, { body: null }, { label: "A", body: [] }, { labels: "A" }),
  fc.constantFrom<unknown>({ label: 1 }, { label: "A", errors: {} }, { label: "A", scopes: [1] }, { label: "A", async: "yes" }),
  fc.constantFrom<unknown>({ $ref: "#/components/schemas/Alpha" }, { $ref: "#/nowhere" }, { label: "A", availability: null }),
);

/** A map of actions by service type, of which few are wrong in some way. */
export const actionMaps = fc.dictionary(
  fc.oneof(
    { weight: 30, arbitrary: fc.stringMatching(/^[a-z][a-z0-9]{0,5}([_-][a-z0-9]{1,4})?$/) },
    { weight: 3, arbitrary: fc.constantFrom("all", "index", "operations", "class", "con", "default", "constructor", "actions") },
    { weight: 1, arbitrary: fc.constantFrom("A", "", "a--b", "é", "1") },
  ),
  fc.oneof(
    {
      weight: 60,
      arbitrary: fc.dictionary(
        fc.oneof({ weight: 25, arbitrary: plainName }, { weight: 1, arbitrary: name }),
        fc.oneof({ weight: 80, arbitrary: action }, { weight: 10, arbitrary: destructive }, { weight: 1, arbitrary: strange }),
        { maxKeys: 4, noNullPrototype: true },
      ),
    },
    { weight: 1, arbitrary: strange },
  ),
  { maxKeys: 3, noNullPrototype: true },
);
