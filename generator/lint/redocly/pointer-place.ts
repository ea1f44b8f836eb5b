import type { Location, RelatedLocation } from "../../diagnostics/diagnostic.js";
import { own, type JsonValue } from "../../document/json-value.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { segmentsOf } from "./closed-references.js";

/** Where something of a contract was written, and the references that put it there from other files. */
export interface PointerPlace {
  readonly location: Location | undefined;
  readonly related: readonly RelatedLocation[];
}

/** Finds the place in the source for a JSON pointer into the closed document; a missing key means its holder. */
export function placeOfPointer(
  { document, places }: Pick<LoadedContract, "document" | "places">,
  pointer: string,
  onKey: boolean,
): PointerPlace {
  const related: RelatedLocation[] = [];
  let value: JsonValue = document;
  let file = places.origin(document)?.file;
  let valuePlace = places.value(document);
  let keyPlace = valuePlace;
  for (const segment of segmentsOf(pointer)) {
    const child = own(value, segment);
    if (child === undefined) break;
    const holder = places.origin(value as object);
    const isWritten = holder?.entries.has(segment) === true;
    const inner = typeof child === "object" && child !== null ? places.origin(child) : undefined;
    const written = isWritten ? places.value(value as object, segment) : undefined;
    if (inner && inner.file !== file) {
      const reference = written ?? (holder ? undefined : valuePlace);
      if (reference) related.push({ message: "referred to here", location: reference });
      file = inner.file;
    }
    // What a reference brought in stands in its own place; the holder has only the reference, or nothing.
    valuePlace = inner ? places.value(child as object) : (written ?? valuePlace);
    keyPlace = isWritten ? places.key(value as object, segment) : valuePlace;
    value = child;
  }
  // A key stands beside its reference already.
  if (onKey && keyPlace && related.at(-1)?.location.path === keyPlace.path && related.at(-1)?.location.line === keyPlace.line)
    related.pop();
  return { location: onKey ? keyPlace : valuePlace, related };
}
