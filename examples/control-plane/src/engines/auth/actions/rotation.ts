import type { PoolClient } from "pg";
import { withServiceLock } from "../../../services/lock-service.js";
import { addEvent } from "../events.js";
import { addKey, addSigningKey, credentialKey, makeServiceKey, readKeys, readSecret } from "../keys.js";
import type { ActionResponse, Call } from "../../action.js";
import type { AuthPlatform } from "../parts.js";
import { tablesOf } from "../tables.js";
import { operator } from "./change-user.js";

/** When a key was replaced, and until when the one before works. */
interface Replaced {
  readonly changedAt: Date;
  readonly previousUntil: Date | null;
}

/** Replaces a key. The one before stays valid for the grace period, within which it can't be replaced again. */
export async function rotateCredentials(
  platform: AuthPlatform,
  call: Call<"auth", "rotate_credentials">,
): ActionResponse<"auth", "rotate_credentials"> {
  const { service, principal, body } = call;
  const { credential, grace_period_seconds } = body;
  const { changedAt, previousUntil } = await withServiceLock(platform.database, service, async (client) => {
    const replaced = await (credential === "service_key" ? replaceServiceKey : replaceSigningKey)(platform, call, client);
    const details = { credential, grace_period_seconds };
    await addEvent(client, { serviceId: service.id, event: "credential_rotated", actor: operator(principal), details });
    return replaced;
  });
  return {
    status: "ok",
    result: {
      credential,
      receipt: {
        credential_key: credentialKey,
        entry_id: credential,
        changed_at: changedAt.toISOString(),
        previous_valid_until: previousUntil?.toISOString() ?? null,
        reveal_scope: "service:reveal",
      },
      // Sessions are rows: no key that can be replaced is part of them.
      sessions_invalidated: false,
    },
  };
}

type RotationCall = Call<"auth", "rotate_credentials">;

async function replaceServiceKey(
  { credentials }: AuthPlatform,
  { service: { id }, body, fail }: RotationCall,
  client: PoolClient,
): Promise<Replaced> {
  const { rowCount } = await client.query(
    "select from auth_keys where service_id = $1 and kind = 'service' and valid_until > now()",
    [id],
  );
  if (rowCount !== 0) throw fail("rotation_in_progress");
  const keys = await readKeys(client, credentials, id);
  if (!keys) throw new Error("The service has no keys yet");
  await client.query("delete from auth_keys where service_id = $1 and valid_until <= now()", [id]);
  const seconds = body.grace_period_seconds;
  // Milliseconds, as callers see them: the grace period is neither longer nor shorter than what was asked for.
  const { rows } = await client.query<{ at: Date; until: Date }>(
    `update auth_keys set valid_until = date_trunc('milliseconds', now()) + make_interval(secs => $2)
     where service_id = $1 and kind = 'service' and valid_until is null
     returning date_trunc('milliseconds', now()) as at, valid_until as until`,
    [id, seconds],
  );
  const service_key = makeServiceKey();
  await addKey(client, id, "service", service_key);
  const version = await credentials.add(client, id, credentialKey, JSON.stringify({ ...keys, service_key }), "pending");
  await credentials.activate(client, id, credentialKey, version);
  return { changedAt: rows[0]!.at, previousUntil: seconds === 0 ? null : rows[0]!.until };
}

async function replaceSigningKey(
  { credentials }: AuthPlatform,
  { service, body, fail }: RotationCall,
  client: PoolClient,
): Promise<Replaced> {
  const tables = tablesOf(service);
  const { rowCount } = await client.query(`select from ${tables.jwks} where "expiresAt" > now()`);
  if (rowCount !== 0) throw fail("rotation_in_progress");
  await client.query(`delete from ${tables.jwks} where "expiresAt" <= now()`);
  const seconds = body.grace_period_seconds;
  const { rows } = await client.query<{ until: Date }>(
    `update ${tables.jwks} set "expiresAt" = now() + make_interval(secs => $1) returning "expiresAt" as until`,
    [seconds],
  );
  const changedAt = await addSigningKey(client, tables, await readSecret(client, credentials, service.id));
  return { changedAt, previousUntil: seconds === 0 ? null : rows[0]!.until };
}
