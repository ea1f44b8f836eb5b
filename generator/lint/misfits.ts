import type { Location } from "../diagnostics/diagnostic.js";
import { quote } from "../diagnostics/escape.js";
import type { Details } from "../diagnostics/report.js";
import { isObject, own, type JsonValue } from "../document/json-value.js";
import type { Locations } from "../document/locations.js";
import type { InstanceError } from "../json-schema/instance-errors.js";

/** The maximum of problems reported for one value: a list may have the same mistake in each of its items. */
export const maxMisfits = 10;

/** The place of the part of a value that a pointer leads to, or of the nearest part around it. */
export function locationBelow(
  locations: Locations,
  start: Location | undefined,
  value: JsonValue,
  pointer: string,
): Location | undefined {
  let holder = value;
  let place = start;
  for (const segment of pointer.split("/").slice(1)) {
    const key = segment.replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key)) return place;
    place = locations.value(holder, key);
    holder = own(holder, key)!;
  }
  return place;
}

/** The rule that a value breaks, and what may have been meant. */
export function misfitDetails(locations: Locations, { schema, keyword, suggestion }: InstanceError): Details {
  const location = isObject(schema) ? locations.value(schema, keyword) : undefined;
  return {
    related: [location && { message: "the violated rule", location }],
    hint: suggestion === undefined ? undefined : `Did you mean ${quote(suggestion)}?`,
  };
}
