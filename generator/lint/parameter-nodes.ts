import { own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { parametersOf } from "./revealing.js";
import type { OperationNode, RuleContext } from "./rule.js";

/** A parameter that is described by a schema, and how it is written. */
export interface ParameterNode {
  readonly parameter: JsonObject;
  readonly name: string;
  readonly in: string;
  readonly style: string;
  readonly explode: boolean;
  readonly schema: JsonValue;
}

const defaultStyles: Readonly<Record<string, string>> = { path: "simple", query: "form", header: "simple", cookie: "form" };

/** Returns the parameters of an operation that have a schema; its own replace those of the path item. */
export function parameterNodes({ resolve }: RuleContext, node: OperationNode): ParameterNode[] {
  const found = parametersOf(node).flatMap((value): ParameterNode[] => {
    const parameter = resolve(value);
    const described = describeParameter(parameter);
    return described ? [described] : [];
  });
  return [...new Map(found.map((one) => [`${one.in} ${one.name}`, one])).values()];
}

/** Returns how a parameter is written; `undefined` if it has no schema, or is unknown. */
export function describeParameter(parameter: JsonValue | undefined): ParameterNode | undefined {
  const [name, place] = [ownString(parameter, "name"), ownString(parameter, "in")];
  const schema = own(parameter, "schema");
  if (name === undefined || place === undefined || schema === undefined || !Object.hasOwn(defaultStyles, place)) return undefined;
  if (ownObject(parameter, "content")) return undefined;
  const style = ownString(parameter, "style") ?? defaultStyles[place]!;
  const explode = own(parameter, "explode");
  const isExploded = typeof explode === "boolean" ? explode : style === "form" || style === "cookie" || style === "deepObject";
  return { parameter: parameter as JsonObject, name, in: place, style, explode: isExploded, schema };
}
