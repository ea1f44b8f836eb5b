import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const reportCpu = fileURLToPath(new URL("report-cpu.cjs", import.meta.url));

/**
 * Starts a program that serves, in a process of its own, and waits until it prints its address.
 * @param {string} file
 * @param {readonly string[]} args
 * @param {string} [folder]
 */
export async function startProgram(file, args, folder) {
  const child = fork(file, args, { cwd: folder, execArgv: ["--require", reportCpu], silent: true });
  let printed = "";
  const port = await new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on("data", (data) => {
        printed += data;
        const found = /http:\/\/127\.0\.0\.1:(\d+)/.exec(printed);
        if (found) resolve(Number(found[1]));
      });
    }
    child.once("exit", () => reject(new Error(`${file} ended: ${printed}`)));
  });
  const usage = async () => {
    child.send("usage");
    const [told] = /** @type {[NodeJS.CpuUsage & { readonly memory: number }]} */ (await once(child, "message"));
    return told;
  };
  return {
    port: /** @type {number} */ (port),
    /** Microseconds of CPU so far. */
    async cpu() {
      const { user, system } = await usage();
      return user + system;
    },
    /** The most bytes of memory so far. */
    memory: async () => (await usage()).memory,
    stop: () => child.disconnect(),
  };
}
