import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import pg from "pg";
import type { Config } from "../../src/config.js";
import { platformRole, readAdminPassword } from "../../src/postgres-server/cluster.js";
import { createApi, type Api } from "./api.js";

const program = fileURLToPath(new URL("../../dist/main.js", import.meta.url));
/** The project of the demo. */
export const projectId = "5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";

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

/** Kills it, and ends the leases of what it worked on: whoever starts next need not wait for them. */
export async function kill(running: Running, config: Config): Promise<void> {
  await end(running, "SIGKILL");
  const client = new pg.Client(config.databaseUrl ?? (await embeddedUrl(config)));
  await client.connect();
  await client.query("update operations set lease_until = now() where status = 'running'");
  await client.end();
}

/** The database of the embedded server, which outlives the program. */
async function embeddedUrl({ dataDir }: Config): Promise<string> {
  const folder = join(dataDir, "servers", "shared");
  const port = (await readFile(join(folder, "data", "postmaster.pid"), "utf8")).split("\n")[3];
  return `postgres://${platformRole}:${await readAdminPassword({ folder })}@127.0.0.1:${port}/control`;
}

/** The API as the holder of the demo token sees it. */
export async function demoApi({ url }: Pick<Running, "url">, config: Config): Promise<Api> {
  return createApi(url, projectId, await readFile(join(config.dataDir, "demo-token"), "utf8"));
}
