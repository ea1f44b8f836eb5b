import { compareDiagnostics, type Diagnostic } from "../../diagnostics/diagnostic.js";
import type { LoadedContract } from "../../document/load-contract.js";
import { failureDiagnostic, problemDiagnostic } from "./problem-diagnostic.js";
import { runRules, type RedoclyOptions } from "./run-rules.js";

/**
 * What the `recommended` rules of Redocly say about a contract, with every finding at its place in the source. Works
 * on the closed document only: reads no file, no config, no environment.
 */
export async function lintWithRedocly(contract: LoadedContract, options?: RedoclyOptions): Promise<Diagnostic[]> {
  const engine = await import("./engine.js");
  const { problems, failures } = runRules(engine, contract, options);
  const diagnostics = [
    ...problems.map((problem) => problemDiagnostic(problem, contract)),
    ...failures.map((failure) => failureDiagnostic(failure, contract)),
  ].sort(compareDiagnostics);
  return diagnostics.filter((diagnostic, index) => {
    const before = diagnostics[index - 1];
    return !before || compareDiagnostics(before, diagnostic) !== 0;
  });
}
