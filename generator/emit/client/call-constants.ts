import type { Contract } from "../../model/contract.js";
import { createNamer, identifier } from "../../model/names.js";
import { typeNames } from "../../model/type-names.js";

/** The names of the constants in `client/routes.ts`. */
export interface CallConstants {
  /** By operation id. */
  readonly operations: ReadonlyMap<string, string>;
  /** By service type and action: `postgres add_ip`. */
  readonly actions: ReadonlyMap<string, string>;
}

/** What no constant is called: the other names in the file, those that `client/index.ts` exports next to it, and what makes a module a promise. */
const reserved = (
  "createClient createClientOf createHandle follow hasCode items pages poll raw retry retryOf runAll serverUrl validate " +
  "then routes services repeatable addActions addOwnActions addParameters checkForm checkId nameActions readAnyBody readSequences readSuccesses sendSequence useOwnRoutes useReserved " +
  "wrapSecrets writeAnyBody writeChecked writeFacts writeFactsInAny writeFactsInForms writeForm writeHeaders writePlain " +
  "writeQuery writeSequences writeSequencesOrForms writeStyled"
).split(" ");

/** Names the calls of a contract: `getService`, `postgresAddIp`. They begin in lower case, unlike types. */
export function callConstants(contract: Contract): CallConstants {
  const known = names.get(contract);
  if (known) return known;
  const take = createNamer(reserved);
  const named = (name: string) => take(identifier(name.charAt(0).toLowerCase() + name.slice(1)));
  const types = typeNames(contract).actions;
  const operations = new Map(contract.operations.map(({ id }) => [id, named(id)]));
  const made = { operations, actions: new Map([...types].map(([key, type]) => [key, named(type)])) };
  names.set(contract, made);
  return made;
}

const names = new WeakMap<Contract, CallConstants>();
