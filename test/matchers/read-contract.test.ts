import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { inspect } from "node:util";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { readContract } from "../../generator/matchers/read-contract.js";
import { toMatchContract } from "../../generator/matchers/to-match-contract.js";
import { ContractError } from "../../generator/lint/valid-contract.js";
import { contract } from "../lint/lint-text.js";
import { temporaryFolder } from "../support/command-line.js";

// An error that a config may switch off, beside warnings.
const undeclaredState = contract({ actions: "restart: { availability: { states: [actve] }, body: { type: object } }" });
const service = `Service: { type: object, properties: { id: { type: string }, type: { type: string, const: postgres }, status: { type: string, enum: [active] } } }`;
const text = undeclaredState
  .replace(
    "paths:\n",
    `paths:\n  /services/{service_id}:\n    get: { operationId: getService, parameters: [{ name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }], responses: { "200": { description: Here., content: { application/json: { schema: { $ref: "#/components/schemas/Service" } } } } } }\n`,
  )
  .concat(`    ${service}\n`);

beforeEach(() => {
  const folder = temporaryFolder();
  const before = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(before));
  mkdirSync("api");
  writeFileSync("api/openapi.yaml", text);
});

const failureOf = async (...args: Parameters<typeof readContract>): Promise<ContractError> => {
  const error: unknown = await readContract(...args).catch((caught: unknown) => caught);
  if (!(error instanceof ContractError)) throw new Error("expected a ContractError", { cause: error });
  return error;
};

test("an error names the errors only, and has no fields that runners print", async () => {
  const error = await failureOf("api/openapi.yaml");
  expect(error.message).toMatch(/^api\/openapi\.yaml has errors:\napi\/openapi\.yaml:\d+:\d+ error state-undeclared: .*\n$/);
  expect(error.diagnostics.map(({ code }) => code)).toEqual(["state-undeclared"]);
  expect(Object.keys(error)).toEqual([]);
  expect(inspect(error).split("\n    at ")[0]!.trimEnd()).toBe(`ContractError: ${error.message}`.trimEnd());
});

test("the config's contract and severities count", async () => {
  writeFileSync("openapi-actions.config.yaml", "input: api/openapi.yaml\nseverities: { state-undeclared: off }\n");
  expect((await readContract()).contract.operations.map(({ id }) => id)).toEqual(["getService", "invokeAction"]);
  writeFileSync("other.yaml", "input: api/openapi.yaml\n");
  expect((await failureOf(undefined, { config: "other.yaml" })).message).toMatch(/^the contract has errors:\n/);
});

test("a contract that was not awaited is named as the mistake", () => {
  const promise = readContract("api/openapi.yaml");
  promise.catch(() => undefined);
  expect(() => toMatchContract({ status: 200 }, promise as never, {})).toThrow("await readContract()");
});

test("one of several contracts has to be named", async () => {
  writeFileSync("openapi-actions.config.yaml", "contracts: { a: { input: api/openapi.yaml }, b: { input: b.yaml, out: b } }\n");
  await expect(readContract()).rejects.toThrow("Specify one as readContract(name): a, b.");
  expect(path.basename((await failureOf("a")).message.split(" ")[0]!)).toBe("a");
});
