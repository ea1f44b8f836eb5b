import { withServiceLock } from "../../../services/lock-service.js";
import { isInstant, makeCursor, readCursor } from "../../cursor.js";
import { accessKeys, isAccessKeyId, isExpired, receiptOf, showAccessKey } from "../access-keys.js";
import { buckets, readAllowance } from "../buckets.js";
import type { ObjectsPlatform } from "../parts.js";
import type { ActionResponse, Call } from "../../action.js";

const isSwitch = (text: string) => text === "true" || text === "false";

/** Lists access keys, the primary one first, then oldest first. */
export async function listAccessKeys(
  { database }: ObjectsPlatform,
  { service, body }: Call<"objects", "list_access_keys">,
): ActionResponse<"objects", "list_access_keys"> {
  const { limit = 50 } = body;
  const after = readCursor(body.cursor, [isSwitch, isInstant, isAccessKeyId]);
  const found = await accessKeys.list(database, service.id, after, limit + 1);
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  const { max_access_keys } = await readAllowance(database, service.id);
  return {
    status: "ok",
    result: {
      access_keys: shown.map(showAccessKey),
      next_cursor: last ? makeCursor([String(last.kind !== "primary"), last.created_at.toISOString(), last.access_key_id]) : null,
      max_access_keys,
    },
  };
}

/** Makes an additional access key, if need be in the room of an expired one. */
export async function createAccessKey(
  { database, credentials }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "create_access_key">,
): ActionResponse<"objects", "create_access_key"> {
  const { name, permission } = body;
  const expires_at = body.expires_at === undefined ? null : new Date(body.expires_at);
  if (expires_at && !(expires_at > new Date())) throw fail("expires_in_past");
  const key = await withServiceLock(database, service, async (client) => {
    for (const bucket of body.buckets ?? [])
      if (!(await buckets.find(client, service.id, bucket))) throw fail("bucket_not_found");
    const namesake = await accessKeys.findByName(client, service.id, name);
    if (namesake && !isExpired(namesake)) throw fail("access_key_exists");
    if (namesake) await accessKeys.remove(client, credentials, namesake);
    const { max_access_keys } = await readAllowance(client, service.id);
    const isFull = (await accessKeys.count(client, service.id)) >= max_access_keys;
    if (isFull && !(await accessKeys.removeExpired(client, credentials, service.id))) throw fail("access_key_limit_reached");
    const granted = body.buckets ?? null;
    const wanted = { service_id: service.id, name, kind: "additional", permission, buckets: granted, expires_at } as const;
    return accessKeys.insert(client, credentials, wanted);
  });
  return { status: "ok", result: { access_key: showAccessKey(key), receipt: receiptOf(key, null) } };
}

/** Deletes an access key, which is invalid from the next request on. */
export async function deleteAccessKey(
  { database, credentials }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "delete_access_key">,
): ActionResponse<"objects", "delete_access_key"> {
  await withServiceLock(database, service, async (client) => {
    const key = await accessKeys.find(client, service.id, body.access_key_id);
    if (!key) throw fail("access_key_not_found");
    if (key.kind === "primary") throw fail("primary_key_not_deletable");
    await accessKeys.remove(client, credentials, key);
  });
  return { status: "ok", result: { access_key_id: body.access_key_id, deleted_at: new Date().toISOString() } };
}

/** Replaces the primary access key. The one before is valid for the grace period. */
export async function resetPrimary(
  { database, credentials }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "reset_primary_credential">,
): ActionResponse<"objects", "reset_primary_credential"> {
  const seconds = body.grace_period_seconds;
  const result = await withServiceLock(database, service, async (client) => {
    if (await accessKeys.findByKind(client, service.id, "retiring")) throw fail("rotation_in_progress");
    const previous = (await accessKeys.findByKind(client, service.id, "primary"))!;
    const validUntil = seconds > 0 ? await accessKeys.retire(client, previous, seconds) : null;
    if (validUntil === null) await accessKeys.remove(client, credentials, previous);
    const { name, permission } = previous;
    const wanted = { service_id: service.id, name, kind: "primary", permission, buckets: null, expires_at: null } as const;
    const key = await accessKeys.insert(client, credentials, wanted);
    const receipt = receiptOf(key, validUntil);
    return { access_key: showAccessKey(key), previous_access_key_id: previous.access_key_id, receipt };
  });
  return { status: "ok", result };
}
