import { readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "vitest";
import { loadContract } from "../../../generator/document/load-contract.js";
import { findEndpoints } from "../../../generator/tools/adopt/find-endpoints.js";
import { folderWith, inWords } from "../../document/load-text.js";
import { runCli } from "../../support/command-line.js";

/** Content of a schema, in one line. */
export const json = (schema: string) => `content: { application/json: { schema: ${schema} } }`;
/** A success without content, in one line. */
export const done = '"200": { description: OK }';

/** A document with these paths and schemas. */
export function openapi(paths: string, schemas = ""): string {
  return `openapi: 3.1.0
info: { title: Vendor, version: "1" }
paths:
${paths.replace(/^(?=.)/gm, "  ")}
components:
  schemas:
    Item: { type: object, required: [size], properties: { size: { type: integer } } }
    Empty: { type: object }
${schemas.replace(/^(?=.)/gm, "    ")}
`;
}

/** The findings, a line each. */
export function found(paths: string, schemas?: string): string[] {
  const { contract, diagnostics } = loadContract("a.yaml", {
    workingFolder: folderWith({ "a.yaml": openapi(paths, schemas) }),
    untypedObjects: "any",
  });
  expect(diagnostics.map(inWords)).toEqual([]);
  return findEndpoints(contract!.document, "platform").map(
    ({ certainty, method, path: at_, type, selector, actions }) =>
      `${certainty} ${method} ${at_} ${type} ${JSON.stringify(selector)} ${actions.map(({ name }) => name).join(",")}`,
  );
}

/** Runs `adopt` on a document; returns the document as the overlay makes it, and what the command printed. */
export async function adopt(text: string, overlay?: string) {
  const folder = folderWith({ "a.yaml": text, ...(overlay !== undefined && { "a.overlay.yaml": overlay }) });
  const run = await runCli(folder, ["adopt", "a.yaml"]);
  const written = readFileSync(path.join(folder, "a.overlay.yaml"), "utf8");
  const { contract, diagnostics } = loadContract("a.yaml", {
    workingFolder: folder,
    overlays: ["a.overlay.yaml"],
    untypedObjects: "any",
  });
  return {
    folder,
    run,
    written,
    contract: contract!,
    document: contract!.document,
    problems: diagnostics.map(inWords),
    locations: contract!.locations,
  };
}
