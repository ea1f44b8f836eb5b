import { escapeSegment } from "../../../templates/runtime/json-pointer.js";
import { own, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { Parameter } from "../../model/contract.js";
import type { Endpoint, ExchangeContract } from "./exchange-contract.js";
import { finding, type Findings } from "./finding.js";
import { checkValue } from "./instance-findings.js";

/** Where exchanges have the parameters of each place. */
export const parameterMembers = { path: "params", query: "query", header: "headers", cookie: "cookies" } as const;

/** A parameter as it was sent: its value, or why its text can't be read; neither if it is missing. */
export interface SentParameter {
  readonly parameter: Parameter;
  readonly value?: JsonValue;
  readonly malformed?: string;
}

/** Checks what the contract says about the parameters of a request. */
export function checkParameters(
  contract: ExchangeContract,
  endpoint: Endpoint,
  sent: readonly SentParameter[],
  findings: Findings,
): void {
  for (const { parameter, value, malformed } of sent) {
    const pointer = parameterPointer(parameter);
    if (malformed !== undefined) findings.push(finding(pointer, "malformed", malformed));
    else if (value !== undefined) checkValue(contract, parameter.schema, value, pointer, "request", findings);
    else if (parameter.required) {
      const source = parameterSource(contract, endpoint, parameter);
      const contractPlace = source && contract.places.value(source, "required");
      findings.push(finding(pointer, "required", "is required", { contractPlace }));
    }
  }
}

/** Where an exchange has a parameter. */
export function parameterPointer(parameter: Pick<Parameter, "in" | "name">): string {
  return `/request/${parameterMembers[parameter.in]}/${escapeSegment(parameter.name)}`;
}

/** The Parameter Object, references followed. */
function parameterSource({ contract }: ExchangeContract, { document }: Endpoint, parameter: Parameter): JsonObject | undefined {
  const list = own(document, "parameters");
  const objects = (Array.isArray(list) ? list : []).map((item) => resolveComponent(item, contract.document));
  return objects.find((object) => ownString(object, "in") === parameter.in && ownString(object, "name") === parameter.name) as
    | JsonObject
    | undefined;
}
