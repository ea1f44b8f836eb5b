import type { components } from "../../../../../generated/types.js";
import type { Database } from "../../database/query.js";
import { type Tables, isBanned } from "./tables.js";

/** A user of an application. Hashes and tokens are never part of it. */
export type AuthUser = components["schemas"]["AuthUser"];

/** A user as `selectUsers` finds it. */
export interface UserRow {
  readonly id: string;
  readonly email: string | null;
  readonly email_verified: boolean;
  readonly phone: string | null;
  readonly phone_verified: boolean;
  readonly name: string;
  readonly status: AuthUser["status"];
  readonly banned_until: Date | null;
  readonly ban_reason: string | null;
  readonly roles: readonly string[];
  readonly metadata: NonNullable<AuthUser["user_metadata"]>;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly last_sign_in_at: Date | null;
  readonly identities: readonly IdentityRow[];
}

interface IdentityRow {
  readonly id: string;
  readonly provider: string;
  readonly subject: string;
  /** As PostgreSQL writes times in JSON. */
  readonly created_at: string;
}

/** The status of a user called `u`. */
export const statusOf = `case when u.deleted_at is not null then 'deleted' when ${isBanned} then 'banned'
  when u.invited then 'invited' else 'active' end`;

/** Selects users called `u` with their identities; what follows is a condition and an order. */
export function selectUsers({ user, account }: Tables): string {
  return `select u.id, u.email, u."emailVerified" as email_verified, u."phoneNumber" as phone,
      coalesce(u."phoneNumberVerified", false) as phone_verified, u.name, ${statusOf} as status,
      case when ${isBanned} then u.banned_until end as banned_until, case when ${isBanned} then u.ban_reason end as ban_reason,
      u.roles, u.metadata, u."createdAt" as created_at, u."updatedAt" as updated_at, u.last_sign_in_at,
      coalesce((
        select json_agg(json_build_object('id', a.id, 'provider', a."providerId", 'subject', a."accountId",
          'created_at', a."createdAt") order by a."createdAt", a.id)
        from ${account} a where a."userId" = u.id), '[]') as identities
    from ${user} u`;
}

/** Users by a condition on `u`, in the order of the text that follows it. */
export async function findUsers(
  database: Database,
  tables: Tables,
  condition: string,
  values: readonly unknown[],
): Promise<AuthUser[]> {
  const { rows } = await database.query<UserRow>(`${selectUsers(tables)} where ${condition}`, [...values]);
  return rows.map(showUser);
}

/** The user of this id. Soft-deleted ones are hidden. */
export async function findUser(database: Database, tables: Tables, id: string): Promise<AuthUser | undefined> {
  return (await findUsers(database, tables, "u.id = $1 and u.deleted_at is null", [id]))[0];
}

/** A user as the contract shows it. */
export function showUser(row: UserRow): AuthUser {
  return {
    user_id: row.id,
    email: row.email,
    email_verified: row.email_verified,
    phone: row.phone,
    phone_verified: row.phone_verified,
    display_name: row.name === "" ? null : row.name,
    status: row.status,
    banned_until: row.banned_until?.toISOString() ?? null,
    ban_reason: row.ban_reason,
    roles: [...row.roles].sort(),
    identities: row.identities.map(({ id, provider, subject, created_at }) => ({
      identity_id: id,
      provider,
      provider_subject: subject,
      email: provider === "credential" ? row.email : null,
      created_at: new Date(created_at).toISOString(),
    })),
    user_metadata: row.metadata,
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
    last_sign_in_at: row.last_sign_in_at?.toISOString() ?? null,
  };
}
