import { escapeSegment } from "../json-pointer.js";
import type { ValidationError } from "../validators/validation-error.js";

/** The longest name of a field that is repeated to a caller, and the longest text about all of them. */
const longestPointer = 200;
const longestText = 8_000;

/**
 * Every failing field with the rule that it breaks, as `/name is required; /port must be integer`. No value is in it.
 * Parameters are named without the slash.
 */
export function describeErrors(errors: readonly ValidationError[], of: "body" | "parameters" = "body"): string {
  const lines = [...new Set(withoutSummaries(errors).map(describe))];
  const kept: string[] = [];
  let size = 0;
  for (const line of lines) {
    size += line.length + 2;
    if (size > longestText) {
      kept.push(`${lines.length - kept.length} more`);
      break;
    }
    kept.push(of === "parameters" ? line.replace(/^\//, "") : line);
  }
  return kept.join("; ");
}

/** That no alternative fits says nothing beside what is wrong with each. */
function withoutSummaries(errors: readonly ValidationError[]): readonly ValidationError[] {
  const rest = errors.filter(({ keyword }) => !["oneOf", "anyOf", "if"].includes(keyword));
  return rest.length > 0 ? rest : errors;
}

function describe({ instancePath, keyword, params, message, propertyName }: ValidationError): string {
  const field = (name: unknown) => shorten(`${instancePath}/${escapeSegment(String(name))}`);
  const place = instancePath === "" ? "the body" : shorten(instancePath);
  switch (keyword) {
    case "required":
      return `${field(params["missingProperty"])} is required`;
    case "dependentRequired":
      return `${field(params["missingProperty"])} is required beside ${shorten(String(params["property"]))}`;
    case "additionalProperties":
      return `${field(params["additionalProperty"])} is not allowed`;
    case "unevaluatedProperties":
      return `${field(params["unevaluatedProperty"])} is not allowed`;
    case "false schema":
      return `${place} is not allowed`;
    case "const":
      return `${place} must be ${list([params["allowedValue"]])}`;
    case "enum":
      return `${place} must be one of ${list(params["allowedValues"] as readonly unknown[])}`;
    default:
      return `${propertyName === undefined ? place : field(propertyName)} ${message}`;
  }
}

/** Values of the contract, not of the call. */
function list(values: readonly unknown[]): string {
  return shorten(values.map((value) => JSON.stringify(value)).join(", "));
}

/** Names come from the caller: they are cut short, and can't break lines or hide text. */
function shorten(text: string): string {
  const visible = text.slice(0, longestPointer).replace(/[\p{C}\p{Zl}\p{Zp}]/gu, "\ufffd");
  return text.length > longestPointer ? `${visible}…` : visible;
}
