import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import type { Config } from "../../src/config.js";
import { createApi, type Api } from "./api.js";

const program = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
const projectId = "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";

/** The program as a process. */
export interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly output: () => string;
}

/** Starts the program as its users do. */
export async function start(config: Config): Promise<Running> {
  const child = spawn(process.execPath, [program], {
    env: {
      PATH: process.env["PATH"],
      PORT: "0",
      ENDPOINT_PORT: "0",
      DEMO: "true",
      DATA_DIR: config.dataDir,
      MASTER_KEYS: config.masterKeys,
      POSTGRES_BIN: config.postgresBin,
      POSTGRES_BINS: config.postgresBins.join(":"),
      PGBOUNCER_BIN: config.pgbouncerBin,
      DATABASE_URL: config.databaseUrl,
      PUBLIC_URL: config.publicUrl,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  child.stdout!.on("data", (chunk) => (output += chunk));
  child.stderr!.on("data", (chunk) => (output += chunk));
  for (let tries = 0; tries < 1200; tries++) {
    const url = /is at (http:\S+),/.exec(output)?.[1];
    if (url !== undefined) return { child, url, output: () => output };
    if (child.exitCode !== null) break;
    await sleep(100);
  }
  throw new Error(`It does not start: ${output}`);
}

/** Sends a signal that ends it, and returns its exit code. */
export async function end({ child }: Running, signal: NodeJS.Signals): Promise<number | null> {
  const exit = once(child, "exit");
  child.kill(signal);
  await exit;
  return child.exitCode;
}

/** The API as the holder of the demo token sees it. */
export async function demoApi({ url }: Pick<Running, "url">, config: Config): Promise<Api> {
  return createApi(url, projectId, await readFile(join(config.dataDir, "demo-token"), "utf8"));
}
