import { lookup } from "node:dns/promises";
import { Socket, isIP } from "node:net";
import type pg from "pg";
import type { components } from "../../../../../generated/types.js";
import { withConnection } from "../../database/connections.js";
import { outsideTransaction } from "../../database/transactions.js";
import { isPublic } from "./allowlist-rules.js";
import { type Installation, majorOf } from "./installation.js";

type Source = components["schemas"]["PostgresMigrationSource"];

/**
 * The address to connect to; `undefined` if the host is not allowed: when any of its addresses is not public and the host is
 * not on the list of the installation. Connect to this address, not to the name: the name could lead elsewhere next time.
 */
export async function allowedAddress(host: string, allowedHosts: readonly string[]): Promise<string | undefined> {
  outsideTransaction();
  const found = isIP(host) ? [{ address: host }] : await lookup(host, { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  if (allowedHosts.includes(host)) return addresses[0];
  return addresses.every(isPublic) ? addresses[0] : undefined;
}

/** How to connect to a source, pinned to an address. */
export function sourceConfig(source: Source, address: string): pg.ClientConfig {
  const { host, port = 5432, username, password, database, ssl_mode = "require", ssl_root_certificate: ca } = source;
  const certificate = ca === undefined ? {} : { ca };
  const ssl = {
    disable: false,
    require: { rejectUnauthorized: false },
    "verify-ca": { ...certificate, checkServerIdentity: () => undefined },
    "verify-full": { ...certificate, servername: host },
  }[ssl_mode];
  return { host: address, port, user: username, password, database, ssl, connectionTimeoutMillis: 5000, query_timeout: 10_000 };
}

type Check = components["schemas"]["PostgresCheck"];

/** The result of a check of a source. */
export interface SourceFindings {
  readonly reachable: boolean;
  readonly version: string | null;
  readonly sizeBytes: number | null;
  readonly checks: readonly Check[];
  readonly methods: ("dump" | "replication")[];
}

interface Facts {
  readonly version: string;
  readonly size: number;
  readonly unreadable: string[];
  readonly encoding: string;
  readonly extensions: string[];
  readonly wal_level: string;
}

const factsQuery = `
  select current_setting('server_version') as version, pg_database_size(current_database())::float8 as size,
    array(select n.nspname || '.' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and not has_table_privilege(c.oid, 'select') order by 1 limit 100) as unreadable,
    pg_encoding_to_char(encoding) as encoding, current_setting('wal_level') as wal_level,
    array(select extname::text from pg_extension where extname <> 'plpgsql' order by extname) as extensions
  from pg_database where datname = current_database()`;

/** The target that a source is compared with. */
interface Target {
  readonly installation: Installation;
  /** The extensions that a service can have. */
  readonly offered: ReadonlySet<string>;
  /** How much room there is for a dump, in bytes. */
  readonly freeBytes: number;
}

/** Connects to a source and checks whether it can be migrated by a method. Changes nothing. */
export async function checkSource(
  source: pg.ClientConfig,
  method: "dump" | "replication",
  { installation, offered, freeBytes }: Target,
): Promise<SourceFindings> {
  const { clientPrograms } = installation;
  const facts = await readFacts(source);
  if (!facts) {
    const checks: Check[] = [
      { name: "connection", outcome: "fail", message: "The source does not respond, or rejects the role." },
    ];
    return { reachable: false, version: null, sizeBytes: null, checks, methods: [] };
  }
  const version = /^[0-9]+(\.[0-9]+)?/.exec(facts.version)![0];
  const missing = facts.extensions.filter((name) => !offered.has(name));
  const canDump = clientPrograms !== undefined && majorOf(clientPrograms.version) >= majorOf(version);
  const checks: Check[] = [
    { name: "connection", outcome: "pass", message: "The source responds." },
    facts.unreadable.length === 0
      ? { name: "privileges", outcome: "pass", message: "The role can read everything." }
      : { name: "privileges", outcome: "fail", message: "The role can't read some tables.", objects: facts.unreadable },
    canDump
      ? { name: "version", outcome: "pass", message: `PostgreSQL ${version} can be dumped.` }
      : { name: "version", outcome: "fail", message: `This installation has no pg_dump for PostgreSQL ${majorOf(version)}.` },
    facts.encoding === "UTF8"
      ? { name: "encoding", outcome: "pass", message: "The encoding is UTF8." }
      : { name: "encoding", outcome: "warn", message: `The encoding ${facts.encoding} is converted to UTF8.` },
    missing.length === 0
      ? { name: "extensions", outcome: "pass", message: "All extensions are available." }
      : { name: "extensions", outcome: "fail", message: "Some extensions are not available.", objects: missing },
    ...(method === "dump" ? [] : [walLevelCheck(facts.wal_level)]),
    facts.size <= freeBytes
      ? { name: "free_space", outcome: "pass", message: "There is room for the data." }
      : { name: "free_space", outcome: "fail", message: "There is less free space than the source needs." },
  ];
  const methods = checks.some(({ outcome }) => outcome === "fail") ? [] : (["dump"] as const);
  return { reachable: true, version, sizeBytes: facts.size, checks, methods: [...methods] };
}

function walLevelCheck(level: string): Check {
  const problem = level === "logical" ? "" : ` wal_level is ${level}; logical replication needs logical.`;
  return { name: "wal_level", outcome: "warn", message: `This installation migrates by dump only.${problem}` };
}

/** More than the facts of any database are, in bytes. */
const maxBytes = 1024 * 1024;

async function readFacts(source: pg.ClientConfig): Promise<Facts | undefined> {
  outsideTransaction();
  // A server that is none may send without end, and all of a message is kept until its last byte is there.
  const socket = new Socket();
  const guard = setInterval(() => {
    if (socket.bytesRead > maxBytes) socket.destroy(new Error("The source sends too much"));
  }, 10);
  try {
    const config = { ...source, stream: () => socket, application_name: "control-plane" };
    const facts = await withConnection(config, async (client) => (await client.query<Facts>(factsQuery)).rows[0]);
    return facts && isPlausible(facts) ? facts : undefined;
  } catch {
    // Its words may contain what was sent.
    return undefined;
  } finally {
    clearInterval(guard);
    socket.destroy();
  }
}

/** Whether facts have the expected types: something that is no PostgreSQL server can return anything. */
function isPlausible({ version, size, unreadable, encoding, extensions, wal_level }: Facts): boolean {
  const areNames = (names: unknown) => Array.isArray(names) && names.every((name) => typeof name === "string");
  return (
    /^[0-9]{1,3}(\.[0-9]{1,3})?/.test(version) &&
    Number.isSafeInteger(size) &&
    size >= 0 &&
    /^[A-Z0-9_]{1,20}$/.test(encoding) &&
    /^[a-z]{1,20}$/.test(wal_level) &&
    areNames(unreadable) &&
    areNames(extensions)
  );
}
