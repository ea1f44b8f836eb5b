import type { lintCodes } from "../catalog/lint.js";
import type { Explanations } from "./explanation.js";
import { namingExplanations } from "./lint-naming.js";
import { schemaExplanations } from "./lint-schemas.js";

/** Why rules report what they report. */
export const lintExplanations: Explanations<typeof lintCodes> = {
  ...namingExplanations,
  ...schemaExplanations,
  "redocly-failed": {
    cause:
      "A rule of Redocly threw an error or took too long on this contract. What it would have found is missing; all other rules have done their work.",
    bad: "openapi.yaml:1:1 warning redocly-failed: Redocly's rule struct failed here and may have missed something",
    good: "openapi-actions lint --verbose   # and report the contract to Redocly",
    at: "sh",
  },
};
