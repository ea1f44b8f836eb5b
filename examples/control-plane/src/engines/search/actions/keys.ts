import type { components } from "../../../../../../generated/types.js";
import { withServiceLock } from "../../../services/lock-service.js";
import { endpointOf } from "../../../http/endpoints.js";
import { isUuid } from "../../../uuid.js";
import { isInstant, makeCursor, readCursor } from "../../cursor.js";
import { type StandingRole, type StandingTexts, credentialKey, readTexts, tenantEntry } from "../credential.js";
import { InvalidFilter, parseFilter } from "../filter.js";
import { type StoredKey, keys, makeKeyText, showKey, signToken, tenants } from "../keys.js";
import { type SearchPlatform, limits } from "../parts.js";
import type { ActionResponse, Call } from "../../action.js";

type Receipt = components["schemas"]["CredentialReceipt"];

/** Lists keys, oldest first. */
export async function listKeys(
  { database }: SearchPlatform,
  { service, body }: Call<"search", "list_api_keys">,
): ActionResponse<"search", "list_api_keys"> {
  const { limit = 20, cursor } = body;
  const rows = await keys.list(database, service.id, readCursor(cursor, [isInstant, isUuid]), limit + 1);
  const page = rows.slice(0, limit);
  const end = page.at(-1);
  const next_cursor = rows.length > limit && end ? makeCursor([end.created_at.toISOString(), end.id]) : null;
  return { status: "ok", result: { keys: page.map(showKey), next_cursor } };
}

/** Replaces standing keys. The one before works until the grace period ends, and so do tenant credentials made with it. */
export function rotateKeys(
  { database, credentials }: SearchPlatform,
  { service, body, fail }: Call<"search", "rotate_credentials">,
): ActionResponse<"search", "rotate_credentials"> {
  const roles: readonly StandingRole[] = body.keys === "all" ? ["admin", "search"] : [body.keys];
  return withServiceLock(database, service, async (client) => {
    const present: StoredKey[] = [];
    for (const role of roles) present.push(await keys.findStanding(client, service.id, role));
    const now = new Date();
    if (present.some(({ previous_valid_until }) => previous_valid_until !== null && previous_valid_until > now))
      throw fail("rotation_in_progress");
    const until = new Date(now.getTime() + body.grace_period_seconds * 1000);
    const validUntil = body.grace_period_seconds === 0 ? null : until;
    const texts = Object.fromEntries(roles.map((role) => [`${role}_key`, makeKeyText()])) as Partial<StandingTexts>;
    const sealed = JSON.stringify({ ...(await readTexts({ credentials }, client, service.id)), ...texts });
    const version = await credentials.add(client, service.id, credentialKey, sealed, "pending");
    await credentials.activate(client, service.id, credentialKey, version);
    const rotated: StoredKey[] = [];
    for (const [index, role] of roles.entries())
      rotated.push(await keys.rotate(client, present[index]!.id, texts[`${role}_key`]!, validUntil, now));
    const ended = roles.includes("search") ? await tenants.shorten(client, service.id, until) : 0;
    return {
      status: "ok",
      result: {
        rotated: rotated.map(showKey) as [ReturnType<typeof showKey>],
        tenant_credentials_valid_until: ended > 0 ? until.toISOString() : null,
        receipts: roles.map((role) => receipt(`${role}_key`, now, validUntil)) as [Receipt],
      },
    };
  });
}

/** Makes a credential for a tenant, signed with the search key. */
export async function generateTenantCredential(
  { database, credentials, parts }: SearchPlatform,
  { service, body, fail }: Call<"search", "generate_tenant_credential">,
): ActionResponse<"search", "generate_tenant_credential"> {
  const { tenant, search_rules, expires_in_seconds = 3600 } = body;
  for (const { filter } of Object.values(search_rules)) if (filter !== undefined) check(filter);
  return withServiceLock(database, service, async (client) => {
    for (const id of await tenants.dropExpired(client, service.id)) await credentials.remove(client, service.id, tenantEntry(id));
    if ((await tenants.list(client, service.id)).length >= limits.tenantCredentials)
      throw fail("tenant_credential_limit_reached");
    const { rows } = await client.query<{ id: string }>("select gen_random_uuid() as id");
    const { id } = rows[0]!;
    // Whole seconds, as tokens have them.
    const created_at = new Date(Math.floor(Date.now() / 1000) * 1000);
    const expires_at = new Date(created_at.getTime() + expires_in_seconds * 1000);
    const texts = await readTexts({ credentials }, client, service.id);
    if (!texts || parts.endpointUrl === undefined) throw new Error("The service has no search key or endpoint");
    const [iat, exp] = [created_at.getTime() / 1000, expires_at.getTime() / 1000];
    const token = signToken({ iss: endpointOf(parts.endpointUrl, service), sub: tenant, jti: id, iat, exp }, texts.search_key);
    await tenants.insert(client, service.id, { id, tenant, rules: search_rules, created_at, expires_at }, token);
    await credentials.add(client, service.id, tenantEntry(id), token, "current");
    return {
      status: "ok",
      result: {
        credential_id: id,
        tenant,
        indexes: Object.keys(search_rules).sort(),
        expires_at: expires_at.toISOString(),
        receipt: receipt(id, created_at, null),
      },
    };
  });

  function check(filter: Parameters<typeof parseFilter>[0]): void {
    try {
      parseFilter(filter);
    } catch (error) {
      if (error instanceof InvalidFilter) throw fail("invalid_filter", error.message);
      throw error;
    }
  }
}

function receipt(entry_id: string, changedAt: Date, previousUntil: Date | null): Receipt {
  return {
    credential_key: credentialKey,
    entry_id,
    changed_at: changedAt.toISOString(),
    previous_valid_until: previousUntil?.toISOString() ?? null,
    reveal_scope: "service:reveal",
  };
}
