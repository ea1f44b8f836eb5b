import type { Diagnostic } from "../../../generator/diagnostics/diagnostic.js";
import type { Action, Contract, Operation, ServiceType } from "../../../generator/model/contract.js";
import { handlersName, identifier, moduleName, pascalCase } from "../../../generator/model/names.js";
import { planScaffold, type ScaffoldPlan } from "../../../generator/typescript/scaffold/index.js";
import { emptyContract, emptyOperation } from "../../model/empty-contract.js";

/** A contract with these actions by service type, and these operations. */
export function contractOf(
  types: Readonly<Record<string, readonly string[]>>,
  operations: readonly string[] = ["getService"],
): Contract {
  return {
    ...emptyContract,
    title: "Test",
    version: "1",
    operations: [
      ...operations.map(operationOf),
      ...(Object.keys(types).length > 0
        ? [{ ...operationOf("invoke"), isEndpoint: true, serviceTypes: Object.keys(types) }]
        : []),
    ],
    serviceTypes: Object.entries(types).map(([name, actions]): ServiceType => ({
      name,
      pascalName: pascalCase(name),
      handlersName: handlersName(pascalCase(name)),
      identifier: identifier(name),
      moduleName: moduleName(name),
      operationId: "invoke",
      actions: actions.map((action) => actionOf(name, action)),
      advertised: actions,
    })),
  };
}

function operationOf(id: string): Operation {
  return { ...emptyOperation, id, path: `/${id}` };
}

function actionOf(serviceType: string, name: string): Action {
  return {
    serviceType,
    name,
    identifier: identifier(name),
    label: name,
    summary: `Does ${name}.`,
    description: undefined,
    tags: [],
    body: "Body",
    takesInput: true,
    returnsResult: true,
    result: "Result",
    statuses: [],
    scopes: [],
    effectiveScopes: [],
    readOnly: false,
    idempotent: false,
    destructive: false,
    async: false,
    deprecated: false,
    reveals: false,
    states: undefined,
    plans: undefined,
    errors: [],
    examples: [],
  };
}

/** Plans handler files in `app/handlers` beside those that exist, by name, with comments, which are the harder case. */
export function plan(contract: Contract, existing: Readonly<Record<string, string>> = {}): ScaffoldPlan {
  const request = { contract, folder: "app/handlers", outFolder: "generated", readFile: reader(existing) };
  return planScaffold({ ...request, handlerComments: true });
}

/** Reads files of `app/handlers` from memory. */
export function reader(existing: Readonly<Record<string, string>>): (path: string) => Uint8Array | undefined {
  return (path) => {
    const text = existing[path.replace("app/handlers/", "")];
    return text === undefined ? undefined : Buffer.from(text);
  };
}

/** The planned text of a file; absent: it stays as it is. */
export function textOf({ files }: ScaffoldPlan, name: string): string | undefined {
  return files.find((file) => file.path === `app/handlers/${name}`)?.after;
}

/** Diagnostics in short. */
export function codesOf(diagnostics: readonly Diagnostic[]): string[] {
  return diagnostics.map(({ code, location }) => (location ? `${location.line}:${location.column} ${code}` : code));
}

/** `postgres.ts` merged with a contract whose only actions are those of postgres. */
export function mergePostgres(text: string, actions: readonly string[]): { text: string; diagnostics: readonly Diagnostic[] } {
  const merged = plan(contractOf({ postgres: actions }), { "postgres.ts": text });
  return { text: textOf(merged, "postgres.ts") ?? text, diagnostics: merged.diagnostics };
}
