import {
  bodyPointer,
  defaultSelector,
  factLocations,
  isKey,
  isNamedInBody,
  sentFacts,
  writeActionBody,
  type FactLocation,
  type Selector,
} from "../../templates/runtime/selector.js";
import { formatPointer, parsePointer } from "../../templates/runtime/json.js";
import type { JsonValue } from "../document/json-value.js";
import { isAt } from "../document/fact-places.js";
import { schemaReference } from "../document/reference.js";
import { schemasIn } from "../json-schema/schema.js";
import { placeSchemas } from "../json-schema/place-schemas.js";
import { withMember } from "../json-schema/root-member.js";
import type { Action, Contract, Operation, Parameter } from "./contract.js";

/** The name of an action and its service type. */
type NamedAction = Pick<Action, "name" | "serviceType">;

/** A fact of a call and its location in a request. */
export interface PlacedFact {
  readonly place: FactLocation;
  /** The text in requests. */
  readonly text: string;
}

/** The locations of a call's facts in requests of an endpoint. */
export function selectorOf({ binding }: Pick<Operation, "binding">): Selector {
  return binding?.selector ?? defaultSelector;
}

/** Returns the name of an action, and the type of its service if requests contain it, as sent. */
export function placedFacts(endpoint: Operation, { name, serviceType }: NamedAction): PlacedFact[] {
  return sentFacts(selectorOf(endpoint), name, serviceType).map(([place, text]) => ({ place, text }));
}

/** Returns the fact that a parameter of an endpoint contains; `undefined`: none. */
export function factOf(endpoint: Operation, action: NamedAction, parameter: Pick<Parameter, "in" | "name">): string | undefined {
  return placedFacts(endpoint, action).find(({ place }) => isAt(place, parameter))?.text;
}

/** Returns whether a parameter of an endpoint contains the action's name or the type of its service. */
export function isFactParameter(endpoint: Operation, parameter: Pick<Parameter, "in" | "name">): boolean {
  return factLocations(selectorOf(endpoint)).some((place) => isAt(place, parameter));
}

/** Returns the path of an endpoint with the facts that it contains. */
export function actionPath(endpoint: Operation, action: NamedAction): string {
  return placedFacts(endpoint, action).reduce(
    (path, { place, text }) => (place.in === "path" ? path.split(`{${place.name}}`).join(text) : path),
    endpoint.path,
  );
}

/**
 * Returns what distinguishes calls of an action in addition to the path: `X-Amz-Target=Tables.GetItem`; `undefined`: nothing.
 */
export function actionFragment(endpoint: Operation, action: NamedAction): string | undefined {
  const facts = placedFacts(endpoint, action).flatMap(({ place, text }) => {
    if (place.in === "path") return [];
    if (isKey(place) || place.in === "media-type") return [text];
    const parameter = endpoint.parameters.find((one) => isAt(place, one));
    return [`${parameter?.name ?? place.name.slice(1)}=${text}`];
  });
  return facts.length > 0 ? facts.join("&") : undefined;
}

/** Returns whether servers don't read the bodies of an action's requests: its endpoint describes none, or it says so itself. */
export function ignoresBody(endpoint: Operation, { operation }: Pick<Action, "operation">): boolean {
  return operation ? !operation.body : !endpoint.body && endpoint.binding?.selector !== undefined;
}

/** Returns the body of a request that invokes an action, around the action's own; `undefined`: it has none. */
export function actionRequestBody(
  endpoint: Operation,
  action: NamedAction & Pick<Action, "operation">,
  body: JsonValue,
): JsonValue | undefined {
  if (ignoresBody(endpoint, action)) return undefined;
  const { name, serviceType } = action;
  return writeActionBody(selectorOf(endpoint), { action: name, type: serviceType, body }) as JsonValue;
}

/** Returns the id of a sampled request, which its responses repeat; `undefined`: it has none. */
export function sampleId(endpoint: Operation): number | string | undefined {
  const { id } = selectorOf(endpoint);
  return id && (id.isNumber ? 1 : "1");
}

/** Returns whether requests that invoke an action have no body: it takes no input, and nothing else is in an optional body. */
export function isBodiless(endpoint: Operation, action: Pick<Action, "takesInput" | "operation">): boolean {
  const { takesInput } = action;
  if (!takesInput && ignoresBody(endpoint, action)) return true;
  const { body, fixed, id, ...facts } = selectorOf(endpoint);
  const isWhole = body === undefined && !fixed && !id && !isNamedInBody(facts) && facts.action.in !== "media-type";
  return !takesInput && isWhole && endpoint.body?.required !== true;
}

/** Returns the JSON pointer to the action's own body in that of a request. */
export function actionBodyPointer(endpoint: Operation, { name }: NamedAction): string {
  return bodyPointer(selectorOf(endpoint), name);
}

/** Returns whether requests invoke an action with a key of the body whose only valid value is `null`. */
export function isEmptyKey(endpoint: Operation, { name }: NamedAction): boolean {
  return selectorOf(endpoint).empty?.includes(name) === true;
}

/** Returns the schema of the whole body of a request that invokes an action. */
export function requestSchema(endpoint: Operation, action: Action, { schemas }: Pick<Contract, "schemas">): JsonValue {
  const own = schemaReference(action.body);
  const fields = placedFacts(endpoint, action).filter(({ place }) => place.in === "field");
  const pointer = actionBodyPointer(endpoint, action);
  const { action: place, item } = selectorOf(endpoint);
  const within = fields.filter(({ place: { name } }) => name.startsWith(`${pointer}/`));
  const ownPart = within.reduce<JsonValue>(
    (schema, { place: { name }, text }) => withMember(schema, name.slice(pointer.length + 1), textSchema(text), schemas),
    own,
  );
  if (pointer === "") return ownPart;
  const isNamed = isKey(place) || within.length > 0;
  const isOnlyKey = place.in === "key" && item === undefined;
  const isNullable = !action.takesInput && place.in === "key";
  const noInput: JsonValue = isEmptyKey(endpoint, action)
    ? { type: ["object", "null"], enum: [null] }
    : { type: ["object", "null"], maxProperties: 0 };
  const value = isNullable || isEmptyKey(endpoint, action) ? noInput : ownPart;
  const beside = fields.filter((field) => !within.includes(field));
  // The key of an item is its only one.
  const [key] = parsePointer(pointer).slice(-1);
  const isItem = place.in === "key" && item !== undefined && pointer === `${item}${formatPointer([key!])}`;
  const closed = { type: "object", required: [key!], properties: { [key!]: value }, additionalProperties: false };
  const placed = placeSchemas(
    {
      ...Object.fromEntries(beside.map(({ place, text }) => [place.name, textSchema(text)])),
      ...(isItem ? { [item]: closed } : { [pointer]: value }),
    },
    new Set(isNamed || action.takesInput ? [] : [pointer]),
  );
  if (isOnlyKey) return { ...(placed as object), additionalProperties: false };
  const declared = endpoint.body?.content.find(({ kind }) => kind === "json")?.schema;
  return declared === undefined || schemasIn(schemas).of(declared).isFreeForm ? placed : { allOf: [declared, placed] };
}

/** Returns the schema of one text, as an `enum`, which every version of OpenAPI supports. */
export function textSchema(text: string): JsonValue {
  return { type: "string", enum: [text] };
}
