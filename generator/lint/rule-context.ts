import { actionsType } from "../document/extension.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { LoadedContract } from "../document/load-contract.js";
import { componentName, escapeSegment } from "../document/reference.js";
import { resolveComponent } from "../document/resolve-component.js";
import { childAt, structure, type Child, type Kind } from "../document/visitor.js";
import { upgradeDocument } from "../document/upgrade-document.js";
import type { ActionMapNode, ActionNode, OperationNode, RuleContext, SchemaNode } from "./rule.js";

const methods = new Set(["get", "put", "post", "delete", "options", "head", "patch", "trace"]);

/** Finds the parts of a contract that rules look at, in one walk. */
export function createRuleContext(contract: LoadedContract): RuleContext {
  const { document, places, extensionPrefix } = contract;
  const isActions = (key: string) => actionsType(key, extensionPrefix) !== undefined;
  const upgraded = upgradeDocument(document, places, isActions);
  const operations: OperationNode[] = [];
  const actionMaps: ActionMapNode[] = [];
  /** Those of components are collected once, however many operations refer to them. */
  const callbacks = new Set<JsonObject>();
  const schemaValues: { schema: JsonObject; pointer: string }[] = [];

  const walk = (value: JsonValue, kind: Kind, pointer: string): void => {
    if (!isObject(value)) return;
    if (kind === "schema") schemaValues.push({ schema: value, pointer });
    for (const key of Object.keys(value)) {
      const at = `${pointer}/${escapeSegment(key)}`;
      const child = childAt(kind, key, isActions);
      const actions = child && "one" in child && child.one === "actions" ? ownObject(value, key) : undefined;
      if (actions) actionMaps.push({ type: actionsType(key, extensionPrefix)!, key, holder: value, actions });
      if (child) walkChild(value[key]!, child, at);
    }
  };
  const walkChild = (value: JsonValue, child: Child, pointer: string): void => {
    if ("one" in child) walk(value, child.one, pointer);
    else if ("list" in child && Array.isArray(value))
      value.forEach((item, index) => walk(item, child.list, `${pointer}/${index}`));
    else if ("map" in child && isObject(value)) {
      for (const [name, item] of Object.entries(value)) walk(item, child.map, `${pointer}/${escapeSegment(name)}`);
    }
  };
  // Operations may share a callback, and a callback may lead to itself.
  const collected = new Set<JsonObject>();
  const collectOperations = (pathItem: JsonValue, path: string, role: OperationNode["role"]): void => {
    if (!isObject(pathItem) || collected.has(pathItem)) return;
    if (role === "callback") collected.add(pathItem);
    for (const [method, operation] of Object.entries(pathItem)) {
      if (!methods.has(method) || !isObject(operation)) continue;
      operations.push({ method, path, operation, pathItem, role });
      for (const reference of Object.values(ownObject(operation, "callbacks") ?? {})) {
        const callback = resolveComponent(reference, upgraded);
        if (!isObject(callback) || callbacks.has(callback)) continue;
        callbacks.add(callback);
        for (const [url, item] of Object.entries(callback)) collectOperations(item, url, "callback");
      }
    }
  };

  walk(upgraded, "root", "");
  for (const [path, item] of Object.entries(ownObject(upgraded, "paths") ?? {})) {
    if (!path.startsWith("x-")) collectOperations(item, path, "api");
  }
  for (const [name, item] of Object.entries(ownObject(upgraded, "webhooks") ?? {})) collectOperations(item, name, "webhook");

  const actions = actionMaps.flatMap((map): ActionNode[] =>
    Object.entries(map.actions).flatMap(([name, action]) =>
      isObject(action) ? [{ type: map.type, name, map: map.actions, action }] : [],
    ),
  );
  const inputs = findInputs(upgraded, operations, actions);
  const schemas = schemaValues.map((node): SchemaNode => ({ ...node, isInput: inputs.has(node.schema) }));

  return {
    document,
    upgraded,
    version: String(document["openapi"]).startsWith("3.0.") ? "3.0" : "3.1",
    places,
    extensionPrefix,
    integers: contract.integers,
    writtenIntegers: contract.writtenIntegers,
    operations,
    actionMaps,
    actions,
    schemas,
    resolve: (value) => resolveComponent(value, upgraded),
  };
}

/** The schemas that judge what callers send, followed through references and every kind of subschema. */
function findInputs(document: JsonObject, operations: readonly OperationNode[], actions: readonly ActionNode[]): Set<JsonObject> {
  const inputs = new Set<JsonObject>();
  const components = ownObject(document, "components");
  const pending: [JsonValue | undefined, Kind][] = [];
  for (const { operation, pathItem, role } of operations) {
    if (role !== "api") continue;
    for (const holder of [operation, pathItem]) {
      const parameters = own(holder, "parameters");
      if (Array.isArray(parameters)) for (const parameter of parameters) pending.push([parameter, "parameter"]);
    }
    pending.push([own(operation, "requestBody"), "requestBody"]);
  }
  for (const { action } of actions) pending.push([own(action, "body"), "schema"]);
  const seen = new Set<JsonValue>();
  for (let next = pending.pop(); next; next = pending.pop()) {
    const [value, kind] = next;
    if (!isObject(value) || seen.has(value)) continue;
    seen.add(value);
    if (kind === "schema") inputs.add(value);
    const ref = ownString(value, "$ref");
    const section = structure[kind].section;
    const name = ref !== undefined && section ? componentName(ref, section) : undefined;
    if (section && name !== undefined) pending.push([own(ownObject(components, section), name), kind]);
    for (const [key, child] of Object.entries(structure[kind].fields)) {
      const item = own(value, key);
      if ("one" in child) pending.push([item, child.one]);
      else if ("list" in child && Array.isArray(item)) for (const entry of item) pending.push([entry, child.list]);
      else if ("map" in child && isObject(item)) for (const entry of Object.values(item)) pending.push([entry, child.map]);
    }
  }
  return inputs;
}
