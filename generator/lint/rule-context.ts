import { actionsType } from "../document/extension.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { LoadedContract } from "../document/load-contract.js";
import { escapeSegment } from "../../templates/runtime/json.js";
import { operationsOf } from "../document/path-operations.js";
import { resolveComponent } from "../document/reference.js";
import { schemasIn } from "../json-schema/schema.js";
import type { RepairedSchema } from "../document/tolerate-schema.js";
import { upgradeDocument } from "../document/upgrade-document.js";
import { forEachChild, openApiVersion, reachable, type Kind, type Reached, type Slot } from "../document/visitor.js";
import { createWholeCheck } from "./whole-schemas.js";
import type { ActionMapNode, ActionNode, OperationNode, Part, RuleContext, SchemaNode } from "./rule.js";

/** Finds the parts of a contract for all rules in one traversal. */
export function createRuleContext(contract: LoadedContract): RuleContext {
  const { document, locations, extensionPrefix } = contract;
  const isActions = (key: string) => actionsType(key, extensionPrefix) !== undefined;
  const repairs: RepairedSchema[] = [];
  const upgraded = upgradeDocument(document, locations, isActions, { onRepair: (repaired) => repairs.push(repaired) });
  const operations: OperationNode[] = [];
  const actionMaps: ActionMapNode[] = [];
  /** Those of components are collected once, even if several operations refer to them. */
  const callbacks = new Set<JsonObject>();
  const schemaValues: { schema: JsonObject; pointer: string }[] = [];
  const parts = new Map<Kind, Part[]>();

  const visit = (value: JsonValue, kind: Kind, pointer: string, holder: Part["holder"], key: string): void => {
    if (!isObject(value)) return;
    if (kind === "schema") schemaValues.push({ schema: value, pointer });
    else if (kind === "actions")
      actionMaps.push({ type: actionsType(key, extensionPrefix)!, key, holder: holder as JsonObject, actions: value });
    else if (parts.has(kind)) parts.get(kind)!.push({ value, holder, key });
    else parts.set(kind, [{ value, holder, key }]);
    const visitChild: Parameters<typeof forEachChild>[2] = (child, childKind, slot) => {
      const at = `${pointer}/${escapeSegment(slot.key)}`;
      if (slot.name === undefined) visit(child, childKind, at, value, slot.key);
      else {
        const name = String(slot.name);
        visit(child, childKind, `${at}/${escapeSegment(name)}`, value[slot.key] as Part["holder"], name);
      }
    };
    forEachChild(value, kind, visitChild, isActions);
  };
  // Operations may share a callback, and a callback may contain itself.
  const collected = new Set<JsonObject>();
  const collectOperations = (pathItem: JsonValue, path: string, role: OperationNode["role"]): void => {
    if (!isObject(pathItem) || collected.has(pathItem)) return;
    if (role === "callback") collected.add(pathItem);
    for (const { method, operation } of operationsOf(pathItem)) {
      operations.push({ method, path, operation, pathItem, role });
      for (const reference of Object.values(ownObject(operation, "callbacks") ?? {})) {
        const callback = resolveComponent(reference, upgraded);
        if (!isObject(callback) || callbacks.has(callback)) continue;
        callbacks.add(callback);
        for (const [url, item] of Object.entries(callback)) collectOperations(item, url, "callback");
      }
    }
  };

  visit(upgraded, "root", "", upgraded, "");
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
  const isRequired = (value: JsonValue | undefined) => {
    const target = resolveComponent(value, upgraded);
    return own(target, "in") === "path" || own(target, "required") === true;
  };
  const needed = findInputs(upgraded, operations, actions, isRequired, isNeeded);
  const schemas = schemaValues.map((node): SchemaNode => ({
    ...node,
    isInput: inputs.has(node.schema),
    isOptional: !needed.has(node.schema),
  }));

  return {
    entry: contract.entry,
    files: contract.files,
    document,
    written: contract.written,
    upgraded,
    version: openApiVersion(document),
    locations,
    extensionPrefix,
    integers: contract.integers,
    writtenIntegers: contract.writtenIntegers,
    renamed: contract.renamed,
    operations,
    actionMaps,
    actions,
    schemas,
    repairs,
    partsOf: (kind) => parts.get(kind) ?? [],
    schemaOf: (node, direction) => schemasIn(upgraded, direction).of(node),
    resolve: (value) => resolveComponent(value, upgraded),
    isWhole: createWholeCheck(upgraded, locations),
  };
}

/** Returns whether a value of a schema is only valid with a valid value of one of its parts. */
function isNeeded({ key, name }: Slot, { value, kind }: Reached): boolean {
  if (kind !== "schema" || key === "allOf") return true;
  return key === "properties" && (ownStrings(value, "required") ?? []).includes(String(name));
}

/**
 * Finds the schemas that validate the input of callers in some parameters and bodies, through references and every
 * kind of subschema.
 */
function findInputs(
  document: JsonObject,
  operations: readonly OperationNode[],
  actions: readonly ActionNode[],
  isCounted: (value: JsonValue | undefined) => boolean = () => true,
  isEntered: (slot: Slot, from: Reached) => boolean = () => true,
): Set<JsonObject> {
  const sent: { value: JsonValue | undefined; kind: Kind }[] = [];
  for (const { operation, pathItem, role } of operations) {
    if (role !== "api") continue;
    for (const holder of [operation, pathItem]) {
      const parameters = own(holder, "parameters");
      if (Array.isArray(parameters))
        for (const value of parameters) if (isCounted(value)) sent.push({ value, kind: "parameter" });
    }
    const body = own(operation, "requestBody");
    if (isCounted(body)) sent.push({ value: body, kind: "requestBody" });
  }
  for (const { action } of actions) sent.push({ value: own(action, "body"), kind: "schema" });
  // A discriminator only names schemas: they validate a value only where another keyword applies them.
  const reached = [...reachable(document, sent, (kind, ...at) => kind !== "discriminator" && isEntered(...at))];
  return new Set(reached.flatMap(({ value, kind }) => (kind === "schema" ? [value] : [])));
}
