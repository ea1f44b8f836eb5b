import { quote } from "../../../diagnostics/catalog/entry.js";
import { compare } from "../../../diagnostics/diagnostic.js";
import { isObject, type JsonObject, type JsonValue, own, ownString } from "../../../document/json-value.js";
import { buildAction } from "../../../model/build-action.js";
import type { Action } from "../../../model/contract.js";
import { at, type ChangePlaces, type Spot } from "../rule.js";
import type { ContractVersion } from "./contract-version.js";
import type { Pair } from "./pairs.js";

/** The actions of one service type in one version. */
export interface ServiceTypeSide {
  readonly version: ContractVersion;
  readonly name: string;
  /** What has the map of actions, and under which key. */
  readonly spot: Spot;
  readonly map: JsonObject;
  readonly actions: ReadonlyMap<string, ActionSide>;
}

/** An action of one version: what it says, and the object that says it. */
export interface ActionSide {
  readonly version: ContractVersion;
  readonly model: Action;
  readonly object: JsonObject;
  /** Its key in the map of actions. */
  readonly spot: Spot;
}

export type ActionPair = Pair<ActionSide>;

/** A service type that both have. */
export interface ServiceTypePair extends Pair<ServiceTypeSide> {
  readonly addedActions: readonly ActionSide[];
  readonly removedActions: readonly ActionSide[];
  /** Neither added nor removed: they look like the same action by another name. */
  readonly renamedActions: readonly ActionPair[];
}

/** The service types of a version by name, in code units. */
export function serviceTypesOf(version: ContractVersion): ReadonlyMap<string, ServiceTypeSide> {
  const maps = version.actionMaps.toSorted((a, b) => compare(a.type, b.type));
  return new Map(
    maps.map(({ type, key, holder, actions: map }) => {
      const names = Object.keys(map).sort(compare);
      const actions = names.flatMap((name) => {
        const object = own(map, name);
        return isObject(object) ? [[name, createAction(type, name, object, map, version)] as const] : [];
      });
      return [type, { version, name: type, spot: { object: holder, key }, map, actions: new Map(actions) }];
    }),
  );
}

function createAction(type: string, name: string, object: JsonObject, map: JsonObject, version: ContractVersion): ActionSide {
  // The model names bodies and results for code; here they are compared as they stand.
  const model = buildAction(type, type, name, object, {}, (wanted) => wanted);
  return { version, model, object, spot: { object: map, key: name } };
}

/** The schema of an action's body. */
export function bodyOf({ object }: ActionSide): JsonValue {
  return own(object, "body") ?? noInput;
}

/** What an action without `body` takes: only `{}`. */
const noInput: JsonObject = { type: "object", additionalProperties: false };

/** The schema of an action's result. */
export function resultOf({ object }: ActionSide): JsonValue {
  return own(object, "result") ?? anyResult;
}

/** What an action without `result` returns. */
const anyResult: JsonObject = { type: "object" };

/** `"add_ip" of "postgres"`, as messages name an action. */
export function describeAction({ model }: ActionSide): string {
  return `${quote(model.name)} of ${quote(model.serviceType)}`;
}

/** Where a field of an action stands in both versions, or the action where it isn't written. */
export function placesOf({ before, after }: ActionPair, ...fields: readonly string[]): ChangePlaces {
  return { before: spotOf(before, fields), after: spotOf(after, fields) };
}

function spotOf(side: ActionSide, fields: readonly string[]): Spot {
  let spot = side.spot;
  let holder: JsonObject = side.object;
  for (const field of fields) {
    const value = own(holder, field);
    if (value === undefined) break;
    spot = at(holder, field);
    holder = value as JsonObject;
  }
  return spot;
}

/** Where an action's own error of a code stands in both versions, or the list that would hold it. */
export function errorSpots(pair: ActionPair, code: string): ChangePlaces {
  const find = (side: ActionSide): Spot => {
    const errors = own(side.object, "errors");
    const index = Array.isArray(errors) ? errors.findIndex((error) => ownString(error, "code") === code) : -1;
    return index < 0 ? spotOf(side, ["errors"]) : at(errors as object, index);
  };
  return { before: find(pair.before), after: find(pair.after) };
}
