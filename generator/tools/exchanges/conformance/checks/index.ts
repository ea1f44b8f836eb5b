import type { TestAccess } from "../callers.js";
import type { Check } from "../case.js";
import { access } from "./access.js";
import { acrossCalls } from "./across-calls.js";
import { content } from "./content.js";
import { credentials } from "./credentials.js";
import { gate } from "./gate.js";
import { undeclaredMethods } from "./methods.js";
import { order } from "./order.js";
import { requests } from "./requests.js";
import { scopes } from "./scopes.js";

/** All checks in the order in which they run. */
export function listChecks(given: TestAccess): readonly Check[] {
  const { callers = {} } = given;
  const single = [credentials, scopes(callers), order(callers), access(given), gate, requests, undeclaredMethods, content];
  return [...single, ...acrossCalls];
}
