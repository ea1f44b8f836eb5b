import type { JsonObject } from "../../../document/json-value.js";
import type { Direction } from "../../../json-schema/interpreter/walk.js";
import { type ActionPair, bodyOf, describeAction, placesOf, resultOf } from "../contract/actions.js";
import { kept, type Pair } from "../contract/pairs.js";
import { describePartHeader, keptFields } from "../contract/form-fields.js";
import { describeOperation, describeParameter, keptParameters, objectSpots, type OperationPair } from "../contract/operations.js";
import { describeHeader, headersOf, keptResponses, statusText } from "../contract/responses.js";
import { keptMediaTypes } from "../contract/media-types.js";
import type { SchemaComparer } from "./schema-comparer.js";

/** Compares the schemas of an operation: parameters, bodies, answers and their headers. */
export function compareOperation(pair: OperationPair, comparer: SchemaComparer): void {
  const { before, after } = pair;
  // A webhook or callback is sent by the server and answered by the client.
  const [sent, answered]: [Direction, Direction] = after.role === "api" ? ["request", "response"] : ["response", "request"];
  for (const { before: old, after: young } of keptParameters(pair)) {
    const places = objectSpots({ before: old.object, after: young.object }, "schema");
    comparer.compare(old.model.schema, young.model.schema, sent, { text: describeParameter(young, after), places });
  }
  const name = describeOperation(after);
  if (before.body && after.body)
    compareContent({ before: before.body, after: after.body }, sent, `the body of ${name}`, comparer);
  for (const field of keptFields(pair)) {
    for (const { before: old, after: young } of kept({ before: field.before.headers, after: field.after.headers })) {
      const places = objectSpots({ before: old.object, after: young.object }, "schema");
      comparer.compare(old.schema, young.schema, sent, { text: describePartHeader(young, field.after, after), places });
    }
  }
  for (const response of keptResponses(pair)) {
    compareContent(response, answered, `the ${statusText(response.status)} answer of ${name}`, comparer);
  }
  for (const headers of headersOf(pair)) {
    for (const { before: old, after: young } of kept(headers)) {
      const text = describeHeader(young, headers.response.status, after);
      const places = objectSpots({ before: old.object, after: young.object }, "schema");
      comparer.compare(old.schema, young.schema, answered, { text, places });
    }
  }
}

function compareContent(content: Pair<JsonObject>, direction: Direction, text: string, comparer: SchemaComparer): void {
  for (const { before, after } of keptMediaTypes(content)) {
    const places = objectSpots({ before: before.object as JsonObject, after: after.object as JsonObject }, "schema");
    comparer.compare(before.schema ?? true, after.schema ?? true, direction, { text, places });
  }
}

/** Compares the body and the result of an action. */
export function compareAction(pair: ActionPair, comparer: SchemaComparer): void {
  const { before, after } = pair;
  const name = describeAction(after);
  comparer.compare(bodyOf(before), bodyOf(after), "request", { text: `the body of ${name}`, places: placesOf(pair, "body") });
  comparer.compare(resultOf(before), resultOf(after), "response", {
    text: `the result of ${name}`,
    places: placesOf(pair, "result"),
  });
}
