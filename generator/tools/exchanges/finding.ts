import { escapeSegment, parsePointer } from "../../../templates/runtime/json.js";
import { quote } from "../../diagnostics/escape.js";
import type { Location } from "../../diagnostics/diagnostic.js";
import type { Details, Report } from "../../diagnostics/report.js";
import { report } from "./diagnostics.js";
import { isObject, type JsonObject, type JsonValue, own } from "../../document/json-value.js";
import type { Locations } from "../../document/locations.js";
import type { Direction } from "../../json-schema/interpreter.js";
import type { InstanceError } from "../../json-schema/instance-errors.js";
import type { ExchangeContract } from "./exchange-contract.js";

/** A rule of the contract that an exchange violates. It names fields and rules, never values. */
export interface Finding {
  /** JSON pointer within the exchange, such as `/request/body/cidr`; may name a missing or disallowed field. */
  readonly pointer: string;
  /** The violated keyword of the schema, or another rule: `content-type`, `status`, `secret`, … */
  readonly rule: string;
  /** The problem or the expectation, as a predicate of the pointer: `must be string`. */
  readonly message: string;
  /** A suggested name or value. */
  readonly suggestion?: string;
  /** The location of the rule in the contract. */
  readonly contractPlace?: Location;
}

/** Collects findings, such as a `Finding[]`. */
export interface Findings {
  push(finding: Finding): unknown;
}

/** Creates a finding without its `undefined` members. */
export function finding(
  pointer: string,
  rule: string,
  message: string,
  details: { readonly suggestion?: string | undefined; readonly contractPlace?: Location | undefined } = {},
): Finding {
  const { suggestion, contractPlace } = details;
  return {
    pointer,
    rule,
    message,
    ...(suggestion !== undefined && { suggestion }),
    ...(contractPlace && { contractPlace }),
  };
}

/** Validates one value of an exchange against a schema. */
export function checkValue(
  { evaluate, locations }: Pick<ExchangeContract, "evaluate" | "locations">,
  schema: JsonValue,
  value: JsonValue,
  pointer: string,
  direction: Direction | undefined,
  findings: Findings,
): void {
  const { isValid, errors } = evaluate(schema, value, direction);
  if (isValid === "unknown") findings.push(finding(pointer, "unchecked", "is too large to validate"));
  for (const error of errors) findings.push(instanceFinding(error, pointer, locations));
}

function instanceFinding(error: InstanceError, pointer: string, locations: ExchangeContract["locations"]): Finding {
  const { keyword, schema, property, suggestion } = error;
  const field = property === undefined ? "" : `/${escapeSegment(property)}`;
  const contractPlace = isObject(schema) ? locations.value(schema, keyword) : undefined;
  return finding(`${pointer}${error.pointer}${field}`, keyword, wording(error), { suggestion, contractPlace });
}

/** Adapts the message, as the pointer already names the property. */
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

const rulesAboutNames = new Set(["additionalProperties", "unevaluatedProperties", "propertyNames", "unknown"]);

/** Returns whether a rule is about the name of a field, regardless of its value. */
export function concernsName(rule: string): boolean {
  return rulesAboutNames.has(rule);
}

/**
 * Returns the location of a part of a value. For a missing part, returns the key of its parent, or the parent itself if it has
 * no key.
 */
export function locatePointer(locations: Locations, root: JsonObject, pointer: string, rule: string): Location | undefined {
  let holder: JsonValue = root;
  let place = locations.value(root);
  let keyPlace = place;
  let isHeaders = false;
  for (const name of parsePointer(pointer)) {
    const key: string = isHeaders ? headerKey(holder, name) : name;
    if (typeof holder !== "object" || holder === null || !Object.hasOwn(holder, key)) return keyPlace;
    place = locations.value(holder, key);
    keyPlace = Array.isArray(holder) ? place : locations.key(holder, key);
    isHeaders = holder !== root && key === "headers" && !isHeaders;
    holder = own(holder, key)!;
  }
  return concernsName(rule) ? keyPlace : place;
}

/** Header names are case-insensitive. */
function headerKey(headers: JsonValue, name: string): string {
  return Object.keys(headers ?? {}).find((key) => key.toLowerCase() === name.toLowerCase()) ?? name;
}

/** Reports a finding at its location, together with the contract's. */
export function reportFinding(finding: Finding, location: Location | undefined, problems: Report, details: Details = {}): void {
  const { pointer, rule, message } = finding;
  report(problems, codeOf(pointer, rule), { pointer, rule, problem: message }, location, detailsOf(finding, details));
}

/** Returns the details of a finding, which don't depend on its code. */
export function detailsOf({ suggestion, contractPlace }: Finding, { hint, related = [] }: Details = {}): Details {
  const rule = contractPlace && { message: "defined here", location: contractPlace };
  return { related: [rule, ...related], hint: suggestion === undefined ? hint : `Did you mean ${quote(suggestion)}?` };
}

function codeOf(pointer: string, rule: string) {
  if (rule === "secret") return "response-secret";
  if (rule === "unchecked") return "exchange-unchecked";
  if (pointer.startsWith("/request")) return "request-invalid";
  return pointer.startsWith("/response") ? "response-invalid" : "service-invalid";
}

/** Validates the body of a sequence, which is the list of its items. */
export function checkItems(
  contract: ExchangeContract,
  schema: JsonValue,
  body: JsonValue,
  pointer: string,
  direction: Direction | undefined,
  findings: Findings,
): void {
  if (!Array.isArray(body)) findings.push(finding(pointer, "type", "must be the list of the items"));
  else for (const [index, item] of body.entries()) checkValue(contract, schema, item, `${pointer}/${index}`, direction, findings);
}
