import {
  bodyPointer,
  usualSelector,
  writeActionBody,
  writtenFact,
  type FactLocation,
  type Selector,
} from "../../templates/runtime/selector.js";
import type { JsonValue } from "../document/json-value.js";
import { schemaReference } from "../document/reference.js";
import { isFreeForm } from "../json-schema/members.js";
import { placeSchemas } from "../json-schema/place-schemas.js";
import { withMember } from "../json-schema/root-member.js";
import type { Action, Contract, Operation, Parameter } from "./contract.js";
import { mediaKind } from "./media-kind.js";

/** What names an action. */
type NamedAction = Pick<Action, "name" | "serviceType">;

/** A fact of a call at its place in a request. */
export interface PlacedFact {
  readonly place: FactLocation;
  /** As requests have it. */
  readonly text: string;
}

/** Where requests of an endpoint have the facts of a call. */
export function selectorOf({ binding }: Pick<Operation, "binding">): Selector {
  return binding?.selector ?? usualSelector;
}

/** The name of an action, and the type of its service where requests tell it, as they are written. */
export function placedFacts(endpoint: Operation, { name, serviceType }: NamedAction): PlacedFact[] {
  const { action, type } = selectorOf(endpoint);
  return [
    { place: action, text: writtenFact(action, name) },
    ...(type ? [{ place: type, text: writtenFact(type, serviceType) }] : []),
  ];
}

/** The fact that a parameter of an endpoint names; `undefined`: none. */
export function factOf(endpoint: Operation, action: NamedAction, parameter: Pick<Parameter, "in" | "name">): string | undefined {
  return placedFacts(endpoint, action).find(({ place }) => isAt(place, parameter))?.text;
}

/** Whether a parameter is what a place of a fact names. */
export function isAt({ in: place, name }: FactLocation, parameter: Pick<Parameter, "in" | "name">): boolean {
  return place === parameter.in && name === (place === "header" ? parameter.name.toLowerCase() : parameter.name);
}

/** Whether a parameter of an endpoint names the action or the type of its service. */
export function isFactParameter(endpoint: Operation, parameter: Pick<Parameter, "in" | "name">): boolean {
  const { action, type } = selectorOf(endpoint);
  return isAt(action, parameter) || (type !== undefined && isAt(type, parameter));
}

/** The path of an endpoint with the facts that it contains. */
export function actionPath(endpoint: Operation, action: NamedAction): string {
  return placedFacts(endpoint, action).reduce(
    (path, { place, text }) => (place.in === "path" ? path.split(`{${place.name}}`).join(text) : path),
    endpoint.path,
  );
}

/** What distinguishes calls of an action besides the path: `X-Amz-Target=Tables.GetItem`; `undefined`: nothing. */
export function actionFragment(endpoint: Operation, action: NamedAction): string | undefined {
  const facts = placedFacts(endpoint, action).flatMap(({ place, text }) => {
    if (place.in === "path") return [];
    if (place.in === "key") return [text];
    const parameter = endpoint.parameters.find((one) => isAt(place, one));
    return [`${parameter?.name ?? place.name.slice(1)}=${text}`];
  });
  return facts.length > 0 ? facts.join("&") : undefined;
}

/** The body of a request that invokes an action, around the action's own; `undefined`: it has none. */
export function actionRequestBody(
  endpoint: Operation,
  { name, serviceType }: NamedAction,
  body: JsonValue,
): JsonValue | undefined {
  if (!endpoint.body && endpoint.binding?.selector) return undefined;
  return writeActionBody(selectorOf(endpoint), { action: name, type: serviceType, body }) as JsonValue;
}

/** The JSON pointer to the action's own body in that of a request. */
export function actionBodyPointer(endpoint: Operation, { name }: NamedAction): string {
  return bodyPointer(selectorOf(endpoint), name);
}

/** The schema of all that a request sends to invoke an action. */
export function requestSchema(endpoint: Operation, action: Action, { schemas }: Pick<Contract, "schemas">): JsonValue {
  const own = schemaReference(action.body);
  const fields = placedFacts(endpoint, action).filter(({ place }) => place.in === "field");
  const pointer = actionBodyPointer(endpoint, action);
  if (pointer === "") {
    return fields.reduce<JsonValue>(
      (schema, { place, text }) => withMember(schema, place.name.slice(1), textSchema(text), schemas),
      own,
    );
  }
  const isKey = selectorOf(endpoint).action.in === "key";
  const value = isKey && !action.takesInput ? { type: ["object", "null"], maxProperties: 0 } : own;
  const placed = placeSchemas(
    { ...Object.fromEntries(fields.map(({ place, text }) => [place.name, textSchema(text)])), [pointer]: value },
    new Set(isKey || action.takesInput ? [] : [pointer]),
  );
  if (isKey) return { ...(placed as object), additionalProperties: false };
  const declared = endpoint.body?.content.find(({ name }) => mediaKind(name) === "json")?.schema;
  return declared === undefined || isFreeForm(declared, schemas) ? placed : { allOf: [declared, placed] };
}

/** The schema of one text; readers of every version know an enum. */
export function textSchema(text: string): JsonValue {
  return { type: "string", enum: [text] };
}
