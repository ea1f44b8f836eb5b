import { compare } from "../../diagnostics/diagnostic.js";
import { locationOf } from "../../document/fact-places.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { operationAt } from "../../document/path-operations.js";
import { resolveComponent } from "../../document/reference.js";
import { mergeParameters } from "../../model/merge-parameters.js";
import type { FoundEndpoint } from "./endpoint.js";
import { listNames, operationQuery, query, type Entries, type EntryContext } from "./entry.js";
import type { JoinedAction } from "./successes.js";

/** A parameter of an operation, or a reference to one. */
export interface DeclaredParameter {
  readonly name: string;
  readonly value: JsonValue;
  /** The query that selects it. */
  readonly at: string;
  /** Its content without a reference, texts and examples, to compare. */
  readonly text: string;
}

/** The parameters of an endpoint and of its actions. */
export interface ParameterFindings extends Omit<Entries, "adopted"> {
  /** Those that an action declares itself, by its name. */
  readonly own: ReadonlyMap<string, readonly DeclaredParameter[]>;
}

/**
 * Returns the parameters for the endpoint, except existing ones: those that all actions have alike, and those of the path. An
 * action has the others itself.
 */
export function parameterEntries(
  { path, method, selector }: FoundEndpoint,
  actions: readonly JoinedAction[],
  { document, isWhole }: EntryContext,
): ParameterFindings {
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
      return [keyOf(parameter), { name, value, at: place, text: JSON.stringify(withoutTexts(parameter)) }];
    });
    return new Map(declared.filter(([key]) => key !== selecting));
  };
  const known = declaredAt(path);
  const ofActions = actions.map((action) => declaredAt(action.path));
  const [first] = ofActions as [Map<string, DeclaredParameter>];
  // An existing endpoint has what its other actions share.
  const isExisting = isObject(operationAt(ownObject(paths, path), method));
  const common = isExisting ? known : first;
  const isShared = (key: string) =>
    common.has(key) && ofActions.every((declared) => declared.get(key)?.text === common.get(key)!.text);
  const target = `${operationQuery(path, method)}.parameters`;
  const own = actions.map(({ name }, index) => {
    const declared = [...ofActions[index]!].flatMap(([key, parameter]) => (isShared(key) ? [] : [parameter]));
    return [name, declared] as const;
  });
  // A document may lack the declaration of some.
  const inPaths = new Map(ofActions.flatMap((declared) => [...declared].filter(([key]) => key.startsWith("path "))));
  const others = [...inPaths].filter(([key]) => !first.has(key));
  const isLacked = (key: string) => !key.startsWith("path ") && !ofActions.every((declared) => declared.has(key));
  const lacked = [...known].filter(([key]) => isExisting && isLacked(key));
  return {
    entries: [...first, ...others].flatMap(([key, { name, value, at }]): JsonObject[] => {
      if (known.has(key)) return [];
      // Each action limits its values itself.
      if (!isShared(key)) return key.startsWith("path ") ? [{ target, update: [{ ...anyText, name }] }] : [];
      return [isWhole ? { target, update: [value] } : { target, copy: at }];
    }),
    own: new Map(own),
    open: lacked.length > 0 ? [`parameters of other actions: ${listNames(lacked.map(([, { name }]) => name).sort())}`] : [],
  };
}

const anyText = { in: "path", required: true, schema: { type: "string" } };

const texts = new Set(["description", "example", "examples", "title", "summary"]);

/** Returns a parameter without descriptions and examples, at any depth; a property may have such a name. */
function withoutTexts(value: JsonValue | undefined): JsonValue | undefined {
  if (Array.isArray(value)) return value.map((item) => withoutTexts(item)!);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).flatMap(([key, item]): [string, JsonValue][] => {
    if (texts.has(key)) return [];
    const isNamed = ["properties", "patternProperties", "$defs", "enum", "const", "default"].includes(key);
    return [[key, isNamed ? withNamedTexts(item) : withoutTexts(item)!]];
  });
  return Object.fromEntries(kept.sort(([a], [b]) => compare(a, b)));
}

/** Returns a map of schemas without the texts inside of them. */
function withNamedTexts(map: JsonValue): JsonValue {
  if (!isObject(map)) return map;
  return Object.fromEntries(Object.entries(map).map(([name, schema]) => [name, withoutTexts(schema)!]));
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
