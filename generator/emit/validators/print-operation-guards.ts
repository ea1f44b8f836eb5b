import type { Contract } from "../../model/contract.js";
import { propertyKey } from "../../typescript/encode.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { operationsModule, type Validators } from "./build-validators.js";
import { createFunctionImports } from "./function-imports.js";
import { guardFolders } from "./output-paths.js";
import { guardImports, printParts } from "./print-parts.js";
import type { Mode } from "./vocabulary.js";

const docs: Readonly<Record<Mode, string>> = {
  first: "The guards of each operation's parameters, body and responses.",
  all: "Lists all errors of each operation's parameters, body and responses.",
};

const lowerCaseNames =
  "\n/** Header names as requests have them. */\n" +
  "type LowerCaseNames<Headers> = { [Name in keyof Headers as Lowercase<Name & string>]: Headers[Name] };\n";

/**
 * `validators/operations.ts`:
 *
 *     export const operations = {
 *       getProject: {
 *         path: /* @__PURE__ *\/ guard<NonNullable<Operations["getProject"]["parameters"]["path"]>>(_getProject$path),
 *         responses: {
 *           "200": /* @__PURE__ *\/ guard<Operations["getProject"]["responses"][200]["content"]["application/json"]>($Project),
 *
 * `validators/all-errors/operations.ts` has `allErrors(_getProject$path, _getProject$path$all)` there.
 */
export function printOperationGuards(contract: Contract, validators: Validators, mode: Mode): OutputFile {
  const path = `${guardFolders[mode]}/${operationsModule}.ts`;
  const imports = createFunctionImports(validators, path);
  const members = validators.operations.map((schemas) => {
    return `  ${propertyKey(schemas.operation.id)}: {\n${printParts(schemas, validators, imports, mode, "    ")}  },\n`;
  });
  const parts = validators.operations.flatMap((operation) => operation.parts);
  const hasHeaders = parts.some((part) => part.member === "headers");
  return {
    path,
    text:
      `${fileHeader(contract)}\n${parts.length > 0 ? guardImports(mode, "operations as Operations") : ""}${imports.toText()}` +
      `${mode === "first" && hasHeaders ? lowerCaseNames : ""}\n/** ${docs[mode]} */\nexport const operations = {\n${members.join("")}};\n`,
  };
}
