import type { Report } from "../diagnostics/report.js";
import { report } from "./diagnostics.js";
import type { JsonObject, JsonValue } from "./json-value.js";
import { maxCopiedObjects, maxNesting } from "./limits.js";
import type { Locations } from "./locations.js";

/** Limits the copies of inlined references, which could otherwise grow a document without bounds. */
export interface CopyGuard {
  /** Runs `copy` for the target of a holder's `$ref`. Reports a cycle and returns `undefined` for it. */
  enter<Copy>(target: JsonValue, holder: JsonObject, copy: () => Copy): Copy | undefined;
  /** Counts an object of a second or later copy. Reports the first one beyond the limit, and returns true from then on. */
  isOneTooMany(value: JsonObject): boolean;
}

/** Creates the guard of one document. */
export function createCopyGuard(locations: Locations, problems: Report): CopyGuard {
  const copying = new Set<JsonValue>();
  const copied = new Set<JsonValue>();
  let again = 0;
  let copiedAgain = 0;

  return {
    enter(target, holder, copy) {
      if (copying.has(target) || copying.size >= maxNesting) {
        const parameters = { ref: String(holder["$ref"]), limit: maxNesting };
        report(problems, copying.has(target) ? "ref-cycle" : "ref-depth", parameters, locations.value(holder, "$ref"));
        return undefined;
      }
      if (this.isOneTooMany(holder)) return undefined;
      const isAgain = copied.has(target) ? 1 : 0;
      copied.add(target);
      copying.add(target);
      again += isAgain;
      const made = copy();
      again -= isAgain;
      copying.delete(target);
      return made;
    },
    isOneTooMany(value) {
      if (again === 0 || ++copiedAgain <= maxCopiedObjects) return false;
      if (copiedAgain === maxCopiedObjects + 1)
        report(problems, "ref-copies", { limit: maxCopiedObjects }, locations.value(value));
      return true;
    },
  };
}
