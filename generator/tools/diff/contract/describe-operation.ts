import { quote } from "../../../diagnostics/escape.js";
import { own, type JsonObject } from "../../../document/json-value.js";
import type { FormField } from "./form-fields.js";
import type { HeaderSide } from "./header-pairs.js";
import type { OperationSide, ParameterSide } from "./operation-side.js";
import type { OperationPair, Pair } from "./pairs.js";
import { statusText } from "./status-text.js";
import { at, type ChangePlaces, type Spot } from "../rule.js";

/** An operation as messages name it. */
export function describeOperation({ title }: OperationSide): string {
  return quote(title);
}

/** A parameter as messages name it: `the query parameter "limit" of "listServices"`. */
export function describeParameter({ model }: ParameterSide, operation: OperationSide): string {
  return `the ${places.has(model.in) ? model.in : quote(model.in)} parameter ${quote(model.name)} of ${describeOperation(operation)}`;
}

/** A field of a form as messages name it: `the field "photo" in the body of "addPet"`. */
export function describeField({ name }: FormField, operation: OperationSide): string {
  return `the field ${quote(name)} in the body of ${describeOperation(operation)}`;
}

/** A header of a part of a multipart form as messages name it. */
export function describePartHeader({ name }: HeaderSide, field: FormField, operation: OperationSide): string {
  return `the header ${quote(name)} of ${describeField(field, operation)}`;
}

/** A header of a response as messages name it: `the header "ETag" of the 200 response of "getPet"`. */
export function describeHeader({ name }: HeaderSide, status: string, operation: OperationSide): string {
  return `the header ${quote(name)} of the ${statusText(status)} answer of ${describeOperation(operation)}`;
}

const places: ReadonlySet<string> = new Set(["path", "query", "header", "cookie"]);

/** Where a field of an operation stands in both versions, or the operation where it isn't written. */
export function fieldSpots({ before, after }: OperationPair, field: string): ChangePlaces {
  return { before: fieldSpot(before, field), after: fieldSpot(after, field) };
}

/** Where a field of an operation stands, or the operation where it isn't written. */
export function fieldSpot({ object, spot }: OperationSide, field: string): Spot {
  return own(object, field) === undefined ? spot : at(object, field);
}

/** Where a field of the same object stands in both versions, or the object where it isn't written. */
export function objectSpots({ before, after }: Pair<JsonObject>, field?: string): ChangePlaces {
  const find = (object: JsonObject) => (field === undefined || own(object, field) === undefined ? at(object) : at(object, field));
  return { before: find(before), after: find(after) };
}
