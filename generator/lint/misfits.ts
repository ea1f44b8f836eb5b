import { parsePointer } from "../../templates/runtime/json.js";
import type { Location } from "../diagnostics/diagnostic.js";
import { quote } from "../diagnostics/escape.js";
import type { Details } from "../diagnostics/report.js";
import { isObject, own, type JsonValue } from "../document/json-value.js";
import type { Locations } from "../document/locations.js";
import type { InstanceError } from "../json-schema/instance-errors.js";

/** The maximum number of problems reported for one value: each item of a list may have the same mistake. */
export const maxMisfits = 10;

/** Returns the location of the part of a value at a pointer, or of its nearest existing parent. */
export function locationBelow(
  locations: Locations,
  start: Location | undefined,
  value: JsonValue,
  pointer: string,
): Location | undefined {
  let holder = value;
  let place = start;
  for (const key of parsePointer(pointer)) {
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key)) return place;
    // What a serialized example says has no location of its own.
    place = locations.value(holder, key) ?? place;
    holder = own(holder, key)!;
  }
  return place;
}

/** Returns the violated rule and the suggestion of an error. */
export function misfitDetails(locations: Locations, { schema, keyword, suggestion }: InstanceError): Details {
  const location = isObject(schema) ? locations.value(schema, keyword) : undefined;
  return {
    related: [location && { message: "the violated rule", location }],
    hint: suggestion === undefined ? undefined : `Did you mean ${quote(suggestion)}?`,
  };
}
