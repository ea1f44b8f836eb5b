import { writeFileSync } from "node:fs";
import path from "node:path";
import { diffContracts, type DiffOptions } from "../../../generator/tools/diff/diff-contracts.js";
import { temporaryFolder } from "../../support/command-line.js";
import { loadForDiff } from "./support.js";

const folder = temporaryFolder();

/** The changes between two documents, given without their head: `error rule: message`. */
export function changes(before: string, after: string, options: DiffOptions = {}, versions = ["3.1.0", "3.1.0"]): string[] {
  const [old, young] = [before, after].map((text, index) => {
    const file = `${index}.yaml`;
    writeFileSync(path.join(folder, file), `openapi: ${versions[index]}\ninfo: { title: Shop, version: "1" }\n${text}\n`);
    return loadForDiff(file, folder);
  });
  return diffContracts({ before: old!, after: young! }, options).map(
    ({ severity, rule, message }) => `${severity} ${rule.id}: ${message}`,
  );
}

export const done = '"200": { description: Done. }';
export const get = (fields: string) => `paths: { /orders: { get: { operationId: list, ${fields} } } }`;
export const responses = (list: string) => get(`responses: { ${list} }`);
export const answer = (schema: string) => `{ description: Done., content: { application/json: { schema: ${schema} } } }`;
export const put = (schema: string, more = "") =>
  `paths: { /orders: { put: { operationId: put, requestBody: { content: { application/json: { schema: ${schema} } } }, responses: { ${done} } } } }\n${more}`;
export const actions = (holder: string) => `paths:\n  /actions/{action}:\n    post:\n      responses: { ${done} }\n${holder}`;
