import { compare } from "../../../diagnostics/diagnostic.js";
import { isObject, own, type JsonObject } from "../../../document/json-value.js";
import { buildAction } from "../../../model/build-action.js";
import type { Action } from "../../../model/contract.js";
import type { ContractVersion } from "./contract-version.js";
import type { Spot } from "../rule.js";

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
