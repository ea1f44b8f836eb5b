import { noMemo, type Memo } from "../../memo.js";
import type { Contract } from "../../model/contract.js";
import { fileHeader, type EmitContext } from "../emitter.js";
import { wants } from "../features.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { buildValidators, type Mode, type Validators, webhooksModule } from "./build-validators.js";
import { printActionGuards, printOperationGuards, printWebhookGuards } from "./print-guards.js";
import { compare } from "../../diagnostics/diagnostic.js";
import { runtimeFiles } from "./compile-schema.js";
import { createFunctionImports, functionsFolder, guardFolders, type FunctionImports } from "./function-imports.js";
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
 *     all-errors/          the same paths again, for functions that list every error
 *     standard/            the same paths again, for Standard Schema and Standard JSON Schema
 *     compiled/            the functions behind the guards, written by Ajv: one file for each of these, one for shared functions. Each
 *                          is followed by its schema as data, which the others interpret
 */
export function* emitValidators(
  contract: Contract,
  context: Pick<EmitContext, "memo" | "features"> = {},
): Generator<OutputFile, void> {
  const { memo = noMemo } = context;
  const validators = buildValidators(contract, memo, wants(context, "standard"));
  const modes = modesOf(context);
  yield* printFunctions(contract, validators, modes.length > 1 ? memo : undefined);
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

/**
 * `validators/compiled/postgres.ts` and the like: the functions that Ajv wrote, sorted by name. `memo`: with the data of their schemas.
 *
 *     export function $PostgresAddIpBody(value: unknown): FoundErrors | null { … }
 *
 *     export const $PostgresAddIpBody$schema: SchemaData = { at: "#/components/schemas/PostgresAddIpBody", get schema() { … } };
 */
function* printFunctions(contract: Contract, validators: Validators, memo: Memo | undefined): Generator<OutputFile, void> {
  const modules = new Map<string, string[]>();
  for (const list of [validators.functions, ...(memo ? [validators.schemas] : [])])
    for (const [name, { module }] of list) modules.set(module, [...(modules.get(module) ?? []), name]);
  for (const [module, names] of modules) {
    const path = `${functionsFolder}/${module}.ts`;
    yield { path, text: printModule(contract, validators, path, names.sort(compare), memo ?? noMemo), checked: "compiled" };
  }
}

function printModule(contract: Contract, validators: Validators, path: string, names: readonly string[], memo: Memo): string {
  const imports = createFunctionImports(validators, path);
  const declarations = names.map((name, index) => {
    const validator = validators.functions.get(name);
    if (!validator) return printSchema(name, validators, imports, memo);
    for (const used of validator.runtime) imports.add(used, runtimeFiles.get(used)!);
    if (validator.usesFormats) imports.add("* as formats", "runtime/formats.ts");
    for (const called of validator.calls) imports.validator(called);
    return `${index > 0 ? "\n" : ""}${validators.takeCode(name)}`;
  });
  const types = [
    ...(names.some((name) => validators.schemas.has(name)) ? [["SchemaData", "all-errors"]] : []),
    ...(names.some((name) => validators.functions.has(name)) ? [["FoundErrors", "guard"]] : []),
  ];
  const isTyped = names.every((name) => validators.functions.get(name)?.isTyped ?? true);
  return (
    fileHeader(contract) +
    (isTyped ? "" : "// @ts-nocheck: what notes the evaluated parts of a value is JavaScript by Ajv; exports are typed.\n") +
    types.map(([type, file]) => `import type { ${type} } from "../../runtime/validators/${file}.js";\n`).join("") +
    `${imports.toText()}\n${declarations.join("")}`
  );
}

/** A schema as data; what it refers to is imported. */
function printSchema(name: string, validators: Validators, imports: FunctionImports, memo: Memo): string {
  const { data, refs } = validators.schemas.get(name)!;
  for (const other of refs) imports.validator(other);
  if (data.linearPattern) imports.add("linearPattern", runtimeFiles.get("linearPattern")!);
  const text = memo.recall(
    "schema",
    () => JSON.stringify([data, refs]),
    () => printSchemaData(data, refs),
  );
  return `export const ${name}: SchemaData = ${text};\n`;
}

/**
 * Prints data on one line, which is for the interpreter, with the constants that it refers to. A server that starts creates no schema,
 * since only invalid values need any:
 *
 *     { at: "#/components/schemas/NewPort", get schema() { return { type: "object", … }; }, refs: () => [$Number$schema] }
 */
function printSchemaData(data: SchemaData, constants: readonly string[]): string {
  const members = Object.entries(data).map(([name, value]) => {
    if (name === "schema") return `get schema() { return ${printLine(value as Data)}; }`;
    return `${name}: ${name === "linearPattern" ? name : printLine(value as Data)}`;
  });
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
