import { quote } from "../../../diagnostics/escape.js";
import { objectAnchors, type OperationPair } from "../contract/operations.js";
import { kept } from "../contract/pairs.js";
import { describeHeader, headersOf } from "../contract/responses.js";
import { explodeMatters, valueKinds } from "../contract/value-kinds.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** The serialization of a response header. */
export const headerSerializationChanged: PairRule<OperationPair> = {
  id: "header-serialization-changed",
  breaks: "both",
  why: "Clients and servers no longer agree on the serialization of the value.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            responses:
              "200":
                description: Done.
                headers:
    -             X-Counts: { schema: { type: object, additionalProperties: { type: integer } } }
    -             X-Tags: { schema: { type: array, items: { type: string } } }
    +             X-Counts: { explode: true, schema: { type: object, additionalProperties: { type: integer } } }
    +             X-Tags: { explode: true, schema: { type: array, items: { type: string } } }
  `),
  check(pair, report) {
    for (const headers of headersOf(pair)) {
      for (const { before, after } of kept(headers)) {
        const field = before.mediaType === after.mediaType ? "explode" : "mediaType";
        const kinds = [valueKinds(before.schema, pair.before.version), valueKinds(after.schema, pair.after.version)];
        if (field === "explode") {
          const isSame = before.explode === after.explode || before.mediaType !== undefined;
          if (isSame || !kinds.every((kind) => explodeMatters("simple", kind))) continue;
        }
        const what = describeHeader(after, headers.response.status, pair.after);
        const [from, to] = [before, after].map((header) => quote(String(header[field] ?? "none")));
        const anchors = objectAnchors({ before: before.object, after: after.object }, field === "mediaType" ? "content" : field);
        report(`${what} is now serialized with ${field} ${to} instead of ${from}`, anchors);
      }
    }
  },
};
