import { catalog, type Code, type MessageParameters } from "./catalog.js";
import type { Diagnostic, Location, RelatedPlace } from "./diagnostic.js";

/** Collects diagnostics; `Diagnostic[]` is one. */
export interface Report {
  push(diagnostic: Diagnostic): unknown;
}

/** What a report may say beyond its code and place. */
export interface Details {
  readonly related?: readonly (RelatedPlace | undefined)[];
  /** Replaces the catalog's hint, for example with a suggested name. */
  readonly hint?: string | undefined;
}

/** Reports a problem of the catalog; the compiler asks for the parameters that its message needs. */
export function report<C extends Code>(
  to: Report,
  code: C,
  parameters: MessageParameters<C>,
  location?: Location,
  details: Details = {},
): void {
  const entry = catalog[code];
  const message = (entry.message as (parameters: MessageParameters<C>) => string)(parameters);
  const hint = details.hint ?? entry.hint;
  to.push({
    code,
    severity: entry.severity,
    message,
    ...(location && { location }),
    related: (details.related ?? []).filter((place) => place !== undefined),
    ...(hint && { hint }),
  });
}
