import path from "node:path";
import { fileURLToPath } from "node:url";
import { sendCalls } from "../children/send-calls.mjs";
import { startProgram } from "../children/start-program.mjs";
import { startServer } from "../children/start-server.mjs";
import { quantile, ratioOf } from "../statistics.mjs";
import { root } from "../workspace.mjs";
import { transpile } from "./server.mjs";

const passThrough = fileURLToPath(new URL("../children/pass-through.mjs", import.meta.url));

const connections = 32;

/** Calls of a turn, as for servers. */
const calls = 500;

/** Turns for the compiler, which are not counted. */
const warmUps = 10;

/**
 * What `proxy` costs beside a bare pass-through.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function proxy(workspace) {
  const turns = workspace.times(60);
  const api = await startServer(
    "node:http, body check only",
    await transpile(workspace.ownOutput(), workspace.inFolder("proxied")),
  );
  const origin = `http://127.0.0.1:${api.port}`;
  const cli = path.join(root, "bin/openapi-actions.js");
  const own = ["proxy", origin, "spec/openapi.yaml", "--port", "0", "--service-type", "postgres"];
  const programs = {
    "node:http, pass-through": await startProgram(passThrough, [origin]),
    proxy: await startProgram(cli, own, workspace.folder),
    "proxy --enforce": await startProgram(cli, [...own, "--enforce"], workspace.folder),
  };
  const costs = Object.entries(programs).map(([name, program]) => ({ name, program, cpus: /** @type {number[]} */ ([]) }));
  // In turns, so that what disturbs the machine disturbs all of them.
  for (let turn = 0; turn < warmUps + turns; turn++) {
    for (const { program, cpus } of costs) {
      const before = await program.cpu();
      await sendCalls(program.port, calls, connections);
      const cpu = ((await program.cpu()) - before) / calls;
      if (turn >= warmUps) cpus.push(cpu);
    }
  }
  for (const { program } of costs) program.stop();
  api.stop();
  const [bare = Number.NaN, plain = Number.NaN, enforcing = Number.NaN] = costs.map(({ cpus }) => quantile(cpus, 0.2));
  const toBare = (/** @type {number} */ index) => ratioOf(costs[index]?.cpus ?? [], costs[0]?.cpus ?? []);
  return {
    title: "proxy: one action call, forwarded and validated",
    how: [
      `${turns} turns of ${calls} calls of postgres.add_ip over ${connections} kept connections; CPU of the proxy's process,`,
      "of which a fifth of the turns took less: disturbances only make a turn slower. The API is a process of its own.",
    ],
    columns: [
      { key: "cpu", title: "CPU µs a call", digits: 1 },
      { key: "ratio", title: "ratio", digits: 2 },
    ],
    rows: costs.map(({ name }, index) => {
      const cpu = [bare, plain, enforcing][index];
      return { name, cpu, ratio: (cpu ?? Number.NaN) / bare };
    }),
    aims: [
      { what: "proxy, relative to the pass-through", ...toBare(1), limit: 2.5, unit: "x" },
      { what: "proxy --enforce, relative to the pass-through", ...toBare(2), limit: 4, unit: "x" },
    ],
  };
}
