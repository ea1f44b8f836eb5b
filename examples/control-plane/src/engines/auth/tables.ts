import pg from "pg";
import type { Database } from "../../database/query.js";
import type { StoredService } from "../../services/service.js";

/** The tables of one service as SQL writes them: qualified and quoted. */
export interface Tables {
  readonly schema: string;
  readonly user: string;
  readonly session: string;
  readonly account: string;
  readonly verification: string;
  readonly jwks: string;
}

/** The tables of a service. */
export function tablesOf({ id }: Pick<StoredService, "id">): Tables {
  const schema = pg.escapeIdentifier(`auth_${id.replaceAll("-", "")}`);
  const table = (name: string) => `${schema}.${pg.escapeIdentifier(name)}`;
  return {
    schema,
    user: table("user"),
    session: table("session"),
    account: table("account"),
    verification: table("verification"),
    jwks: table("jwks"),
  };
}

/** Whether a ban is in force for a user called `u`. */
export const isBanned = "(u.banned_at is not null and coalesce(u.banned_until, 'infinity') > now())";

/** Whether a user called `u` may not sign in. */
export const isBarred = `(u.deleted_at is not null or ${isBanned})`;

/**
 * Creates the tables of a service unless they exist. Columns in camel case are those of better-auth; it does not know the
 * others, so requests at the endpoint can neither read nor write them. Whoever is banned or deleted while a sign-in of theirs
 * is under way gets no session: the trigger waits for the ban and then sees it.
 */
export async function createTables(database: Database, tables: Tables): Promise<void> {
  const { schema, user, session, account, verification, jwks } = tables;
  await database.query(`
    create schema if not exists ${schema};
    create table if not exists ${user} (
      "id" uuid primary key default gen_random_uuid(),
      "name" text not null,
      "email" text unique,
      "emailVerified" boolean not null default false,
      "image" text,
      "phoneNumber" text unique,
      "phoneNumberVerified" boolean,
      "createdAt" timestamptz(3) not null default now(),
      "updatedAt" timestamptz(3) not null default now(),
      roles text[] not null default '{user}',
      metadata jsonb not null default '{}',
      invited boolean not null default false,
      banned_at timestamptz(3),
      banned_until timestamptz(3),
      ban_reason text,
      deleted_at timestamptz(3),
      last_sign_in_at timestamptz(3)
    );
    create index if not exists user_by_creation on ${user} ("createdAt", id);
    create table if not exists ${session} (
      "id" uuid primary key default gen_random_uuid(),
      "expiresAt" timestamptz(3) not null,
      "token" text not null unique,
      "createdAt" timestamptz(3) not null default now(),
      "updatedAt" timestamptz(3) not null,
      "ipAddress" text,
      "userAgent" text,
      method text not null default 'password',
      "userId" uuid not null references ${user} on delete cascade
    );
    create index if not exists "session_userId_idx" on ${session} ("userId");
    create index if not exists session_by_activity on ${session} ("updatedAt" desc, id desc);
    create table if not exists ${account} (
      "id" uuid primary key default gen_random_uuid(),
      "accountId" text not null,
      "providerId" text not null,
      "userId" uuid not null references ${user} on delete cascade,
      "accessToken" text,
      "refreshToken" text,
      "idToken" text,
      "accessTokenExpiresAt" timestamptz(3),
      "refreshTokenExpiresAt" timestamptz(3),
      "scope" text,
      "password" text,
      "createdAt" timestamptz(3) not null default now(),
      "updatedAt" timestamptz(3) not null
    );
    create index if not exists "account_userId_idx" on ${account} ("userId");
    create table if not exists ${verification} (
      "id" uuid primary key default gen_random_uuid(),
      "identifier" text not null,
      "value" text not null,
      "expiresAt" timestamptz(3) not null,
      "createdAt" timestamptz(3) not null default now(),
      "updatedAt" timestamptz(3) not null default now()
    );
    create index if not exists "verification_identifier_idx" on ${verification} ("identifier");
    create table if not exists ${jwks} (
      "id" uuid primary key default gen_random_uuid(),
      "publicKey" text not null,
      "privateKey" text not null,
      "createdAt" timestamptz(3) not null,
      "expiresAt" timestamptz(3),
      "alg" text,
      "crv" text
    );
    create or replace function ${schema}.check_user() returns trigger language plpgsql as $check$
    begin
      perform from ${user} u where u.id = new."userId" for share;
      if exists (select from ${user} u where u.id = new."userId" and ${isBarred}) then
        raise exception 'this user may not sign in';
      end if;
      return new;
    end $check$;
    create or replace trigger check_user before insert on ${session}
      for each row execute function ${schema}.check_user();`);
}
