import { argumentNames } from "../../model/client-names.js";
import type { Contract, MediaType, Operation, Parameter } from "../../model/contract.js";
import { parsePathTemplate } from "../../document/path-template.js";
import { mediaKind } from "../../document/media-kind.js";
import { isJsonText, needsReadBack, textShape } from "../../json-schema/text-shape.js";
import { claimedNames } from "../../model/claimed-names.js";
import type { ReadBackRule } from "../../../templates/runtime/client/checked-parameters.js";
import type { FieldEncoding, StyledRule } from "../../../templates/runtime/client/encoding.js";

/** A parameter as clients of any contract write it. */
export type ParameterRule = StyledRule & ReadBackRule;

/** How the parameters of an operation are written; those of the path only if its braces are not sufficient. */
export function parameterRules(operation: Operation, contract: Contract): ParameterRule[] {
  return [...argumentNames(operation)]
    .map(([argument, parameter]) => ({
      ...parameterRule(argument, parameter, contract),
      ...readBack(parameter, operation, contract),
    }))
    .filter((rule) => rule.in !== "path" || Object.keys(rule).length > 2);
}

/** How a client checks that servers read a value as it was given. */
function readBack(parameter: Parameter, operation: Operation, contract: Contract): Pick<ParameterRule, "as" | "taken"> {
  if (parameter.in === "querystring" || isJsonText(parameter, contract)) return {};
  if (!needsReadBack(parameter, parameter.schema, contract)) return {};
  return { as: textShape(parameter.schema, contract), ...claimedNames(parameter, operation, contract) };
}

/** Whether some values of parameters have no text of their own. */
export function checksParameters(operation: Operation, contract: Contract): boolean {
  return operation.parameters.some((parameter) => readBack(parameter, operation, contract).as !== undefined);
}

/** Whether the plain writer can write all parameters: single values, and lists that a query repeats, unless one has to be sent; the path has no query. */
export function hasPlainParameters(operation: Operation, contract: Contract): boolean {
  if (parsePathTemplate(operation.path).query.length > 0) return false;
  return [...argumentNames(operation)].every(([argument, parameter]) => {
    const { style, explode, reserved, required } = parameterRule(argument, parameter, contract);
    const shape = textShape(parameter.schema, contract);
    if (
      reserved !== undefined ||
      style !== undefined ||
      required ||
      parameter.in === "cookie" ||
      parameter.in === "querystring" ||
      "properties" in shape
    )
      return false;
    const isRepeated = parameter.in === "query" && explode === undefined;
    return !("items" in shape) || (isRepeated && !("items" in shape.items) && !("properties" in shape.items));
  });
}

const defaultStyles = { path: "simple", query: "form", querystring: "form", header: "simple", cookie: "form" } as const;

/** A rule contains what differs from the defaults of its location. */
export function parameterRule(argument: string, parameter: Parameter, contract: Contract): ParameterRule {
  const { name, in: place, style: given, explode, reserved, required } = parameter;
  if (place === "querystring") return querystringRule(argument, parameter);
  const style = isJsonText(parameter, contract) ? "json" : (given as NonNullable<ParameterRule["style"]>);
  const hasNoChoice = style === "json" || style === "deepObject";
  return {
    name,
    in: place,
    ...(argument === name ? {} : { argument }),
    ...(style === defaultStyles[place] ? {} : { style }),
    ...(hasNoChoice || explode === (style === "form" || style === "cookie") ? {} : { explode }),
    ...(reserved === undefined ? {} : { reserved }),
    ...(required && style !== "json" && mayBeEmpty(parameter, contract) ? { required } : {}),
  };
}

/** Whether nothing is sent for some of its values: an empty list or object in a query or in cookies. */
function mayBeEmpty({ in: place, schema }: Parameter, contract: Contract): boolean {
  const shape = textShape(schema, contract);
  return (place === "query" || place === "cookie") && ("items" in shape || "properties" in shape);
}

/** The whole query string has no name of its own. */
function querystringRule(argument: string, { mediaType = "", encoding }: Parameter): ParameterRule {
  const name = "querystring";
  const fields = fieldRules([{ name: mediaType, ...(encoding && { encoding }) }]);
  const kind = mediaKind(mediaType);
  return {
    name,
    in: name,
    ...(argument === name ? {} : { argument }),
    ...(kind === "form" ? {} : { style: kind === "json" ? "json" : "simple" }),
    ...(Object.keys(fields).length > 0 ? { encoding: fields } : {}),
  };
}

/** How the fields of forms are written, where the contract declares it. */
export function fieldRules(content: readonly Pick<MediaType, "name" | "encoding">[]): Record<string, FieldEncoding> {
  const fields: Record<string, FieldEncoding> = {};
  for (const { name, encoding = {} } of content) {
    if (mediaKind(name) !== "form" && mediaKind(name) !== "multipart") continue;
    for (const [field, { style, explode, contentType, reserved }] of Object.entries(encoding)) {
      const said: FieldEncoding = {
        ...(style === undefined ? {} : { style: style as NonNullable<FieldEncoding["style"]> }),
        ...(explode === undefined ? {} : { explode }),
        ...(reserved === undefined || mediaKind(name) === "multipart" ? {} : { reserved }),
        ...(contentType !== undefined && mediaKind(contentType) === "json" ? { contentType } : {}),
      };
      if (Object.keys(said).length > 0) fields[field] ??= said;
    }
  }
  return fields;
}
