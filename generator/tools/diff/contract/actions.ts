import { quote } from "../../../diagnostics/escape.js";
import { compare } from "../../../diagnostics/diagnostic.js";
import { isObject, type JsonObject, type JsonValue, own, ownString } from "../../../document/json-value.js";
import { buildAction } from "../../../model/build-action.js";
import type { ActionBinding } from "../../../binding/binding.js";
import type { Action } from "../../../model/contract.js";
import { at, type ChangeAnchors, type Anchor } from "../rule.js";
import type { ActionEndpoint, ContractVersion } from "./contract-version.js";
import type { Pair } from "./pairs.js";

/** The actions of one service type in one version. */
export interface ServiceTypeVersion {
  readonly version: ContractVersion;
  readonly name: string;
  /** The object with the map of actions, and its key. */
  readonly anchor: Anchor;
  readonly map: JsonObject;
  readonly actions: ReadonlyMap<string, ActionVersion>;
}

/** An action of one version: its model and its source object. */
export interface ActionVersion {
  readonly version: ContractVersion;
  readonly model: Action;
  readonly object: JsonObject;
  /** Its key in the map of actions. */
  readonly anchor: Anchor;
  readonly endpoints: readonly ActionEndpoint[];
  /** The effective binding of its endpoint. */
  readonly binding: ActionBinding | undefined;
}

export type ActionPair = Pair<ActionVersion>;

/** A service type that both versions have. */
export interface ServiceTypePair extends Pair<ServiceTypeVersion> {
  readonly addedActions: readonly ActionVersion[];
  readonly removedActions: readonly ActionVersion[];
  /** Removed actions, each with an added action that appears to be the same under a new name. */
  readonly renamedActions: readonly ActionPair[];
}

/** Returns the service types of a version by name, in code unit order. */
export function serviceTypesOf(version: ContractVersion): ReadonlyMap<string, ServiceTypeVersion> {
  const maps = version.actionMaps.toSorted((a, b) => compare(a.type, b.type));
  return new Map(
    maps.map(({ type, key, holder, actions: map }) => {
      const names = Object.keys(map).sort(compare);
      const actions = names.flatMap((name) => {
        const object = own(map, name);
        return isObject(object) ? [[name, createAction(type, name, object, map, version)] as const] : [];
      });
      return [type, { version, name: type, anchor: { object: holder, key }, map, actions: new Map(actions) }];
    }),
  );
}

function createAction(type: string, name: string, object: JsonObject, map: JsonObject, version: ContractVersion): ActionVersion {
  // The model names bodies and results for code; here they are compared as written.
  const model = buildAction(type, type, name, object, {}, (wanted) => wanted);
  const endpoints = version.endpoints.filter(({ maps }) => maps.some(({ actions }) => actions === map));
  return { version, model, object, anchor: { object: map, key: name }, endpoints, binding: endpoints[0]?.binding };
}

/** Returns the schema of an action's body. */
export function bodyOf({ object }: ActionVersion): JsonValue {
  return own(object, "body") ?? noInput;
}

/** The body of an action without `body`: only `{}`. */
const noInput: JsonObject = { type: "object", additionalProperties: false };

/** Returns the schema of an action's result. */
export function resultOf({ object }: ActionVersion): JsonValue {
  return own(object, "result") ?? anyResult;
}

/** The result of an action without `result`. */
const anyResult: JsonObject = { type: "object" };

/** Returns the name of an action for messages: `"add_ip" of "postgres"`. */
export function describeAction({ model }: ActionVersion): string {
  return `${quote(model.name)} of ${quote(model.serviceType)}`;
}

/** Returns the anchors of an action's field in both versions, or of the action if the field is absent. */
export function actionAnchors({ before, after }: ActionPair, ...fields: readonly string[]): ChangeAnchors {
  return { before: anchorOf(before, fields), after: anchorOf(after, fields) };
}

function anchorOf(side: ActionVersion, fields: readonly string[]): Anchor {
  let anchor = side.anchor;
  let holder: JsonObject = side.object;
  for (const field of fields) {
    const value = own(holder, field);
    if (value === undefined) break;
    anchor = at(holder, field);
    holder = value as JsonObject;
  }
  return anchor;
}

/** Returns the anchors of an action's own error in both versions, or of the list of errors if it is absent. */
export function errorAnchors(pair: ActionPair, code: string): ChangeAnchors {
  const find = (side: ActionVersion): Anchor => {
    const errors = own(side.object, "errors");
    const index = Array.isArray(errors) ? errors.findIndex((error) => ownString(error, "code") === code) : -1;
    return index < 0 ? anchorOf(side, ["errors"]) : at(errors as object, index);
  };
  return { before: find(pair.before), after: find(pair.after) };
}
