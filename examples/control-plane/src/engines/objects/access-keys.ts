import { randomBytes, randomInt } from "node:crypto";
import type { components } from "../../../../../generated/types.js";
import { type CredentialStore, type SealedCredential, sealedColumns } from "../../credentials/store.js";
import { type Database, all, first, statement } from "../../database/query.js";

/** An access key as it is stored; its secret is among the credentials. */
export interface StoredAccessKey {
  readonly access_key_id: string;
  readonly service_id: string;
  readonly name: string;
  /** `retiring`: a primary key that was replaced and is valid for a while. */
  readonly kind: "primary" | "retiring" | "additional";
  readonly permission: "read" | "write" | "read_write";
  /** Null: all. */
  readonly buckets: readonly string[] | null;
  readonly created_at: Date;
  readonly expires_at: Date | null;
  /** The day, as text; null when never. */
  readonly last_used: string | null;
}

/** The name of a service's revealed descriptor. Each secret is sealed under this, a slash and its access key id. */
export const credentialKey = "S3_CREDENTIALS";

const columns =
  "access_key_id, service_id, name, kind, permission, buckets, created_at, expires_at, last_used_on::text as last_used";

/** A primary key whose time is over is gone; an additional one stays until it is deleted or its room is needed. */
const isThere = "(kind <> 'retiring' or expires_at > now())";

const find = statement<StoredAccessKey>(
  "find-access-key",
  `select ${columns} from objects_access_keys where service_id = $1 and access_key_id = $2 and ${isThere}`,
);

const findWithSecret = statement<StoredAccessKey & SealedCredential>(
  "find-access-key-with-secret",
  `select * from
     (select ${columns} from objects_access_keys where service_id = $1 and access_key_id = $2 and ${isThere}) as keys
     join (select ${sealedColumns} from credentials where service_id = $1 and key = $3 and state = 'current') as secrets
     using (service_id)`,
);

const list = statement<StoredAccessKey>(
  "list-access-keys",
  `select ${columns} from objects_access_keys
   where service_id = $1 and ${isThere} and (kind <> 'primary', created_at, access_key_id) > ($2, $3, $4)
   order by kind <> 'primary', created_at, access_key_id limit $5`,
);

const count = statement<{ count: number }>(
  "count-access-keys",
  "select count(*)::int as count from objects_access_keys where service_id = $1 and kind <> 'retiring'",
);

const removeOldest = statement<StoredAccessKey>(
  "delete-expired-access-key",
  `delete from objects_access_keys where access_key_id = (
     select access_key_id from objects_access_keys where service_id = $1 and kind = 'additional' and expires_at <= now()
     order by expires_at limit 1) returning ${columns}`,
);

const findByName = statement<StoredAccessKey>(
  "find-access-key-by-name",
  `select ${columns} from objects_access_keys where service_id = $1 and name = $2 and kind <> 'retiring'`,
);

const findByKind = statement<StoredAccessKey>(
  "find-access-key-by-kind",
  `select ${columns} from objects_access_keys where service_id = $1 and kind = $2 and ${isThere}`,
);

const insert = statement<StoredAccessKey>(
  "insert-access-key",
  `insert into objects_access_keys (access_key_id, service_id, name, kind, permission, buckets, expires_at)
   values ($1, $2, $3, $4, $5, $6, $7) returning ${columns}`,
);

const retire = statement<{ expires_at: Date }>(
  "retire-access-key",
  `update objects_access_keys set kind = 'retiring', expires_at = now() + make_interval(secs => $3)
   where service_id = $1 and access_key_id = $2 returning expires_at`,
);

const remove = statement("delete-access-key", "delete from objects_access_keys where service_id = $1 and access_key_id = $2");

const removeRetired = statement<StoredAccessKey>(
  "delete-retired-access-keys",
  `delete from objects_access_keys where kind = 'retiring' and expires_at < now() returning ${columns}`,
);

const noteUse = statement(
  "note-access-key-use",
  `update objects_access_keys set last_used_on = (now() at time zone 'UTC')::date
   where access_key_id = $1 and last_used_on is distinct from (now() at time zone 'UTC')::date`,
);

type NewKey = Pick<StoredAccessKey, "service_id" | "name" | "kind" | "permission" | "buckets" | "expires_at">;

/** The access keys of services. What changes them runs in a transaction. */
export const accessKeys = {
  /** Only valid ids are looked up: clients mix them up with secrets, and a server may log statements. */
  find: async (database: Database, serviceId: string, id: string) =>
    isAccessKeyId(id) ? first(database, find, serviceId, id) : undefined,
  /** The key and its secret. */
  async findWithSecret(database: Database, credentials: CredentialStore, serviceId: string, id: string) {
    if (!isAccessKeyId(id)) return undefined;
    const found = await first(database, findWithSecret, serviceId, id, secretKey({ access_key_id: id }));
    return found && { key: found as StoredAccessKey, secret: credentials.open(found) };
  },
  findByName: (database: Database, serviceId: string, name: string) => first(database, findByName, serviceId, name),
  findByKind: (database: Database, serviceId: string, kind: StoredAccessKey["kind"]) =>
    first(database, findByKind, serviceId, kind),
  /** The primary key first, then oldest first. */
  list: (database: Database, serviceId: string, after: readonly string[] | undefined, limit: number) =>
    all(database, list, serviceId, ...(after ?? ["false", "-infinity", ""]), limit),
  /** How many there are, those in a grace period left out. */
  count: async (database: Database, serviceId: string) => (await first(database, count, serviceId))!.count,
  /** Removes the key that expired first. False: none has expired. */
  async removeExpired(database: Database, credentials: CredentialStore, serviceId: string): Promise<boolean> {
    const key = await first(database, removeOldest, serviceId);
    if (key) await credentials.remove(database, serviceId, secretKey(key));
    return key !== undefined;
  },
  /** Makes a key and seals its secret, which is nowhere else. */
  async insert(database: Database, credentials: CredentialStore, wanted: NewKey): Promise<StoredAccessKey> {
    const { service_id, name, kind, permission, buckets, expires_at } = wanted;
    const id = makeAccessKeyId();
    const key = (await first(database, insert, id, service_id, name, kind, permission, buckets, expires_at))!;
    await credentials.add(database, service_id, secretKey(key), randomBytes(30).toString("base64url"), "current");
    return key;
  },
  /** Keeps a primary key valid for so long; returns until when. */
  retire: async (database: Database, { service_id, access_key_id }: StoredAccessKey, seconds: number) =>
    (await first(database, retire, service_id, access_key_id, seconds))!.expires_at,
  async remove(database: Database, credentials: CredentialStore, key: StoredAccessKey): Promise<void> {
    await all(database, remove, key.service_id, key.access_key_id);
    await credentials.remove(database, key.service_id, secretKey(key));
  },
  /** Forgets primary keys whose grace period is over. */
  async removeRetired(database: Database, credentials: CredentialStore): Promise<void> {
    for (const key of await all(database, removeRetired)) await credentials.remove(database, key.service_id, secretKey(key));
  },
  noteUse: (database: Database, { access_key_id }: StoredAccessKey) => all(database, noteUse, access_key_id),
};

/** Where the secret of an access key is among the credentials. */
export function secretKey({ access_key_id }: Pick<StoredAccessKey, "access_key_id">): string {
  return `${credentialKey}/${access_key_id}`;
}

/** Whether a key is past its end. */
export function isExpired({ expires_at }: StoredAccessKey): boolean {
  return expires_at !== null && expires_at <= new Date();
}

const idCharacters = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** Whether a text has the form of an access key id. */
export function isAccessKeyId(text: string): boolean {
  return /^[A-Z2-7]{20}$/.test(text);
}

function makeAccessKeyId(): string {
  return Array.from({ length: 20 }, () => idCharacters[randomInt(idCharacters.length)]).join("");
}

/** An access key as the contract shows it. */
export function showAccessKey(key: StoredAccessKey): components["schemas"]["ObjectsAccessKey"] {
  const { access_key_id, name, kind, permission, buckets, created_at, expires_at, last_used } = key;
  return {
    access_key_id,
    name,
    primary: kind === "primary",
    permission,
    buckets: buckets && [...buckets],
    status: isExpired(key) ? "expired" : kind === "retiring" ? "retiring" : "active",
    created_at: created_at.toISOString(),
    expires_at: expires_at?.toISOString() ?? null,
    last_used_at: last_used === null ? null : `${last_used}T00:00:00Z`,
  };
}

/** The receipt of a change of one key. */
export function receiptOf(key: StoredAccessKey, previousValidUntil: Date | null): components["schemas"]["CredentialReceipt"] {
  return {
    credential_key: credentialKey,
    entry_id: key.access_key_id,
    changed_at: key.created_at.toISOString(),
    previous_valid_until: previousValidUntil?.toISOString() ?? null,
    reveal_scope: "service:reveal",
  };
}
