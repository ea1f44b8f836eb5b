import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** Where this program stands: `src/` and the bundle in `dist/` are equally deep. */
export const root = new URL("../", import.meta.url);

/** How a control plane is set up; the README has the table. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** The server that keeps the state and holds services of the shared plan; absent: an embedded one. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Keys as text, the current one first; absent: they are kept in a file in the data directory. */
  readonly masterKeys: string | undefined;
  /** A folder with `postgres`, `initdb` and `pg_ctl`; absent: the embedded ones. */
  readonly postgresBin: string | undefined;
  /** The folder of `pg_dump` and `pg_restore`; absent: wherever PATH leads. */
  readonly clientBin: string | undefined;
  /** The https address under which callers reach this server; absent: no downloads. */
  readonly publicUrl: string | undefined;
  /** Hosts that data may be migrated from although their addresses are not public. */
  readonly migrationSources: readonly string[];
  readonly demo: boolean;
  readonly poolSize: number;
}

/** Reads the environment. Throws a `ConfigError` that names the variable, never its value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const text = (name: string) => env[name]?.trim() || undefined;
  const databaseUrl = text("DATABASE_URL");
  const publicUrl = text("PUBLIC_URL")?.replace(/\/+$/, "");
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError("DATABASE_URL", "must start with postgres://");
  }
  if (publicUrl !== undefined && !/^https:\/\/[^\s/?#@]+(\/[^\s?#@]*)?$/.test(publicUrl)) {
    throw new ConfigError("PUBLIC_URL", "must be an https address without user, query and fragment");
  }
  return {
    host: text("HOST") ?? "127.0.0.1",
    port: readNumber("PORT", text("PORT"), 8080, 0, 65_535),
    databaseUrl,
    dataDir: resolve(text("DATA_DIR") ?? fileURLToPath(new URL(".data", root))),
    masterKeys: text("MASTER_KEYS"),
    postgresBin: text("POSTGRES_BIN"),
    clientBin: text("POSTGRES_CLIENT_BIN"),
    publicUrl,
    migrationSources: (text("MIGRATION_SOURCES") ?? "")
      .split(",")
      .map((host) => host.trim())
      .filter(Boolean),
    demo: readSwitch("DEMO", text("DEMO"), databaseUrl === undefined),
    poolSize: readNumber("POOL_SIZE", text("POOL_SIZE"), 10, 1, 1000),
  };
}

/** A setting that can't be used. */
export class ConfigError extends Error {
  override readonly name = "ConfigError";

  constructor(variable: string, problem: string) {
    super(`${variable} ${problem}`);
  }
}

function readNumber(name: string, text: string | undefined, fallback: number, least: number, most: number): number {
  if (text === undefined) return fallback;
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && value <= most) return value;
  throw new ConfigError(name, `must be a whole number from ${least} to ${most}`);
}

function readSwitch(name: string, text: string | undefined, fallback: boolean): boolean {
  if (text === undefined) return fallback;
  if (text === "true" || text === "false") return text === "true";
  throw new ConfigError(name, "must be true or false");
}
