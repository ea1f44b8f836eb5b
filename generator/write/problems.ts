import type { MessageParameters } from "../diagnostics/catalog.js";
import type { outputCodes } from "../diagnostics/catalog/output.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import { report } from "../diagnostics/report.js";

type OutputCode = keyof typeof outputCodes;

/** Makes the diagnostic of a code, located at the path that its parameters name. */
export function outputProblem<C extends OutputCode>(
  code: C,
  parameters: MessageParameters<C> & { path: string },
  hint?: string,
): Diagnostic {
  const found: Diagnostic[] = [];
  report(found, code, parameters, { path: parameters.path, line: 1, column: 1 }, { hint });
  return found[0]!;
}
