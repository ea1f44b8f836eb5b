import type { CodeRecord, CodeRecords, ParametersOf } from "./code-record.js";
import type { Diagnostic, Location, RelatedLocation, Severity } from "./diagnostic.js";

/** Receives diagnostics, such as a `Diagnostic[]`. */
export interface Report {
  push(diagnostic: Diagnostic): unknown;
}

/** The details of a report in addition to its code and location. */
export interface Details {
  readonly related?: readonly (RelatedLocation | undefined)[];
  /** Replaces the code's own hint, for example with a suggested name. */
  readonly hint?: string | undefined;
  /** Replaces the code's own severity, if only some of its findings make the output wrong. */
  readonly severity?: Severity | undefined;
}

/** Reports a code of a room; the compiler checks the parameters of its message. */
export type Reporter<Codes extends CodeRecords> = <Code extends keyof Codes & string>(
  to: Report,
  code: Code,
  parameters: ParametersOf<Codes[Code]>,
  location?: Location,
  details?: Details,
) => void;

/** The function with which a room reports its codes. */
export function createReporter<Codes extends CodeRecords>(codes: Codes): Reporter<Codes> {
  return (to, code, parameters, location, details) =>
    to.push(createDiagnostic(code, codes[code]!, parameters as never, location, details));
}

/** Returns the diagnostic of a code. */
export function createDiagnostic<Parameters>(
  code: string,
  { severity: severityByDefault, message, hint: defaultHint }: CodeRecord<Parameters>,
  parameters: Parameters,
  location: Location | undefined,
  { related = [], hint = defaultHint, severity = severityByDefault }: Details = {},
): Diagnostic {
  return {
    code,
    severity,
    message: message(parameters),
    ...(location && { location }),
    related: related.filter((place) => place !== undefined),
    ...(hint && { hint }),
  };
}
