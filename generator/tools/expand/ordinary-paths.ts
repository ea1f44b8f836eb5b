import { httpMethods } from "../../document/visitor.js";
import { isObject, own, ownObject, type JsonObject } from "../../document/json-value.js";
import type { Operation } from "../../model/contract.js";
import type { ContractSource } from "./lowered-contract.js";

/** The methods of a Path Item Object. */
export function methodsOf(item: JsonObject): string[] {
  return httpMethods.filter((method) => own(item, method) !== undefined);
}

/** The Paths Object without the endpoints that invoke actions. Every operation gets an id, as tools call it by that. */
export function ordinaryPaths({ contract, base, places }: ContractSource): JsonObject {
  const operations = new Map(contract.operations.map((operation) => [`${operation.method} ${operation.path}`, operation]));
  const declared = ownObject(base, "paths") ?? {};
  const paths: JsonObject = {};
  places.copy(declared, paths);
  for (const [path, item] of Object.entries(declared)) {
    if (!isObject(item) || path.startsWith("x-")) {
      paths[path] = item;
      continue;
    }
    const kept: JsonObject = {};
    places.copy(item, kept);
    for (const [key, value] of Object.entries(item)) {
      const model = operations.get(`${key.toUpperCase()} ${path}`);
      if (!model || !isObject(value)) kept[key] = value;
      else if (model.serviceTypes.length === 0) kept[key] = withId(value, model, places);
    }
    if (methodsOf(kept).length > 0 || methodsOf(item).length === 0) paths[path] = kept;
  }
  return paths;
}

function withId(operation: JsonObject, { id }: Operation, places: ContractSource["places"]): JsonObject {
  if (Object.hasOwn(operation, "operationId")) return operation;
  const copy = { ...operation, operationId: id };
  places.copy(operation, copy);
  return copy;
}
