import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const serve = fileURLToPath(new URL("serve.mjs", import.meta.url));

/**
 * Starts a server in a process of its own.
 * @param {string} variant
 * @param {string} folder the generated code, types removed
 */
export async function startServer(variant, folder) {
  const child = fork(serve, [variant, folder]);
  const [{ port }] = /** @type {[{ port: number }]} */ (await once(child, "message"));
  return {
    port,
    /** Microseconds of CPU so far. */
    async cpu() {
      child.send("cpu");
      const [{ user, system }] = /** @type {[NodeJS.CpuUsage]} */ (await once(child, "message"));
      return user + system;
    },
    stop: () => child.disconnect(),
  };
}
