import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import { locationAt } from "../../document/source.js";
import { choosePaths } from "./choose-paths.js";
import type { LoweredContract } from "./lowered-contract.js";

/** Actions that an ordinary operation leaves no path, in no document. */
export function reportTakenPaths({ contract, actions, ordinaryPaths }: LoweredContract): Diagnostic[] {
  const problems: Diagnostic[] = [];
  for (const { name: type } of contract.serviceTypes) {
    const ofType = actions.filter(({ serviceType }) => serviceType === type);
    for (const [{ action, path, written }, chosen] of choosePaths(ofType, ordinaryPaths)) {
      if (chosen === path) continue;
      const location = written && locationAt(written.file, written.offset, written.offset + action.name.length);
      report(problems, "expand-path-taken", { type, action: action.name, path }, location);
    }
  }
  return problems;
}
