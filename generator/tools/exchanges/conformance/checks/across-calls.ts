import type { Check } from "../case.js";
import { asynchronous } from "./async.js";
import { http } from "./http.js";
import { idempotent } from "./idempotent.js";
import { pages } from "./pages.js";
import { resource } from "./resource.js";
import { unchanged } from "./unchanged.js";

/** The checks of what several calls show together. */
export const acrossCalls: readonly Check[] = [resource, unchanged, idempotent, pages, http, asynchronous];
