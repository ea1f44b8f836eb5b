import type { JsonObject } from "../../../document/json-value.js";
import type { Direction } from "../../../json-schema/interpreter.js";
import { type ActionPair, bodyOf, describeAction, actionAnchors, resultOf } from "../contract/actions.js";
import { kept, type Pair } from "../contract/pairs.js";
import { describePartHeader, keptFields } from "../contract/form-fields.js";
import {
  describeOperation,
  describeParameter,
  keptParameters,
  objectAnchors,
  type OperationPair,
} from "../contract/operations.js";
import { describeResponse, describeHeader, headersOf, keptResponses, type HeaderVersion } from "../contract/responses.js";
import { keptMediaTypes } from "../contract/media-types.js";
import type { SchemaComparer } from "./schema-comparer.js";

/** Compares the schemas of an operation: parameters, bodies, responses and their headers. */
export function compareOperation(pair: OperationPair, comparer: SchemaComparer): void {
  const { before, after } = pair;
  // The server sends a webhook or callback, and the client responds.
  const [sent, received]: [Direction, Direction] = after.role === "api" ? ["request", "response"] : ["response", "request"];
  for (const parameter of keptParameters(pair)) {
    const anchors = objectAnchors({ before: parameter.before.object, after: parameter.after.object }, "schema");
    const use = { text: describeParameter(parameter.after, after), anchors };
    comparer.compare(parameter.before.model.schema, parameter.after.model.schema, sent, use);
  }
  const name = describeOperation(after);
  if (before.body && after.body)
    compareContent({ before: before.body, after: after.body }, sent, `the body of ${name}`, comparer);
  for (const field of keptFields(pair)) {
    for (const header of kept({ before: field.before.headers, after: field.after.headers })) {
      compareHeader(header, sent, describePartHeader(header.after, field.after, after), comparer);
    }
  }
  for (const response of keptResponses(pair)) {
    compareContent(response, received, describeResponse(response.status, after.title), comparer);
  }
  for (const headers of headersOf(pair)) {
    for (const header of kept(headers)) {
      compareHeader(header, received, describeHeader(header.after, headers.response.status, after), comparer);
    }
  }
}

function compareHeader(
  { before, after }: Pair<HeaderVersion>,
  direction: Direction,
  text: string,
  comparer: SchemaComparer,
): void {
  const anchors = objectAnchors({ before: before.object, after: after.object }, "schema");
  comparer.compare(before.schema, after.schema, direction, { text, anchors });
}

function compareContent(content: Pair<JsonObject>, direction: Direction, text: string, comparer: SchemaComparer): void {
  for (const { before, after } of keptMediaTypes(content)) {
    const objects = { before: before.object as JsonObject, after: after.object as JsonObject };
    const anchors = objectAnchors(objects, "schema");
    comparer.compare(before.schema ?? true, after.schema ?? true, direction, { text, anchors });
    if (before.itemSchema === undefined && after.itemSchema === undefined) continue;
    const use = { text: `an item of ${text}`, anchors: objectAnchors(objects, "itemSchema") };
    comparer.compare(before.itemSchema ?? true, after.itemSchema ?? true, direction, use);
  }
}

/** Compares the body and the result of an action. */
export function compareAction(pair: ActionPair, comparer: SchemaComparer): void {
  const { before, after } = pair;
  const name = describeAction(after);
  comparer.compare(bodyOf(before), bodyOf(after), "request", {
    text: `the body of ${name}`,
    anchors: actionAnchors(pair, "body"),
  });
  comparer.compare(resultOf(before), resultOf(after), "response", {
    text: `the result of ${name}`,
    anchors: actionAnchors(pair, "result"),
  });
}
