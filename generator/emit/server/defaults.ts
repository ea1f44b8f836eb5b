import { escapeSegment } from "../../../templates/runtime/json.js";
import type { RouteDefaults } from "../../../templates/runtime/server/contract.js";
import { own, ownObject, type JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { Contract, Operation } from "../../model/contract.js";
import { stringLiteral } from "../../typescript/encode.js";

/** Defaults of properties by their pointers, those of an object before those inside of it. */
export type Defaults = Readonly<Record<string, JsonValue>>;

const maxDepth = 4;

/** The defaults in an object's schema. Those of single alternatives are ignored. */
export function defaultsIn(schema: JsonValue | undefined, contract: Contract): Defaults {
  const found: Record<string, JsonValue> = {};
  let level = [{ schema, path: "" }];
  for (let depth = 0; depth < maxDepth; depth++) {
    const next: typeof level = [];
    for (const { schema: holder, path } of level) {
      for (const part of schemasIn(contract.schemas).of(holder).all) {
        for (const [name, property] of Object.entries(ownObject(part, "properties") ?? {})) {
          const pointer = `${path}/${escapeSegment(name)}`;
          const value = defaultOf(property, contract);
          if (value !== undefined && !Object.hasOwn(found, pointer)) found[pointer] = value;
          next.push({ schema: property, path: pointer });
        }
      }
    }
    level = next;
  }
  return found;
}

/** The default of a missing value; none if its own schema rejects it. */
export function defaultOf(schema: JsonValue | undefined, contract: Contract): JsonValue | undefined {
  const described = schemasIn(contract.schemas, "request").of(schema);
  const value = described.all
    .filter((part) => own(part, "readOnly") !== true)
    .map((part) => own(part, "default"))
    .find((one) => one !== undefined);
  return value !== undefined && described.accepts(value) ? value : undefined;
}

/** The defaults of parameters in a location, by pointers into all of them; names as in the contract. */
function parameterDefaults({ parameters }: Operation, place: string, contract: Contract): Defaults {
  const found = parameters.flatMap((parameter): [string, JsonValue][] => {
    const value = parameter.in === place && !parameter.required ? defaultOf(parameter.schema, contract) : undefined;
    return value === undefined ? [] : [[`/${escapeSegment(parameter.name)}`, value]];
  });
  return Object.fromEntries(found);
}

/** The defaults of the properties of a query string, by pointers into its value. */
function querystringDefaults({ parameters }: Operation, contract: Contract): Defaults {
  const whole = parameters.find((parameter) => parameter.in === "querystring");
  return whole ? defaultsIn(whole.schema, contract) : {};
}

/** The defaults of an operation's JSON body or form; none if it has several media types. */
function bodyDefaults({ body, isEndpoint }: Operation, contract: Contract): Defaults {
  const objects = (body?.content ?? []).filter(({ kind }) => ["json", "form", "multipart"].includes(kind));
  return objects.length === 1 && !isEndpoint ? defaultsIn(objects[0]!.schema, contract) : {};
}

/** All defaults that a server fills in for a route; `undefined`: none. */
export function routeDefaults(operation: Operation, contract: Contract): RouteDefaults | undefined {
  const headers = Object.entries(parameterDefaults(operation, "header", contract));
  const actions = contract.serviceTypes
    .filter(({ operationId }) => operationId === operation.id)
    .map((type) => [type.name, actionDefaults(type.actions, contract)] as const);
  const defaults = {
    query: parameterDefaults(operation, "query", contract),
    querystring: querystringDefaults(operation, contract),
    headers: Object.fromEntries(headers.map(([pointer, value]) => [pointer.toLowerCase(), value])),
    cookies: parameterDefaults(operation, "cookie", contract),
    body: bodyDefaults(operation, contract),
    actions: Object.fromEntries(actions.filter(([, found]) => !isEmpty(found))),
  };
  const some = Object.entries(defaults).filter(([, found]) => !isEmpty(found));
  return some.length > 0 ? (Object.fromEntries(some) as RouteDefaults) : undefined;
}

function actionDefaults(actions: Contract["serviceTypes"][number]["actions"], contract: Contract): Record<string, Defaults> {
  const found = actions.map(({ name, body }) => [name, defaultsIn(contract.schemas.get(body), contract)] as const);
  return Object.fromEntries(found.filter(([, defaults]) => !isEmpty(defaults)));
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}

/** The pointers to the filled-in values, as a type: `"/limit" | "/page"`; `undefined`: none. */
export function pointerUnion(defaults: Defaults): string | undefined {
  const pointers = Object.keys(defaults).map(stringLiteral);
  return pointers.length > 0 ? pointers.join(" | ") : undefined;
}

/** `pointerUnion` by the location of the filled-in values: the locations of parameters, and `requestBody`. */
export function operationPointers(operation: Operation, contract: Contract): Readonly<Record<string, string>> {
  const places = ["query", "header", "cookie"].map(
    (place) => [place, pointerUnion(parameterDefaults(operation, place, contract))] as const,
  );
  const querystring = ["querystring", pointerUnion(querystringDefaults(operation, contract))] as const;
  const all = [...places, querystring, ["requestBody", pointerUnion(bodyDefaults(operation, contract))] as const];
  return Object.fromEntries(all.flatMap(([place, union]) => (union === undefined ? [] : [[place, union]])));
}
