import { isObject, type JsonObject } from "../../../document/json-value.js";
import { isDecisiveKeyword } from "../../../document/schema-keywords.js";
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
import type { ContractVersion } from "../contract/contract-version.js";
import { keptMediaTypes, type MediaTypeVersion } from "../contract/media-types.js";
import { mediaKind } from "../../../document/media-kind.js";
import type { CompareSchemas } from "./schema-comparer.js";

/** Compares the schemas of an operation: parameters, bodies, responses and their headers. */
export function compareOperation(pair: OperationPair, compare: CompareSchemas): void {
  const { before, after } = pair;
  // The server sends a webhook or callback, and the client responds.
  const [sent, received]: [Direction, Direction] = after.role === "api" ? ["request", "response"] : ["response", "request"];
  for (const parameter of keptParameters(pair)) {
    const anchors = objectAnchors({ before: parameter.before.object, after: parameter.after.object }, "schema");
    const use = { text: describeParameter(parameter.after, after), anchors };
    compare(parameter.before.model.schema, parameter.after.model.schema, sent, use);
  }
  const name = describeOperation(after);
  const versions = { before: before.version, after: after.version };
  if (before.body && after.body)
    compareContent({ before: before.body, after: after.body }, versions, sent, `the body of ${name}`, compare);
  for (const field of keptFields(pair)) {
    for (const header of kept({ before: field.before.headers, after: field.after.headers })) {
      compareHeader(header, sent, describePartHeader(header.after, field.after, after), compare);
    }
  }
  for (const response of keptResponses(pair)) {
    compareContent(response, versions, received, describeResponse(response.status, after.title), compare);
  }
  for (const headers of headersOf(pair)) {
    for (const header of kept(headers)) {
      compareHeader(header, received, describeHeader(header.after, headers.response.status, after), compare);
    }
  }
}

function compareHeader(
  { before, after }: Pair<HeaderVersion>,
  direction: Direction,
  text: string,
  compare: CompareSchemas,
): void {
  const anchors = objectAnchors({ before: before.object, after: after.object }, "schema");
  compare(before.schema, after.schema, direction, { text, anchors });
}

function compareContent(
  content: Pair<JsonObject>,
  versions: Pair<ContractVersion>,
  direction: Direction,
  text: string,
  compare: CompareSchemas,
): void {
  for (const { before, after } of keptMediaTypes(content)) {
    const objects = { before: before.object as JsonObject, after: after.object as JsonObject };
    const anchors = objectAnchors(objects, "schema");
    if (!isBytes(before, versions.before) || !isBytes(after, versions.after))
      compare(before.schema ?? true, after.schema ?? true, direction, { text, anchors });
    if (before.itemSchema === undefined && after.itemSchema === undefined) continue;
    const use = { text: `an item of ${text}`, anchors: objectAnchors(objects, "itemSchema") };
    compare(before.itemSchema ?? true, after.itemSchema ?? true, direction, use);
  }
}

/** Returns whether a schema only states that a body is bytes: `format: binary` in OpenAPI 3.0, nothing in 3.1. */
function isBytes({ name, schema }: MediaTypeVersion, { resolve }: ContractVersion): boolean {
  if (mediaKind(name) !== "bytes") return false;
  const resolved = resolve(schema) ?? true;
  if (!isObject(resolved)) return resolved === true;
  const { type = "string", format = "binary", contentEncoding, ...others } = resolved;
  const isPlain = type === "string" && format === "binary" && contentEncoding === undefined;
  return isPlain && !Object.keys(others).some(isDecisiveKeyword);
}

/** Compares the body and the result of an action. */
export function compareAction(pair: ActionPair, compare: CompareSchemas): void {
  const { before, after } = pair;
  const name = describeAction(after);
  compare(bodyOf(before), bodyOf(after), "request", {
    text: `the body of ${name}`,
    anchors: actionAnchors(pair, "body"),
  });
  compare(resultOf(before), resultOf(after), "response", {
    text: `the result of ${name}`,
    anchors: actionAnchors(pair, "result"),
  });
}
