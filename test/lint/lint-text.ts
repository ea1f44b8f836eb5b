import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { compareDiagnostics, type Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { lintContract } from "../../generator/lint/lint.js";
import { createRuleContext } from "../../generator/lint/rule-context.js";
import { rules, type RuleCode } from "../../generator/lint/rules/index.js";
import type { UntypedObjects } from "../../generator/document/implied-objects.js";
import { loadContract } from "../../generator/document/load-contract.js";

/** Loads and lints a contract given as text, or as files by name of which the first is the main document. */
export function lintText(
  text: string | Readonly<Record<string, string>>,
  optionalRules: readonly string[] = [],
  untypedObjects?: UntypedObjects,
): Diagnostic[] {
  const { checkable, diagnostics } = loadText(text, undefined, untypedObjects);
  return checkable ? [...diagnostics, ...lintContract(checkable, { optionalRules })] : diagnostics;
}

/** The diagnostics of one rule for a contract. */
export function diagnosticsOf(
  code: RuleCode,
  text: string | Readonly<Record<string, string>>,
  extensionPrefix?: string,
): Diagnostic[] {
  const { contract: loaded, diagnostics } = loadText(text, extensionPrefix);
  // A contract that isn't loaded would make every "no findings" test pass.
  if (!loaded) throw new Error(diagnostics.map(inWords).join("\n"));
  const found: Diagnostic[] = [];
  const context = createRuleContext(loaded);
  for (const rule of rules) if (rule.code === code) rule.check(context, found);
  return found.sort(compareDiagnostics);
}

/** The same as text, with what each diagnostic marks: `[<marked>] <severity> <message>`. */
export function findings(code: RuleCode, text: string | Readonly<Record<string, string>>): string[] {
  return diagnosticsOf(code, text).map(inWords);
}

/** Loads a contract given as text, or as files by name. Schemas mean what JSON Schema says. */
export function loadText(
  text: string | Readonly<Record<string, string>>,
  extensionPrefix?: string,
  untypedObjects: UntypedObjects = "any",
): ReturnType<typeof loadContract> {
  const files = typeof text === "string" ? { "openapi.yaml": text } : text;
  const folder = mkdtempSync(path.join(tmpdir(), "lint-text-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
    return loadContract(Object.keys(files)[0]!, {
      workingFolder: folder,
      untypedObjects,
      ...(extensionPrefix !== undefined && { extensionPrefix }),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Text put into `contract()`, at any indentation. */
export interface Pieces {
  readonly openapi?: string;
  /** Further keys of the document. */
  readonly root?: string;
  /** Further paths. */
  readonly paths?: string;
  /** Further keys of the generic endpoint's operation. */
  readonly operation?: string;
  /** Actions of the type `postgres`, instead of the one that is there. */
  readonly actions?: string;
  readonly schemas?: string;
  /** Further sections of components. */
  readonly components?: string;
}

/** A small contract without findings, with pieces put in. */
export function contract(pieces: Pieces = {}): string {
  return `openapi: ${pieces.openapi ?? "3.1.0"}
info: { title: Shop, version: "1" }
security: [{ token: [] }]
${indent(pieces.root, 0)}paths:
${indent(pieces.paths, 2)}  /services/{service_id}/actions/{action}:
    post:
      operationId: invokeAction
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string, maxLength: 64 } }
        - { name: action, in: path, required: true, schema: { type: string, maxLength: 64 } }
      requestBody: { required: true, content: { application/json: { schema: { type: object, additionalProperties: true } } } }
      responses:
        "200": { description: Done., content: { application/json: { schema: { type: object, properties: { status: { type: string }, result: { type: object } } } } } }
        default: { description: Failed., content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }
${indent(pieces.operation, 6)}      x-platform-postgres-actions:
${indent(pieces.actions ?? "restart: { summary: Restart. }", 8)}components:
  securitySchemes: { token: { type: http, scheme: bearer } }
${indent(pieces.components, 2)}  schemas:
    Failure: { type: object, required: [error], properties: { error: { type: string } }, additionalProperties: false }
${indent(pieces.schemas, 4)}`;
}

/** Moves a piece to a column; the least indented line counts as column 0. */
function indent(text: string | undefined, columns: number): string {
  const lines = (text ?? "").split("\n").filter((line) => line.trim() !== "");
  const least = Math.min(...lines.map((line) => line.search(/\S/)));
  return lines.map((line) => `${" ".repeat(columns)}${line.slice(least)}\n`).join("");
}

function inWords({ severity, message, location }: Diagnostic): string {
  const marked = location?.lineText?.slice(location.column - 1, (location.endColumn ?? location.column + 1) - 1);
  return `[${marked}] ${severity} ${message}`;
}
