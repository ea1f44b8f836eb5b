import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { createSchemaEvaluator } from "../../../generator/json-schema/interpreter.js";
import { createRandom } from "../../../generator/json-schema/samples/random.js";
import { sampleValue } from "../../../generator/json-schema/samples/sample-value.js";
import { lowerSchema } from "../../../generator/emit/mcp/lower-schema.js";
import { portableSchema } from "../../../generator/emit/mcp/portable-schema.js";
import type { JsonObject } from "../../../generator/document/json-value.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { createLiveContract } from "../../../generator/live/live-contract.js";
import { createMcpContract } from "../../../generator/live/mcp.js";
import { corpus, hasCorpus } from "../../support/corpus.js";
import { providerRules } from "./provider-rules.js";

const folder = path.join(corpus, "openapi");
/** All documents of the corpus that are contracts, by their paths. */
const documents = (hasCorpus("openapi") ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [])
  .filter((file) => /\.(?:ya?ml|json)$/.test(file))
  .filter((file) => /^\s*"?openapi"?\s*:/m.test(readFileSync(path.join(folder, file), "utf8").slice(0, 5_000)))
  .sort();

/** These can't be read. */
const broken = [
  "hey-api-specs/3.0.x/full.yaml",
  "hey-api-specs/3.1.x/full.yaml",
  "hey-api-specs/3.1.x/validators-circular-ref.json",
  "supabase-auth/openapi.yaml",
];

const rules = Object.entries(providerRules);

describe.skipIf(documents.length === 0)("tools of contracts of others", () => {
  test.each(documents)("%s", (file) => {
    const { contract } = loadContract(path.join(folder, file), { workingFolder: folder, root: folder });
    expect([file, contract === undefined]).toEqual([file, broken.includes(file)]);
    if (!contract) return;
    const live = createLiveContract(contract);
    const { tools } = createMcpContract(live);
    expect(
      rules.flatMap(([rule, check]) =>
        tools.flatMap(({ listed }) => check(listed).map((found) => `${rule}: ${listed.name} ${found}`)),
      ),
    ).toEqual([]);
    expect(new Set(tools.map(({ listed }) => listed.name)).size).toBe(tools.length);
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    for (const { listed } of tools)
      expect(
        () => [listed.inputSchema, listed.outputSchema ?? {}].map((schema) => ajv.compile(schema)),
        listed.name,
      ).not.toThrow();
    for (const { listed } of tools) expect(JSON.stringify(listed).length, listed.name).toBeLessThan(200_000);
  });

  test.each(documents.filter((file) => !broken.includes(file)))("lowered schemas of %s accept valid values", (file) => {
    const { contract } = loadContract(path.join(folder, file), { workingFolder: folder, root: folder });
    const { schemas } = createLiveContract(contract!).model;
    const evaluate = createSchemaEvaluator(schemas, { steps: 100_000, stepsInAll: 2_000_000, errors: 0 });
    const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
    const rejected = [...schemas].slice(0, 100).flatMap(([name, schema]) => {
      const lowered = portableSchema(lowerSchema(schema, { schemas })) as JsonObject;
      const accepts = ajv.compile(lowered);
      return [1, 2].flatMap((seed) => {
        const sampling = { schemas, evaluate, random: createRandom(`${name} ${seed}`), direction: undefined };
        const value = sampleValue(sampling, schema) ?? null;
        const isValid = evaluate(schema, value, undefined).isValid === true;
        return !isValid || accepts(value) ? [] : [{ name, value, lowered, errors: accepts.errors }];
      });
    });
    expect(rejected).toEqual([]);
  });
});
