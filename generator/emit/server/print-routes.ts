import type { Contract } from "../../model/contract.js";
import { fileHeader } from "../header.js";
import type { OutputFile } from "../../typescript/output-file.js";
import type { Route } from "../../../templates/runtime/server/contract.js";
import { buildRoutes } from "./build-routes.js";
import { printLiteral, type Data } from "./literal.js";

/**
 * `server/routes.ts`:
 *
 *     export const routes: readonly Route[] = [
 *       {
 *         operation: "getService",
 *         method: "GET",
 *         path: ["v1", "projects", { parameter: "project_id" }, "services", { parameter: "service_id" }],
 */
export function printRoutes(contract: Contract): OutputFile {
  const routes = buildRoutes(contract).map((route) => `  ${printLiteral(toData(route), "  ")},\n`);
  const text =
    `${fileHeader(contract)}\nimport type { Route } from "../runtime/server/contract.js";\n\n` +
    "/** Every operation of the API: what the server matches, reads and checks before a handler runs. */\n" +
    `export const routes: readonly Route[] = [\n${routes.join("")}];\n`;
  return { path: "server/routes.ts", text };
}

/** The runtime's types are plain data already; this says so to the compiler. */
function toData(value: Route): Data {
  return value as unknown as Data;
}
