import { type Database, all, first, statement } from "../database/query.js";
import { type Envelope, type Keyring, seal, unseal } from "./keyring.js";

/** Names the row that an envelope belongs to: it opens nowhere else. */
export function placeOf(serviceId: string, key: string, version: number): string {
  return `credentials/${serviceId}/${key}/${version}`;
}

/** A secret of a service as it is stored. */
export interface SealedCredential extends Envelope {
  readonly service_id: string;
  readonly key: string;
  readonly version: number;
}

/** The columns of one. */
export const sealedColumns = "service_id, key, version, master_key_id, wrapped_key, sealed";

interface Row extends SealedCredential {
  readonly created_at: Date;
}

/** A secret of a service, opened. */
interface OpenCredential {
  readonly secret: string;
  readonly version: number;
  readonly createdAt: Date;
}

const columns = `${sealedColumns}, created_at`;

const findCurrent = statement<Row>(
  "find-current-credential",
  `select ${columns} from credentials where service_id = $1 and key = $2 and state = 'current'`,
);

const findEach = statement<Row>(
  "find-credentials-by-prefix",
  `select ${columns} from credentials where service_id = $1 and starts_with(key, $2) and state = 'current' order by key`,
);

const remove = statement("remove-credential", "delete from credentials where service_id = $1 and key = $2");

const findPending = statement<Row>(
  "find-pending-credential",
  `select ${columns} from credentials where service_id = $1 and key = $2 and state = 'pending' order by version desc limit 1`,
);

const nextVersion = statement<{ version: number }>(
  "next-credential-version",
  "select coalesce(max(version), 0) + 1 as version from credentials where service_id = $1 and key = $2",
);

const insert = statement(
  "insert-credential",
  `insert into credentials (service_id, key, version, state, master_key_id, wrapped_key, sealed)
   values ($1, $2, $3, $4, $5, $6, $7)`,
);

const replaceCurrent = statement(
  "replace-current-credential",
  "update credentials set state = 'replaced' where service_id = $1 and key = $2 and state = 'current'",
);

const makeCurrent = statement(
  "make-credential-current",
  "update credentials set state = 'current' where service_id = $1 and key = $2 and version = $3 and state = 'pending'",
);

const dropPending = statement(
  "drop-pending-credentials",
  "delete from credentials where service_id = $1 and key = $2 and state = 'pending'",
);

/** The secrets of services. */
export interface CredentialStore {
  /** The secret that is valid now. */
  readCurrent(database: Database, serviceId: string, key: string): Promise<OpenCredential | undefined>;
  /** The secrets that are valid now under keys that start with `prefix`, by key: what has several entries keeps each under its own. */
  readEach(database: Database, serviceId: string, prefix: string): Promise<ReadonlyMap<string, OpenCredential>>;
  /** Opens a secret that a statement of one's own has found. */
  open(sealed: SealedCredential): string;
  /** The secret that is about to become valid. */
  readPending(database: Database, serviceId: string, key: string): Promise<OpenCredential | undefined>;
  /** Seals a first secret, or one that becomes valid later by `activate`. */
  add(database: Database, serviceId: string, key: string, secret: string, state: "pending" | "current"): Promise<number>;
  /** Makes a pending secret the valid one. Run it in a transaction. */
  activate(database: Database, serviceId: string, key: string, version: number): Promise<void>;
  /** Forgets every secret under a key. */
  remove(database: Database, serviceId: string, key: string): Promise<void>;
  /** Forgets secrets that never became valid. */
  dropPending(database: Database, serviceId: string, key: string): Promise<void>;
}

/** Keeps the secrets of services sealed by a keyring. */
export function createCredentialStore(keyring: Keyring): CredentialStore {
  const secretOf = (row: SealedCredential) => unseal(keyring, placeOf(row.service_id, row.key, row.version), row);
  const open = (row: Row): OpenCredential => ({ secret: secretOf(row), version: row.version, createdAt: row.created_at });
  const opened = (row: Row | undefined): OpenCredential | undefined => row && open(row);
  return {
    open: secretOf,
    readCurrent: async (database, serviceId, key) => opened(await first(database, findCurrent, serviceId, key)),
    async readEach(database, serviceId, prefix) {
      const rows = await all(database, findEach, serviceId, prefix);
      return new Map(rows.map((row) => [row.key, open(row)]));
    },
    remove: async (database, serviceId, key) => void (await all(database, remove, serviceId, key)),
    readPending: async (database, serviceId, key) => opened(await first(database, findPending, serviceId, key)),
    async add(database, serviceId, key, secret, state) {
      const { version } = (await first(database, nextVersion, serviceId, key))!;
      const envelope = seal(keyring, placeOf(serviceId, key, version), secret);
      const { master_key_id, wrapped_key, sealed } = envelope;
      await all(database, insert, serviceId, key, version, state, master_key_id, wrapped_key, sealed);
      return version;
    },
    async activate(database, serviceId, key, version) {
      await all(database, replaceCurrent, serviceId, key);
      await all(database, makeCurrent, serviceId, key, version);
    },
    dropPending: async (database, serviceId, key) => void (await all(database, dropPending, serviceId, key)),
  };
}
