import type { Pool } from "pg";
import type { Config } from "../../config.js";
import type { CredentialStore } from "../../credentials/store.js";
import { type Database, all, statement } from "../../database/query.js";
import { createObjects } from "../../handlers/objects.js";
import { endpointOf } from "../../http/endpoints.js";
import type { Work } from "../../operations/work.js";
import { trafficKind } from "../../projects/project.js";
import { repeat } from "../../repeat.js";
import { deleting, provisioningEnds } from "../../services/failed.js";
import type { StoredService } from "../../services/service.js";
import type { Engine } from "../engine.js";
import { createLimiter } from "../../limiter.js";
import { accessKeys } from "./access-keys.js";
import { collectGarbage } from "./blobs.js";
import { createMeter } from "./meter.js";
import { type ObjectsParts, standardLimits } from "./parts.js";
import { probeService } from "./probe.js";
import { describeCredential } from "./credential.js";
import { createS3Server } from "./s3/serve.js";
import { openStore } from "./store.js";
import { removeExpiredTransfers, serveTransfer } from "./transfers.js";
import { removeStaleUploads } from "./uploads.js";

/** Runs objects services: an S3 endpoint, metadata in the database, content in files or in another S3 store. */
export interface ObjectsEngine extends Engine<"objects"> {
  readonly parts: ObjectsParts;
}

/** The dependencies of the engine. */
interface EngineParts {
  readonly config: Config;
  readonly database: Pool;
  readonly credentials: CredentialStore;
  readonly endpointUrl: string | undefined;
}

/** The engine of objects services for an installation. */
export async function createObjectsEngine(own: EngineParts): Promise<ObjectsEngine> {
  const { config, database, credentials, endpointUrl } = own;
  const store = await openStore(config);
  const limit = createLimiter({ total: Math.max(2, Math.floor(config.poolSize / 2)), perKey: 2 });
  const meter = createMeter(database);
  const read: ObjectsParts["read"] = (serviceId, work) => limit(serviceId, () => work(database));
  const parts: ObjectsParts = { config, database, credentials, endpointUrl, store, meter, read };
  const server = createS3Server(parts);
  return {
    parts,
    handle: (platform) => createObjects({ ...platform, parts }),
    whyOff(_service, action) {
      const isTransfer = action === "prepare_object_download" || action === "prepare_object_upload";
      return isTransfer && config.publicUrl === undefined ? noPublicUrl : undefined;
    },
    whyNoPlan: () => (endpointUrl === undefined ? noEndpoint : undefined),
    revealCredential: (from, service) => describeCredential(parts, from, service),
    probe: (service, timeoutMs) => probeService(parts, service, timeoutMs),
    work: {
      provision: provisioning(parts),
      delete: deleting,
      // Requests look at the status themselves, and those under way are ended by `watch`.
      [trafficKind]: { run: () => Promise.resolve() },
    },
    serve: (request, response) => server.serve(request, response),
    serveTransfer: (request, response) => serveTransfer(parts, request, response),
    start(log) {
      const metering = meter.start(log);
      const sweeping = repeat(sweepPause, "Expired objects are still there", log, () => sweep(parts));
      const watching = repeat(watchPause, "Suspended services may still be served", log, () =>
        server.cut(async (ids) => (await all(database, findActive, ids)).map(({ id }) => id)),
      );
      return {
        async stop() {
          await Promise.all([sweeping.stop(), watching.stop()]);
          await metering.stop();
        },
      };
    },
  };
}

const noEndpoint =
  "This installation has no address for S3 endpoints that secrets may be sent to: set ENDPOINT_URL, or TLS_CERT and TLS_KEY.";

const noPublicUrl = "This installation has no address that tokens may be sent to: set PUBLIC_URL, or TLS_CERT and TLS_KEY.";

const findActive = statement<{ id: string }>(
  "list-active-services",
  "select id from services where id = any($1::uuid[]) and status = 'active'",
);

/** The interval of garbage collection, in milliseconds. */
const sweepPause = 600_000;

/** How long a request may go on after its service is suspended, in milliseconds. */
const watchPause = 2000;

async function sweep(parts: ObjectsParts): Promise<void> {
  const { database, credentials } = parts;
  await removeStaleUploads(database);
  await removeExpiredTransfers(database);
  await accessKeys.removeRetired(database, credentials);
  await collectGarbage(parts);
}

const setUp = statement<{ service_id: string }>(
  "insert-objects-service",
  `insert into objects_services (service_id, max_buckets, max_access_keys, max_storage_bytes) values ($1, $2, $3, $4)
   on conflict do nothing returning service_id`,
);

const setEndpoint = statement("set-objects-endpoint", "update services set endpoint = $2 where id = $1");

/** Makes what a new service consists of, in the transaction that ends the operation. */
function provisioning({ credentials, endpointUrl }: ObjectsParts): Work {
  return {
    ...provisioningEnds,
    run: ({ service }) => Promise.resolve((client: Database) => finish(client, service)),
  };

  async function finish(client: Database, service: StoredService): Promise<void> {
    if (endpointUrl === undefined) throw new Error(noEndpoint);
    const { buckets, accessKeys: keys, storageBytes } = standardLimits;
    const isNew = (await all(client, setUp, service.id, buckets, keys, storageBytes)).length > 0;
    if (isNew) {
      const primary = { service_id: service.id, name: "primary", kind: "primary", permission: "read_write" } as const;
      await accessKeys.insert(client, credentials, { ...primary, buckets: null, expires_at: null });
    }
    await all(client, setEndpoint, service.id, endpointOf(endpointUrl, service));
  }
}
