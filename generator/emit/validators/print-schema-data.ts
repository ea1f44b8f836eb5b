import type { SchemaData } from "../../../templates/runtime/validators/all-errors.js";
import { checkExpression } from "../../typescript/check-expression.js";
import { printLiteral, type Data } from "../../typescript/encode.js";

/**
 * Prints data with the constants that it refers to:
 *
 *     {
 *       at: "#/components/schemas/NewPort",
 *       schema: { type: "object", required: ["number"], properties: { number: { $ref: "#/components/schemas/Number" } } },
 *       refs: () => [$Number$schema],
 *     }
 */
export function printSchemaData(data: SchemaData, constants: readonly string[]): string {
  const members = Object.entries(data).map(([name, value]) => [
    name,
    name === "linearPattern" ? name : printLiteral(value as Data, "  "),
  ]);
  if (constants.length > 0) members.push(["refs", `() => ${printNames(constants)}`]);
  const text = `{\n${members.map(([name, value]) => `  ${name}: ${value},\n`).join("")}}`;
  checkExpression(text);
  return text;
}

function printNames(names: readonly string[]): string {
  const line = `[${names.join(", ")}]`;
  return line.length <= 80 ? line : `[\n${names.map((name) => `    ${name},\n`).join("")}  ]`;
}
