import { isIP } from "node:net";
import { withServiceLock } from "../../../services/lock-service.js";
import { isUuid } from "../../../uuid.js";
import { isInstant, makeCursor, readCursor } from "../../cursor.js";
import { addEvent } from "../events.js";
import type { ActionResponse, Call } from "../../action.js";
import type { AuthPlatform } from "../parts.js";
import { endSessions } from "../sessions.js";
import { tablesOf } from "../tables.js";
import { findUser } from "../users.js";
import { changeUser, operator } from "./change-user.js";

interface SessionRow {
  readonly id: string;
  readonly user_id: string;
  readonly created_at: Date;
  readonly active_at: Date;
  readonly expires_at: Date;
  readonly ip: string | null;
  readonly agent: string | null;
  readonly method: string;
}

/** Lists the sessions that have not ended. */
export async function listSessions(
  { database }: AuthPlatform,
  { service, body, fail }: Call<"auth", "list_sessions">,
): ActionResponse<"auth", "list_sessions"> {
  const { user_id, limit = 50 } = body;
  const tables = tablesOf(service);
  const after = readCursor(body.cursor, [isInstant, isUuid]);
  if (user_id !== undefined && !(await findUser(database, tables, user_id))) throw fail("user_not_found");
  const { rows } = await database.query<SessionRow>(
    `select id, "userId" as user_id, "createdAt" as created_at, "updatedAt" as active_at, "expiresAt" as expires_at,
       "ipAddress" as ip, "userAgent" as agent, method
     from ${tables.session}
     where "expiresAt" > now() and ($1::uuid is null or "userId" = $1)
       and ($2::timestamptz is null or ("updatedAt", id) < ($2, $3::uuid))
     order by "updatedAt" desc, id desc limit $4`,
    [user_id ?? null, after?.[0] ?? null, after?.[1] ?? null, limit + 1],
  );
  const page = rows.slice(0, limit);
  const last = rows.length > limit ? page.at(-1)! : undefined;
  const next_cursor = last ? makeCursor([last.active_at.toISOString(), last.id]) : null;
  return { status: "ok", result: { sessions: page.map(showSession), next_cursor } };
}

function showSession({ id, user_id, created_at, active_at, expires_at, ip, agent, method }: SessionRow) {
  return {
    session_id: id,
    user_id,
    created_at: created_at.toISOString(),
    last_active_at: active_at.toISOString(),
    expires_at: expires_at.toISOString(),
    ip_address: ip !== null && isIP(ip) !== 0 ? ip : null,
    user_agent: agent?.slice(0, 1024) ?? null,
    assurance_level: "aal1" as const,
    methods: [method],
  };
}

/** Ends one session. */
export async function revokeSession(
  { database }: AuthPlatform,
  { service, principal, body, fail }: Call<"auth", "revoke_session">,
): ActionResponse<"auth", "revoke_session"> {
  const { session_id } = body;
  const { session } = tablesOf(service);
  return withServiceLock(database, service, async (client) => {
    const { rows } = await client.query<{ user_id: string; at: Date }>(
      `delete from ${session} where id = $1 and "expiresAt" > now() returning "userId" as user_id, now() as at`,
      [session_id],
    );
    if (!rows[0]) throw fail("session_not_found");
    const { user_id, at } = rows[0];
    const entry = { serviceId: service.id, event: "session_revoked", target: user_id, details: { session_id } };
    await addEvent(client, { ...entry, actor: operator(principal) });
    return { status: "ok", result: { session_id, user_id, revoked_at: at.toISOString() } };
  });
}

/** Ends the sessions of a user. */
export function logoutUser(platform: AuthPlatform, call: Call<"auth", "logout_user">): ActionResponse<"auth", "logout_user"> {
  const { user_id, except_session_id = null } = call.body;
  return changeUser(platform, call, async ({ client, tables, note }) => {
    if (except_session_id !== null) {
      const { rowCount } = await client.query(
        `select from ${tables.session} where id = $1 and "userId" = $2 and "expiresAt" > now()`,
        [except_session_id, user_id],
      );
      if (rowCount === 0) throw call.fail("session_not_found");
    }
    const ended = await endSessions(client, tables, user_id, except_session_id);
    await note("user_logged_out", { sessions_revoked: ended });
    return { status: "ok", result: { user_id, sessions_revoked: ended } };
  });
}
