import { execFile } from "node:child_process";
import { existsSync, mkdtempSync } from "node:fs";
import { appendFile, chmod, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { type Binaries, findBinaries } from "../../src/postgres-server/binaries.js";
import {
  clusterAt,
  createCluster,
  findFreePort,
  platformRole,
  readAdminPassword,
  startServer,
  stopServer,
} from "../../src/postgres-server/cluster.js";
import { isRoot } from "../../src/postgres-server/run-program.js";
import { bundle } from "../../scripts/bundle.mjs";
import { stageBinaries } from "./stage-binaries.js";

declare module "vitest" {
  interface ProvidedContext {
    /** A folder for everything that tests leave behind. */
    folder: string;
    /** The binaries that servers of the dedicated plans run on. */
    postgresBin: string;
    embeddedBin: string | undefined;
    /** An installed PostgreSQL 15 or 16 with its contrib modules, where there is a `pg_dump` in PATH. */
    olderBin: string | undefined;
    /** A server whose databases tests may make; absent: they run on an embedded one each. */
    serverUrl: string | undefined;
    target: "embedded" | "given";
  }
}

/** Stages binaries, and starts the server that is given to the second half of the runs. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(await findOpenFolder(), "control-plane-"));
  const target = project.name === "given" ? "given" : "embedded";
  project.provide("folder", folder);
  project.provide("target", target);
  // The world may enter: servers run as another user when tests run as root.
  await chmod(folder, 0o755);
  await bundle();
  const installed = await findInstalled();
  const found = await findBinaries({ postgresBin: installed, postgresBins: ["embedded"], dataDir: folder });
  const embedded = installed === undefined ? found : found?.others[0];
  const embeddedBin = embedded && (await stageBinaries(embedded, join(folder, "embedded")));
  const installedBin = installed && (await stageBinaries(found!, join(folder, "installed")));
  const olderBin = installed && (await isOlder(found!)) ? installedBin : undefined;
  project.provide("embeddedBin", embeddedBin);
  project.provide("olderBin", olderBin);
  if (target === "embedded") {
    if (embeddedBin === undefined) throw new Error("There is no embedded PostgreSQL for this platform");
    project.provide("postgresBin", embeddedBin);
    project.provide("serverUrl", undefined);
    return () => remove(folder);
  }
  if (installedBin === undefined) throw new Error("There is no PostgreSQL to give: install postgresql, or set TEST_POSTGRES_BIN");
  project.provide("postgresBin", installedBin);
  const cluster = clusterAt(join(folder, "given"), { ...found!, folder: installedBin });
  const port = await findFreePort();
  await createCluster(cluster, { port, maxConnections: 300 });
  await appendFile(join(cluster.data, "postgresql.auto.conf"), "max_prepared_transactions = 8\n");
  await startServer(cluster);
  const url = new URL(`postgres://127.0.0.1:${port}/postgres`);
  url.username = platformRole;
  url.password = await readAdminPassword(cluster);
  project.provide("serverUrl", url.href);
  return async () => {
    await stopServer(cluster);
    await remove(folder);
  };
}

/** Removes a folder in which a server that is being stopped may still write. */
function remove(folder: string): Promise<void> {
  return rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
}

/** The folder for temporary files, unless it is root's own: servers run as another user then, who could not enter it. */
async function findOpenFolder(): Promise<string> {
  if (!isRoot) return tmpdir();
  for (let at = tmpdir(); dirname(at) !== at; at = dirname(at)) {
    const { mode } = await stat(at);
    if ((mode & 0o001) === 0) return "/tmp";
  }
  return tmpdir();
}

/** A server installation of the system: Debian's, or the one that is named. */
async function findInstalled(): Promise<string | undefined> {
  const named = process.env["TEST_POSTGRES_BIN"];
  if (named !== undefined) return named;
  const base = "/usr/lib/postgresql";
  const versions = existsSync(base) ? (await readdir(base)).sort((first, second) => Number(second) - Number(first)) : [];
  return versions.map((version) => join(base, version, "bin")).find((bin) => existsSync(join(bin, "initdb")));
}

/** Whether services can be upgraded from an installed PostgreSQL to the embedded one, and what the tests of it use is there. */
async function isOlder({ version }: Binaries): Promise<boolean> {
  const hasDump = await promisify(execFile)("pg_dump", ["--version"]).catch(() => undefined);
  return Number.parseInt(version, 10) < 17 && hasDump !== undefined;
}
