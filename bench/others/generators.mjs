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
  orval: () => ({ script: "orval/dist/bin/orval.mjs", args: ["--config", "orval.config.cjs"] }),
  "@kubb/cli": () => ({ script: "@kubb/cli/bin/kubb.cjs", args: ["generate", "-c", "kubb.config.mjs"] }),
};

/**
 * The commands of the other generators, and the Node.js that they run on, or the reason why there are none. They are installed
 * separately, because the project doesn't use them: `npm install --prefix bench/others --ignore-scripts`. All are the newest versions,
 * except for kubb, whose plugins for clients and for zod have no common newer one.
 * @param {string} document
 * @param {(name: string) => string} outOf
 * @returns {{ node: string, commands: Record<string, { command: import("../measure.mjs").Command, out: string }>, missing?: string }}
 */
export function otherGenerators(document, outOf) {
  const modules = path.join(folder, "node_modules");
  const own = path.join(modules, `node-${process.platform}-${process.arch}/bin/node`);
  const node = existsSync(own) ? own : process.execPath;
  if (!existsSync(modules))
    return {
      node,
      commands: {},
      missing: "hey-api, orval, kubb: not installed (npm install --prefix bench/others --ignore-scripts)",
    };
  const commands = Object.entries(generators).map(([name, of]) => {
    const out = outOf(name.replaceAll(/\W+/g, "-"));
    const { script, args } = of(document, out);
    const environment = { BENCH_DOCUMENT: document, BENCH_OUT: out };
    const command = { file: "node", node, args: [path.join(modules, script), ...args], folder, environment };
    const { version } = JSON.parse(readFileSync(path.join(modules, name, "package.json"), "utf8"));
    return [`${name} ${version} with zod`, { command, out }];
  });
  return { node, commands: Object.fromEntries(commands) };
}
