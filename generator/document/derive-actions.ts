import { compare, type Diagnostic } from "../diagnostics/diagnostic.js";
import { actionBindingKey } from "./action-endpoint.js";
import { reportDerived } from "./derive-codes.js";
import { bodyActions } from "./derive-body-actions.js";
import { asAction, sharedParts, type PlacedOperation } from "./derive-path-actions.js";
import { isActionName } from "./extension.js";
import { isObject, own, ownObject, ownString, type JsonObject } from "./json-value.js";
import type { Locations } from "./locations.js";
import { operationFields, operationHolder, operationsOf, requestMethod, withoutOperation } from "./path-operations.js";

/** The sources from which a binding may derive actions. */
export const actionOrigins = ["paths", "body"] as const;

/**
 * Returns a document in which the actions of endpoints with `from` in their binding are derived: `from: paths` from
 * operations whose paths differ in the action, `from: body` from alternatives or keys of the body. Returns the document
 * itself if there is none.
 */
export function deriveActions(document: JsonObject, locations: Locations, prefix: string, diagnostics: Diagnostic[]): JsonObject {
  const bindingKey = actionBindingKey(prefix);
  const operations = placedOperations(document);
  const endpoints = operations.flatMap((endpoint) => {
    const binding = ownObject(endpoint.operation, bindingKey);
    const type = ownString(own(binding, "type"), "const");
    return binding && own(binding, "from") !== undefined && type !== undefined ? [{ endpoint, binding, type }] : [];
  });
  if (endpoints.length === 0) return document;
  const paths: JsonObject = { ...ownObject(document, "paths") };
  locations.copy(ownObject(document, "paths")!, paths);
  for (const { endpoint, binding, type } of endpoints) {
    const key = `x-${prefix}-${type}-actions`;
    const derived =
      own(binding, "from") === "body"
        ? ofBody(endpoint, binding)
        : own(binding, "from") === "paths"
          ? ofPaths(endpoint, binding)
          : {};
    const written = ownObject(endpoint.operation, key) ?? {};
    reportUnmatched(written, derived, ownString(binding, "from") ?? "");
    const operation = { ...derived.shared, ...endpoint.operation, [bindingKey]: derived.binding ?? binding };
    operation[key] = mergeActions(derived.actions ?? [], written, derived.entries ?? [], locations);
    locations.copy(endpoint.operation, operation);
    const there = ownObject(paths, endpoint.path) ?? {};
    const item = { ...there, ...operationFields(there, endpoint.method, operation) };
    locations.copy(endpoint.item, item);
    paths[endpoint.path] = item;
  }
  const copy = { ...document, paths };
  locations.copy(document, copy);
  return copy;

  function ofPaths(endpoint: PlacedOperation, binding: JsonObject): Derived {
    const derived = operations.flatMap((one) => asAction(one, endpoint, binding) ?? []);
    const { actions, operation, hasResults, inexpressible } = sharedParts(derived, endpoint.path, document);
    for (const { name, path, method, item } of Object.hasOwn(endpoint.operation, "security") ? [] : inexpressible) {
      const parameters = { action: name, operation: `${requestMethod(method)} ${path}` };
      reportDerived(diagnostics, "derived-security", parameters, locations.key(operationHolder(item, method), method));
    }
    for (const [index, one] of derived.entries()) {
      removeOperation(paths, one, locations);
      locations.copy(one.operation, actions[index]![1]);
    }
    const [first] = derived;
    for (const part of first ? Object.values(operation) : [])
      if (typeof part === "object" && part !== null && !locations.span(part)) locations.borrow(first!.operation, part);
    const bound = hasResults && !Object.hasOwn(binding, "response") ? { ...binding, response: { result: "" } } : binding;
    locations.copy(binding, bound);
    const entries = derived.map(({ name, item, method }) => [name, operationHolder(item, method), method] as const);
    return { actions, shared: operation, binding: bound, entries };
  }

  /** Reports written actions without a derived counterpart, which are usually outdated. */
  function reportUnmatched(written: JsonObject, { actions = [] }: Derived, from: string): void {
    // If there are none at all, the binding is wrong, which lint reports.
    if (actions.length === 0) return;
    const names = new Set(actions.map(([name]) => name));
    for (const action of Object.keys(written)) {
      if (names.has(action)) continue;
      reportDerived(diagnostics, "derived-unmatched", { action, from }, locations.key(written, action));
    }
  }

  function ofBody(endpoint: PlacedOperation, binding: JsonObject): Derived {
    const all = bodyActions(endpoint.operation, binding, document);
    for (const { name, holder, key } of all)
      if (!isActionName(name)) reportDerived(diagnostics, "derived-unnamed", { name }, locations.key(holder, key));
    const found = all.filter(({ name }) => isActionName(name));
    for (const { action, holder, key } of found) {
      const part = (holder as Readonly<Record<string, unknown>>)[key];
      if (typeof part === "object" && part !== null) locations.copy(part, action);
    }
    return {
      actions: found.map(({ name, action }) => [name, action] as const),
      entries: found.map(({ name, holder, key }) => [name, holder, key] as const),
    };
  }
}

/** The derived parts of an endpoint. */
interface Derived {
  readonly actions?: readonly (readonly [name: string, action: JsonObject])[];
  /** Members of the operation that it lacks itself. */
  readonly shared?: JsonObject;
  readonly binding?: JsonObject;
  /** The source of each action. */
  readonly entries?: readonly (readonly [name: string, holder: object, key: string])[];
}

/** Merges derived actions with those written in the endpoint's map. */
function mergeActions(
  derived: readonly (readonly [string, JsonObject])[],
  written: JsonObject,
  entries: NonNullable<Derived["entries"]>,
  locations: Locations,
): JsonObject {
  const map: JsonObject = Object.fromEntries(derived);
  for (const [name, action] of Object.entries(written)) {
    const known = map[name];
    map[name] = action;
    if (!isObject(action) || !isObject(known)) continue;
    const { requestBody, ...others } = known;
    // An entry may say what the document lacks.
    map[name] = { ...(Object.hasOwn(action, "body") ? others : { ...others, ...(requestBody && { requestBody }) }), ...action };
    locations.merge(known, action, map[name]);
  }
  const sorted = Object.fromEntries(Object.entries(map).sort(([a], [b]) => compare(a, b)));
  const others = Object.keys(written).map((name) => [name, written, name] as const);
  locations.gather(sorted, [...entries.filter(([name]) => !Object.hasOwn(written, name)), ...others]);
  return sorted;
}

function placedOperations(document: JsonObject): PlacedOperation[] {
  return Object.entries(ownObject(document, "paths") ?? {}).flatMap(([path, item]) => {
    if (path.startsWith("x-") || !isObject(item)) return [];
    return operationsOf(item).map((found) => ({ path, item, ...found }));
  });
}

function removeOperation(paths: JsonObject, { path, method, item }: PlacedOperation, locations: Locations): void {
  const rest = withoutOperation(ownObject(paths, path)!, method);
  locations.copy(item, rest);
  if (operationsOf(rest).length > 0) paths[path] = rest;
  else delete paths[path];
}
