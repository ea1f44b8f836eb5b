import { createHash, generateKeyPairSync, randomBytes } from "node:crypto";
import type { CredentialStore } from "../../credentials/store.js";
import { type Database, all, first, statement } from "../../database/query.js";
import type { StoredService } from "../../services/service.js";
import type { Tables } from "./tables.js";

/** The name of a service's revealed descriptor. The keys of the service are sealed under it. */
export const credentialKey = "AUTH_CREDENTIALS";

/** The name of the secret that signs a service's cookies and seals its signing keys. It is never revealed. */
const secretKey = "AUTH_SECRET";

/** The keys of a service, as they are sealed. */
export interface ServiceKeys {
  readonly publishable_key: string;
  readonly service_key: string;
}

/** The purpose of a key. */
export type KeyKind = "publishable" | "service";

const insert = statement("insert-auth-key", "insert into auth_keys (service_id, kind, hash) values ($1, $2, $3)");

const find = statement<{ kind: KeyKind }>(
  "find-auth-key",
  "select kind from auth_keys where service_id = $1 and hash = $2 and (valid_until is null or valid_until > now())",
);

/** A new service key. */
export function makeServiceKey(): string {
  return makeKey("sk");
}

function makeKey(prefix: string): string {
  return `${prefix}_${randomBytes(32).toString("base64url")}`;
}

/** Adds a key that is valid from now on. */
export async function addKey(database: Database, serviceId: string, kind: KeyKind, key: string): Promise<void> {
  await all(database, insert, serviceId, kind, hashOf(key));
}

/** Returns the kind of a key of a service; `undefined` if it isn't valid. */
export async function findKey(database: Database, serviceId: string, key: string): Promise<KeyKind | undefined> {
  return (await first(database, find, serviceId, hashOf(key)))?.kind;
}

/** A plain hash will do: keys are 256 random bits, which nobody guesses. */
function hashOf(key: string): Buffer {
  return createHash("sha256").update(key).digest();
}

/** Makes the keys and the secret of a new service, and its first signing key. Run it in a transaction, and once. */
export async function addFirstKeys(
  database: Database,
  credentials: CredentialStore,
  { id }: Pick<StoredService, "id">,
  tables: Tables,
): Promise<void> {
  const keys: ServiceKeys = { publishable_key: makeKey("pk"), service_key: makeServiceKey() };
  await credentials.add(database, id, credentialKey, JSON.stringify(keys), "current");
  await addKey(database, id, "publishable", keys.publishable_key);
  await addKey(database, id, "service", keys.service_key);
  const secret = randomBytes(32).toString("base64url");
  await credentials.add(database, id, secretKey, secret, "current");
  await addSigningKey(database, tables, secret);
}

/** The secret of a service. */
export async function readSecret(database: Database, credentials: CredentialStore, serviceId: string): Promise<string> {
  const current = await credentials.readCurrent(database, serviceId, secretKey);
  if (!current) throw new Error("The service has no secret yet");
  return current.secret;
}

/** The keys of a service; `undefined` if it has none yet. */
export async function readKeys(
  database: Database,
  credentials: CredentialStore,
  serviceId: string,
): Promise<ServiceKeys | undefined> {
  const current = await credentials.readCurrent(database, serviceId, credentialKey);
  return current && (JSON.parse(current.secret) as ServiceKeys);
}

/** How access tokens are signed. */
export const signingAlgorithm = "ES256";

/** Adds a signing key in the form of better-auth, which signs with the newest. Returns when it became valid. */
export async function addSigningKey(database: Database, { jwks }: Tables, secret: string): Promise<Date> {
  const { symmetricEncrypt } = await import("better-auth/crypto");
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const sealed = await symmetricEncrypt({ key: secret, data: JSON.stringify(privateKey.export({ format: "jwk" })) });
  const { rows } = await database.query<{ createdAt: Date }>(
    `insert into ${jwks} ("publicKey", "privateKey", "createdAt", alg, crv)
     values ($1, $2, clock_timestamp(), $3, 'P-256') returning "createdAt"`,
    [JSON.stringify(publicKey.export({ format: "jwk" })), JSON.stringify(sealed), signingAlgorithm],
  );
  return rows[0]!.createdAt;
}
