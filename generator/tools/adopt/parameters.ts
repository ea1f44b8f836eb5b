import { locationOf } from "../../document/fact-places.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { operationAt } from "../../document/path-operations.js";
import { resolveComponent } from "../../document/reference.js";
import { mergeParameters } from "../../model/merge-parameters.js";
import type { FoundEndpoint } from "./endpoint.js";
import { listNames, operationQuery, query, type Entries, type EntryContext } from "./entry.js";
import type { JoinedAction } from "./successes.js";

/** A parameter of an operation, or a reference to one. */
interface DeclaredParameter {
  readonly name: string;
  readonly value: JsonValue;
  /** The query that selects it. */
  readonly at: string;
  /** Its content without a reference, to compare. */
  readonly text: string;
}

/**
 * Returns the parameters for the endpoint, except existing ones: those of the path, and those that all actions have alike. The
 * others are left.
 */
export function parameterEntries(
  { path, method, selector }: FoundEndpoint,
  actions: readonly JoinedAction[],
  { document, isWhole }: EntryContext,
): Omit<Entries, "adopted"> {
  const paths = ownObject(document, "paths");
  const resolve = (parameter: JsonValue) => resolveComponent(parameter, document);
  // The endpoint declares the parameter that names the action.
  const selecting = keyOf({ in: locationOf(selector.in), name: selector.name! });
  const declaredAt = (at: string): Map<string, DeclaredParameter> => {
    const pathItem = ownObject(paths, at) ?? {};
    const operation = operationAt(pathItem, method);
    const holders = { pathItem, operation: isObject(operation) ? operation : {} };
    const [ofOperation, ofPath] = [listOf(holders.operation), listOf(pathItem)];
    const declared = mergeParameters(holders, resolve).map((value): [string, DeclaredParameter] => {
      const index = ofOperation.indexOf(value);
      const holder = index < 0 ? query("paths", at) : operationQuery(at, method);
      const parameter = resolve(value);
      const name = ownString(parameter, "name")!;
      const place = `${holder}.parameters[${index < 0 ? ofPath.indexOf(value) : index}]`;
      return [keyOf(parameter), { name, value, at: place, text: JSON.stringify(parameter) }];
    });
    return new Map(declared.filter(([key]) => key !== selecting));
  };
  const known = declaredAt(path);
  const ofActions = actions.map((action) => declaredAt(action.path));
  const [first] = ofActions as [Map<string, DeclaredParameter>];
  // A parameter that an existing endpoint lacks is not one of its other actions.
  const isExisting = isObject(operationAt(ownObject(paths, path), method));
  const all = isExisting ? [known, ...ofActions] : ofActions;
  const isShared = (key: string) =>
    key.startsWith("path ") || all.every((declared) => declared.get(key)?.text === first.get(key)?.text);
  const target = `${operationQuery(path, method)}.parameters`;
  const left = new Set(all.flatMap((declared) => [...declared].flatMap(([key, { name }]) => (isShared(key) ? [] : [name]))));
  return {
    entries: [...first].flatMap(([key, { value, at }]): JsonObject[] => {
      if (known.has(key) || !isShared(key)) return [];
      return [isWhole ? { target, update: [value] } : { target, copy: at }];
    }),
    open: left.size > 0 ? [`parameters of single actions: ${listNames([...left].sort())}`] : [],
  };
}

function listOf(holder: JsonObject): readonly JsonValue[] {
  const list = own(holder, "parameters");
  return Array.isArray(list) ? list : [];
}

/** Returns the location and name of a parameter, which identify it in an operation. */
function keyOf(parameter: JsonValue | undefined): string {
  const [place, name] = [ownString(parameter, "in"), ownString(parameter, "name")!];
  return `${place} ${place === "header" ? name.toLowerCase() : name}`;
}
