import { quote } from "../../../diagnostics/escape.js";
import { addedMediaTypes, describeField, type FormField, keptFields } from "../contract/form-fields.js";
import { objectAnchors, type OperationPair } from "../contract/operations.js";
import type { Pair } from "../contract/pairs.js";
import { explodeMatters } from "../contract/value-kinds.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** The serialization of a form field, as defined by its Encoding Object or by default for its schema. */
export const fieldSerializationChanged: PairRule<OperationPair> = {
  id: "field-serialization-changed",
  breaks: "both",
  why: "Clients and servers no longer agree on the serialization of the field.",
  example: inContract(`
      paths:
        /orders:
          post:
            operationId: addOrder
            requestBody:
              content:
                application/x-www-form-urlencoded:
                  schema:
                    type: object
                    properties:
                      tags: { type: array, items: { type: string } }
                      note: { type: string }
                  encoding:
    -               tags: { explode: false }
    -               note: { explode: false }
    +               note: { explode: true }
            responses: { "201": { description: Added. } }
  `),
  check(pair, report) {
    for (const field of keptFields(pair)) {
      const keyword = changedKeyword(field, pair.after.role === "api");
      if (keyword === undefined) continue;
      const [from, to] = [valueOf(field.before, keyword), valueOf(field.after, keyword)];
      report(
        `${describeField(field.after, pair.after)} is now serialized with ${keyword} ${quote(to)} instead of ${quote(from)}`,
        objectAnchors({ before: field.before.object, after: field.after.object }, keyword),
      );
    }
  },
};

type Keyword = "contentType" | "style" | "explode" | "allowReserved";

function changedKeyword({ before, after }: Pair<FormField>, isRequest: boolean): Keyword | undefined {
  if (before.style !== after.style) return "style";
  const { style } = after;
  if (style !== undefined && before.explode !== after.explode) {
    if (explodeMatters(style, before.kinds) && explodeMatters(style, after.kinds)) return "explode";
  }
  if (before.allowReserved !== after.allowReserved) return "allowReserved";
  const [removed, added] = [addedMediaTypes(after, before), addedMediaTypes(before, after)];
  // In requests, media types that are only added or only removed have rules of their own.
  const isReplaced = isRequest ? removed.length > 0 && added.length > 0 : removed.length + added.length > 0;
  return isReplaced ? "contentType" : undefined;
}

function valueOf(field: FormField, keyword: Keyword): string {
  return keyword === "contentType" ? field.mediaTypes.join(", ") : String(field[keyword] ?? "none");
}
