export { quote } from "../../../templates/runtime/json-schema/messages.js";
import type { Severity } from "../diagnostic.js";

/** One code of the catalog: how much it weighs, what it says, and what to do about it. */
export interface CatalogEntry<P> {
  readonly severity: Severity;
  readonly message: (parameters: P) => string;
  readonly hint?: string;
}

/** An entry that stops `generate`. */
export function error<P = Record<never, never>>(message: (parameters: P) => string, hint?: string): CatalogEntry<P> {
  return { severity: "error", message, ...(hint && { hint }) };
}

/** An entry that is only shown. */
export function warning<P = Record<never, never>>(message: (parameters: P) => string, hint?: string): CatalogEntry<P> {
  return { severity: "warning", message, ...(hint && { hint }) };
}
