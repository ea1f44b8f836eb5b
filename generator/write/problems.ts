import type { ParametersOf } from "../diagnostics/code-record.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { report, type outputCodes } from "./diagnostics.js";

type OutputCodes = typeof outputCodes;

/** Makes the diagnostic of a code, located at the path that its parameters name. */
export function outputProblem<C extends keyof OutputCodes>(
  code: C,
  parameters: ParametersOf<OutputCodes[C]> & { path: string },
  hint?: string,
): Diagnostic {
  const found: Diagnostic[] = [];
  report(found, code, parameters, { path: parameters.path, line: 1, column: 1 }, { hint });
  return found[0]!;
}
