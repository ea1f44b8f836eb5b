import { quote } from "../../../diagnostics/catalog/entry.js";
import { own, type JsonObject } from "../../../load/json-value.js";
import type { Parameter } from "../../../model/contract.js";
import { describeParameter, objectSpots } from "../../contract/describe-operation.js";
import type { ParameterSide } from "../../contract/operation-side.js";
import type { OperationPair } from "../../contract/pairs.js";
import { keptParameters } from "../../contract/parameter-pairs.js";
import type { PairRule } from "../../rule.js";

/** How the value of a parameter is written as text. */
export const parameterSerializationChanged: PairRule<OperationPair> = {
  id: "parameter-serialization-changed",
  breaks: "both",
  why: "Clients and servers that write and read the value in the old way don't understand each other.",
  check(pair, report) {
    for (const { before, after } of keptParameters(pair)) {
      const field = fields.find((name) => valueOf(before, name) !== valueOf(after, name));
      if (field === undefined) continue;
      const [from, to] = [valueOf(before, field), valueOf(after, field)];
      const places = objectSpots({ before: before.object, after: after.object }, field === "mediaType" ? "content" : field);
      report(
        `${describeParameter(after, pair.after)} is written otherwise: ${field} ${quote(to)} instead of ${quote(from)}`,
        places,
      );
    }
  },
};

const fields = ["style", "explode", "mediaType", "allowReserved"] as const;

function valueOf({ model, object }: ParameterSide, field: (typeof fields)[number]): string {
  if (field === "explode" && !mayHaveParts(model)) return "false";
  const value = field === "allowReserved" ? isTrue(object, field) : model[field];
  return String(value ?? "none");
}

/** A value without parts is written the same, exploded or not. */
function mayHaveParts({ schema }: Parameter): boolean {
  return !["string", "integer", "number", "boolean"].includes(String(own(schema, "type")));
}

function isTrue(object: JsonObject, field: string): boolean {
  return own(object, field) === true;
}
