import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { catalog } from "../catalog.js";

/** True if a config may change the severity of a code or suppress its findings. */
export function isAdjustableCode(code: string): boolean {
  const record = catalog.get(code);
  return record === undefined || record.severity === "warning" || record.adjustable === true;
}

/** The same for one problem: some rules of Redocly are errors only if they protect the output. */
export function isAdjustable({ code, severity }: Diagnostic): boolean {
  return code.startsWith("redocly/") ? severity === "warning" : isAdjustableCode(code);
}

/** True if a config that is lenient makes an error of a code a warning: not if it concerns something else than the document. */
export function isForgivable(code: string): boolean {
  return catalog.get(code)?.isElsewhere !== true;
}
