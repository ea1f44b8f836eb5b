import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { report } from "./diagnostics.js";
import type { HandledBy } from "./diagnostics.js";
import type { Lack } from "./merge-file.js";
import type { Orphan } from "./orphans.js";
import { planScaffold, type ScaffoldRequest } from "./plan-scaffold.js";

/** How handler files differ from what the contract wants. */
export interface ScaffoldCheck {
  /** Handler files that a run would create. */
  readonly missingFiles: readonly string[];
  /** Handlers that a run would add to existing files. */
  readonly missing: readonly Lack[];
  /** Handlers that the contract knows nothing of: yours to delete. */
  readonly orphans: readonly Orphan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What `--check` says about handler files: missing ones are errors, orphans warnings. Writes nothing. */
export function checkScaffold(request: ScaffoldRequest): ScaffoldCheck {
  const plan = planScaffold(request);
  const diagnostics = [...plan.diagnostics];
  const missingFiles = plan.files.filter((file) => file.before === undefined).map((file) => file.path);
  for (const path of missingFiles) report(diagnostics, "scaffold-missing-file", { path });
  for (const { names, of, location } of plan.lacks) {
    const whole: HandledBy = of ?? { kind: "type" };
    report(diagnostics, "scaffold-missing", { names, of: whole }, location);
  }
  return { missingFiles, missing: plan.lacks, orphans: plan.orphans, diagnostics: diagnostics.sort(compareDiagnostics) };
}
