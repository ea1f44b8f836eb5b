import { argumentNames } from "../../model/client-names.js";
import type { Contract, Operation, Parameter } from "../../model/contract.js";
import type { ParameterRule } from "../../../templates/runtime/client/call.js";
import { textShape } from "../server/text-shape.js";

/** How the parameters of an operation are written; those of the path only where its braces don't say enough. */
export function parameterRules(operation: Operation): ParameterRule[] {
  return [...argumentNames(operation)]
    .map(([argument, parameter]) => parameterRule(argument, parameter))
    .filter((rule) => rule.in !== "path" || Object.keys(rule).length > 2);
}

/** Whether the plain writer can write all parameters: single values, and lists that a query repeats. */
export function hasPlainParameters(contract: Contract): boolean {
  return contract.operations.every((operation) =>
    [...argumentNames(operation)].every(([argument, parameter]) => {
      const { style, explode } = parameterRule(argument, parameter);
      const shape = textShape(parameter.schema, contract);
      if (style !== undefined || parameter.in === "cookie" || "properties" in shape) return false;
      const isRepeated = parameter.in === "query" && explode === undefined;
      return !("items" in shape) || (isRepeated && !("items" in shape.items) && !("properties" in shape.items));
    }),
  );
}

const defaultStyles = { path: "simple", query: "form", header: "simple", cookie: "form" } as const;

/** A rule says what differs from the defaults of its place. */
function parameterRule(argument: string, { name, in: place, mediaType, style: given, explode }: Parameter): ParameterRule {
  const style = mediaType === undefined ? (given as NonNullable<ParameterRule["style"]>) : "json";
  const hasNoChoice = style === "json" || style === "deepObject";
  return {
    name,
    in: place,
    ...(argument === name ? {} : { argument }),
    ...(style === defaultStyles[place] ? {} : { style }),
    ...(hasNoChoice || explode === (style === "form") ? {} : { explode }),
  };
}
