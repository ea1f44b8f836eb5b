import type { Contract } from "../../model/contract.js";
import { propertyKey, stringLiteral } from "../../typescript/encode.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../output-file.js";
import { operationsModule, type Validators } from "./build-validators.js";
import { createFunctionImports } from "./function-imports.js";
import type { OperationPart, OperationSchemas } from "./operation-schemas.js";
import { guardFolders } from "./output-paths.js";
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
  const members = validators.operations.map((operation) =>
    printOperation(operation, (part) => `/* @__PURE__ */ ${make(operation, part)}`),
  );
  const parts = validators.operations.flatMap((operation) => operation.parts);
  const hasHeaders = parts.some((part) => part.member === "headers");
  return {
    path,
    text:
      `${fileHeader(contract)}\n${parts.length > 0 ? runtimeImports(mode) : ""}${imports.toText()}` +
      `${mode === "first" && hasHeaders ? lowerCaseNames : ""}\n/** ${docs[mode]} */\nexport const operations = {\n${members.join("")}};\n`,
  };

  function make({ operation }: OperationSchemas, part: OperationPart): string {
    const first = imports.validator(validators.partFunction(operation.id, part, "first"));
    if (mode === "first") return `guard<${part.type}>(${first})`;
    return `allErrors(${first}, ${imports.validator(validators.partFunction(operation.id, part, "all"))})`;
  }
}

function runtimeImports(mode: Mode): string {
  if (mode === "all") return 'import { allErrors } from "../../runtime/validators/all-errors.js";\n';
  return 'import { guard } from "../runtime/validators/guard.js";\nimport type { operations as Operations } from "../types.js";\n';
}

function printOperation({ operation, parts }: OperationSchemas, make: (part: OperationPart) => string): string {
  const request = parts.filter((part) => !part.isResponse).map((part) => `    ${part.member}: ${make(part)},\n`);
  const responses = parts
    .filter((part) => part.isResponse)
    .map((part) => `      ${stringLiteral(part.member)}: ${make(part)},\n`);
  const responseMap = responses.length === 0 ? "    responses: {},\n" : `    responses: {\n${responses.join("")}    },\n`;
  return `  ${propertyKey(operation.id)}: {\n${request.join("")}${responseMap}  },\n`;
}
