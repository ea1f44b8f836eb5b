import type { ActionResponse, Call } from "../../action.js";
import type { AuthPlatform } from "../parts.js";
import { areRoles, isLastHolder, roleConfig } from "../roles.js";
import { endSessions } from "../sessions.js";
import { changeUser } from "./change-user.js";
import { readInstant } from "./instants.js";

/** Bars a user from signing in. */
export async function banUser(platform: AuthPlatform, call: Call<"auth", "ban_user">): ActionResponse<"auth", "ban_user"> {
  const { body, fail } = call;
  const { user_id, reason, duration_seconds, revoke_sessions = true } = body;
  const until = body.until === undefined ? null : readInstant("/until", body.until);
  if (until && until.getTime() <= Date.now()) throw fail("until_in_past");
  return changeUser(platform, call, async ({ client, tables, note }) => {
    const { rows } = await client.query<{ banned_until: Date | null }>(
      `update ${tables.user} set banned_at = now(), ban_reason = $2, "updatedAt" = now(),
         banned_until = coalesce($3::timestamptz, now() + make_interval(secs => $4::float8))
       where id = $1 returning banned_until`,
      [user_id, reason ?? null, until, duration_seconds ?? null],
    );
    const banned_until = rows[0]!.banned_until?.toISOString() ?? null;
    const ended = revoke_sessions ? await endSessions(client, tables, user_id) : 0;
    await note("user_banned", { reason: reason ?? null, banned_until, sessions_revoked: ended });
    return { status: "ok", result: { user_id, banned_until, sessions_revoked: ended } };
  });
}

/** Lifts a ban. */
export function unbanUser(platform: AuthPlatform, call: Call<"auth", "unban_user">): ActionResponse<"auth", "unban_user"> {
  const { user_id } = call.body;
  return changeUser(platform, call, async ({ client, tables, user, note }) => {
    const was_banned = user.status === "banned";
    await client.query(
      `update ${tables.user} set banned_at = null, banned_until = null, ban_reason = null, "updatedAt" = now()
       where id = $1 and banned_at is not null`,
      [user_id],
    );
    if (was_banned) await note("user_unbanned");
    return { status: "ok", result: { user_id, was_banned } };
  });
}

/** Shows the roles that there are. */
export function showRoles(): ActionResponse<"auth", "get_role_config"> {
  return Promise.resolve({ status: "ok", result: roleConfig });
}

/** Replaces the roles of a user. */
export async function setRoles(
  platform: AuthPlatform,
  call: Call<"auth", "set_user_roles">,
): ActionResponse<"auth", "set_user_roles"> {
  const { body, fail } = call;
  const { user_id } = body;
  const roles = [...body.roles].sort();
  return changeUser(platform, call, async ({ client, tables, user, note }) => {
    if (!areRoles(roles)) throw fail("role_not_found");
    if (!roleConfig.multiple_roles && roles.length > 1) throw fail("single_role_only");
    if (await isLastHolder(client, tables, user_id, roles)) throw fail("last_admin");
    await client.query(`update ${tables.user} set roles = $2, "updatedAt" = now() where id = $1`, [user_id, roles]);
    await note("roles_changed", { roles: roles.join(" "), previous_roles: user.roles.join(" ") });
    return { status: "ok", result: { user_id, roles, previous_roles: user.roles } };
  });
}

/** Removes one of several ways in which a user can sign in. */
export async function unlinkIdentity(
  platform: AuthPlatform,
  call: Call<"auth", "unlink_identity">,
): ActionResponse<"auth", "unlink_identity"> {
  const { body, fail } = call;
  const { user_id, identity_id } = body;
  return changeUser(platform, call, async ({ client, tables, user, note }) => {
    const identity = user.identities.find((known) => known.identity_id === identity_id.toLowerCase());
    if (!identity) throw fail("identity_not_found");
    if (user.identities.length === 1) throw fail("single_identity_not_deletable");
    await client.query(`delete from ${tables.account} where id = $1`, [identity_id]);
    const { provider } = identity;
    await note("identity_unlinked", { identity_id, provider });
    return {
      status: "ok",
      result: { user_id, identity_id, provider, remaining_identities: user.identities.length - 1 },
    };
  });
}
