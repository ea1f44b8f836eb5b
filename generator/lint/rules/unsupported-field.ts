import { quote } from "../../diagnostics/escape.js";
import { itemSchemaOf, sequenceFormat } from "../../document/item-schemas.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { resolveSchema } from "../../document/reference.js";
import { isListSchema, isNested, isPartList, positionalEncodings } from "../../document/part-lists.js";
import { mapsByEndpoint } from "../operations.js";
import { isMarked, isNamedReveal } from "../revealing.js";
import { defineRule, type RuleContext } from "../rule.js";

/** Fields of OpenAPI 3.2 that describe how the parts of a body are written. */
const encodingFields = ["encoding", "prefixEncoding", "itemEncoding"];

const partsHint =
  "They apply to media types such as multipart/mixed whose schema is a list by itself, and to parts of such a media type that are lists of that kind. Parts of forms can't have parts.";

const listHint =
  "Lists of parts are supported in bodies and responses of ordinary operations that reveal no secrets, with either `schema` or `itemSchema`, and not next to sequences such as JSON Lines.";

const headerHint =
  "Parts are sent with their media type and the name of their file only. Remove `required`, or send the value in a part of JSON.";

const sequenceHint =
  "Sequences are supported in successes and bodies of ordinary operations, lists of parts in media types such as multipart/mixed that have no `schema`. Describe a stream that belongs to actions as an operation with a path of its own.";

/** Operations with what decides where their bodies may be sequences or lists of parts. */
function operationsOf(context: RuleContext) {
  const endpoints = mapsByEndpoint(context);
  return context.operations.map((node) => ({
    operation: node.operation,
    isOrdinary: node.role === "api" && !endpoints.has(node.operation),
    mayReveal: isMarked(context, node) || isNamedReveal(context, node),
    responses: Object.entries(ownObject(node.operation, "responses") ?? {}),
  }));
}

/** Media types with items other than in ordinary operations: in their successes, unless they reveal secrets, and bodies of JSON. */
function sequencesElsewhere(context: RuleContext): JsonObject[] {
  return operationsOf(context).flatMap(({ operation, isOrdinary, mayReveal, responses }) => {
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

/** The encodings of a list of parts, also of parts that are such lists. */
function encodingsOf(holder: JsonObject, schema: JsonValue | undefined, schemas: JsonObject | undefined): JsonObject[] {
  const { first, rest } = positionalEncodings(holder);
  const list = resolveSchema(schema, schemas);
  const prefix = own(list, "prefixItems");
  const schemaAt = (at: number) => resolveSchema((Array.isArray(prefix) ? prefix[at] : undefined) ?? own(list, "items"), schemas);
  const all = [
    ...first.map((encoding, at) => ({ encoding, schema: schemaAt(at) })),
    { encoding: rest, schema: schemaAt(Infinity) },
  ];
  return all.flatMap(({ encoding, schema: part }) => {
    if (!isObject(encoding)) return [];
    return [encoding, ...(isNested(encoding) && isListSchema(part) ? encodingsOf(encoding, part, schemas) : [])];
  });
}

/** Lists of parts in operations that can't have them: webhooks, and those with actions, secrets, or sequences. */
function listsElsewhere(context: RuleContext): JsonObject[] {
  return operationsOf(context).flatMap(({ operation, isOrdinary, mayReveal, responses }) => {
    const successes = responses.flatMap(([status, response]) => (status.startsWith("2") ? contentsOf(context, response) : []));
    const groups = [
      { media: contentsOf(context, own(operation, "requestBody")), isClosed: false },
      { media: successes, isClosed: mayReveal },
      { media: responses.flatMap(([, response]) => contentsOf(context, response)), isClosed: false },
    ];
    return groups.flatMap(({ media, isClosed }) => {
      const isElsewhere = isClosed || !isOrdinary || media.some((one) => itemSchemaOf(one) !== undefined);
      return isElsewhere ? media.filter(isPartList) : [];
    });
  });
}

function contentsOf(context: RuleContext, holder: JsonValue | undefined): JsonObject[] {
  return Object.values(ownObject(context.resolve(holder), "content") ?? {}).filter(isObject);
}

/** Rejects the fields of OpenAPI 3.2 that generated code would have to support, each by name. */
export const unsupportedField = defineRule({
  code: "unsupported-field",
  severity: "error",
  message: ({ field }: { field: string }) => `${field} is not supported here`,
  hint: "Use the features of OpenAPI 3.1.",
  cause:
    "OpenAPI 3.2 has fields for parts and items that generated servers and clients can't write or read everywhere, so they are rejected rather than ignored: encodings within those of forms, required headers of parts, lists of parts and sequences where an operation has actions or secrets. The support page lists what is supported.",
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
            content: { multipart/mixed: { itemSchema: { type: object }, itemEncoding: { contentType: application/json } } }
          responses:
            "200": { description: The orders. }`,
  at: "document",

  check(context, report) {
    if (context.version !== "3.2") return;
    const schemas = ownObject(ownObject(context.upgraded, "components"), "schemas");
    const lists = context.partsOf("mediaType").flatMap(({ value }) => (isPartList(value) ? [value] : []));
    const encodings = lists.flatMap((value) => encodingsOf(value, own(value, "schema"), schemas));
    const known = new Set([...lists, ...encodings]);
    for (const kind of ["mediaType", "encoding"] as const) {
      const names = kind === "mediaType" ? encodingFields.slice(1) : encodingFields;
      for (const { value } of context.partsOf(kind))
        for (const name of names) {
          const isRead = known.has(value) && name !== "encoding" && (kind === "mediaType" || isNested(value));
          if (Object.hasOwn(value, name) && !isRead)
            report({ field: `${quote(name)} of OpenAPI 3.2` }, context.locations.key(value, name), { hint: partsHint });
        }
    }
    for (const encoding of encodings)
      for (const [name, header] of Object.entries(ownObject(encoding, "headers") ?? {}))
        if (own(context.resolve(header), "required") === true && name.toLowerCase() !== "content-type")
          report({ field: `the required header ${quote(name)} of a part` }, context.locations.key(encoding, "headers"), {
            hint: headerHint,
          });
    for (const value of new Set(listsElsewhere(context)))
      report({ field: "a list of parts" }, context.locations.key(value, "schema") ?? context.locations.value(value), {
        hint: listHint,
      });
    const unread = [
      ...context
        .partsOf("mediaType")
        .flatMap(({ value }) => (itemSchemaOf(value) === undefined && !isPartList(value) ? [value] : [])),
      ...sequencesElsewhere(context),
    ];
    for (const value of new Set(unread))
      if (Object.hasOwn(value, "itemSchema"))
        report({ field: '"itemSchema" of OpenAPI 3.2' }, context.locations.key(value, "itemSchema"), { hint: sequenceHint });
  },
});
