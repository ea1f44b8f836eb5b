import { quote } from "../../../diagnostics/escape.js";
import { own } from "../../../document/json-value.js";
import { essenceOf } from "../../../document/media-kind.js";
import {
  describeParameter,
  keptParameters,
  objectAnchors,
  type OperationPair,
  type ParameterVersion,
} from "../contract/operations.js";
import { explodeMatters, valueKinds } from "../contract/value-kinds.js";
import { inContract } from "../example.js";
import type { PairRule } from "../rule.js";

/** The serialization of a parameter. */
export const parameterSerializationChanged: PairRule<OperationPair> = {
  id: "parameter-serialization-changed",
  breaks: "both",
  why: "Clients and servers no longer agree on the serialization of the value.",
  example: inContract(`
      paths:
        /orders:
          get:
            operationId: listOrders
            parameters:
    -         - { name: tags, in: query, schema: { type: array, items: { type: string } } }
    +         - { name: tags, in: query, explode: false, schema: { type: array, items: { type: string } } }
            responses: { "200": { description: Done. } }
  `),
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      const field = fields.find((name) => valueOf(before, name) !== valueOf(after, name));
      if (field === undefined || (field === "explode" && !explodes(pair, before, after))) continue;
      const [from, to] = [valueOf(before, field), valueOf(after, field)];
      const anchors = objectAnchors({ before: before.object, after: after.object }, field === "mediaType" ? "content" : field);
      report(
        `${describeParameter(after, pair.after)} is now serialized with ${field} ${quote(to)} instead of ${quote(from)}`,
        anchors,
      );
    }
  },
};

const fields = ["style", "mediaType", "allowReserved", "explode"] as const;

function valueOf({ model, object }: ParameterVersion, field: (typeof fields)[number]): string {
  if (field === "mediaType") return model.mediaType === undefined ? "none" : essenceOf(model.mediaType);
  // Headers have no reserved characters to encode.
  const value = field === "allowReserved" ? model.in !== "header" && own(object, field) === true : model[field];
  return String(value);
}

/** Returns whether `explode` makes a difference for the values of both versions. */
function explodes(pair: OperationPair, before: ParameterVersion, after: ParameterVersion): boolean {
  if (after.model.mediaType !== undefined) return false;
  const kinds = [valueKinds(before.model.schema, pair.before.version), valueKinds(after.model.schema, pair.after.version)];
  return kinds.every((kind) => explodeMatters(after.model.style, kind));
}
