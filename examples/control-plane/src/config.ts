import { resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of this program: `src/` and the bundle in `dist/` are equally deep. */
export const root = new URL("../", import.meta.url);

/** How a control plane is set up; the README has the table. */
export interface Config {
  readonly host: string;
  readonly port: number;
  /** Where the endpoints of services are that have no server of their own; on the same host. */
  readonly endpointPort: number;
  /** The address under which callers reach these endpoints; absent: host and port, if that is an address of this machine or TLS is on. */
  readonly endpointUrl: string | undefined;
  /** Files with a certificate and its key; absent: http. */
  readonly tls: { readonly certFile: string; readonly keyFile: string } | undefined;
  /** The server for the state and the services of the shared plan; absent: an embedded one. */
  readonly databaseUrl: string | undefined;
  readonly dataDir: string;
  /** Keys as text, the current one first; absent: they are kept in a file in the data directory. */
  readonly masterKeys: string | undefined;
  /** A folder with `postgres`, `initdb` and `pg_ctl`; absent: the embedded ones. */
  readonly postgresBin: string | undefined;
  /** Folders like it for other versions, which servers may be upgraded to; `embedded` is the embedded one. */
  readonly postgresBins: readonly string[];
  /** The folder of `pg_dump` and `pg_restore`; absent: wherever PATH leads. */
  readonly clientBin: string | undefined;
  /** The PgBouncer of the poolers, or `none`; absent: wherever PATH leads, else /usr/sbin. */
  readonly pgbouncerBin: string | undefined;
  /** The address under which callers reach this server; absent: host and port, if that is an address of this machine or TLS is on. */
  readonly publicUrl: string | undefined;
  /** Hosts that data may be migrated from although their addresses are not public. */
  readonly migrationSources: readonly string[];
  /** The server that sends mail, with its password, and who mail is from; absent: no mail is sent. */
  readonly mail: { readonly url: string; readonly from: { readonly name: string; readonly address: string } } | undefined;
  /** The bucket that keeps the content of objects, and the keys to it; absent: files in the data directory. */
  readonly objectsStore:
    | {
        readonly bucket: string;
        /** Empty, or ends with a slash. */
        readonly prefix: string;
        readonly endpoint: string;
        readonly region: string;
        readonly accessKeyId: string;
        readonly secretAccessKey: string;
        readonly sessionToken: string | undefined;
      }
    | undefined;
  /** The bearer token for `/metrics`; without it there are no metrics. */
  readonly metricsKey: string | undefined;
  readonly demo: boolean;
  readonly poolSize: number;
}

/** Reads the environment. Throws a `ConfigError` that names the variable, never its value. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const text = (name: string) => env[name]?.trim() || undefined;
  const databaseUrl = text("DATABASE_URL");
  const certFile = text("TLS_CERT");
  const keyFile = text("TLS_KEY");
  if ((certFile === undefined) !== (keyFile === undefined)) throw new ConfigError("TLS_CERT", "and TLS_KEY go together");
  if (databaseUrl !== undefined && !/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new ConfigError("DATABASE_URL", "must start with postgres://");
  }
  const host = text("HOST") ?? "127.0.0.1";
  const port = readNumber("PORT", text("PORT"), 8080, 0, 65_535);
  const ownUrl = `${certFile === undefined ? "http" : "https"}://${host.includes(":") ? `[${host}]` : host}:${port}`;
  return {
    host,
    port,
    endpointPort: readNumber("ENDPOINT_PORT", text("ENDPOINT_PORT"), 8081, 0, 65_535),
    endpointUrl: readAddress("ENDPOINT_URL", text("ENDPOINT_URL")),
    tls: certFile !== undefined && keyFile !== undefined ? { certFile, keyFile } : undefined,
    databaseUrl,
    dataDir: resolve(text("DATA_DIR") ?? fileURLToPath(new URL(".data", root))),
    masterKeys: text("MASTER_KEYS"),
    postgresBin: text("POSTGRES_BIN"),
    postgresBins: (text("POSTGRES_BINS") ?? "").split(":").filter(Boolean),
    clientBin: text("POSTGRES_CLIENT_BIN"),
    pgbouncerBin: text("PGBOUNCER_BIN"),
    publicUrl: readAddress("PUBLIC_URL", text("PUBLIC_URL")) ?? (isSafeAddress(ownUrl) ? ownUrl : undefined),
    migrationSources: (text("MIGRATION_SOURCES") ?? "")
      .split(",")
      .map((host) => host.trim())
      .filter(Boolean),
    mail: readMail(text("SMTP_URL"), text("MAIL_FROM")),
    objectsStore: readStore(text),
    metricsKey: readKey("METRICS_KEY", text("METRICS_KEY")),
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

/** The addresses that callers may be given: https anywhere, http on this machine alone. */
const address = /^(?:https:\/\/[^\s/?#@]+|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?)(?:\/[^\s?#@]*)?$/;

/** Whether callers may be given an address: their tokens and secrets go there. */
export function isSafeAddress(text: string): boolean {
  return address.test(text);
}

function readAddress(name: string, text: string | undefined): string | undefined {
  if (text === undefined) return undefined;
  if (!isSafeAddress(text)) {
    throw new ConfigError(name, "must be an https address (http on this machine) without user, query and fragment");
  }
  return text.replace(/\/+$/, "");
}

function readMail(url: string | undefined, from: string | undefined): Config["mail"] {
  if ((url === undefined) !== (from === undefined)) throw new ConfigError("SMTP_URL", "and MAIL_FROM go together");
  if (url === undefined || from === undefined) return undefined;
  if (!/^smtps?:\/\//.test(url) || !URL.canParse(url)) throw new ConfigError("SMTP_URL", "must start with smtp:// or smtps://");
  const [, name = "", bracketed, bare] =
    /^(?:([^\p{C}<>@]*)<([^\p{C}\s<>@,;]+@[^\p{C}\s<>@,;]+)>|([^\p{C}\s<>@,;]+@[^\p{C}\s<>@,;]+))$/u.exec(from) ?? [];
  const sender = bracketed ?? bare;
  if (sender === undefined) throw new ConfigError("MAIL_FROM", "must be an address, or a name and an address in angle brackets");
  return { url, from: { name: name.trim(), address: sender } };
}

function readStore(text: (name: string) => string | undefined): Config["objectsStore"] {
  const place = text("OBJECTS_STORE");
  if (place === undefined) return undefined;
  const [, bucket, prefix = ""] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/([\w./-]{0,500}))?$/.exec(place) ?? [];
  if (bucket === undefined || /(?:^|\/)\.{0,2}\//.test(prefix))
    throw new ConfigError("OBJECTS_STORE", "must be s3://bucket or s3://bucket/prefix");
  const needed = (name: string) => {
    const value = text(name);
    if (value === undefined) throw new ConfigError(name, "is missing: OBJECTS_STORE needs it");
    return value;
  };
  const region = needed("AWS_REGION");
  if (!/^[a-z0-9-]{1,64}$/.test(region)) throw new ConfigError("AWS_REGION", "must be the name of a region");
  const endpoint = text("AWS_ENDPOINT_URL_S3") ?? text("AWS_ENDPOINT_URL") ?? `https://s3.${region}.amazonaws.com`;
  if (!/^https?:\/\/[^\s/?#@]+(?:\/[^\s?#]*)?$/.test(endpoint) || !URL.canParse(endpoint))
    throw new ConfigError("AWS_ENDPOINT_URL_S3", "must be an http or https address without user, query and fragment");
  return {
    bucket,
    prefix: prefix === "" || prefix.endsWith("/") ? prefix : `${prefix}/`,
    endpoint,
    region,
    accessKeyId: needed("AWS_ACCESS_KEY_ID"),
    secretAccessKey: needed("AWS_SECRET_ACCESS_KEY"),
    sessionToken: text("AWS_SESSION_TOKEN"),
  };
}

function readKey(name: string, text: string | undefined): string | undefined {
  if (text === undefined || /^[\w.~+/=-]{16,500}$/.test(text)) return text;
  throw new ConfigError(name, "must be 16 to 500 letters, digits and characters of ._~+/=-");
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
