import { inspect } from "node:util";
import { expect, test } from "vitest";
import { emitAll } from "../../generator/emit/emit-all.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf } from "../emit/load-emitted.js";
import { loadOutput } from "../support/load-output.js";
import { failureOf } from "./connect.js";

const key = { type: "string", format: "password" };
const pin = { type: "integer", format: "password" };
const keyed = { type: "object", properties: { key } };

/** Schemas with a secret in every place that one can have, and values whose secrets are `s3cret`, `735173` and `true`. */
const forms: [place: string, schema: object, value: unknown][] = [
  ["a text", key, "s3cret"],
  ["a number", pin, 735173],
  ["a list of texts", { type: "array", items: key }, ["s3cret"]],
  ["a list of numbers", { type: "array", items: pin }, [735173]],
  ["properties", { type: "object", properties: { key, pin } }, { key: "s3cret", pin: 735173 }],
  ["a number that may be text", { properties: { key: { type: ["number", "string"], format: "password" } } }, { key: 735173 }],
  ["additionalProperties", { type: "object", additionalProperties: key }, { a: "s3cret", b: "s3cret" }],
  ["additionalProperties that are numbers", { type: "object", additionalProperties: pin }, { a: 735173 }],
  ["patternProperties", { type: "object", patternProperties: { "^k": key } }, { k: "s3cret" }],
  ["unevaluatedProperties", { type: "object", unevaluatedProperties: key }, { a: "s3cret" }],
  ["contains", { type: "array", contains: key }, [1, "s3cret"]],
  ["prefixItems", { type: "array", prefixItems: [{ type: "integer" }, key] }, [1, "s3cret"]],
  ["then", { type: "string", if: {}, then: { format: "password" } }, "s3cret"],
  ["else", { type: "string", if: false, else: { format: "password" } }, "s3cret"],
  ["a property's then", { type: "object", properties: { a: { if: {}, then: key } } }, { a: "s3cret" }],
  ["a property's else", { type: "object", properties: { a: { if: false, else: key } } }, { a: "s3cret" }],
  ["a secret object", { type: "object", format: "password", properties: { a: {} } }, { a: { b: ["s3cret", 735173] } }],
  ["a secret boolean", { type: "object", properties: { on: { type: "boolean", format: "password" } } }, { on: true }],
  ["items that are maps", { type: "array", items: { type: "object", additionalProperties: key } }, [{ a: "s3cret" }]],
  ["maps of lists of maps", { additionalProperties: { items: { additionalProperties: key } } }, { a: [{ b: "s3cret" }] }],
  ["contentSchema", { type: "string", contentMediaType: "application/json", contentSchema: keyed }, '{"key":"s3cret"}'],
];

const json = (schema: object) => ({ "application/json": { schema } });
const bodies: [place: string, content: object, value: unknown, type: string][] = [
  ...forms.flatMap(([place, schema, value]): [string, object, unknown, string][] => [
    [place, json(schema), value, "application/json"],
    [`${place} in a property`, json({ type: "object", properties: { held: schema } }), { held: value }, "application/json"],
    [`${place} in a list`, json({ type: "array", items: schema }), [value], "application/json"],
  ]),
  ["a plain text", { "text/plain": {} }, "s3cret", "text/plain"],
  ["a plain text beside JSON", { ...json(keyed), "text/plain": { schema: { type: "string" } } }, "s3cret", "text/plain"],
  ["any text", { "*/*": {} }, "s3cret", "text/csv"],
];

const document = {
  openapi: "3.1.0",
  info: { title: "Keys", version: "1" },
  paths: Object.fromEntries(
    bodies.map(([, content], index) => [
      `/keys/${index}`,
      {
        get: {
          operationId: `key${index}`,
          "x-platform-reveal": true,
          responses: { "200": { description: "Shown.", content }, "409": { description: "Not now.", content: json({}) } },
        },
      },
    ]),
  ),
};

const load = loadOutput(await emitAll(contractOf(document), { template: readTemplate }));

type Calls = Record<string, () => Promise<unknown>>;

/** A client whose API answers the same to all calls. */
async function connect(status: number, body: unknown, type: string): Promise<Calls> {
  const { createClient } = (await load("client/index.ts")) as { createClient: (options: object) => Calls };
  const text = type === "application/json" ? JSON.stringify(body) : String(body);
  const fetch = () => Promise.resolve(new Response(text, { status, headers: { "content-type": type } }));
  return createClient({ baseUrl: "https://api.example.com", fetch });
}

test.each(bodies.map((body, index) => [...body, index] as const))("%s is hidden", async (_, __, body, type, index) => {
  const { unwrapSecrets } = (await load("runtime/client/secrets.ts")) as { unwrapSecrets: (value: unknown) => unknown };
  const client = await connect(200, body, type);
  const answer = await client[`key${index}`]!();
  const printed = [
    inspect(answer, { depth: 9 }),
    inspect(answer, { depth: 9, showHidden: true, customInspect: false }),
    JSON.stringify(answer),
    JSON.stringify([answer], null, 1),
  ].join("\n");
  expect(printed).not.toMatch(/s3cret|735173|true/);
  expect(printed).toContain("[redacted]");
  expect(unwrapSecrets(answer)).toEqual(body);
});

test("a success that the contract does not declare is not returned", async () => {
  const client = await connect(206, "s3cret", "application/json");
  expect(await failureOf(client["key0"]!())).toMatchObject({ name: "InvalidResponseError" });
});

test("an error keeps its text", async () => {
  const client = await connect(409, { error: "not_ready: later" }, "application/json");
  expect(await failureOf(client["key0"]!())).toMatchObject({ name: "ApiError", code: "not_ready", text: "not_ready: later" });
});

test("a secret number is revealed as its JSON text", async () => {
  const client = await connect(200, [735173, -0.5, true, null], "application/json");
  const index = bodies.findIndex(([place]) => place === "a list of numbers");
  const answer = (await client[`key${index}`]!()) as ({ reveal: () => string } | null)[];
  expect(answer.map((item) => item && item.reveal())).toEqual(["735173", "-0.5", "true", null]);
});
