import { warning } from "./entry.js";
import { namingCodes } from "./lint-naming.js";
import { schemaCodes } from "./lint-schemas.js";

/** Problems found by lint: one code a rule, and one for a Redocly that fails. */
export const lintCodes = {
  ...namingCodes,
  ...schemaCodes,
  "redocly-failed": warning(
    ({ who, reason }: { who: string; reason: string }) => `${who} failed here and may have missed something: ${reason}`,
    "The fault is Redocly's, not the contract's. The project's own rules are not affected.",
  ),
};
