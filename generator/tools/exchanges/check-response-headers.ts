import { parseStyled } from "../../../templates/runtime/server/parameters.js";
import { MalformedText } from "../../../templates/runtime/server/text.js";
import { textShape } from "../../emit/server/text-shape.js";
import { own, ownObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { escapeSegment } from "../../document/reference.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { ExchangeContract } from "./exchange-contract.js";
import { finding, type Findings } from "./finding.js";
import { checkValue } from "./instance-findings.js";
import { headerText } from "./media-types.js";

/** Checks the headers that a Response Object declares. Without any header given, none is missed. */
export function checkResponseHeaders(
  contract: ExchangeContract,
  response: JsonObject,
  sent: Readonly<Record<string, JsonValue>> | undefined,
  findings: Findings,
): void {
  const declared = ownObject(response, "headers");
  for (const name of Object.keys(declared ?? {})) {
    // OpenAPI describes the content type elsewhere.
    if (name.toLowerCase() === "content-type") continue;
    const header = resolveComponent(declared![name], contract.contract.document) as JsonObject;
    const pointer = `/response/headers/${escapeSegment(name)}`;
    const text = headerText(sent, name.toLowerCase());
    const schema = own(header, "schema");
    if (text === undefined) {
      const details = { contractPlace: contract.places.value(header, "required") };
      if (sent && own(header, "required") === true) findings.push(finding(pointer, "required", "is required", details));
    } else if (schema !== undefined) {
      const value = readHeader(contract, header, schema, text);
      if (value === undefined) findings.push(finding(pointer, "malformed", "can't be read as the contract describes it"));
      else checkValue(contract, schema, value, pointer, "response", findings);
    }
  }
}

function readHeader({ contract }: ExchangeContract, header: JsonObject, schema: JsonValue, text: string): JsonValue | undefined {
  try {
    const rule = { name: "", in: "header", explode: own(header, "explode") === true, as: textShape(schema, contract) } as const;
    return parseStyled(text, rule, (part) => part.trim()) as JsonValue;
  } catch (error) {
    if (error instanceof MalformedText) return undefined;
    throw error;
  }
}
