import { createHash, randomBytes } from "node:crypto";
import type { PoolClient } from "pg";
import type { Database } from "../../database/query.js";
import { type Tables, isBarred } from "./tables.js";

/** The purpose of a link in a mail. Each link works once. */
export type LinkPurpose = "invitation" | "password_reset" | "sign_in";

/** How long a link is valid, in seconds. */
export const lifetimes: Readonly<Record<LinkPurpose, number>> = {
  invitation: 7 * 86_400,
  password_reset: 3600,
  sign_in: 900,
};

/** Whose link it is. */
export interface LinkUser {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly emailVerified: boolean;
}

/** A valid link. */
interface Link {
  readonly purpose: LinkPurpose;
  readonly user: LinkUser;
}

/** Links are rows of better-auth's table for such things, which nothing else uses here: a hash, and the id of the user. */
const identify = (purpose: LinkPurpose, token: string) => `${purpose}/${createHash("sha256").update(token).digest("hex")}`;

/**
 * Makes a link for a user and returns its token, of which only a hash is kept. Links from attempts at sending that failed stay
 * valid: the mail may have arrived all the same.
 */
export async function addLink(
  database: Database,
  { verification }: Tables,
  purpose: LinkPurpose,
  userId: string,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await database.query(`delete from ${verification} where "expiresAt" < now()`);
  await database.query(
    `insert into ${verification} (identifier, value, "expiresAt") values ($1, $2, now() + make_interval(secs => $3))`,
    [identify(purpose, token), userId, lifetimes[purpose]],
  );
  return token;
}

/** Whether a user got such a link within the last minute. */
export async function isRecent(database: Database, { verification }: Tables, purpose: LinkPurpose, userId: string) {
  const { rowCount } = await database.query(
    `select from ${verification} where value = $1 and starts_with(identifier, $2) and "createdAt" > now() - interval '1 minute'`,
    [userId, `${purpose}/`],
  );
  return rowCount !== 0;
}

/** The link that a token is for; `undefined`: it is not valid, or its user may not sign in. */
export async function findLink(
  database: Database,
  tables: Tables,
  purposes: readonly LinkPurpose[],
  token: string,
): Promise<Link | undefined> {
  const { rows } = await database.query<LinkUser & { identifier: string }>(
    `select v.identifier, u.id, u.email, u.name, u."emailVerified"
     from ${tables.verification} v join ${tables.user} u on u.id::text = v.value
     where v.identifier = any($1) and v."expiresAt" > now() and u.email is not null and not ${isBarred}`,
    [purposes.map((purpose) => identify(purpose, token))],
  );
  if (!rows[0]) return undefined;
  const { identifier, ...user } = rows[0];
  return { purpose: identifier.split("/", 1)[0] as LinkPurpose, user };
}

/**
 * Uses a link up, and with it all others of its user. Whoever asks second waits for the transaction of the first, and gets
 * `undefined`.
 */
export async function redeemLink(
  client: PoolClient,
  tables: Tables,
  purposes: readonly LinkPurpose[],
  token: string,
): Promise<Link | undefined> {
  const link = await findLink(client, tables, purposes, token);
  if (!link) return undefined;
  const { rowCount } = await client.query(`delete from ${tables.verification} where identifier = $1`, [
    identify(link.purpose, token),
  ]);
  if (rowCount === 0) return undefined;
  await client.query(`delete from ${tables.verification} where value = $1`, [link.user.id]);
  return link;
}
