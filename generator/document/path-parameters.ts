import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "./json-value.js";
import type { Locations } from "./locations.js";
import { parsePathTemplate, patternOf, withBraces } from "./path-template.js";
import { resolveComponent } from "./reference.js";
import { additionalOperations, operationFields, operationsOf } from "./path-operations.js";

/**
 * Returns a document in which every path matches its parameters: parameters are in braces and required, undeclared ones are
 * strings, and those that are not in the path are removed, as are query parameters whose value the path fixes. Returns a document
 * that already matches as is.
 */
export function settlePathParameters(document: JsonObject, locations: Locations): JsonObject {
  const settler = createSettler(document, locations);
  const paths = settler.paths(ownObject(document, "paths"));
  const components = settler.components(ownObject(document, "components"));
  return settler.changed(document, { ...(paths && { paths }), ...(components && { components }) });
}

function createSettler(document: JsonObject, locations: Locations) {
  /** Copies an object with other values for some keys, or returns the object itself if none change. */
  const changed = (object: JsonObject, changes: JsonObject): JsonObject => {
    const isNew = Object.keys(changes).some((key) => changes[key] !== own(object, key));
    if (!isNew) return object;
    const copy = { ...object, ...changes };
    locations.copy(object, copy);
    return copy;
  };
  const makeRequired = (parameter: JsonValue): JsonValue => {
    const isOptional = isObject(parameter) && own(parameter, "in") === "path" && own(parameter, "required") !== true;
    return isOptional ? changed(parameter, { required: true }) : parameter;
  };
  const nameOf = (parameter: JsonValue, place: string): string | undefined => {
    const target = resolveComponent(parameter, document);
    return ownString(target, "in") === place ? ownString(target, "name") : undefined;
  };
  const parametersOf = (holder: JsonObject): JsonValue[] => {
    const list = own(holder, "parameters");
    return Array.isArray(list) ? list : [];
  };

  /** Returns a parameter with the pattern of its segments, unless its schema says more. */
  const withPattern = (parameter: JsonValue, segments: ReadonlyMap<string, string>): JsonValue => {
    const template = segments.get(nameOf(parameter, "path") ?? "");
    if (template === undefined) return parameter;
    const target = resolveComponent(parameter, document) as JsonObject;
    const schema = own(target, "schema");
    if (!isObject(schema) || own(schema, "type") !== "string" || ["pattern", "enum", "const"].some((key) => key in schema))
      return parameter;
    return changed(target, { schema: changed(schema, { pattern: patternOf(template) }) });
  };

  /** Returns the parameters of a path item or an operation that are in the path. */
  const keep = (holder: JsonObject, path: string): JsonObject => {
    const { parameters, query, segments } = parsePathTemplate(path);
    const list = parametersOf(holder);
    const required = list.map((parameter) => withPattern(makeRequired(parameter), segments));
    const kept = required.filter((parameter) => {
      const [inPath, inQuery] = [nameOf(parameter, "path"), nameOf(parameter, "query")];
      if (inPath !== undefined) return parameters.includes(inPath);
      return inQuery === undefined || !query.some(([name]) => name === inQuery);
    });
    return replaceList(holder, list, kept);
  };
  const replaceList = (holder: JsonObject, list: JsonValue[], replaced: JsonValue[]): JsonObject => {
    if (replaced.length === list.length && replaced.every((parameter, index) => parameter === list[index])) return holder;
    locations.borrow(Array.isArray(own(holder, "parameters")) ? list : holder, replaced);
    return changed(holder, { parameters: replaced });
  };
  /** Adds the parameters that neither the operation nor its path item declares. */
  const declare = (operation: JsonObject, shared: readonly JsonValue[], path: string): JsonObject => {
    const list = parametersOf(operation);
    const declared = new Set([...shared, ...list].map((parameter) => nameOf(parameter, "path")));
    const added = parsePathTemplate(path).parameters.flatMap((name): JsonObject[] => {
      if (declared.has(name)) return [];
      const parameter: JsonObject = { name, in: "path", required: true, schema: { type: "string" } };
      locations.borrow(operation, parameter);
      locations.borrow(operation, parameter["schema"] as JsonObject);
      return [parameter];
    });
    return replaceList(operation, list, [...list, ...added]);
  };
  const pathItem = (item: JsonObject, path: string): JsonObject => {
    const kept = keep(item, path);
    const changes: JsonObject = {};
    for (const { method, operation } of operationsOf(item))
      Object.assign(changes, operationFields(changes, method, declare(keep(operation, path), parametersOf(kept), path)));
    const [before, after] = [item, changes].map((one) => ownObject(one, additionalOperations));
    if (before && after) changes[additionalOperations] = changed(before, after);
    return changed(kept, changes);
  };

  return {
    changed,
    paths(paths: JsonObject | undefined): JsonObject | undefined {
      if (!paths) return undefined;
      const settled = Object.fromEntries(
        Object.entries(paths).map(([written, item]): [string, JsonValue] => {
          if (written.startsWith("x-") || !isObject(item)) return [written, item];
          const braced = withBraces(written);
          const path = Object.hasOwn(paths, braced) ? written : braced;
          return [path, pathItem(item, path)];
        }),
      );
      const isSame = Object.keys(settled).every((path) => settled[path] === own(paths, path));
      if (isSame) return paths;
      locations.copy(paths, settled);
      return settled;
    },
    components(components: JsonObject | undefined): JsonObject | undefined {
      const parameters = ownObject(components, "parameters");
      if (!components || !parameters) return components;
      const required = Object.fromEntries(Object.entries(parameters).map(([name, value]) => [name, makeRequired(value)]));
      return changed(components, { parameters: changed(parameters, required) });
    },
  };
}
