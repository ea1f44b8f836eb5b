import { quote } from "../../../diagnostics/escape.js";
import { isObject, ownObject, ownStrings, type JsonObject } from "../../../document/json-value.js";
import type { Choice } from "./lists.js";
import { kept, type ContractPair, type Pair } from "./pairs.js";
import { serverScopes } from "./server-scopes.js";

/** A variable of a server's URL in both versions. */
export interface ServerVariable extends Pair<JsonObject> {
  /** For messages: `the variable "region" of the server "https://{region}.example"`. */
  readonly title: string;
}

/** The variables of all servers that both versions list. */
export function keptVariables(pair: ContractPair): ServerVariable[] {
  return serverScopes(pair).flatMap(({ suffix, ...servers }) =>
    kept(servers).flatMap(({ before, after }) => {
      const variables = { before: variablesOf(before.object), after: variablesOf(after.object) };
      return [...variables.before].flatMap(([name, object]) => {
        const other = variables.after.get(name);
        const title = `the variable ${quote(name)} of the server ${quote(after.url)}${suffix}`;
        return other ? [{ title, before: object, after: other }] : [];
      });
    }),
  );
}

/** The values that a variable may have; any without an `enum`. */
export function valuesOf(variable: JsonObject): Choice {
  return Object.hasOwn(variable, "enum") ? ownStrings(variable, "enum") : undefined;
}

function variablesOf(server: JsonObject): ReadonlyMap<string, JsonObject> {
  const entries = Object.entries(ownObject(server, "variables") ?? {});
  return new Map(entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1])));
}
