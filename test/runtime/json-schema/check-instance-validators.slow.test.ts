import { beforeAll, expect, test } from "vitest";
import { createInstanceCheck } from "../../../generator/json-schema/interpreter.js";
import { visitExamples } from "../../../generator/lint/documented-examples.js";
import { createRuleContext } from "../../../generator/lint/rule-context.js";
import type { RuleContext } from "../../../generator/lint/rule.js";
import { own, ownObject, type JsonValue } from "../../../generator/document/json-value.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import { buildContract } from "../../../generator/model/build-contract.js";
import type { Guard } from "../../../templates/runtime/validators/guard.js";
import { loadEmitted, type Emitted } from "../../emit/load-emitted.js";
import { repositoryPath } from "../../support/repository.js";
import { mutants } from "./mutants.js";

// Examples are judged by an interpreter, requests and answers by generated code: over the project's contract they agree.
let context: RuleContext;
let guards: Emitted<Guard<unknown>>;

beforeAll(async () => {
  const { contract } = loadContract("spec/openapi.yaml", { workingFolder: repositoryPath(".") });
  context = createRuleContext(contract!);
  guards = (await loadEmitted(buildContract(contract!))).first;
});

/** Values of a kind, and everything one step away from them: how many fit, how many don't, and on which the two disagree. */
function compare(schema: JsonValue, guard: Guard<unknown>, seeds: readonly JsonValue[]) {
  // One for each schema: what one may do is limited.
  const check = createInstanceCheck(context.upgraded);
  const disagreements: JsonValue[] = [];
  let [fitting, refused] = [0, 0];
  for (const value of [{}, ...seeds].flatMap((seed) => [seed, ...mutants(seed)])) {
    const fits = guard(value);
    if (fits) fitting++;
    else refused++;
    if ((check(schema, value).length === 0) !== fits) disagreements.push(value);
  }
  return { fitting, refused, disagreements };
}

test("on bodies and results of all actions", () => {
  let judged = 0;
  for (const { type, name, action } of context.actions) {
    for (const part of ["body", "result"] as const) {
      const schema = own(action, part);
      if (schema === undefined) continue;
      const examples = Object.values(ownObject(action, "examples") ?? {}).flatMap((example) => own(example, part) ?? []);
      const { fitting, refused, disagreements } = compare(schema, guards.actions[type]![name]![part], examples);
      expect(disagreements, `${type} ${name} ${part}`).toEqual([]);
      expect(fitting).toBeGreaterThan(0);
      expect(refused).toBeGreaterThan(0);
      judged += fitting + refused;
    }
  }
  expect(judged).toBeGreaterThan(10_000);
});

test("on bodies and responses of all operations", () => {
  const examples = new Map<JsonValue, JsonValue[]>();
  visitExamples(context, ({ schema, value }) => {
    const target = context.resolve(schema)!;
    examples.set(target, [...(examples.get(target) ?? []), value]);
  });
  let judged = 0;
  for (const { operation } of context.operations) {
    const { body, responses } = guards.operations[operation["operationId"] as string]!;
    const answers = Object.entries(ownObject(operation, "responses") ?? {});
    const pairs = [
      [operation["requestBody"], body],
      ...answers.map(([status, response]) => [response, responses[status]]),
    ] as const;
    for (const [holder, guard] of pairs) {
      const content = own(context.resolve(holder as JsonValue | undefined), "content");
      const schema = own(own(content, "application/json"), "schema");
      if (schema === undefined || typeof guard !== "function") continue;
      const { fitting, refused, disagreements } = compare(schema, guard, examples.get(context.resolve(schema)!) ?? []);
      expect(disagreements, String(operation["operationId"])).toEqual([]);
      judged += fitting + refused;
    }
  }
  expect(judged).toBeGreaterThan(100);
});
