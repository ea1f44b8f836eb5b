import type { Contract } from "../../model/contract.js";
import { createNamer } from "../../model/names.js";
import type { Mode } from "./vocabulary.js";

/**
 * Names for validator functions. Each has a `$`, which no name of Ajv's variables or of the runtime's functions has:
 * `$NewPort` for a component, `_getProject$path` for a part of an operation, and `$NewPort$all` for the twin that finds
 * all errors.
 */
export interface FunctionNamer {
  component(name: string, mode: Mode): string;
  operationPart(operationId: string, member: string, mode: Mode): string;
}

/** What the modules that call these functions import with a `$` in front. */
const imported = ["Actions", "actionGuards", "actionErrorListers"];

export function createFunctionNamer(contract: Contract, otherOperations: readonly string[] = []): FunctionNamer {
  const components = uniqueIdentifiers([...contract.schemas.keys()], imported);
  const operations = uniqueIdentifiers([...contract.operations.map((operation) => operation.id), ...otherOperations]);
  const suffix = (mode: Mode) => (mode === "all" ? "$all" : "");
  return {
    component: (name, mode) => `$${components.get(name)!}${suffix(mode)}`,
    operationPart: (operationId, member, mode) => `_${operations.get(operationId)!}$${plain(member)}${suffix(mode)}`,
  };
}

function uniqueIdentifiers(names: readonly string[], taken: readonly string[] = []): Map<string, string> {
  const unique = createNamer(taken);
  return new Map(names.map((name) => [name, unique(plain(name))]));
}

/** Letters, digits and `_`: reserved words are none of the names that this becomes part of. */
function plain(name: string): string {
  return name.replace(/[^A-Za-z0-9_]/g, "_");
}
