import { typesOf } from "../../../../templates/runtime/json-schema/json-type.js";
import { isObject, own, ownObject, type JsonValue } from "../../../document/json-value.js";
import { withoutNull } from "./describe-type.js";
import { branches, mergedSchema } from "./merged-schema.js";
import type { Walk } from "./shape.js";

/** The object in a field. */
export interface InnerObject {
  readonly value: JsonValue;
  /** With which the paths of its fields begin: `entry.`, `items[].`. */
  readonly prefix: string;
  readonly component: string | undefined;
  /** Whether there is room for its fields. */
  readonly isTold: boolean;
}

/** Objects in objects that are told on one page. */
const mostNesting = 5;

/** Schemas that are looked at to tell how large an object is. */
const mostVisits = 1_000;

/** The object in a field, or in the list that it holds. */
export function innerObject(value: JsonValue, path: string, walk: Walk): InnerObject | undefined {
  let [current, prefix] = [withoutNull(value, walk.schemas), `${path}.`];
  let merged = mergedSchema(current, walk.schemas);
  for (let lists = 0; typesOf(merged.schema)?.includes("array") && lists < mostNesting; lists++) {
    const items = own(merged.schema, "items");
    if (items === undefined) return undefined;
    [current, prefix] = [withoutNull(items, walk.schemas), `${prefix.slice(0, -1)}[].`];
    merged = mergedSchema(current, walk.schemas);
  }
  const { component } = merged;
  const isWithinItself = component !== undefined && walk.within.includes(component);
  if (current === undefined || (!isWithinItself && countFields(current, walk) === 0)) return undefined;
  const isTold = hasRoom(current, component, walk) && prefix.split(".").length <= mostNesting + 1;
  return { value: current, prefix, component, isTold };
}

/** Whether an object's fields can be told: always if it has no name by which it could be found elsewhere. */
export function hasRoom(value: JsonValue, component: string | undefined, walk: Walk): boolean {
  return component === undefined || (!walk.within.includes(component) && countFields(value, walk) <= walk.room.fields);
}

/** About how many fields an object has, objects in it included; looks no further than there is room. */
function countFields(value: JsonValue | undefined, walk: Walk): number {
  let total = 0;
  let visits = 0;
  const visit = (current: JsonValue | undefined, within: readonly string[]): void => {
    const { schema, component } = mergedSchema(current, walk.schemas);
    if (total > walk.room.fields || ++visits > mostVisits || (component !== undefined && within.includes(component))) return;
    const inside = component === undefined ? within : [...within, component];
    for (const property of Object.values(ownObject(schema, "properties") ?? {})) {
      total++;
      visit(property, inside);
    }
    const others = own(schema, "additionalProperties");
    if (isObject(others) && Object.keys(others).length > 0) total++;
    for (const keyword of ["items", "additionalProperties"]) if (isObject(own(schema, keyword))) visit(schema[keyword], inside);
    for (const keyword of ["oneOf", "anyOf", "allOf"] as const)
      for (const branch of branches(schema, keyword)) visit(branch, inside);
  };
  visit(value, walk.within);
  return total;
}
