import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { essenceOf } from "../document/media-kind.js";
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

/** A property of a URL-encoded form that is written like a parameter of a query, and its Encoding Object. */
export interface FieldNode extends ParameterNode {
  readonly encoding: JsonObject;
}

/** Returns the properties of URL-encoded forms that have a style (Encoding Object, "RFC6570-Style Serialization"). */
export function fieldNodes(context: RuleContext): FieldNode[] {
  const holders = (["requestBody", "response", "parameter"] as const).flatMap((kind) => context.partsOf(kind));
  return holders.flatMap(({ value }) =>
    Object.entries(ownObject(value, "content") ?? {}).flatMap(([type, media]): FieldNode[] => {
      const encodings = essenceOf(type) === "application/x-www-form-urlencoded" ? ownObject(media, "encoding") : undefined;
      if (!encodings) return [];
      const { members } = context.schemaOf(own(media, "schema"));
      return Object.entries(encodings).flatMap(([name, encoding]): FieldNode[] => {
        const field = members.get(name)?.schema;
        const isStyled = ownString(encoding, "style") !== undefined || typeof own(encoding, "allowReserved") === "boolean";
        if (!field || !isObject(encoding) || !isStyled) return [];
        const described = describeParameter({ ...encoding, name, in: "query", schema: field.node });
        return described ? [{ ...described, encoding }] : [];
      });
    }),
  );
}
