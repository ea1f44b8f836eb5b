import type { TestAccess } from "../callers.js";
import type { Check } from "../case.js";
import { access } from "./access.js";
import { asynchronous } from "./async.js";
import { content } from "./content.js";
import { credentials } from "./credentials.js";
import { filters } from "./filters.js";
import { gate } from "./gate.js";
import { http } from "./http.js";
import { idempotent } from "./idempotent.js";
import { undeclaredMethods } from "./methods.js";
import { order } from "./order.js";
import { pages } from "./pages.js";
import { preconditions } from "./preconditions.js";
import { requests } from "./requests.js";
import { resource } from "./resource.js";
import { scopes } from "./scopes.js";
import { secrets } from "./secrets.js";
import { unchanged } from "./unchanged.js";

/** All checks in the order in which they run. */
export function listChecks(given: TestAccess): readonly Check[] {
  const { callers = {} } = given;
  const single = [credentials, scopes(callers), order(callers), access(given), gate, requests, undeclaredMethods, content];
  const acrossCalls = [resource, preconditions, unchanged, idempotent, pages, filters(given), http, asynchronous, secrets];
  return [...single, ...acrossCalls];
}
