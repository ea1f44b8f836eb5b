import { parsePathTemplate } from "../document/path-template.js";
import { takesOtherNames, isSpread, textShape } from "../json-schema/text-shape.js";
import { isObjectShape } from "../../templates/runtime/server/text.js";
import type { Contract, Operation, Parameter } from "./contract.js";

/**
 * Returns the names that an object with open keys leaves to everything else in its location: other parameters and their
 * properties, API keys, the query of the path. A name that ends in `[` stands for all names that start with it.
 */
export function claimedNames(parameter: Parameter, operation: Operation, contract: Contract): { readonly taken?: string[] } {
  if (parameter.mediaType !== undefined || !takesOtherNames(parameter, textShape(parameter.schema, contract))) return {};
  const names = operation.parameters
    .filter((other) => other !== parameter && other.in === parameter.in)
    .flatMap((other): readonly string[] => {
      const shape = textShape(other.schema, contract);
      if (other.mediaType !== undefined || !isObjectShape(shape)) return [other.name];
      const ofOthers = shape.or ? [other.name] : [];
      if (other.style === "deepObject") return [`${other.name}[`, ...ofOthers];
      return isSpread(other) ? [...Object.keys(shape.properties), ...ofOthers] : [other.name];
    });
  const keys = operation.security
    .flatMap((requirement) => Object.keys(requirement))
    .flatMap((name) => contract.securitySchemes.get(name) ?? [])
    .flatMap((scheme) => (scheme.in === parameter.in && scheme.parameter !== undefined ? [scheme.parameter] : []));
  const fixed = parameter.in === "query" ? parsePathTemplate(operation.path).query.map(([name]) => name) : [];
  const taken = [...new Set([...names, ...keys, ...fixed])].sort();
  return taken.length > 0 ? { taken } : {};
}
