import { mkdtempSync, readdirSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { lint } from "../../../generator/compile.js";
import type { JsonValue } from "../../../generator/document/json-value.js";
import { buildContract } from "../../../generator/model/build-contract.js";
import type { Contract } from "../../../generator/model/contract.js";
import type { Guard } from "../../../templates/runtime/validators/guard.js";
import { loadEmitted } from "../../emit/load-emitted.js";
import { mutants } from "../../runtime/json-schema/mutants.js";
import { repositoryPath } from "../../support/repository.js";
import { expandCase, expandSpec, type Expanded } from "./expand-contract.js";

/** Reads the document of a service type as a contract of its own; it must have no problem. */
async function readBack(expanded: Expanded, moduleName: string): Promise<Contract> {
  const name = `openapi.${moduleName}.json`;
  const folder = mkdtempSync(path.join(tmpdir(), "read-back-"));
  writeFileSync(path.join(folder, name), expanded.files.find((file) => file.path === name)!.text);
  const { loaded, diagnostics } = await lint(name, { workingFolder: folder });
  expect(diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
  return buildContract(loaded!);
}

/** Schema of the body of an operation. */
function bodyOf(contract: Contract, operationId: string): JsonValue | undefined {
  const schema = contract.operations.find(({ id }) => id === operationId)!.body!.content[0]!.schema;
  const { $ref } = schema as { $ref: string };
  return contract.schemas.get($ref.replace("#/components/schemas/", ""));
}

const cases = readdirSync(repositoryPath("test/cases")).filter((name) => !name.startsWith("broken-"));

describe.each([...cases, "spec"])("%s", (name) => {
  const expanded = name === "spec" ? expandSpec({ nested: "inline" }) : expandCase(name, { nested: "inline" });
  const { serviceTypes, schemas } = expanded.contract;

  test("compiled again, the documents with inline schemas have the bodies and results of the contract", async () => {
    expect.hasAssertions();
    for (const { name: type, moduleName, actions } of serviceTypes) {
      const again = await readBack(expanded, moduleName);
      expect(again.serviceTypes).toEqual([]);
      for (const action of actions) {
        expect(bodyOf(again, `${type}.${action.name}`)).toEqual(schemas.get(action.body));
        expect(again.schemas.get(action.result)).toEqual(schemas.get(action.result));
      }
    }
    if (serviceTypes.length === 0) expect(expanded.files).toHaveLength(2);
  });
});

test("validators of bodies and responses give the same verdicts", async () => {
  const expanded = expandSpec();
  const postgres = expanded.contract.serviceTypes.find(({ name }) => name === "postgres")!;
  const { first } = await loadEmitted({ ...expanded.contract, operations: [], serviceTypes: [postgres] });
  const before = first.actions["postgres"]!;
  const { operations } = (await loadEmitted(await readBack(expanded, "postgres"))).first;
  const verdict = (guard: Guard<unknown>, value: JsonValue) => [value, guard(value)];
  let verdicts = 0;
  for (const { name, async, statuses, examples } of postgres.actions) {
    const [{ body, result }, after] = [before[name]!, operations[`postgres.${name}`]!];
    const answer = after.responses[async ? "202" : "200"]!;
    for (const example of examples) {
      for (const value of example.body === undefined ? [{}] : [example.body, ...mutants(example.body)]) {
        verdicts++;
        expect(verdict(after.body!, value)).toEqual(verdict(body, value));
      }
      const whole = { action: name, status: statuses[0]!, result: example.result! };
      expect([name, result(example.result), answer(whole)]).toEqual([name, true, true]);
      expect([answer({ ...whole, bogus: 1 }), answer({ ...whole, action: "bogus" }), answer({ action: name })]).toEqual([
        false,
        false,
        false,
      ]);
    }
  }
  expect(verdicts).toBeGreaterThan(1_000);
});
