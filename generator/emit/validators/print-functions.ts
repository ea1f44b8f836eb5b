import { compare } from "../../diagnostics/diagnostic.js";
import type { Contract } from "../../model/contract.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import type { ValidatorFunction, Validators } from "./build-validators.js";
import { createFunctionImports } from "./function-imports.js";
import { functionFolders } from "./output-paths.js";

/** `validators/compiled/postgres.ts` and its like: the functions that Ajv wrote, sorted by name. */
export function printFunctions(contract: Contract, validators: Validators): OutputFile[] {
  const files = new Map<string, ValidatorFunction[]>();
  for (const validator of validators.functions.values()) {
    const path = `${functionFolders[validator.mode]}/${validator.module}.ts`;
    const functions = files.get(path) ?? [];
    files.set(path, functions);
    functions.push(validator);
  }
  return [...files].map(([path, functions]) => ({
    path,
    text: printModule(contract, validators, path, functions),
    checked: "compiled" as const,
  }));
}

function printModule(contract: Contract, validators: Validators, path: string, functions: readonly ValidatorFunction[]): string {
  const sorted = [...functions].sort((a, b) => compare(a.functionName, b.functionName));
  const imports = createFunctionImports(validators, path);
  for (const { checks, formats, calls } of sorted) {
    for (const name of checks) imports.add(name, "runtime/validators/checks.ts");
    if (formats !== undefined) imports.add(formats, "runtime/formats.ts");
    for (const name of calls) imports.validator(name);
  }
  return (
    fileHeader(contract) +
    "// @ts-nocheck: Ajv writes JavaScript; what is exported has its types.\n" +
    `${imports.toText()}\n${sorted.map(({ functionName }) => validators.takeCode(functionName)).join("\n")}`
  );
}
