import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import { lintWithRedocly } from "../../generator/lint/redocly/lint-with-redocly.js";
import { loadContract, type LoadedContract } from "../../generator/document/load-contract.js";

/** Contract files by name; the first is the main document. */
export type Files = Readonly<Record<string, string>>;

/** Writes files into a folder of their own, which is gone afterwards. */
export async function inFolder<T>(files: Files, use: (folder: string) => T | Promise<T>): Promise<T> {
  const folder = mkdtempSync(path.join(tmpdir(), "redocly-"));
  try {
    for (const [name, content] of Object.entries(files)) {
      mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
      writeFileSync(path.join(folder, name), content);
    }
    return await use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Loads a contract that has no problem of its own. */
export function load(folder: string, main: string, extensionPrefix?: string): LoadedContract {
  const options = { workingFolder: folder, ...(extensionPrefix !== undefined && { extensionPrefix }) };
  const { contract, diagnostics } = loadContract(main, options);
  if (!contract) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  return contract;
}

/** Redocly's problems of a contract. */
export function redocly(text: string | Files, extensionPrefix?: string): Promise<Diagnostic[]> {
  const files = typeof text === "string" ? { "openapi.yaml": text } : text;
  return inFolder(files, (folder) => lintWithRedocly(load(folder, Object.keys(files)[0]!, extensionPrefix)));
}

/** `<path>:<line>:<column> <severity> <code>: <message>`, and the hint if there is one. */
export function inWords({ location, severity, code, message, hint }: Diagnostic): string {
  const place = `${location?.path}:${location?.line}:${location?.column}`;
  return `${place} ${severity} ${code}: ${message}${hint === undefined ? "" : ` (${hint})`}`;
}

/** A document in which Redocly finds nothing, with further text at the ends of its parts. */
export function clean(pieces: { openapi?: string; operation?: string; schemas?: string; paths?: string } = {}): string {
  return `openapi: ${pieces.openapi ?? "3.1.0"}
info: { title: Shop, version: "1", license: { name: MIT, url: https://opensource.org/license/mit } }
servers: [{ url: https://api.shop.test }]
security: [{ token: [] }]
paths:
${pieces.paths ?? ""}  /services/{service_id}/actions/{action}:
    post:
      operationId: invokeAction
      summary: Invoke an action
      parameters:
        - { name: service_id, in: path, required: true, schema: { type: string } }
        - { name: action, in: path, required: true, schema: { type: string } }
      responses:
        "200": { description: Done }
        "400": { description: Refused, content: { application/json: { schema: { $ref: "#/components/schemas/Failure" } } } }
${pieces.operation ?? ""}components:
  securitySchemes: { token: { type: http, scheme: bearer } }
  schemas:
    Failure: { type: object, required: [error], properties: { error: { type: string } }, additionalProperties: false }
${pieces.schemas ?? ""}`;
}
