import pg from "pg";
import type { components } from "../../../../../generated/types.js";
import { majorOf, type Installation } from "./installation.js";

type Check = components["schemas"]["PostgresCheck"];

/** What was found at a source. */
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

/** Connects to a source and checks whether it can be migrated by dump. Changes nothing. */
export async function checkSource(
  target: pg.ClientConfig,
  { clientPrograms }: Installation,
  offered: ReadonlySet<string>,
): Promise<SourceFindings> {
  const facts = await readFacts(target);
  if (!facts) {
    const checks: Check[] = [
      { name: "connection", outcome: "fail", message: "The source does not answer, or refuses the role." },
    ];
    return { reachable: false, version: null, sizeBytes: null, checks, methods: [] };
  }
  const version = /^[0-9]+(\.[0-9]+)?/.exec(facts.version)![0];
  const missing = facts.extensions.filter((name) => !offered.has(name));
  const canDump = clientPrograms !== undefined && majorOf(clientPrograms.version) >= majorOf(version);
  const checks: Check[] = [
    { name: "connection", outcome: "pass", message: "The source answers." },
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
      ? { name: "extensions", outcome: "pass", message: "All extensions are on offer." }
      : { name: "extensions", outcome: "fail", message: "Some extensions are not on offer.", objects: missing },
    { name: "wal_level", outcome: "warn", message: "This installation migrates by dump only." },
  ];
  const methods = checks.some(({ outcome }) => outcome === "fail") ? [] : (["dump"] as const);
  return { reachable: true, version, sizeBytes: facts.size, checks, methods: [...methods] };
}

async function readFacts(target: pg.ClientConfig): Promise<Facts | undefined> {
  const client = new pg.Client({ ...target, application_name: "control-plane" });
  client.on("error", () => undefined);
  try {
    await client.connect();
    return (await client.query<Facts>(factsQuery)).rows[0];
  } catch {
    // Its words may hold what was sent.
    return undefined;
  } finally {
    await client.end().catch(() => undefined);
  }
}
