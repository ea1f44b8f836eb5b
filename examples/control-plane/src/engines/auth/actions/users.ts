import { randomUUID } from "node:crypto";
import { withServiceLock } from "../../../services/lock-service.js";
import { isUuid } from "../../../uuid.js";
import { isInstant, makeCursor, readCursor } from "../../cursor.js";
import { addEvent, forgetUser } from "../events.js";
import { maxUsers } from "../hooks.js";
import type { ActionResponse, Call } from "../../action.js";
import { queueMail } from "../mails.js";
import type { AuthPlatform } from "../parts.js";
import { hashPassword, isWeak } from "../passwords.js";
import { areRoles, isLastHolder, roleConfig } from "../roles.js";
import { endSessions } from "../sessions.js";
import { tablesOf } from "../tables.js";
import { type AuthUser, findUser, findUsers, statusOf } from "../users.js";
import { operator } from "./change-user.js";
import { readOptionalInstant } from "./instants.js";

/** By what users can be listed: never null, so that one comparison finds the next page. */
const orders = {
  created_at: { key: `u."createdAt"`, type: "timestamptz", isPart: isInstant },
  last_sign_in_at: {
    key: "coalesce(u.last_sign_in_at, '-infinity')",
    type: "timestamptz",
    isPart: (text: string) => text === "-infinity" || isInstant(text),
  },
  email: { key: `coalesce(u.email, '') collate "C"`, type: "text", isPart: () => true },
} as const;

/** Lists users page by page. */
export async function listUsers(
  { database }: AuthPlatform,
  { service, body }: Call<"auth", "list_users">,
): ActionResponse<"auth", "list_users"> {
  const { limit = 50, order = "desc", order_by = "created_at", search, role, provider, status } = body;
  const tables = tablesOf(service);
  const { key, type, isPart } = orders[order_by];
  const after = readCursor(body.cursor, [isPart, isUuid]);
  const filters = [
    search ?? null,
    role ?? null,
    provider ?? null,
    status ?? null,
    readOptionalInstant("/created_after", body.created_after),
    readOptionalInstant("/created_before", body.created_before),
  ];
  const matches = `($1::text is null or u.id::text = lower($1) or exists (
      select from unnest(array[u.email, u."phoneNumber", u.name]) as part where strpos(lower(part), lower($1)) > 0))
    and ($2::text is null or $2 = any(u.roles))
    and ($3::text is null or exists (select from ${tables.account} a where a."userId" = u.id and a."providerId" = $3))
    and ($4::text is null and u.deleted_at is null or ${statusOf} = $4)
    and ($5::timestamptz is null or u."createdAt" >= $5) and ($6::timestamptz is null or u."createdAt" < $6)`;
  const next = `${matches} and ($7::text is null or (${key}, u.id) ${order === "asc" ? ">" : "<"} ($7::${type}, $8::uuid))
    order by ${key} ${order}, u.id ${order} limit $9`;
  const users = await findUsers(database, tables, next, [...filters, after?.[0] ?? null, after?.[1] ?? null, limit + 1]);
  const { rows } = await database.query<{ total: number }>(
    `select count(*) as total from ${tables.user} u where ${matches}`,
    filters,
  );
  const page = users.slice(0, limit);
  const last = users.length > limit ? page.at(-1)! : undefined;
  const next_cursor = last ? makeCursor([positionOf(last, order_by), last.user_id]) : null;
  return { status: "ok", result: { users: page, next_cursor, total: rows[0]!.total } };
}

function positionOf({ created_at, last_sign_in_at, email }: AuthUser, order: keyof typeof orders): string {
  if (order === "created_at") return created_at;
  return order === "email" ? (email ?? "") : (last_sign_in_at ?? "-infinity");
}

/** Creates a user. Who is invited gets a mail, where the installation has a mail server. */
export async function createUser(
  { database, parts, worker }: AuthPlatform,
  { service, principal, body, fail }: Call<"auth", "create_user">,
): ActionResponse<"auth", "create_user"> {
  const tables = tablesOf(service);
  const { password, phone = null, display_name = "", user_metadata = {} } = body;
  const email = "email" in body ? body.email.toLowerCase() : null;
  const invited = "send_invitation" in body && body.send_invitation === true;
  const isMailed = invited && parts.mailer !== undefined;
  const roles = [...(body.roles ?? [roleConfig.default_role!])].sort();
  if (!areRoles(roles)) throw fail("role_not_found");
  if (password !== undefined && isWeak(password, [email ?? phone!, display_name])) throw fail("password_rejected");
  // Hashing takes long on purpose: not while the service is locked.
  const hash = password === undefined ? undefined : await hashPassword(password);
  const id = randomUUID();
  const user = await withServiceLock(database, service, async (client) => {
    const { rows } = await client.query<{ total: number; email: number; phone: number }>(
      `select count(*) as total, count(*) filter (where email = $1) as email, count(*) filter (where "phoneNumber" = $2) as phone
       from ${tables.user}`,
      [email, phone],
    );
    if (rows[0]!.email > 0) throw fail("email_taken");
    if (rows[0]!.phone > 0) throw fail("phone_taken");
    if (rows[0]!.total >= maxUsers) throw fail("user_limit_reached");
    await client
      .query(
        `insert into ${tables.user} (id, name, email, "emailVerified", "phoneNumber", "phoneNumberVerified", roles, metadata, invited)
         values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
        [
          id,
          display_name,
          email,
          "email_verified" in body && body.email_verified === true,
          phone,
          body.phone_verified === true,
          roles,
          JSON.stringify(user_metadata),
          invited,
        ],
      )
      .catch((error: { code?: string }) => {
        // Somebody has signed up with it since it was looked up.
        throw error.code === "23505" ? fail("email_taken") : error;
      });
    if (hash !== undefined) {
      await client.query(
        `insert into ${tables.account} ("accountId", "providerId", "userId", password, "updatedAt")
         values ($1::text, 'credential', $1::uuid, $2, now())`,
        [id, hash],
      );
    }
    const details = { invited, with_password: hash !== undefined };
    await addEvent(client, { serviceId: service.id, event: "user_created", actor: operator(principal), target: id, details });
    if (isMailed) await queueMail(client, service.id, "invitation", id);
    return (await findUser(client, tables, id))!;
  });
  if (isMailed) worker.wake();
  return { status: "ok", result: { user, invitation_sent: isMailed } };
}

/** Deletes a user, or disables and hides them. */
export async function deleteUser(
  { database }: AuthPlatform,
  { service, principal, body, fail }: Call<"auth", "delete_user">,
): ActionResponse<"auth", "delete_user"> {
  const { user_id, mode = "hard" } = body;
  const tables = tablesOf(service);
  const deletedAt = await withServiceLock(database, service, async (client) => {
    const { rows } = await client.query<{ created_at: Date; deleted_at: Date | null }>(
      `select "createdAt" as created_at, deleted_at from ${tables.user} where id = $1`,
      [user_id],
    );
    const [user] = rows;
    if (!user) throw fail("user_not_found");
    if (mode === "soft" && user.deleted_at) return user.deleted_at;
    if (await isLastHolder(client, tables, user_id, [])) throw fail("last_admin");
    const change =
      mode === "hard"
        ? `delete from ${tables.user} where id = $1 returning now() as at`
        : `update ${tables.user} set deleted_at = now(), "updatedAt" = now() where id = $1 returning deleted_at as at`;
    const changed = await client.query<{ at: Date }>(change, [user_id]);
    await endSessions(client, tables, user_id);
    if (mode === "hard") await forgetUser(client, service.id, user_id);
    // When it was created is what the usage of past periods is counted by.
    const details = { mode, created_at: user.created_at.toISOString() };
    await addEvent(client, {
      serviceId: service.id,
      event: "user_deleted",
      actor: operator(principal),
      target: user_id,
      details,
    });
    return changed.rows[0]!.at;
  });
  return { status: "ok", result: { user_id, mode, deleted_at: deletedAt.toISOString() } };
}
