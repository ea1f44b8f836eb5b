import type { Check } from "../case.js";
import { pages } from "./pages.js";
import { resource } from "./resource.js";

/** The checks of what several calls show together. */
export const acrossCalls: readonly Check[] = [resource, pages];
