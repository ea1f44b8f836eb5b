import { noMemo, type Memo } from "../../memo.js";
import type { Contract } from "../../model/contract.js";
import { fileHeader, type EmitContext } from "../emitter.js";
import { wants } from "../features.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { buildValidators, type Mode, type ValidatorFunction, type Validators, webhooksModule } from "./build-validators.js";
import { printActionGuards, printOperationGuards, printWebhookGuards } from "./print-guards.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { runtimeFiles } from "./compile-schema.js";
import { createFunctionImports, functionFolders, guardFolders } from "./function-imports.js";
import type { SchemaData } from "../../../templates/runtime/validators/all-errors.js";
import { checkExpression } from "../../typescript/check-expression.js";
import { printLine, propertyKey, type Data } from "../../typescript/encode.js";

/**
 * The folder `validators/`, file by file, as most of a large output is here:
 *
 *     index.ts             actions.postgres.add_ip.body(value), operations.getProject.responses["200"](value)
 *     postgres.ts          the guards of one service type, an export for each action
 *     operations.ts        the guards of all operations
 *     webhooks.ts          the guards of requests that the service sends, if there are any
 *     compiled/            the functions behind them, written by Ajv: one file for each of these, one for shared functions
 *     all-errors/          the same paths again, for functions that list every error
 *     standard/            the same paths again, for Standard Schema and Standard JSON Schema
 *     all-errors/schemas/  the schemas as data, which both of these interpret, in files like those of the compiled functions
 */
export function* emitValidators(
  contract: Contract,
  context: Pick<EmitContext, "memo" | "features"> = {},
): Generator<OutputFile, void> {
  const { memo = noMemo } = context;
  const validators = buildValidators(contract, memo);
  yield* printFunctions(contract, validators);
  const modes = modesOf(context);
  if (modes.length > 1) yield* printSchemas(contract, validators, memo);
  for (const mode of modes) {
    for (const serviceType of contract.serviceTypes) yield printActionGuards(contract, validators, serviceType, mode);
    if (validators.webhooks.length > 0) yield printWebhookGuards(contract, validators, mode);
    yield printOperationGuards(contract, validators, mode);
    yield printIndex(contract, validators, mode, modes);
  }
}

function modesOf(context: Pick<EmitContext, "features">): Mode[] {
  const modes: Mode[] = ["first"];
  if (wants(context, "all-errors")) modes.push("all");
  if (wants(context, "standard")) modes.push("standard");
  return modes;
}

/** `validators/compiled/postgres.ts` and the like: the functions that Ajv wrote, sorted by name. */
function* printFunctions(contract: Contract, validators: Validators): Generator<OutputFile, void> {
  const files = new Map<string, ValidatorFunction[]>();
  for (const validator of validators.functions.values()) {
    const path = `${functionFolders.first}/${validator.module}.ts`;
    const functions = files.get(path) ?? [];
    files.set(path, functions);
    functions.push(validator);
  }
  for (const [path, functions] of files)
    yield { path, text: printModule(contract, validators, path, functions), checked: "compiled" };
}

function printModule(contract: Contract, validators: Validators, path: string, functions: readonly ValidatorFunction[]): string {
  const sorted = [...functions].sort((a, b) => compare(a.functionName, b.functionName));
  const imports = createFunctionImports(validators, path);
  for (const { runtime, usesFormats, calls } of sorted) {
    for (const name of runtime) imports.add(name, runtimeFiles.get(name)!);
    if (usesFormats) imports.add("* as formats", "runtime/formats.ts");
    for (const name of calls) imports.validator(name);
  }
  return (
    fileHeader(contract) +
    "// @ts-nocheck: Ajv writes JavaScript; exports are typed.\n" +
    'import type { FoundErrors } from "../../runtime/validators/guard.js";\n' +
    `${imports.toText()}\n${sorted.map(({ functionName }) => validators.takeCode(functionName)).join("\n")}`
  );
}

/**
 * `validators/all-errors/schemas/postgres.ts` and the like, sorted by name:
 *
 *     export const $PostgresAddIpBody$schema: SchemaData = { at: "#/components/schemas/PostgresAddIpBody", schema: { … } };
 */
function* printSchemas(contract: Contract, validators: Validators, memo: Memo): Generator<OutputFile, void> {
  const modules = new Map<string, string[]>();
  for (const [name, { module }] of validators.schemas) modules.set(module, [...(modules.get(module) ?? []), name]);
  for (const [module, names] of modules) {
    const path = `${functionFolders.all}/${module}.ts`;
    const imports = createFunctionImports(validators, path);
    const constants = names.sort(compare).map((name) => {
      const { data, refs } = validators.schemas.get(name)!;
      for (const other of refs) imports.validator(other);
      if (data.linearPattern) imports.add("linearPattern", runtimeFiles.get("linearPattern")!);
      const text = memo.recall(
        "schema",
        () => JSON.stringify([data, refs]),
        () => printSchemaData(data, refs),
      );
      return `export const ${name}: SchemaData = ${text};\n`;
    });
    const type = 'import type { SchemaData } from "../../../runtime/validators/all-errors.js";\n';
    yield { path, text: `${fileHeader(contract)}\n${type}${imports.toText()}\n${constants.join("")}`, checked: "compiled" };
  }
}

/**
 * Prints data on one line, which is for the interpreter, with the constants that it refers to:
 *
 *     { at: "#/components/schemas/NewPort", schema: { type: "object", … }, refs: () => [$Number$schema] }
 */
function printSchemaData(data: SchemaData, constants: readonly string[]): string {
  const members = Object.entries(data).map(
    ([name, value]) => `${name}: ${name === "linearPattern" ? name : printLine(value as Data)}`,
  );
  if (constants.length > 0) members.push(`refs: () => [${constants.join(", ")}]`);
  const text = `{ ${members.join(", ")} }`;
  checkExpression(text);
  return text;
}

const indexDocs: Readonly<Record<Mode, string>> = {
  first: "The guards of every action's body and result, by service type and action.",
  all: "Lists all errors of every action's body and result, by service type and action.",
  standard: "Standard schemas of every action's body and result, by service type and action.",
};

const indexExports: Readonly<Record<Mode, string>> = {
  first:
    'export type { ActionGuards, Guard } from "../runtime/validators/guard.js";\n' +
    'export type { ValidationError } from "../runtime/json.js";\n',
  all:
    'export type { ActionErrorListers } from "../../runtime/validators/all-errors.js";\n' +
    'export type { ErrorLister } from "../../runtime/json.js";\n',
  standard: 'export type { ActionStandards, StandardSchema } from "../../runtime/validators/standard.js";\n',
};

/** How programs reach the validators that list every error. */
const loader =
  'export type { ActionErrorListers } from "../runtime/validators/all-errors.js";\n' +
  'export type { ErrorLister } from "../runtime/json.js";\n\n' +
  "/** Loads the validators that list every error of a value. They have the same paths as the validators here. */\n" +
  'export function loadAllErrors(): Promise<typeof import("./all-errors/index.js")> {\n  return import("./all-errors/index.js");\n}\n';

/**
 * `validators/index.ts`:
 *
 *     export const actions = { postgres: $postgres, "share-groups": $share_groups };
 *     export { operations } from "./operations.js";
 */
function printIndex(contract: Contract, validators: Validators, mode: Mode, modes: readonly Mode[]): OutputFile {
  const { serviceTypes } = contract;
  const imports = serviceTypes.map(({ identifier, moduleName }) => `import * as $${identifier} from "./${moduleName}.js";\n`);
  const members = serviceTypes.map(({ name, identifier }) => `  ${propertyKey(name)}: $${identifier},\n`);
  const webhooks = validators.webhooks.length > 0 ? `export { webhooks } from "./${webhooksModule}.js";\n` : "";
  return {
    path: `${guardFolders[mode]}/index.ts`,
    text:
      `${fileHeader(contract)}\n${imports.join("")}${imports.length > 0 ? "\n" : ""}` +
      `/** ${indexDocs[mode]} */\nexport const actions = {\n${members.join("")}};\n\n` +
      `export { operations } from "./operations.js";\n${webhooks}${indexExports[mode]}${mode === "first" && modes.includes("all") ? loader : ""}`,
  };
}
