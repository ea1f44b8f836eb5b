import { createHash, randomBytes } from "node:crypto";
import { type Database, all, first, statement } from "../database/query.js";

/** The caller: the projects and scopes of the request's token. */
export interface Caller {
  readonly tokenId: string;
  readonly orgId: string;
  readonly scopes: readonly string[];
  /** Ids of the projects that the token reaches. */
  readonly projects: readonly string[];
}

/** Every scope there is. None includes another. */
export const allScopes = ["service:read", "service:data", "service:write", "service:admin", "service:reveal"] as const;

export type Scope = (typeof allScopes)[number];

const find = statement<Caller>(
  "find-token",
  `select t.id as "tokenId", t.org_id as "orgId", t.scopes,
     array(select project_id::text from token_projects where token_id = t.id) as projects
   from tokens t
   where t.hash = $1 and t.revoked_at is null and (t.expires_at is null or t.expires_at > now())`,
);

const insert = statement<{ id: string }>(
  "insert-token",
  "insert into tokens (org_id, name, hash, scopes, expires_at) values ($1, $2, $3, $4, $5) returning id",
);

/** Projects of other organisations are left out: a token never reaches across. */
const bind = statement<{ project_id: string }>(
  "bind-token",
  `insert into token_projects (token_id, project_id)
   select $1, id from projects where id = any($2::uuid[]) and org_id = $3 returning project_id`,
);

const list = statement<StoredToken>(
  "list-tokens",
  "select id, name, scopes, created_at, expires_at, revoked_at from tokens where org_id = $1 order by created_at, id",
);

const revoke = statement<{ id: string }>(
  "revoke-token",
  "update tokens set revoked_at = now() where id = $1 and revoked_at is null returning id",
);

/** A token as its organisation knows it again: its text is nowhere. */
export interface StoredToken {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly string[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly revoked_at: Date | null;
}

/** The tokens of an organisation, oldest first. */
export function listTokens(database: Database, orgId: string): Promise<StoredToken[]> {
  return all(database, list, orgId);
}

/** Makes a token invalid from the next call on. False: there is none of this id that is valid. */
export async function revokeToken(database: Database, id: string): Promise<boolean> {
  return (await first(database, revoke, id)) !== undefined;
}

/** Whose token this is; `undefined` if it is unknown, expired or revoked. */
export function findCaller(database: Database, token: string): Promise<Caller | undefined> {
  return first(database, find, hashOf(token));
}

/** The rights of a new token. */
interface TokenGrant {
  readonly orgId: string;
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly projects: readonly string[];
  readonly expiresAt?: Date;
}

/** Makes a token and returns its text, which is nowhere else: only its hash is kept. */
export async function issueToken(database: Database, grant: TokenGrant): Promise<{ readonly id: string; readonly text: string }> {
  const text = `cp_${randomBytes(32).toString("base64url")}`;
  const { orgId, name, scopes, projects, expiresAt } = grant;
  const { id } = (await first(database, insert, orgId, name, hashOf(text), scopes, expiresAt ?? null))!;
  const bound = await all(database, bind, id, projects, orgId);
  if (bound.length < projects.length) throw new RangeError("A token can only be bound to projects of its own organisation");
  return { id, text };
}

/** A plain hash will do: tokens are 256 random bits, which nobody guesses. */
function hashOf(token: string): Buffer {
  return createHash("sha256").update(token).digest();
}
