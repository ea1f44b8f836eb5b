import type { Pool } from "pg";
import type { Config } from "../../config.js";
import type { CredentialStore } from "../../credentials/store.js";
import type { Database } from "../../database/query.js";
import type { Platform } from "../../platform.js";
import type { Meter } from "./meter.js";
import type { BlobStore } from "./store.js";

/** The platform as handlers of objects actions see it. */
export interface ObjectsPlatform extends Platform {
  readonly parts: ObjectsParts;
}

/** Dependencies that the parts of the objects engine share. */
export interface ObjectsParts {
  readonly config: Pick<Config, "dataDir" | "publicUrl">;
  readonly database: Pool;
  readonly credentials: CredentialStore;
  /** Where the endpoints of services are. */
  readonly endpointUrl: string | undefined;
  readonly store: BlobStore;
  readonly meter: Meter;
  /** Reads for requests of one service, a few at once: the rest wait, so that other services get connections too. */
  read<Result>(serviceId: string, work: (database: Database) => Promise<Result>): Promise<Result>;
}

/**
 * The region that clients must sign for. With a region of AWS, clients in Python would presign by an older method.
 */
export const region = "local";

/** The limits of the plan `standard`, stored per service so that they can be changed for one. */
export const standardLimits = { buckets: 100, accessKeys: 20, storageBytes: 100 * 2 ** 30 };

/** The most that a single request may write, in bytes. */
export const maxObjectBytes = 5 * 2 ** 30;
