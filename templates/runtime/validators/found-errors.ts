import type { ValidationError } from "./validation-error.js";

/** What a generated function found: errors, and those that the function of a part of the value found. */
export type FoundErrors = readonly (ValidationError | PartErrors)[];

/** Paths of `errors` start where `path` leads. */
export interface PartErrors {
  readonly path: string;
  readonly errors: FoundErrors;
}

/**
 * At most `limit` of what was found, with paths from the whole value. Alternatives within each other have twice as many
 * errors at each level: they are kept as a tree, and only as many are listed as are wanted.
 */
export function listErrors(found: FoundErrors, limit: number): ValidationError[] {
  const list: ValidationError[] = [];
  collect(found, "", Math.max(limit, 1), list);
  return list;
}

function collect(found: FoundErrors, path: string, limit: number, list: ValidationError[]): void {
  for (let index = 0; index < found.length && list.length < limit; index++) {
    const item = found[index]!;
    if ("errors" in item) collect(item.errors, path + item.path, limit, list);
    else list.push(path === "" ? item : { ...item, instancePath: path + item.instancePath });
  }
}
