import type { BetterAuthPlugin } from "better-auth";
import type { Pool } from "pg";
import { inTransaction } from "../../database/query.js";
import type { StoredService } from "../../services/service.js";
import { problemOfPassword } from "./check-body.js";
import { addEvent } from "./events.js";
import { findLink, redeemLink } from "./links.js";
import { hashPassword } from "./passwords.js";
import { endSessions } from "./sessions.js";
import { type Tables, tablesOf } from "./tables.js";
import { rejected } from "./wire.js";

/** Links that let a user choose a password. */
const passwordLinks = ["invitation", "password_reset"] as const;

const invalidLink = "The link is not valid: it was used, or it is too old.";

/**
 * Sets the password of the user whose link it is, and ends their sessions. Whoever has the link reads the user's mail, which
 * confirms the address.
 */
export async function choosePassword(
  database: Pool,
  service: Pick<StoredService, "id">,
  { token, password, ip }: { readonly token: string; readonly password: string; readonly ip: string | null },
): Promise<void> {
  const tables = tablesOf(service);
  const there = await findLink(database, tables, passwordLinks, token);
  if (!there) throw rejected(400, invalidLink);
  const problem = problemOfPassword(password, [there.user.email, there.user.name]);
  if (problem !== undefined) throw rejected(400, `${problem}.`);
  const hash = await hashPassword(password);
  await inTransaction(database, async (client) => {
    const link = await redeemLink(client, tables, passwordLinks, token);
    if (!link) throw rejected(400, invalidLink);
    const { id, email } = link.user;
    await client.query(`update ${tables.user} set "emailVerified" = true, invited = false, "updatedAt" = now() where id = $1`, [
      id,
    ]);
    await client.query(`delete from ${tables.account} where "userId" = $1 and "providerId" = 'credential'`, [id]);
    await client.query(
      `insert into ${tables.account} ("accountId", "providerId", "userId", password, "updatedAt")
       values ($1::text, 'credential', $1::uuid, $2, now())`,
      [id, hash],
    );
    const sessions_revoked = await endSessions(client, tables, id);
    const event = link.purpose === "invitation" ? "invitation_accepted" : "password_reset";
    const actor = { type: "user", id, label: email } as const;
    await addEvent(client, { serviceId: service.id, event, actor, target: id, ip, details: { sessions_revoked } });
  });
}

/**
 * Lets users in by better-auth's own links. Its plugin stores the addresses of users beside the hashes,
 * and sends within the request.
 */
export async function linkPlugin(database: Pool, tables: Tables): Promise<BetterAuthPlugin> {
  const [{ APIError, createAuthEndpoint }, { setSessionCookie }] = await Promise.all([
    import("better-auth/api"),
    import("better-auth/cookies"),
  ]);
  return {
    id: "mailed-links",
    endpoints: {
      signInByLink: createAuthEndpoint("/magic-link/verify", { method: "GET" }, async (context) => {
        const { token } = (context.query ?? {}) as { readonly token?: unknown };
        const userId = typeof token === "string" ? await redeemSignIn(database, tables, token) : undefined;
        const { internalAdapter } = context.context;
        const user = userId === undefined ? null : await internalAdapter.findUserById(userId);
        if (!user) throw new APIError("UNAUTHORIZED", { code: "INVALID_TOKEN", message: invalidLink });
        const session = await internalAdapter.createSession(user.id);
        await database.query(`update ${tables.session} set method = 'email_link' where id = $1`, [session.id]);
        await setSessionCookie(context, { session, user });
        return context.json({ token: session.token, user });
      }),
    },
  };
}

/**
 * Uses up a link for signing in, and returns whose it was. If nobody had confirmed the address before, somebody else may have
 * signed up with it: their password and sessions end.
 */
function redeemSignIn(database: Pool, tables: Tables, token: string): Promise<string | undefined> {
  return inTransaction(database, async (client) => {
    const link = await redeemLink(client, tables, ["sign_in"], token);
    if (!link) return undefined;
    const { id, emailVerified } = link.user;
    if (!emailVerified) {
      await client.query(`update ${tables.user} set "emailVerified" = true, "updatedAt" = now() where id = $1`, [id]);
      await client.query(`delete from ${tables.account} where "userId" = $1`, [id]);
      await endSessions(client, tables, id);
    }
    return id;
  });
}
