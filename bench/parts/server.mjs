import { copyFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { startServer } from "../children/start-server.mjs";
import { sendCalls, sendWrongBody } from "../children/send-calls.mjs";
import { servers as variants } from "../children/servers/index.mjs";
import { measureInTurns } from "../measure.mjs";
import { quantile, ratioOf } from "../statistics.mjs";

const firstResponse = fileURLToPath(new URL("../children/first-response.mjs", import.meta.url));

const connections = 32;

/** Calls of a turn: many short turns find quiet moments of a busy machine. */
const calls = 1_000;

/** Turns for the compiler, which are not counted. */
const warmUps = 10;

/**
 * The cost of a validated action call in several servers, and the time of a server to its first response.
 * @param {import("../workspace.mjs").Workspace} workspace
 * @returns {Promise<import("../print-section.mjs").Section>}
 */
export async function server(workspace) {
  const folder = await transpile(workspace.ownOutput(), workspace.inFolder("server"));
  const turns = workspace.times(80);
  const names = Object.keys(variants);
  const servers = await Promise.all(names.map((name) => startServer(name, folder)));
  const rejections = await Promise.all(servers.map(({ port }) => sendWrongBody(port)));
  const costs = servers.map(() => /** @type {{ cpu: number, rate: number }[]} */ ([]));
  // In turns, so that what disturbs the machine disturbs all of them.
  for (let turn = 0; turn < warmUps + turns; turn++) {
    for (const [index, { port, cpu }] of servers.entries()) {
      const [before, start] = [await cpu(), performance.now()];
      await sendCalls(port, calls, connections);
      const seconds = (performance.now() - start) / 1000;
      if (turn >= warmUps) costs[index]?.push({ cpu: ((await cpu()) - before) / calls, rate: calls / seconds });
    }
  }
  for (const { stop } of servers) stop();
  const cpus = costs.map((measured) =>
    quantile(
      measured.map(({ cpu }) => cpu),
      0.2,
    ),
  );
  const least = cpus[names.indexOf("node:http, body check only")] ?? Number.NaN;
  const compare = (/** @type {keyof typeof variants} */ one, /** @type {keyof typeof variants} */ other) => {
    const turnsOf = (/** @type {string} */ name) => (costs[names.indexOf(name)] ?? []).map(({ cpu }) => cpu);
    return { ...ratioOf(turnsOf(one), turnsOf(other)), unit: "x" };
  };
  const rows = names.map((name, index) => ({
    name,
    cpu: cpus[index],
    ratio: (cpus[index] ?? Number.NaN) / least,
    rate: quantile(
      (costs[index] ?? []).map(({ rate }) => rate),
      0.8,
    ),
    rejection: rejections[index],
  }));
  const script = (/** @type {string[]} */ ...args) => ({ file: "node", args });
  const { figure } = measureInTurns(
    {
      bare: script("-e", "0"),
      http: script(firstResponse),
      first: script(firstResponse, folder),
      live: script(firstResponse, "live"),
    },
    workspace.times(15),
  );
  const above = (/** @type {"http" | "first" | "live"} */ name) => figure((turn) => (turn[name].wall - turn.bare.wall) * 1000);
  const milliseconds = (/** @type {"http" | "first"} */ name) => Math.round(above(name).reached);
  return {
    title: "server: one action call, body and result validated",
    how: [
      `${turns} turns of ${calls} calls of postgres.add_ip over ${connections} kept connections; CPU of the server's process,`,
      "of which a fifth of the turns took less: disturbances only make a turn slower. Aims: medians of the ratios of single turns.",
      "By hand: routing, token, parameters, binding, scopes, body, availability and result, written out for this one route.",
      "Express-openapi-validator and openapi-backend read the contract as written, where the body of an action is any object.",
      "The client shares the machine: a server that is faster finds it awake more often, which makes it cheaper still.",
    ],
    columns: [
      { key: "cpu", title: "CPU µs a call", digits: 1 },
      { key: "ratio", title: "ratio", digits: 2 },
      { key: "rate", title: "calls/s", digits: 0 },
      { key: "rejection", title: "wrong body", digits: 0 },
    ],
    rows,
    aims: [
      {
        what: "node adapter, relative to the body check only",
        ...compare("generated, node adapter", "node:http, body check only"),
        limit: 1.2,
      },
      {
        what: "node adapter, relative to the same checks by hand",
        ...compare("generated, node adapter", "node:http, all checks by hand"),
        limit: 1.1,
      },
      {
        what: "fetch adapter, relative to Hono with the body check only",
        ...compare("generated, fetch adapter on @hono/node-server", "hono on @hono/node-server, body check only"),
        limit: 1.05,
      },
      {
        what: "node adapter, relative to the same checks by hand in Fastify",
        ...compare("generated, node adapter", "fastify, all checks by hand"),
        limit: 1,
      },
      {
        what: "empty onCall, relative to none",
        ...compare("generated, node adapter, empty onCall", "generated, node adapter"),
        limit: 1.02,
      },
      {
        what: "live contract, relative to the generated server",
        ...compare("live contract, node adapter", "generated, node adapter"),
        limit: 1.3,
      },
      { what: "start of a live server to its first response, from the YAML", ...above("live"), limit: 900, unit: " ms" },
      { what: "start to first response, all validators, above node -e 0", ...above("first"), limit: 55, unit: " ms" },
    ],
    notes: [
      `Start to first response: ${milliseconds("first")} ms above node -e 0; of a node:http server that says hello: ${milliseconds("http")} ms.`,
    ],
  };
}

/**
 * Removes the types and keeps the modules.
 * @param {string} source
 * @param {string} folder
 */
export async function transpile(source, folder) {
  const bundle = await rolldown({
    input: { "server/index": path.join(source, "server/index.ts") },
    platform: "node",
    treeshake: false,
    logLevel: "silent",
  });
  await bundle.write({
    dir: folder,
    format: "esm",
    preserveModules: true,
    preserveModulesRoot: source,
    entryFileNames: "[name].js",
  });
  await bundle.close();
  writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
  copyFileSync(path.join(source, "openapi.json"), path.join(folder, "openapi.json"));
  return folder;
}
