import { escapeSegment } from "../../../templates/runtime/json-pointer.js";
import type { Direction, InstanceError } from "../../../templates/runtime/json-schema/walk.js";
import { isObject, type JsonValue } from "../../document/json-value.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { finding, type Finding, type Findings } from "./finding.js";

/** Holds one value of an exchange against a schema. */
export function checkValue(
  { judge, places }: Pick<ExchangeContract, "judge" | "places">,
  schema: JsonValue,
  value: JsonValue,
  pointer: string,
  direction: Direction | undefined,
  findings: Findings,
): void {
  const { fits, errors } = judge(schema, value, direction);
  if (fits === "unknown") findings.push(finding(pointer, "unchecked", "is too large to be checked"));
  for (const error of errors) findings.push(instanceFinding(error, pointer, places));
}

function instanceFinding(error: InstanceError, pointer: string, places: ExchangeContract["places"]): Finding {
  const { keyword, schema, property, suggestion } = error;
  const field = property === undefined ? "" : `/${escapeSegment(property)}`;
  const contractPlace = isObject(schema) ? places.value(schema, keyword) : undefined;
  return finding(`${pointer}${error.pointer}${field}`, keyword, wording(error), { suggestion, contractPlace });
}

/** The pointer names the property already. */
function wording({ keyword, message, property }: InstanceError): string {
  if (property === undefined) return message;
  switch (keyword) {
    case "required":
      return "is required";
    case "additionalProperties":
    case "unevaluatedProperties":
      return "is not allowed";
    default:
      return message;
  }
}
