import { own, ownObject, ownString, type JsonObject } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import type { Operation, Parameter } from "./contract.js";

/** The Operation Object of an operation in a document. */
export function operationObject(document: JsonObject, { path, method }: Operation): JsonObject | undefined {
  return ownObject(ownObject(ownObject(document, "paths"), path), method.toLowerCase());
}

/** The Parameter Object of a parameter of an operation in the model's document, references followed. */
export function parameterObject(document: JsonObject, operation: Operation, parameter: Parameter): JsonObject | undefined {
  const list = own(operationObject(document, operation), "parameters");
  const objects = (Array.isArray(list) ? list : []).map((item) => resolveComponent(item, document));
  return objects.find((object) => ownString(object, "in") === parameter.in && ownString(object, "name") === parameter.name) as
    | JsonObject
    | undefined;
}
