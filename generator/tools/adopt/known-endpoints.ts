import { actionBindingKey } from "../../document/action-endpoint.js";
import { actionsType } from "../../document/extension.js";
import { own, ownObject, type JsonObject } from "../../document/json-value.js";
import { operationsOf } from "../../document/path-operations.js";
import type { FoundEndpoint } from "./endpoint.js";
import { listNames, member, operationMember, operationQuery, type Entries, type EntryContext } from "./entry.js";
import { listOperations } from "./find-endpoints.js";
import { sharedAction } from "./shared-entries.js";
import { findSharedOperations } from "./shared-operations.js";

/**
 * Finds endpoints whose actions an overlay lists, although the operation now names others, and returns the new ones.
 * Endpoints with `from: body` already have them.
 */
export function findChangedEndpoints({ document, extensionPrefix }: EntryContext): FoundEndpoint[] {
  const listed = listOperations(document).filter(({ operation }) => {
    const binding = ownObject(operation, actionBindingKey(extensionPrefix));
    return binding !== undefined && own(binding, "from") === undefined;
  });
  return findSharedOperations(listed, document).flatMap((found): FoundEndpoint[] => {
    const operation = listed.find(({ path, method }) => path === found.path && method === found.method)!.operation;
    const [type, ...others] = Object.keys(operation).flatMap((key) => actionsType(key, extensionPrefix) ?? []);
    if (type === undefined || others.length > 0 || found.actions.length === 0) return [];
    const written = Object.keys(ownObject(operation, `x-${extensionPrefix}-${type}-actions`) ?? {});
    const names = new Set(found.actions.map(({ name }) => name));
    const gone = written.filter((name) => !names.has(name));
    const actions = found.actions.filter(({ name }) => !written.includes(name));
    if (gone.length === 0 && actions.length === 0) return [];
    const open = gone.length > 0 ? [`no longer in the document: ${listNames(gone)}`] : [];
    return [{ ...found, type, actions, open }];
  });
}

/** Adds new actions to the list of an endpoint. */
export function addedEntries({ path, method, type, actions }: FoundEndpoint, context: EntryContext): Entries {
  const target = operationQuery(path, method, `x-${context.extensionPrefix}-${type}-actions`);
  const entries = actions.map((action) => ({ target, update: { [action.name]: sharedAction(action, context) } }));
  return { entries, adopted: actions.length, open: [] };
}

/** An endpoint of an overlay whose actions are all gone from the document. */
export interface GoneEndpoint extends Pick<FoundEndpoint, "method" | "path" | "type"> {
  /** Removes it while it has no action. */
  readonly entry: JsonObject;
}

/** Finds the endpoints that replaced paths of the document, of which none is left. */
export function findGoneEndpoints({ document, extensionPrefix }: EntryContext): GoneEndpoint[] {
  return listOperations(document).flatMap(({ path, method, operation, pathItem }): GoneEndpoint[] => {
    const binding = ownObject(operation, actionBindingKey(extensionPrefix));
    const [type, ...others] = Object.keys(operation).flatMap((key) => actionsType(key, extensionPrefix) ?? []);
    if (type === undefined || others.length > 0 || !binding || own(binding, "from") !== undefined) return [];
    const key = `x-${extensionPrefix}-${type}-actions`;
    if (Object.keys(ownObject(operation, key) ?? {}).length > 0) return [];
    const at = `${member(path)}${operationMember(method)}`;
    const removed = operationsOf(pathItem).length > 1 ? at : member(path);
    const target = `$[?length(@${at}${member(key)}) == 0]${removed}`;
    return [{ path, method, type, entry: { target, remove: true } }];
  });
}
