import { stringLiteral } from "../../typescript/encode.js";
import type { Validators } from "./build-validators.js";
import type { FunctionImports } from "./function-imports.js";
import type { OperationPart, OperationSchemas } from "./operation-schemas.js";
import type { Mode } from "./vocabulary.js";

/** The lines that a file of guards begins with; `types`: what it imports from `types.ts`. */
export function guardImports(mode: Mode, types: string): string {
  if (mode === "all") return 'import { allErrors } from "../../runtime/validators/all-errors.js";\n';
  return `import { guard } from "../runtime/validators/guard.js";\nimport type { ${types} } from "../types.js";\n`;
}

/**
 * The members of an operation: parts by name, then the bodies of further media types, then the responses.
 *
 *     body: /* @__PURE__ *\/ guard<NonNullable<Operations["addPet"]["requestBody"]>["content"]["application/json"]>($Pet),
 *     responses: {},
 */
export function printParts(
  { operation, parts }: OperationSchemas,
  validators: Validators,
  imports: FunctionImports,
  mode: Mode,
  indent: string,
): string {
  const printGroup = (group: OperationPart["group"], inside: string) =>
    parts
      .filter((part) => part.group === group)
      .map((part) => `${inside}${group ? stringLiteral(part.member) : part.member}: /* @__PURE__ */ ${make(part)},\n`)
      .join("");
  const bodies = printGroup("bodies", `${indent}  `);
  const responses = printGroup("responses", `${indent}  `);
  return (
    printGroup(undefined, indent) +
    (bodies === "" ? "" : `${indent}bodies: {\n${bodies}${indent}},\n`) +
    (responses === "" ? `${indent}responses: {},\n` : `${indent}responses: {\n${responses}${indent}},\n`)
  );

  function make(part: OperationPart): string {
    const first = imports.validator(validators.partFunction(operation.id, part, "first"));
    if (mode === "first") return `guard<${part.type}>(${first})`;
    return `allErrors(${first}, ${imports.validator(validators.partFunction(operation.id, part, "all"))})`;
  }
}
