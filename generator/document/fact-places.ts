import { factLocations, isKey, type FactLocation, type Selector } from "../../templates/runtime/selector.js";
import { quote } from "../diagnostics/escape.js";

/** A location as a binding writes it. */
interface PlaceRow {
  /** The location in requests. */
  readonly in: FactLocation["in"];
  /** Whether it may name the type of a service, too. */
  readonly namesType: boolean;
  /** What its name doesn't say, for the schema of bindings. */
  readonly meaning?: string;
}

/** The locations at which a binding may say that requests name an action or the type of its service. */
const places = {
  path: { in: "path", namesType: true },
  "path-suffix": { in: "path", namesType: false, meaning: "/instances/{id}:{verb}" },
  header: { in: "header", namesType: true },
  query: { in: "query", namesType: true },
  "body-field": { in: "field", namesType: true, meaning: "a member of the body" },
  "body-key": { in: "key", namesType: false, meaning: "its only key" },
  "body-member": { in: "member", namesType: false, meaning: "one of its keys, beside others" },
  "media-type": { in: "media-type", namesType: false, meaning: "that of the body" },
} as const satisfies Readonly<Record<string, PlaceRow>>;

/** A location as a binding writes it: `path-suffix`. */
export type WrittenPlace = keyof typeof places;

const rows: readonly (readonly [WrittenPlace, PlaceRow])[] = Object.entries(places) as [WrittenPlace, PlaceRow][];

/** The locations at which a binding may name the action of a request. */
export const actionPlaces: readonly WrittenPlace[] = rows.map(([name]) => name);

/** The locations at which a binding may name the type of a service. */
export const typePlaces: readonly WrittenPlace[] = rows.flatMap(([name, { namesType }]) => (namesType ? [name] : []));

/** The locations whose names need an explanation, each with it. */
export const placeMeanings: string = rows
  .flatMap(([name, { meaning }]) => (meaning === undefined ? [] : [`${name}: ${meaning}`]))
  .join("; ");

/** What the rest of the compiler asks about a location in requests. */
interface LocationRow {
  readonly isInBody: boolean;
  /** Whether names that differ in case only are the same. */
  readonly ignoresCase: boolean;
  readonly describe: (name: string) => string;
}

const locations: Readonly<Record<FactLocation["in"], LocationRow>> = {
  path: { isInBody: false, ignoresCase: false, describe: (name) => `the path parameter ${quote(name)}` },
  query: { isInBody: false, ignoresCase: false, describe: (name) => `the query parameter ${quote(name)}` },
  header: { isInBody: false, ignoresCase: true, describe: (name) => `the header ${quote(name)}` },
  field: { isInBody: true, ignoresCase: false, describe: (name) => `${quote(name)} of the body` },
  key: { isInBody: true, ignoresCase: false, describe: () => "the only key of the body" },
  member: { isInBody: true, ignoresCase: false, describe: () => "a key of the body" },
  "media-type": { isInBody: true, ignoresCase: false, describe: () => "the media type of the body" },
};

/** Returns the location in requests that a binding writes as `place`. */
export function locationOf<Place extends WrittenPlace>(place: Place): (typeof places)[Place]["in"] {
  return places[place].in;
}

/** Returns the location in requests that the text of a binding stands for; `undefined`: none. */
export function readLocation(text: string | undefined): FactLocation["in"] | undefined {
  return rows.find(([name]) => name === text)?.[1].in;
}

/** Returns whether a location is a part of the body. */
export function isInBody(place: FactLocation["in"]): boolean {
  return locations[place].isInBody;
}

/** Returns a name as compared at a location: that of a header in lower case. */
export function comparedName(place: FactLocation["in"], name: string): string {
  return locations[place].ignoresCase ? name.toLowerCase() : name;
}

/** Returns whether a parameter is the location of a fact. */
export function isAt(
  { in: place, name }: FactLocation,
  parameter: { readonly in: string | undefined; readonly name: string | undefined },
): boolean {
  return place === parameter.in && parameter.name !== undefined && name === comparedName(place, parameter.name);
}

/** Returns the pointers to the members of the body that contain facts; the selector may be absent. */
export function factFields(selector: Parameters<typeof factLocations>[0] | undefined): string[] {
  return (selector ? factLocations(selector) : []).flatMap((place) => (place.in === "field" ? [place.name] : []));
}

/** Returns the location of an action's name as named in messages. */
export function describeActionPlace({ action, rest, item }: Pick<Selector, "action" | "rest" | "item">): string {
  if (item !== undefined && isKey(action)) return `${describePlace(action)} at ${quote(item)}`;
  return rest ? `${describePlace(action)}, ${quote(rest.separator)} and ${describePlace(rest)}` : describePlace(action);
}

/** Returns a location as named in messages: `the header "x-amz-target", as "Tables.{action}"`. */
export function describePlace({ in: place, name, before = "", after = "" }: FactLocation): string {
  const written = `${before}{action}${after}`;
  return `${locations[place].describe(name)}${written === "{action}" ? "" : `, as ${quote(written)}`}`;
}
