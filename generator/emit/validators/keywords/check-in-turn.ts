import { _, and, N, type Code, type KeywordCxt } from "./codegen.js";

/** The check of one of the schemas that a keyword holds. */
export interface Part {
  /** Where the check applies; everywhere if left out. */
  readonly when?: Code;
  /** Writes the check. */
  readonly check: () => void;
}

/**
 * Writes checks one below the other, of which each runs only if those before it found nothing, unless all errors are
 * listed. Ajv writes each into a block within that of the one before, and compilers run out of stack in some hundred
 * blocks. For keywords that track errors.
 */
export function checkInTurn(cxt: KeywordCxt, parts: readonly Part[]): void {
  const isValid = _`${cxt.errsCount!} === ${N.errors}`;
  parts.forEach(({ when, check }, index) => {
    const conditions: Code[] = cxt.it.allErrors || index === 0 ? [] : [isValid];
    if (when) conditions.push(when);
    if (conditions.length === 0) check();
    else cxt.gen.if(and(...conditions), check);
  });
  if (parts.length > 0) cxt.ok(isValid);
}
