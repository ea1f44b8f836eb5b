import { fork } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { measure } from "../measure.mjs";
import { median, ratioOf } from "../statistics.mjs";
import { root } from "../workspace.mjs";

const clientServer = fileURLToPath(new URL("../children/client-server.mjs", import.meta.url));
const clientCalls = fileURLToPath(new URL("../children/client-calls.mjs", import.meta.url));

/** Calls at a time. */
export const connections = 32;

/**
 * What a call costs its caller, through each of the clients.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @param {string} output
 */
export async function measureCalls(workspace, output) {
  const folder = workspace.inFolder("client-calls");
  mkdirSync(path.join(folder, "client"), { recursive: true });
  const bundle = await rolldown({ input: path.join(output, "client/index.ts"), logLevel: "silent" });
  await bundle.write({ file: path.join(folder, "client/index.js"), format: "esm" });
  await bundle.close();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  const calls = workspace.quick ? 2_000 : 10_000;
  const server = fork(clientServer);
  const [{ port }] = /** @type {[{ port: number }]} */ (await once(server, "message"));
  const variants = { "raw fetch": "raw fetch", "openapi-fetch": "openapi-fetch", "generated, 86 actions": "generated" };
  /** @type {Record<string, { cpu: number, rate: number }[]>} */
  const found = {};
  for (let turn = 0; turn < workspace.times(5); turn++) {
    for (const [name, variant] of Object.entries(variants)) {
      const args = [clientCalls, variant, String(port), folder, String(calls), String(connections)];
      (found[name] ??= []).push(JSON.parse(measure({ file: "node", args, folder: root }).output));
    }
  }
  server.disconnect();
  const medians = Object.entries(found).map(([name, turns]) => {
    return [name, { call: median(turns.map(({ cpu }) => cpu)), rate: median(turns.map(({ rate }) => rate)) }];
  });
  const turnsOf = (/** @type {string} */ name) => (found[name] ?? []).map(({ cpu }) => cpu);
  return {
    calls: /** @type {Record<string, { call: number, rate: number }>} */ (Object.fromEntries(medians)),
    toPeer: ratioOf(turnsOf("generated, 86 actions"), turnsOf("openapi-fetch")),
  };
}
