import { createHash, createHmac, randomBytes } from "node:crypto";
import type { components } from "../../../../../generated/types.js";
import { type Database, all, first, statement } from "../../database/query.js";
import type { FilterInput } from "./filter.js";

/** The actions of keys; `*` is all. */
export type KeyAction = components["schemas"]["SearchApiKey"]["actions"][number];

/** A key as it is stored: its text is nowhere, or sealed. */
export interface StoredKey {
  readonly id: string;
  readonly name: string | null;
  readonly role: "admin" | "search" | "custom";
  readonly actions: readonly KeyAction[];
  readonly indexes: readonly string[];
  readonly created_at: Date;
  readonly expires_at: Date | null;
  readonly rotated_at: Date | null;
  readonly previous_valid_until: Date | null;
}

/** The filters of a tenant by index name, prefix with `*`, or `*`. */
export type TenantRules = Readonly<Record<string, { readonly filter?: FilterInput }>>;

const columns = "id, name, role, actions, indexes, created_at, expires_at, rotated_at, previous_valid_until";

const insert = statement<StoredKey>(
  "insert-search-key",
  `insert into search_keys (service_id, name, role, actions, indexes, hash, expires_at) values ($1, $2, $3, $4, $5, $6, $7)
   returning ${columns}`,
);

const findByHash = statement<StoredKey>(
  "find-search-key-by-hash",
  `select ${columns} from search_keys where service_id = $1 and (expires_at is null or expires_at > now())
     and (hash = $2 or previous_hash = $2 and previous_valid_until > now())`,
);

const list = statement<StoredKey>(
  "list-search-keys",
  `select ${columns} from search_keys
   where service_id = $1 and ($2::timestamptz is null or (created_at, id) > ($2, $3::uuid)) order by created_at, id limit $4`,
);

const findStanding = statement<StoredKey>(
  "find-standing-search-key",
  `select ${columns} from search_keys where service_id = $1 and role = $2`,
);

const rotate = statement<StoredKey>(
  "rotate-search-key",
  `update search_keys set previous_hash = case when $3::timestamptz is null then null else hash end, previous_valid_until = $3,
     hash = $2, rotated_at = $4 where id = $1 returning ${columns}`,
);

const remove = statement<{ id: string }>(
  "delete-search-key",
  "delete from search_keys where service_id = $1 and id = $2 and role = 'custom' returning id",
);

const count = statement<{ total: number }>(
  "count-search-keys",
  "select count(*) as total from search_keys where service_id = $1 and role = 'custom'",
);

interface NewKey extends Pick<StoredKey, "name" | "role" | "actions" | "indexes" | "expires_at"> {
  readonly text: string;
}

/** The keys of services. */
export const keys = {
  insert: async (
    database: Database,
    serviceId: string,
    { name, role, actions, indexes, text, expires_at }: NewKey,
  ): Promise<StoredKey> => (await first(database, insert, serviceId, name, role, actions, indexes, hashOf(text), expires_at))!,

  /** The key with this text, if it is valid. */
  findByText: (database: Database, serviceId: string, text: string): Promise<StoredKey | undefined> =>
    first(database, findByHash, serviceId, hashOf(text)),

  /** The key that every service has. */
  findStanding: async (database: Database, serviceId: string, role: "admin" | "search"): Promise<StoredKey> =>
    (await first(database, findStanding, serviceId, role))!,

  /** Keys after a key, oldest first. */
  list: (database: Database, serviceId: string, after: readonly string[] | undefined, limit: number): Promise<StoredKey[]> =>
    all(database, list, serviceId, after?.[0] ?? null, after?.[1] ?? null, limit),

  /** Gives a key another text. The one before stays valid until a time; null: it is not valid any more. */
  rotate: async (database: Database, id: string, text: string, until: Date | null, at: Date): Promise<StoredKey> =>
    (await first(database, rotate, id, hashOf(text), until, at))!,

  removeCustom: async (database: Database, serviceId: string, id: string): Promise<boolean> =>
    (await first(database, remove, serviceId, id)) !== undefined,

  countCustom: async (database: Database, serviceId: string): Promise<number> => (await first(database, count, serviceId))!.total,
};

/** A key as callers see it. */
export function showKey(key: StoredKey): components["schemas"]["SearchApiKey"] {
  const { id, name, role, actions, indexes, created_at, expires_at, rotated_at } = key;
  return {
    key_id: id,
    name,
    role,
    actions: [...actions],
    indexes: [...indexes],
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    rotated_at: rotated_at?.toISOString() ?? null,
  };
}

/** A tenant credential as it is stored. */
export interface StoredTenant {
  readonly id: string;
  readonly tenant: string;
  readonly rules: TenantRules;
  readonly created_at: Date;
  readonly expires_at: Date;
}

const tenantColumns = "id, tenant, rules, created_at, expires_at";

const insertTenant = statement<StoredTenant>(
  "insert-search-tenant",
  `insert into search_tenant_credentials (id, service_id, tenant, rules, hash, created_at, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${tenantColumns}`,
);

const findTenant = statement<StoredTenant>(
  "find-search-tenant",
  `select ${tenantColumns} from search_tenant_credentials where service_id = $1 and hash = $2 and expires_at > now()`,
);

const listTenants = statement<StoredTenant>(
  "list-search-tenants",
  `select ${tenantColumns} from search_tenant_credentials where service_id = $1 and expires_at > now() order by created_at desc, id desc`,
);

const dropExpired = statement<{ id: string }>(
  "drop-expired-search-tenants",
  "delete from search_tenant_credentials where service_id = $1 and expires_at <= now() returning id",
);

const shorten = statement<{ id: string }>(
  "shorten-search-tenants",
  `update search_tenant_credentials set expires_at = least(expires_at, $2)
   where service_id = $1 and expires_at > now() returning id`,
);

/** The tenant credentials of services. */
export const tenants = {
  insert: (database: Database, serviceId: string, { id, tenant, rules, created_at, expires_at }: StoredTenant, token: string) =>
    first(database, insertTenant, id, serviceId, tenant, JSON.stringify(rules), hashOf(token), created_at, expires_at),

  /** The credential with this token, if it is valid. */
  findByToken: (database: Database, serviceId: string, token: string): Promise<StoredTenant | undefined> =>
    first(database, findTenant, serviceId, hashOf(token)),

  /** Valid keys, newest first. */
  list: (database: Database, serviceId: string): Promise<StoredTenant[]> => all(database, listTenants, serviceId),

  /** Forgets those that have expired, and returns their ids. */
  dropExpired: async (database: Database, serviceId: string): Promise<string[]> =>
    (await all(database, dropExpired, serviceId)).map(({ id }) => id),

  /** Ends all that are valid at a time at the latest. Returns how many. */
  shorten: async (database: Database, serviceId: string, until: Date): Promise<number> =>
    (await all(database, shorten, serviceId, until)).length,
};

/** A new text for a key. */
export function makeKeyText(): string {
  return `sk_${randomBytes(32).toString("base64url")}`;
}

/** A plain hash will do: keys are 256 random bits, and tokens are signed with one. */
function hashOf(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

/**
 * A JSON Web Token that is signed with the search key. It contains its tenant and expiry; the filters stay with the platform,
 * which looks the token up by its hash. So nobody makes or changes one without the platform, not even with the key.
 */
export function signToken(claims: Readonly<Record<string, string | number>>, searchKey: string): string {
  const encode = (part: unknown) => Buffer.from(JSON.stringify(part)).toString("base64url");
  const signed = `${encode({ alg: "HS256", typ: "JWT" })}.${encode(claims)}`;
  return `${signed}.${createHmac("sha256", searchKey).update(signed).digest("base64url")}`;
}

/** Whether a pattern covers an index: its name, a prefix with `*`, or `*`. */
export function covers(pattern: string, index: string): boolean {
  return pattern.endsWith("*") ? index.startsWith(pattern.slice(0, -1)) : pattern === index;
}

/** The rule of a tenant for an index: the name before prefixes, longer prefixes before shorter. `undefined`: no access. */
export function ruleFor(rules: TenantRules, index: string): { readonly filter?: FilterInput } | undefined {
  const patterns = Object.keys(rules).filter((pattern) => covers(pattern, index));
  const rank = (pattern: string) => (pattern.endsWith("*") ? pattern.length : Infinity);
  const [best] = patterns.sort((one, other) => rank(other) - rank(one));
  return best === undefined ? undefined : rules[best];
}
