import { readFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";

/**
 * Imports a module of the generated code.
 * @param {string} folder
 * @param {string} file
 */
export function load(folder, file) {
  return import(pathToFileURL(path.join(folder, file)).href);
}

/**
 * The guard of the body that the generated server uses.
 * @param {string} folder
 * @returns {Promise<(body: unknown) => boolean>}
 */
export async function bodyGuard(folder) {
  const { add_ip } = await load(folder, "validators/postgres.js");
  return add_ip.body;
}

/**
 * The contract as one document.
 * @param {string} folder
 */
export function contract(folder) {
  return JSON.parse(readFileSync(path.join(folder, "openapi.json"), "utf8"));
}
