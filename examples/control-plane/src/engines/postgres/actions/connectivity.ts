import type pg from "pg";
import { DatabaseUnavailable, withConnection } from "../../../database/connections.js";
import { credentialKey } from "../credential.js";
import { databaseOf } from "../databases.js";
import { poolers } from "../poolers.js";
import { servers } from "../servers.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresPlatform } from "../parts.js";

/** Connects as a caller would, with the current credential. */
export async function checkConnectivity(
  platform: PostgresPlatform,
  call: Call<"postgres", "credential_connectivity">,
): ActionResponse<"postgres", "credential_connectivity"> {
  const { service, body, fail } = call;
  const { database, credentials, parts } = platform;
  const target = body.target ?? "primary";
  const pooler = target === "pooler" ? await poolers.find(database, service.id) : undefined;
  if (target === "pooler" && (!pooler || pooler.draining_until)) throw fail("pooler_disabled");
  const replica = "replica_id" in body ? await servers.find(database, service.id, body.replica_id) : undefined;
  if (target === "replica" && replica?.role !== "replica") throw fail("replica_not_found");
  const current = await credentials.readCurrent(database, service.id, credentialKey);
  const own = await databaseOf(database, service);
  const { host, port } = await parts.connections.addressOf(database, service);
  const started = performance.now();
  const attempt = await connect(
    {
      host,
      port: replica ? (replica.port ?? 0) : (pooler?.port ?? port),
      user: own.username,
      password: current?.secret ?? "",
      database: own.database_name,
    },
    body.timeout_ms ?? 2000,
  );
  const isConnected = "version" in attempt;
  return {
    status: isConnected ? "ok" : "error",
    result: {
      target,
      connected: isConnected,
      latency_ms: isConnected ? Math.round((performance.now() - started) * 10) / 10 : null,
      tls_version: null,
      server_version: isConnected ? attempt.version : null,
      failure: isConnected ? null : attempt,
      checked_at: new Date().toISOString(),
    },
  };
}

type Failure = { readonly stage: "dns" | "tcp" | "tls" | "auth" | "query"; readonly message: string };

async function connect(target: pg.ClientConfig, timeoutMs: number): Promise<{ readonly version: string } | Failure> {
  const limits = { connectionTimeoutMillis: timeoutMs, query_timeout: timeoutMs };
  try {
    return await withConnection({ ...target, ...limits, application_name: "connectivity" }, async (client) => {
      const { rows } = await client.query<{ version: string }>("select current_setting('server_version') as version");
      return { version: /^[0-9]+(\.[0-9]+)?/.exec(rows[0]!.version)![0] };
    });
  } catch (error) {
    return explain((error instanceof DatabaseUnavailable ? error.cause : error) as NodeJS.ErrnoException);
  }
}

/** Our own words: the server's could contain names that callers shouldn't see. */
function explain({ code = "", message }: NodeJS.ErrnoException): Failure {
  if (code === "ENOTFOUND" || code === "EAI_AGAIN") return { stage: "dns", message: "The host is not known." };
  // PgBouncer has one code for all that it rejects.
  const isRejected =
    code.startsWith("28") || (code === "08P01" && /login rejected|authentication failed|no such user/.test(message));
  if (isRejected) return { stage: "auth", message: "The server rejects this credential or address." };
  if (/^[0-9A-Z]{5}$/.test(code) && !code.startsWith("E"))
    return { stage: "query", message: "The server accepts no queries now." };
  return { stage: "tcp", message: "The server does not accept connections." };
}
