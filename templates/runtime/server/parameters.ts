import { type ValidationError, parsePointer } from "../json.js";
import type {
  Call,
  Defaults,
  ParameterChecks,
  ParameterRule,
  Parameters,
  ReadParameters,
  Sources,
  Step,
  Validators,
} from "./contract.js";
import { type Explanation, type Rejection, explainErrors, reject } from "./errors.js";
import { MalformedText, decodeFormText, decodeText, isList, isObjectShape, parsePairs, parseText, trimBlanks } from "./text.js";

const groups = ["path", "query", "querystring", "headers", "cookies"] as const;

/** Reads the parameters and validates them against the contract. */
export const checkParameters: Step["prepare"] = (route, { contract }) => {
  // An action may have none where its endpoint has some.
  if (route.parameters.length === 0 && route.serviceTypes.length === 0) return undefined;
  return (call) => {
    const { pathText, queryText, request } = call;
    const read = contract.readParameters!(route, { path: pathText, query: queryText, headers: request.headers, request });
    if ("message" in read) {
      const { name, message, rule = "style" } = read;
      return malformed({ text: `${name} ${message}`, details: [{ pointer: name, rule, message }] });
    }
    call.parameters = read;
    const guards = checksOf(call, contract.validators);
    const fits = groups.every((place) => isMissing(place, read) || (guards[place]?.(read[place]) ?? true));
    if (!fits) return rejectParameters(call);
    contract.fillParameters?.(call);
    return undefined;
  };
};

/** The checks of the parameters: an action may have some of its own. */
function checksOf<Check>({ route, action }: Call, { operations, actions }: Validators<Check>): ParameterChecks<Check> {
  const shared: ParameterChecks<Check> = operations[route.operation] ?? {};
  return action ? { ...shared, ...actions[action.type]![action.name]! } : shared;
}

/** An optional query string that was not sent. */
function isMissing(place: (typeof groups)[number], { querystring }: Parameters): boolean {
  return place === "querystring" && querystring === undefined;
}

async function rejectParameters(call: Call): Promise<Rejection> {
  const { server, parameters } = call;
  const listers = checksOf(call, await server.contract.loadAllErrors());
  const errors = groups.flatMap((place): readonly ValidationError[] => {
    const found = isMissing(place, parameters) ? [] : (listers[place]?.(parameters[place]) ?? []);
    if (place !== "querystring") return found;
    return found.map((error) => ({ ...error, instancePath: `/querystring${error.instancePath}` }));
  });
  return malformed(explainErrors(errors, "parameters"));
}

function malformed({ text, details }: Explanation): Rejection {
  return reject(400, "invalid_parameter", `${text}.`, undefined, details);
}

/** Fills in missing parameters, once the others have been validated. */
export function fillParameters({ route, parameters }: Call): void {
  if (!route.defaults) return;
  for (const place of ["query", "querystring", "headers", "cookies"] as const) fill(parameters[place], route.defaults[place]);
}

/** Fills in missing properties in a valid body of JSON or a form. */
export function fillBody({ route, action, body }: Call): void {
  if (!route.defaults) return;
  fill(body, action ? route.defaults.actions?.[action.type]?.[action.name] : route.defaults.body);
}

function fill(target: unknown, defaults: Defaults = {}): void {
  for (const [pointer, value] of Object.entries(defaults)) {
    const keys = parsePointer(pointer);
    const name = keys.pop()!;
    let holder = target;
    for (const key of keys) holder = isObject(holder) && Object.hasOwn(holder, key) ? holder[key] : undefined;
    if (!isObject(holder) || Object.hasOwn(holder, name)) continue;
    // The handler may change the value, and a name such as `__proto__` must become an own property.
    const copy: unknown = JSON.parse(JSON.stringify(value));
    Object.defineProperty(holder, name, { value: copy, writable: true, enumerable: true, configurable: true });
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads parameters of paths, queries and headers that are single values in the usual styles. */
export const readPlainParameters: ReadParameters = (route, sources) => {
  const parameters: Parameters = { path: {}, query: {}, querystring: undefined, headers: {}, cookies: {} };
  let name = "query";
  try {
    let query: ReturnType<typeof parsePairs> | undefined;
    for (const rule of route.parameters) {
      if (rule.in === "query") {
        name = "query";
        query ??= parsePairs(sources.query);
      }
      name = rule.name;
      if (rule.in === "path") parameters.path[name] = parseText(decodeText(sources.path[name]!), rule.as);
      else if (rule.in === "query") {
        const texts = query!.filter(([key]) => key === name);
        if (texts.length > 1) throw new MalformedText("is given more than once");
        if (texts.length > 0) parameters.query[name] = parseText(decodeFormText(texts[0]![1]), rule.as);
      } else {
        const text = headerText(rule, sources);
        if (text !== undefined) parameters.headers[name] = parseText(trimBlanks(text), rule.as);
      }
    }
  } catch (error) {
    if (error instanceof MalformedText) return { name, message: error.message };
    throw error;
  }
  return parameters;
};

/** The text of a header. Several with one name form a list; all others may be sent once. */
export function headerText({ name, as }: ParameterRule, { headers, request }: Sources): string | undefined {
  const value = Object.hasOwn(headers, name) ? headers[name] : undefined;
  const count = typeof value === "object" ? value.length : value === undefined ? 0 : (request?.countHeaders?.(name) ?? 1);
  if (count > 1 && !isList(as) && !isObjectShape(as)) throw new MalformedText("is given more than once");
  return typeof value === "object" ? value.join(", ") : value;
}
