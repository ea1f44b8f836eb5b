import type { JsonObject } from "../document/json-value.js";
import type { Parameter } from "./contract.js";

/**
 * Returns the parameters of one location as the object that they are parsed into, with the names of headers in lower case.
 * Undeclared names are allowed.
 */
export function parametersSchema(parameters: readonly Parameter[]): JsonObject {
  const nameOf = ({ in: place, name }: Parameter) => (place === "header" ? name.toLowerCase() : name);
  return {
    type: "object",
    properties: Object.fromEntries(parameters.map((parameter) => [nameOf(parameter), parameter.schema])),
    required: parameters.filter((parameter) => parameter.required).map(nameOf),
  };
}
