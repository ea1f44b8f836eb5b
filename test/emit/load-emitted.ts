import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { withRuntime as addRuntime } from "../../generator/emit/emit-all.js";
import { emitValidators } from "../../generator/emit/validators/emit-validators.js";
import { loadContract } from "../../generator/document/load-contract.js";
import { buildContract } from "../../generator/model/build-contract.js";
import type { Contract, ContractWithDocuments } from "../../generator/model/contract.js";
import { readTemplate } from "../../generator/package.js";
import type { ErrorLister } from "../../templates/runtime/json.js";
import type { Guard } from "../../templates/runtime/validators/guard.js";
import { loadOutput } from "../support/load-output.js";

/** The model of a contract given as a value or text. Schemas mean what JSON Schema says. */
export function contractOf(document: unknown, untypedObjects: "object" | "any" = "any"): ContractWithDocuments {
  const folder = mkdtempSync(path.join(tmpdir(), "contract-"));
  try {
    writeFileSync(path.join(folder, "openapi.json"), typeof document === "string" ? document : JSON.stringify(document));
    const { contract, diagnostics } = loadContract("openapi.json", { workingFolder: folder, untypedObjects });
    if (!contract) throw new Error(diagnostics.map((diagnostic) => diagnostic.message).join("\n"));
    return buildContract(contract);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** A document whose type `vm` has one action for each schema, which is its body. */
export function documentOf(bodies: Readonly<Record<string, unknown>>, schemas: Readonly<Record<string, unknown>> = {}): object {
  const actions = Object.fromEntries(Object.entries(bodies).map(([name, body]) => [name, { body }]));
  return {
    openapi: "3.1.0",
    info: { title: "Machines", version: "1" },
    paths: {
      "/vms/{id}/actions/{action}": {
        post: { operationId: "invoke", responses: { "200": { description: "Done." } }, "x-platform-vm-actions": actions },
      },
    },
    components: { schemas },
  };
}

export function emit(contract: Contract): OutputFile[] {
  return withRuntime(contract, [...emitValidators(contract)]);
}

/** Files with what they import of the runtime. */
export function withRuntime(contract: Contract, files: readonly OutputFile[]): OutputFile[] {
  return addRuntime(contract, { template: readTemplate }, files);
}

/** The members of an operation in `operations`. */
interface OperationGuards<Check> {
  readonly path?: Check;
  readonly query?: Check;
  readonly headers?: Check;
  readonly cookies?: Check;
  readonly body?: Check;
  readonly responses: Readonly<Record<string, Check>>;
}

/** The exports of `validators/index` and `validators/all-errors/index`. */
export interface Emitted<Check> {
  readonly actions: Readonly<Record<string, Readonly<Record<string, { readonly body: Check; readonly result: Check }>>>>;
  readonly operations: Readonly<Record<string, OperationGuards<Check>>>;
}

/** Emits the validators of a contract and imports them. */
export function loadEmitted(contract: Contract): Promise<{ first: Emitted<Guard<unknown>>; all: Emitted<ErrorLister> }> {
  return loadValidators(emit(contract));
}

async function loadValidators(files: readonly OutputFile[]) {
  const load = loadOutput(files);
  return {
    first: (await load("validators/index.ts")) as unknown as Emitted<Guard<unknown>>,
    all: (await load("validators/all-errors/index.ts")) as unknown as Emitted<ErrorLister>,
  };
}

/** A schema's guard and error lister. */
interface Validator {
  readonly guard: Guard<unknown>;
  readonly list: ErrorLister;
}

/** One schema's guard and error lister. */
export function validatorOf(schema: unknown, schemas: Readonly<Record<string, unknown>> = {}): Promise<Validator> {
  return validatorIn(emit(contractOf(documentOf({ check: schema }, schemas))));
}

/** The validators of the action `check` in the output for `documentOf`. */
export async function validatorIn(files: readonly OutputFile[]): Promise<Validator> {
  const { first, all } = await loadValidators(files);
  return { guard: first.actions["vm"]!["check"]!.body, list: all.actions["vm"]!["check"]!.body };
}
