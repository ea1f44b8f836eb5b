import type { BetterAuthOptions } from "better-auth";
import type { Pool } from "pg";
import { addEvent } from "./events.js";
import { type Tables, isBarred } from "./tables.js";

/** The header that has the address of a client. The endpoint writes it; what clients send under this name is dropped. */
export const addressHeader = "x-client-address";

/** The maximum number of users of a service. */
export const maxUsers = 100_000;

type Hooks = NonNullable<BetterAuthOptions["databaseHooks"]>;

/** The context of the request that a hook is part of. */
type Context = {
  readonly path?: string;
  readonly headers?: Headers | undefined;
  readonly context?: { readonly session?: { readonly user: { readonly id: string } } | null };
} | null;

interface SessionRow {
  readonly id: string;
  readonly userId: string;
  readonly ipAddress?: string | null | undefined;
}

/** Rejects who is banned or deleted. */
export async function checkUser(database: Pool, { user }: Pick<Tables, "user">, userId: string): Promise<void> {
  const { rows } = await database.query<{ deleted: boolean }>(
    `select deleted_at is not null as deleted from ${user} u where id = $1 and ${isBarred}`,
    [userId],
  );
  if (!rows[0]) return;
  const { APIError } = await import("better-auth/api");
  // Deleted users are reported as unknown.
  const wrong = { code: "INVALID_EMAIL_OR_PASSWORD", message: "Invalid email or password" };
  if (rows[0].deleted) throw new APIError("UNAUTHORIZED", wrong);
  throw new APIError("FORBIDDEN", { code: "BANNED_USER", message: "This user is banned." });
}

/**
 * Extends better-auth at the endpoint of a service: keeps banned and deleted users out, and writes the
 * audit log.
 */
export async function createHooks(database: Pool, serviceId: string, { user, session }: Tables): Promise<Hooks> {
  const { APIError } = await import("better-auth/api");

  /** Adds an entry about something that a user did. */
  async function note(event: string, userId: string, ip: string | null | undefined, details?: Record<string, string>) {
    const { rows } = await database.query<{ label: string | null }>(
      `select coalesce(email, "phoneNumber") as label from ${user} where id = $1`,
      [userId],
    );
    const actor = { type: "user", id: userId, label: rows[0]?.label ?? null } as const;
    await addEvent(database, { serviceId, event, actor, target: userId, ip: ip ?? null, ...(details ? { details } : {}) });
  }

  /** A ban may leave sessions: with one of them its user changes nothing. */
  async function checkSender(context: Context): Promise<void> {
    const session = context?.context?.session;
    if (session) await checkUser(database, { user }, session.user.id);
  }

  return {
    user: {
      create: {
        async before() {
          const { rows } = await database.query<{ full: boolean }>(`select count(*) >= $1 as full from ${user}`, [maxUsers]);
          if (rows[0]!.full)
            throw new APIError("FORBIDDEN", { code: "USER_LIMIT_REACHED", message: "No more users can sign up." });
        },
        after: ({ id }, context) => note("user_signed_up", id, addressOf(context)),
      },
      update: {
        before: (_, context) => checkSender(context),
        after: async ({ id }, context) => {
          if (context?.path === "/update-user") await note("user_updated", id, addressOf(context));
        },
      },
    },
    account: {
      update: {
        before: (_, context) => checkSender(context),
        after: async ({ userId }, context) => {
          if (context?.path === "/change-password") await note("password_changed", userId, addressOf(context));
        },
      },
    },
    session: {
      create: {
        before: ({ userId }) => checkUser(database, { user }, userId),
        async after({ id, userId, ipAddress }: SessionRow) {
          await database.query(
            `update ${user} set last_sign_in_at = s."createdAt", invited = false
             from ${session} s where s.id = $1 and ${user}.id = s."userId"`,
            [id],
          );
          // Nobody else removes the sessions that have ended by themselves.
          await database.query(`delete from ${session} where "userId" = $1 and "expiresAt" < now()`, [userId]);
          await note("login", userId, ipAddress, { session_id: id });
        },
      },
      update: {
        after: async ({ id, userId, ipAddress }: SessionRow) => note("session_refreshed", userId, ipAddress, { session_id: id }),
      },
      delete: {
        after: async ({ id, userId }: SessionRow, context) => {
          const event = endings[context?.path ?? ""];
          if (event !== undefined) await note(event, userId, addressOf(context), { session_id: id });
        },
      },
    },
  };
}

/** Events of a user who ends a session. Removing an expired session is no event. */
const endings: Readonly<Record<string, string>> = {
  "/sign-out": "logout",
  "/revoke-session": "session_revoked",
  "/revoke-sessions": "session_revoked",
  "/revoke-other-sessions": "session_revoked",
};

function addressOf(context: Context): string | null {
  return context?.headers?.get(addressHeader) ?? null;
}
