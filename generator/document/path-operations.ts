import { compare } from "../diagnostics/diagnostic.js";
import { isObject, ownObject, type JsonObject } from "./json-value.js";
import { httpMethods } from "./visitor.js";

/** The field of a Path Item Object for the operations of methods without a field of their own, by method. */
export const additionalOperations = "additionalOperations";

/** An operation of a Path Item Object. Its method is written as the key: `get`, or `COPY` in `additionalOperations`. */
export interface PathOperation {
  readonly method: string;
  readonly operation: JsonObject;
}

/** Returns whether a method has a field of its own in path items; `method` is written as there. */
export function hasOwnField(method: string): boolean {
  return (httpMethods as readonly string[]).includes(method);
}

/** Returns the method of requests: `GET` for `get`; those in `additionalOperations` are sent as written. */
export function requestMethod(key: string): string {
  return hasOwnField(key) ? key.toUpperCase() : key;
}

/** Returns the key of a request's method in path items. */
export function methodKey(method: string): string {
  const key = method.toLowerCase();
  return hasOwnField(key) ? key : method;
}

/** Returns the operations of a path item: those of fields sorted, then the additional ones sorted. */
export function operationsOf(item: JsonObject): PathOperation[] {
  const fixed = httpMethods.flatMap((method) => entry(method, ownObject(item, method)));
  const others = Object.entries(ownObject(item, additionalOperations) ?? {}).sort(([a], [b]) => compare(a, b));
  return [...fixed, ...others.flatMap(([method, operation]) => entry(method, isObject(operation) ? operation : undefined))];
}

function entry(method: string, operation: JsonObject | undefined): PathOperation[] {
  return operation ? [{ method, operation }] : [];
}

/** Returns the object with the operation of a method under the method's key: the path item or its `additionalOperations`. */
export function operationHolder(item: JsonObject, method: string): JsonObject {
  return hasOwnField(method) ? item : (ownObject(item, additionalOperations) ?? {});
}

/** Returns the keys that lead from a path item to the operation of a method. */
export function operationKeys(method: string): string[] {
  return hasOwnField(method) ? [method] : [additionalOperations, method];
}

/** Returns the operation of a method. */
export function operationAt(item: JsonObject | undefined, method: string): JsonObject | undefined {
  return item && ownObject(operationHolder(item, method), method);
}

/** Returns the fields that give a path item an operation, next to its other operations. */
export function operationFields(item: JsonObject, method: string, operation: JsonObject): JsonObject {
  if (hasOwnField(method)) return { [method]: operation };
  return { [additionalOperations]: { ...ownObject(item, additionalOperations), [method]: operation } };
}

/** Returns a copy of a path item without the operation of a method. */
export function withoutOperation(item: JsonObject, method: string): JsonObject {
  const { [method]: _, ...others } = operationHolder(item, method);
  return hasOwnField(method) ? others : { ...item, [additionalOperations]: others };
}
