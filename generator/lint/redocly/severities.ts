import type { Severity } from "../../diagnostics/diagnostic.js";
import type { documentCodes } from "../../document/diagnostics.js";
import type { RuleCode } from "../rules/index.js";
import { segmentsOf } from "./bundled-references.js";
import type { Problem } from "./redocly-types.js";

/**
 * Rules of Redocly whose findings stop `generate`, each with what would go wrong in the output. All others are shown
 * as warnings, however strict Redocly's preset is: they are about style, documentation or examples.
 */
const meaningful: Readonly<Record<string, string>> = {
  "operation-parameters-unique": "only one of two parameters of the same name could be read",
  struct: "what stands in the wrong place is not compiled",
};

/** Rules of Redocly that are left out, because these report the same and know more. */
export const coveredBy: Readonly<Record<string, readonly (RuleCode | keyof typeof documentCodes)[]>> = {
  "no-duplicated-enum-values": ["enum-value"],
  "no-enum-type-mismatch": ["enum-value"],
  "no-identical-paths": ["operation-clash"],
  "no-invalid-media-type-examples": ["example-mismatch"],
  "no-invalid-parameter-examples": ["example-mismatch"],
  "no-invalid-schema-examples": ["example-mismatch"],
  "no-unresolved-refs": ["ref-unresolved", "ref-kind", "ref-remote", "ref-outside-root"],
  "operation-operationId-unique": ["operation-id-unique"],
  "operation-operationId-url-safe": ["operation-id"],
  "path-declaration-must-exist": ["path-syntax"],
  "path-not-include-query": ["path-syntax"],
  "path-parameters-defined": ["path-parameters"],
  "security-defined": ["operation-security", "security-undefined"],
  "spec-components-invalid-map-name": ["component-name"],
};

/** Parts of a document that are for people only. */
const textSections = new Set(["info", "servers", "tags", "externalDocs"]);
const textKeys = new Set(["description", "summary", "title", "example", "examples", "externalDocs", "tags"]);

/** How much a finding weighs here, where Redocly calls it `error` or `warn`. */
export function severityOf({ ruleId, severity, message, location }: Problem): Severity {
  if (severity !== "error" || !Object.hasOwn(meaningful, ruleId)) return "warning";
  if (ruleId !== "struct") return "error";
  const segments = segmentsOf(location[0]?.pointer ?? "");
  const [first] = segments;
  // Without paths there is nothing to serve, but there are still types.
  if (first === undefined || textSections.has(first)) return "warning";
  const missing = /^The field `([^`]+)` must be present/.exec(message)?.[1];
  const field = missing ?? segments.at(-1)!;
  return textKeys.has(field) ? "warning" : "error";
}
