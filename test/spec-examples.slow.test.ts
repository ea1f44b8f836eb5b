import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { actions } from "../generated/validators/index.js";
import { actions as allErrors } from "../generated/validators/all-errors/index.js";
import { loadContract } from "../generator/document/load-contract.js";
import { buildContract } from "../generator/model/build-contract.js";
import type { Action } from "../generator/model/contract.js";
import { propertyKey, stringLiteral } from "../generator/typescript/encode.js";
import { repositoryPath } from "./support/repository.js";
import { typeCheck } from "./support/type-check.js";

interface Guard {
  (value: unknown): boolean;
  readonly errors: readonly { keyword: string; instancePath: string; params: Record<string, unknown> }[] | null;
}
type Guards = Record<string, Record<string, { body: Guard; result: Guard }>>;
type Explainers = Record<string, Record<string, { body: (value: unknown) => NonNullable<Guard["errors"]> }>>;

const loaded = loadContract("spec/openapi.yaml", { workingFolder: repositoryPath(".") });
const contract = buildContract(loaded.contract!);
const all = contract.serviceTypes.flatMap((type) =>
  type.actions.map((action) => ({ name: `${type.name}.${action.name}`, action })),
);
const guard = (action: Action) => (actions as unknown as Guards)[action.serviceType]![action.name]!;
const explain = (action: Action, body: unknown) =>
  (allErrors as unknown as Explainers)[action.serviceType]![action.name]!.body(body);

test("there are 86 actions, each with an example", () => {
  expect(all.length).toBe(86);
  expect(all.filter(({ action }) => action.examples.length === 0)).toEqual([]);
});

describe.each(all)("$name", ({ action }) => {
  const [example] = action.examples;
  const body = example!.body as Record<string, unknown>;

  test("its example passes", () => {
    expect(explain(action, body)).toEqual([]);
    expect(guard(action).body(body)).toBe(true);
    expect(guard(action).result(example!.result), JSON.stringify(guard(action).result.errors)).toBe(true);
  });

  test("an unknown field is rejected and named", () => {
    expect(guard(action).body({ ...body, surprise: 1 })).toBe(false);
    const found = explain(action, { ...body, surprise: 1 }).map(
      ({ keyword, params }) => `${keyword} ${String(params["additionalProperty"])}`,
    );
    expect(found).toContain("additionalProperties surprise");
  });

  test("a body that is not an object is rejected for its type", () => {
    expect(guard(action).body([])).toBe(false);
    expect(explain(action, []).map(({ keyword, instancePath }) => `${keyword}${instancePath}`)).toContain("type");
  });

  test("each missing required field is rejected and named", () => {
    const schema = contract.schemas.get(action.body) as { required?: string[] };
    for (const field of schema.required ?? []) {
      const { [field]: _, ...rest } = body;
      expect(guard(action).body(rest), field).toBe(false);
      expect(explain(action, rest).map(({ keyword, params }) => `${keyword} ${String(params["missingProperty"])}`)).toContain(
        `required ${field}`,
      );
    }
  });
});

test("each example has its generated type, and an unknown field has not", () => {
  const lines = all.map(({ action }, index) => {
    const types = `ActionsByType[${stringLiteral(action.serviceType)}]${`[${stringLiteral(action.name)}]`}`;
    const example = action.examples[0]!;
    const body = literal(example.body);
    return [
      `export const body${index}: ${types}["body"] = ${body};`,
      `export const result${index}: ${types}["result"] = ${literal(example.result)};`,
      "// @ts-expect-error an unknown field",
      `export const wrong${index}: ${types}["body"] = { surprise: 1, ...${body} };`,
      "// @ts-expect-error an unknown field",
      `export const surprise${index}: ${types}["body"] = { surprise: 1 };`,
    ].join("\n");
  });
  const file = repositoryPath("node_modules/.cache/spec-examples/examples.ts");
  mkdirSync(path.dirname(file), { recursive: true });
  const importPath = path.relative(path.dirname(file), repositoryPath("generated/actions.js")).split(path.sep).join("/");
  writeFileSync(file, `import type { ActionsByType } from "${importPath}";\n\n${lines.join("\n")}\n`);
  expect(typeCheck([file])).toEqual([]);
});

function literal(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([key, item]) => `${propertyKey(key)}: ${literal(item)}`)
    .join(", ")} }`;
}
