import { queueOperation } from "../../../operations/operation.js";
import { inTransaction } from "../../../database/query.js";
import { makePassword } from "../../../postgres-server/scram.js";
import { credentialKey } from "../credential.js";
import { databaseOf } from "../databases.js";
import { restartPooler } from "../pooler.js";
import type { ActionResponse, Call } from "../../action.js";
import type { PostgresParts, PostgresPlatform } from "../parts.js";

/**
 * Replaces the password of the main role. The new one is sealed before the server learns of it, and becomes the revealed one
 * after; if this process dies in between, the operation resumes.
 */
export async function resetPassword(
  platform: PostgresPlatform,
  { service, body, fail }: Call<"postgres", "reset_password">,
): ActionResponse<"postgres", "reset_password"> {
  const { database, credentials, worker, parts } = platform;
  const operation = await inTransaction(database, async (client) => {
    const queued = await queueOperation(client, {
      serviceId: service.id,
      kind: "reset_password",
      exclusive: true,
      claimed: true,
    });
    if (!queued) throw fail("operation_in_progress");
    await credentials.add(client, service.id, credentialKey, makePassword(), "pending");
    return queued;
  });
  const { status } = await worker.runNow(operation);
  if (status !== "succeeded") throw new Error("The password is not replaced yet");
  const own = await databaseOf(database, service);
  const terminated = body.terminate_connections
    ? await parts.connections.asPlatform(service, undefined, (client) => endSessions(client, own.username))
    : 0;
  // Clients that logged in to the pooler with the former password.
  if (body.terminate_connections) await inTransaction(database, (client) => restartPooler(parts, client, service));
  const { createdAt } = (await credentials.readCurrent(database, service.id, credentialKey))!;
  return {
    status: "ok",
    result: {
      username: own.username,
      connections_terminated: terminated,
      receipt: {
        credential_key: credentialKey,
        entry_id: null,
        changed_at: createdAt.toISOString(),
        previous_valid_until: null,
        reveal_scope: "service:reveal",
      },
    },
  };
}

type Querying = Parameters<Parameters<PostgresParts["connections"]["asPlatform"]>[2]>[0];

async function endSessions(client: Querying, username: string): Promise<number> {
  const { rows } = await client.query<{ ended: boolean }>(
    "select pg_terminate_backend(pid, 5000) as ended from pg_stat_activity where usename = $1",
    [username],
  );
  return rows.filter(({ ended }) => ended).length;
}
