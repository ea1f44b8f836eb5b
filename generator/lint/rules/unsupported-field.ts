import { quote } from "../../diagnostics/escape.js";
import { itemSchemaOf, sequenceFormat } from "../../document/item-schemas.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import type { Kind } from "../../document/visitor.js";
import { mapsByEndpoint } from "../operations.js";
import { isMarked, isNamedReveal } from "../revealing.js";
import { defineRule, type RuleContext } from "../rule.js";

/** Fields of OpenAPI 3.2 that affect what is sent, by the kind of object that has them. */
const fields: readonly (readonly [kind: Kind, names: readonly string[]])[] = [
  ["mediaType", ["prefixEncoding", "itemEncoding"]],
  ["encoding", ["encoding", "prefixEncoding", "itemEncoding"]],
];

const sequenceHint =
  "Sequences are supported in successes and bodies of ordinary operations. Describe a stream that belongs to actions as an operation with a path of its own.";

/** Media types with items other than in ordinary operations: in their successes, unless they reveal secrets, and bodies of JSON. */
function sequencesElsewhere(context: RuleContext): JsonObject[] {
  const endpoints = mapsByEndpoint(context);
  return context.operations.flatMap((node) => {
    const { operation, role } = node;
    const isOrdinary = role === "api" && !endpoints.has(operation);
    const mayReveal = isMarked(context, node) || isNamedReveal(context, node);
    const responses = Object.entries(ownObject(operation, "responses") ?? {});
    const others = responses.filter(([status]) => !(isOrdinary && !mayReveal && status.startsWith("2")));
    const body = sequencesIn(context, own(operation, "requestBody"));
    return [
      ...body.filter(([name]) => !isOrdinary || sequenceFormat(name) === "events"),
      ...others.flatMap(([, response]) => sequencesIn(context, response)),
    ].map(([, mediaType]) => mediaType);
  });
}

/** The media types with items of a body or a response. */
function sequencesIn(context: RuleContext, holder: JsonValue | undefined): (readonly [name: string, mediaType: JsonObject])[] {
  return Object.entries(ownObject(context.resolve(holder), "content") ?? {}).flatMap(([name, mediaType]) =>
    isObject(mediaType) && itemSchemaOf(mediaType) !== undefined ? [[name, mediaType] as const] : [],
  );
}

/** Rejects the fields of OpenAPI 3.2 that generated code would have to support, each by name. */
export const unsupportedField = defineRule({
  code: "unsupported-field",
  severity: "error",
  message: ({ field }: { field: string }) => `${field} of OpenAPI 3.2 is not supported`,
  hint: "Use the features of OpenAPI 3.1.",
  cause:
    "OpenAPI 3.2 has fields for nested forms and for parts without names. Generated servers and clients don't support them, so they are rejected rather than ignored. `itemSchema` is supported in ordinary operations: in successes that reveal no secrets, for server-sent events, JSON Lines and JSON text sequences; in request bodies, for the last two.",
  bad: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        post:
          requestBody:
            content: { multipart/mixed: { itemEncoding: { contentType: application/json } } }
          responses:
            "200": { description: The orders. }`,
  good: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        post:
          requestBody:
            content: { multipart/form-data: { schema: { type: object, properties: { order: { type: object } } } } }
          responses:
            "200": { description: The orders. }`,
  at: "document",

  check(context, report) {
    if (context.version !== "3.2") return;
    for (const [kind, names] of fields) {
      for (const { value } of context.partsOf(kind))
        for (const name of names)
          if (Object.hasOwn(value, name)) report({ field: quote(name) }, context.locations.key(value, name));
    }
    const unread = [
      ...context.partsOf("mediaType").flatMap(({ value }) => (itemSchemaOf(value) === undefined ? [value] : [])),
      ...sequencesElsewhere(context),
    ];
    for (const value of new Set(unread))
      if (Object.hasOwn(value, "itemSchema"))
        report({ field: '"itemSchema" here' }, context.locations.key(value, "itemSchema"), { hint: sequenceHint });
  },
});
