import { escapeSegment } from "../../../templates/runtime/json.js";
import { isList, isObjectShape, MalformedText, parseList, parseObject } from "../../../templates/runtime/server/text.js";
import { isOf, readParameters } from "../../../templates/runtime/server/read-parameters.js";
import type { ParameterRule, Parameters, Route } from "../../../templates/runtime/server/contract.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import { isFactParameter } from "../../model/action-requests.js";
import type { Parameter } from "../../model/contract.js";
import type { Endpoint, ExchangeContract } from "./exchange-contract.js";
import type { ExchangeRequest } from "./exchange.js";
import { checkValue, finding, type Findings } from "./finding.js";

/** The locations of parameters in an exchange, by `in`. The whole query string is the value of `querystring`. */
export const parameterMembers = { path: "params", query: "query", header: "headers", cookie: "cookies" } as const;

/** A sent parameter: its value, or the reason why its text can't be parsed; neither if it is missing. */
export interface SentParameter {
  readonly parameter: Parameter;
  readonly value?: JsonValue;
  readonly malformed?: string;
}

/** Validates the parameters of a request against the contract. */
export function checkParameters(
  contract: ExchangeContract,
  endpoint: Endpoint,
  sent: readonly SentParameter[],
  findings: Findings,
): void {
  for (const { parameter, value, malformed } of sent) {
    const pointer = parameterPointer(parameter);
    if (malformed !== undefined) findings.push(finding(pointer, "malformed", malformed));
    else if (value !== undefined) checkValue(contract, parameter.schema, value, pointer, "request", findings);
    else if (parameter.required) {
      const contractPlace = contract.locations.value(parameter, "required");
      findings.push(finding(pointer, "required", "is required", { contractPlace }));
    }
  }
}

/** Returns the pointer of a parameter within an exchange. */
export function parameterPointer(parameter: Pick<Parameter, "in" | "name">): string {
  if (parameter.in === "querystring") return "/request/querystring";
  return `/request/${parameterMembers[parameter.in]}/${escapeSegment(parameter.name)}`;
}

type ParameterReading = Pick<SentParameter, "value" | "malformed">;

/**
 * Returns the parameters of a request whose parts are given separately. Plain values are serialized as text and parsed as a
 * server would parse them; lists and objects are split first.
 */
export function givenParameters({ operation, route }: Endpoint, request: ExchangeRequest, findings: Findings): SentParameter[] {
  const sent: SentParameter[] = [];
  for (const parameter of operation.parameters) {
    if (parameter.in === "querystring") {
      sent.push({
        parameter,
        ...(request.querystring !== undefined && {
          value: request.querystring,
        }),
      });
      continue;
    }
    const values = request[parameterMembers[parameter.in]];
    // Every call names its action, which fixtures don't repeat there.
    const isNamed =
      isFactParameter(operation, parameter) && (parameter.in === "path" || valueOf(values, parameter) === undefined);
    const isImplied = isNamed || (parameter.in === "path" && values === undefined);
    const rule = ruleOf(route, parameter);
    if (!isImplied && rule) sent.push({ parameter, ...readGiven(route, rule, parameter, values) });
  }
  reportUnknown(route, request, findings);
  return sent;
}

/** Returns `undefined` for headers that OpenAPI describes elsewhere. */
export function ruleOf(route: Route, { in: location, name }: Parameter): ParameterRule | undefined {
  if (location === "querystring") return route.parameters.find((rule) => rule.in === location);
  const wanted = location === "header" ? name.toLowerCase() : name;
  return route.parameters.find((rule) => rule.in === location && rule.name === wanted);
}

function readGiven(route: Route, rule: ParameterRule, parameter: Parameter, values: ExchangeRequest["query"]): ParameterReading {
  const value = valueOf(values, parameter);
  try {
    if (value === undefined) return isObjectShape(rule.as) ? readText(route, rule, values ?? {}) : {};
    if (Array.isArray(value) && isList(rule.as)) return { value: parseList(value.map(textOf), rule.as) as JsonValue };
    if (isObject(value) && isObjectShape(rule.as)) {
      const pairs = Object.entries(value).flatMap(([name, item]) =>
        Array.isArray(item) ? item.map((one) => [name, textOf(one)] as const) : [[name, textOf(item)] as const],
      );
      return { value: parseObject(pairs, rule.as) as JsonValue };
    }
    return typeof value === "object" && value !== null
      ? { value }
      : readText(route, rule, { [rule.name]: prefixed(rule, value) });
  } catch (error) {
    if (error instanceof MalformedText) return { malformed: error.message };
    throw error;
  }
}

/** Header names are case-insensitive. */
function valueOf(values: ExchangeRequest["query"], parameter: Parameter): JsonValue | undefined {
  const wanted = parameter.name.toLowerCase();
  const isWanted = (name: string) => (parameter.in === "header" ? name.toLowerCase() === wanted : name === parameter.name);
  return Object.entries(values ?? {}).find(([name]) => isWanted(name))?.[1];
}

function readText(route: Route, rule: ParameterRule, values: Readonly<Record<string, JsonValue>>): ParameterReading {
  const texts = Object.entries(values).map(([name, value]) => [name, textOf(value)] as const);
  const sent = texts.map(([name, text]) => `${encodeURIComponent(name)}=${encodeSome(text)}`);
  const cookies = rule.style === "cookie" ? texts.map((pair) => pair.join("=")) : sent;
  const sources = {
    path: Object.fromEntries(texts.map(([name, text]) => [name, text.replaceAll("%", "%25")])),
    query: sent.join("&"),
    headers: { ...Object.fromEntries(texts), cookie: cookies.join("; ") },
  };
  if (rule.in === "path" && !Object.hasOwn(sources.path, rule.name)) return {};
  const read = readParameters({ ...route, parameters: [rule] }, sources);
  if ("message" in read) return { malformed: read.message };
  const value = valueIn(read, rule);
  return value === undefined ? {} : { value: value as JsonValue };
}

/** The value of a parameter among those that a server reads. */
export function valueIn(read: Parameters, { in: place, name }: Pick<ParameterRule, "in" | "name">): unknown {
  const values = { path: read.path, query: read.query, header: read.headers, cookie: read.cookies };
  return place === "querystring" ? read.querystring : values[place][name];
}

/** Adds the prefix of a path parameter, as in `;id=7` or `.7`, if it is missing. */
function prefixed({ name, style }: ParameterRule, value: JsonValue): JsonValue {
  const prefix = style === "matrix" ? `;${name}=` : style === "label" ? "." : "";
  const text = textOf(value);
  return prefix === "" ? value : text.startsWith(prefix) ? text : `${prefix}${text}`;
}

/** Encodes characters that would end the text, but keeps the separators of lists and objects. */
function encodeSome(text: string): string {
  return text.replace(/[%&#+;]/g, encodeURIComponent);
}

function textOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Servers ignore unknown query parameters, but in a fixture they are probably mistakes. */
function reportUnknown(route: Route, request: ExchangeRequest, findings: Findings): void {
  if (request.querystring !== undefined && !route.parameters.some((rule) => rule.in === "querystring"))
    findings.push(finding("/request/querystring", "unknown", "is not described: the operation has parameters in the query"));
  for (const location of ["path", "query"] as const) {
    const rules = route.parameters.filter((rule) => rule.in === location);
    const known = rules.map(({ name }) => name);
    for (const name of Object.keys(request[parameterMembers[location]] ?? {})) {
      if (known.includes(name) || rules.some((rule) => isOf(rule, name))) continue;
      const message = `is not a ${location} parameter of the operation`;
      findings.push(finding(parameterPointer({ in: location, name }), "unknown", message, { suggestion: suggest(name, known) }));
    }
  }
}
