import type { Caller } from "../callers.js";
import type { Check } from "../case.js";
import { content } from "./content.js";
import { credentials } from "./credentials.js";
import { undeclaredMethods } from "./methods.js";
import { requests } from "./requests.js";
import { scopes } from "./scopes.js";

/** All checks in the order in which they run. */
export function listChecks(callers: Readonly<Record<string, Caller>>): readonly Check[] {
  return [credentials, scopes(callers), requests, undeclaredMethods, content];
}
