import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));

/** Types, a client and schemas of zod, by each. */
const generators = {
  "@hey-api/openapi-ts": (/** @type {string} */ document, /** @type {string} */ out) => ({
    script: "@hey-api/openapi-ts/bin/run.js",
    args: ["-i", document, "-o", out, "-p", "@hey-api/typescript", "@hey-api/sdk", "@hey-api/client-fetch", "zod"],
  }),
  orval: () => ({ script: "orval/dist/bin/orval.mjs", args: ["--config", "orval.config.mjs"] }),
  "@kubb/cli": () => ({ script: "@kubb/cli/bin/kubb.cjs", args: ["generate", "-c", "kubb.config.mjs"] }),
};

/**
 * The commands of the other generators, or the reason why there are none. They need a newer Node than the project, so they are installed separately:
 * `npm install --prefix bench/others --ignore-scripts`, and `BENCH_NODE` is the binary that runs them.
 * @param {string} document
 * @param {(name: string) => string} outOf
 * @returns {{ commands: Record<string, { command: import("../measure.mjs").Command, out: string }>, missing?: string }}
 */
export function otherGenerators(document, outOf) {
  const modules = path.join(folder, "node_modules");
  if (!existsSync(modules))
    return { commands: {}, missing: "hey-api, orval, kubb: not installed (npm install --prefix bench/others)" };
  const node = process.env["BENCH_NODE"] ?? process.execPath;
  const version = spawnSync(node, ["--version"], { encoding: "utf8" }).stdout.trim();
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  if (major < 22 || (major === 22 && minor < 18)) {
    return { commands: {}, missing: `hey-api, orval, kubb: they need Node 22.18, this is ${version} (BENCH_NODE=<another>)` };
  }
  const commands = Object.entries(generators).map(([name, of]) => {
    const out = outOf(name.replaceAll(/\W+/g, "-"));
    const { script, args } = of(document, out);
    const environment = { BENCH_DOCUMENT: document, BENCH_OUT: out };
    const command = { file: "node", node, args: [path.join(modules, script), ...args], folder, environment };
    const { version: release } = JSON.parse(readFileSync(path.join(modules, name, "package.json"), "utf8"));
    return [`${name} ${release} with zod, on Node ${major}`, { command, out }];
  });
  return { commands: Object.fromEntries(commands) };
}
