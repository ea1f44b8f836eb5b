import { readFileSync } from "node:fs";
import path from "node:path";
import { checkTypes } from "../client/check-types.mjs";
import { connections, measureCalls } from "../client/measure-calls.mjs";
import { generatedProgram, programs, sizeOf } from "../client/program-size.mjs";
import { findActionMaps } from "../contracts/grow-contract.mjs";
import { columns } from "../print-section.mjs";

/**
 * The generated client beside others: the size of a page with it, the time to check its types, the cost of a call.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function client(workspace) {
  const [own, grown] = [workspace.ownOutput(), workspace.grownOutput(1000)];
  const index = (/** @type {string} */ folder) => path.join(folder, "client/index.ts");
  const sizes = {
    "raw fetch": await sizeOf(workspace, programs["raw fetch"]),
    "openapi-fetch": await sizeOf(workspace, programs["openapi-fetch"]),
    "generated, 86 actions": await sizeOf(workspace, generatedProgram(index(own))),
    "generated, 1,000 actions": await sizeOf(workspace, generatedProgram(index(grown))),
    "with retries, 86 actions": await sizeOf(workspace, generatedProgram(index(own), "retry", "retry()")),
    "with retries, 1,000 actions": await sizeOf(workspace, generatedProgram(index(grown), "retry", "retry()")),
  };
  const checks = await checkTypes(workspace, { "generated, 86 actions": own, "generated, 1,000 actions": grown });
  const { calls, toPeer } = await measureCalls(workspace, own);
  const rows = Object.entries(sizes).map(([name, size]) => ({ name, ...size, ...checks[name], ...calls[name] }));
  const [small, large] = [sizes["generated, 86 actions"], sizes["generated, 1,000 actions"]];
  return {
    title: "client: one action call",
    how: [
      "Size: a program that calls postgres.add_ip, bundled and minified. tsc: a file that calls 50 actions, checked by the native",
      `compiler, above an empty file. Calls: ${connections} at a time, in turns; CPU of the caller, the API is a bare node:http server.`,
    ],
    columns: [
      { key: "minified", title: "min bytes", digits: 0 },
      { key: "gzip", title: "min+gzip", digits: 0 },
      { ...columns.wall, title: "tsc wall s" },
      { ...columns.cpu, title: "tsc CPU s" },
      { key: "call", title: "CPU µs a call", digits: 1 },
      { key: "rate", title: "calls/s", digits: 0 },
    ],
    rows,
    aims: [
      { what: "min+gzip of a program that calls one action", reached: small.gzip, limit: 2600, unit: " B" },
      { what: "growth from 86 to 1,000 actions", reached: large.gzip - small.gzip, limit: 200, unit: " B" },
      {
        what: "min+gzip with retries at 1,000 actions",
        reached: sizes["with retries, 1,000 actions"].gzip,
        limit: 3600,
        unit: " B",
      },
      { what: "CPU per call, relative to openapi-fetch", ...toPeer, limit: 1, unit: "x" },
    ],
    notes: [
      `The grown contract has ${countTypes(grown)} service types instead of ${countTypes(own)}: their names are what grows the program.`,
    ],
  };
}

/** @param {string} folder */
function countTypes(folder) {
  return findActionMaps(JSON.parse(readFileSync(path.join(folder, "openapi.json"), "utf8"))).maps.length;
}
