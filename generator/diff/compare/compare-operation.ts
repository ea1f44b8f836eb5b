import { quote } from "../../diagnostics/catalog/entry.js";
import type { Direction } from "../../instance/walk.js";
import { own, type JsonObject } from "../../load/json-value.js";
import { describeOperation, describeParameter, objectSpots } from "../contract/describe-operation.js";
import { headersOf } from "../contract/header-pairs.js";
import { covers, mediaTypesOf } from "../contract/media-types.js";
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
  for (const response of keptResponses(pair)) {
    compareContent(response, answered, `the ${statusText(response.status)} answer of ${name}`, comparer);
  }
  for (const headers of headersOf(pair)) {
    for (const { before: old, after: young } of kept(headers)) {
      const text = `the header ${quote(young.name)} of the ${statusText(headers.response.status)} answer of ${name}`;
      const places = objectSpots({ before: old.object, after: young.object }, "schema");
      comparer.compare(own(old.object, "schema") ?? true, own(young.object, "schema") ?? true, answered, { text, places });
    }
  }
}

/** Compares each media type with that of the same name, or with the range that takes it. */
function compareContent({ before, after }: Pair<JsonObject>, direction: Direction, text: string, comparer: SchemaComparer): void {
  const old = mediaTypesOf(before);
  for (const { name, schema, object } of mediaTypesOf(after)) {
    const same =
      old.find((other) => other.name === name) ?? old.find((other) => covers(other.name, name) || covers(name, other.name));
    if (!same) continue;
    const places = objectSpots({ before: same.object as JsonObject, after: object as JsonObject }, "schema");
    comparer.compare(same.schema ?? true, schema ?? true, direction, { text, places });
  }
}
