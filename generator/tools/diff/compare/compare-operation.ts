import type { Direction } from "../../../../templates/runtime/json-schema/walk.js";
import type { JsonObject } from "../../../document/json-value.js";
import {
  describeHeader,
  describeOperation,
  describeParameter,
  describePartHeader,
  objectSpots,
} from "../contract/describe-operation.js";
import { keptFields } from "../contract/form-fields.js";
import { headersOf } from "../contract/header-pairs.js";
import { keptMediaTypes } from "../contract/media-types.js";
import { kept, type OperationPair, type Pair } from "../contract/pairs.js";
import { keptParameters } from "../contract/parameter-pairs.js";
import { keptResponses } from "../contract/response-pairs.js";
import type { SchemaComparer } from "./schema-comparer.js";
import { statusText } from "../contract/status-text.js";

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
