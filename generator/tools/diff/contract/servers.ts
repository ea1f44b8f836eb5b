import { quote } from "../../../diagnostics/escape.js";
import { isObject, type JsonObject, own, ownObject, ownString, ownStrings } from "../../../document/json-value.js";
import { at, type ChangeAnchors, type Anchor } from "../rule.js";
import { withoutNames, type OperationPair, type OperationVersion } from "./operations.js";
import { added, type Choice, kept, type Maps, type Pair, removed } from "./pairs.js";
import type { ContractPair } from "./contract-pair.js";
import { urlKey } from "./url-key.js";

/** A base URL of an API. */
interface ServerVersion {
  readonly url: string;
  readonly object: JsonObject;
  readonly anchor: Anchor;
}

/** The servers of the same operations in both versions; equivalent URLs have the same key. */
export interface ServerScope extends Maps<ServerVersion> {
  /** The end of a message: empty for the whole contract, or ` of "listOrders"`. */
  readonly suffix: string;
  /** The anchors of the lists in both versions. */
  readonly anchors: ChangeAnchors;
}

/** Returns the servers of the contract, and those of each path and operation with its own servers in either version. */
export function serverScopes({ before, after, operations, movedOperations }: ContractPair): ServerScope[] {
  const scopes = [scopeOf(before.document, after.document, "")];
  const seen = new Map<JsonObject, Set<JsonObject>>([[before.document, new Set([after.document])]]);
  for (const pair of [...kept(operations), ...movedOperations]) {
    if (pair.after.role !== "api") continue;
    const holders = [holderOf(pair.before), holderOf(pair.after)] as const;
    const partners = seen.get(holders[0]) ?? new Set();
    seen.set(holders[0], partners);
    if (partners.has(holders[1])) continue;
    partners.add(holders[1]);
    scopes.push(scopeOf(...holders, ` of ${quote(titleOf(pair, holders))}`));
  }
  return scopes;
}

/** Returns the object that defines an operation's servers: the nearest one that lists any. */
function holderOf({ object, anchor, version }: OperationVersion): JsonObject {
  const holders = [object, anchor.object as JsonObject];
  return holders.find((holder) => listOf(holder).length > 0) ?? version.document;
}

/** Returns an operation's title, or the path if its operations share their servers. */
function titleOf({ before, after }: OperationPair, holders: readonly JsonObject[]): string {
  return holders.includes(before.object) || holders.includes(after.object) ? after.title : after.model.path;
}

function scopeOf(before: JsonObject, after: JsonObject, suffix: string): ServerScope {
  const anchors = { before: at(before, "servers"), after: at(after, "servers") };
  return { ...withRenamed({ before: serversOf(before), after: serversOf(after) }), suffix, anchors };
}

/** Keeps the old URL as the key of servers that differ only in the names of variables, which are not sent. */
function withRenamed(servers: Maps<ServerVersion>): Maps<ServerVersion> {
  const [gone, fresh] = [removed(servers), added(servers)];
  const only = (list: readonly ServerVersion[], { url }: ServerVersion) => {
    const same = list.filter((other) => withoutNames(urlKey(other.url)) === withoutNames(urlKey(url)));
    return same.length === 1 ? same[0] : undefined;
  };
  const oldUrl = (server: ServerVersion) => (only(fresh, server) === server && only(gone, server)?.url) || server.url;
  return { ...servers, after: new Map([...servers.after.values()].map((server) => [urlKey(oldUrl(server)), server])) };
}

/** Returns the servers that an object lists, by default the document's own location. */
function serversOf(holder: JsonObject): ReadonlyMap<string, ServerVersion> {
  const list = listOf(holder);
  const servers = list.flatMap((object, index) => {
    const url = ownString(object, "url");
    return url === undefined || !isObject(object) ? [] : [[urlKey(url), { url, object, anchor: at(list, index) }] as const];
  });
  // Of equivalent ones, the first counts.
  return new Map(servers.length > 0 ? servers.reverse() : [["/", { url: "/", object: holder, anchor: at(holder, "servers") }]]);
}

function listOf(holder: JsonObject) {
  const servers = own(holder, "servers");
  return Array.isArray(servers) ? servers : [];
}

/** A variable of a server's URL in both versions. */
export interface ServerVariable extends Pair<JsonObject> {
  /** For messages: `the variable "region" of the server "https://{region}.example"`. */
  readonly title: string;
}

/** Returns the variables of all servers that both versions list. */
export function keptVariables(pair: ContractPair): ServerVariable[] {
  return serverScopes(pair).flatMap(({ suffix, ...servers }) =>
    kept(servers).flatMap(({ before, after }) => {
      const variables = { before: variablesOf(before.object), after: variablesOf(after.object) };
      const names = { before: namesIn(before.url), after: namesIn(after.url) };
      return [...variables.before].flatMap(([known, object]) => {
        // A variable that the URL doesn't contain keeps its name.
        const name = names.after[names.before.indexOf(known)] ?? known;
        const other = variables.after.get(name);
        const title = `the variable ${quote(name)} of the server ${quote(after.url)}${suffix}`;
        return other ? [{ title, before: object, after: other }] : [];
      });
    }),
  );
}

/** Returns the variables of a URL, in order. */
function namesIn(url: string): string[] {
  return [...url.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!);
}

/** Returns the allowed values of a variable; any value without an `enum`. */
export function valuesOf(variable: JsonObject): Choice {
  return Object.hasOwn(variable, "enum") ? ownStrings(variable, "enum") : undefined;
}

function variablesOf(server: JsonObject): ReadonlyMap<string, JsonObject> {
  const entries = Object.entries(ownObject(server, "variables") ?? {});
  return new Map(entries.filter((entry): entry is [string, JsonObject] => isObject(entry[1])));
}
