import type { components } from "../../../../../generated/types.js";
import { type Database, all, first, statement } from "../../database/query.js";

/** A bucket as it is stored. */
export interface StoredBucket {
  readonly id: number;
  readonly service_id: string;
  readonly name: string;
  readonly versioning: "unversioned" | "enabled" | "suspended";
  readonly object_count: number;
  readonly size_bytes: number;
  readonly created_at: Date;
}

const columns = "id, service_id, name, versioning, object_count, size_bytes, created_at";

const find = statement<StoredBucket>("find-bucket", `select ${columns} from objects_buckets where service_id = $1 and name = $2`);

const room = statement<{ bytes: number }>(
  "find-bucket-room",
  `select max_storage_bytes - stored_bytes as bytes from objects_buckets join objects_services using (service_id)
   where service_id = $1 and name = $2`,
);

const list = statement<StoredBucket>(
  "list-buckets",
  `select ${columns} from objects_buckets
   where service_id = $1 and starts_with(name, $2) and name > $3 order by name limit $4`,
);

const insert = statement<StoredBucket>(
  "insert-bucket",
  `insert into objects_buckets (service_id, name, versioning) values ($1, $2, $3)
   on conflict (service_id, name) do nothing returning ${columns}`,
);

const remove = statement("delete-bucket", "delete from objects_buckets where id = $1");

const setVersioning = statement("set-bucket-versioning", "update objects_buckets set versioning = $2 where id = $1");

const hasContent = statement<{ found: boolean }>(
  "bucket-has-content",
  `select exists (select from objects_versions where bucket_id = $1)
     or exists (select from objects_uploads where bucket_id = $1) as found`,
);

const countBuckets = statement<{ count: number }>(
  "count-buckets",
  "select count(*)::int as count from objects_buckets where service_id = $1",
);

/** The limits of a service's plan, and its usage. */
export interface Allowance {
  readonly max_buckets: number;
  readonly max_access_keys: number;
  readonly max_storage_bytes: number;
  readonly stored_bytes: number;
}

const allowance = statement<Allowance>(
  "find-objects-allowance",
  "select max_buckets, max_access_keys, max_storage_bytes, stored_bytes from objects_services where service_id = $1",
);

/** The buckets of services. What changes them runs in a transaction that holds the lock of the service. */
export const buckets = {
  find: (database: Database, serviceId: string, name: string) => first(database, find, serviceId, name),
  /** How many bytes the plan still allows to write into a bucket; `undefined`: there is none of this name. */
  room: async (database: Database, serviceId: string, name: string) => (await first(database, room, serviceId, name))?.bytes,
  list: (database: Database, serviceId: string, prefix: string, after: string, limit: number) =>
    all(database, list, serviceId, prefix, after, limit),
  /** `undefined`: there is one of this name. */
  insert: (database: Database, serviceId: string, name: string, versioning: StoredBucket["versioning"]) =>
    first(database, insert, serviceId, name, versioning),
  remove: (database: Database, { id }: StoredBucket) => all(database, remove, id),
  setVersioning: (database: Database, { id }: StoredBucket, versioning: "enabled" | "suspended") =>
    all(database, setVersioning, id, versioning),
  /** Whether there are objects, versions, delete markers or unfinished uploads. */
  hasContent: async (database: Database, { id }: StoredBucket) => (await first(database, hasContent, id))!.found,
  count: async (database: Database, serviceId: string) => (await first(database, countBuckets, serviceId))!.count,
};

/** The limits of a service's plan, and its usage. */
export async function readAllowance(database: Database, serviceId: string): Promise<Allowance> {
  const found = await first(database, allowance, serviceId);
  if (!found) throw new Error("The service is not provisioned");
  return found;
}

/** A bucket as the contract shows it. Each write keeps the counts, so they are as of now. */
export function showBucket(bucket: StoredBucket): components["schemas"]["ObjectsBucket"] {
  const { name, versioning, object_count, size_bytes, created_at } = bucket;
  return {
    bucket: name,
    versioning,
    object_count,
    size_bytes,
    counted_at: new Date().toISOString(),
    created_at: created_at.toISOString(),
  };
}

/** Whether a new bucket may have this name: the contract's rules, also for buckets that are created over S3. */
export function isBucketName(name: string): boolean {
  return (
    /^[a-z0-9][a-z0-9-]{1,61}[a-z0-9]$/.test(name) &&
    !/^(?:xn--|sthree-|amzn-s3-demo-)|(?:-s3alias|--ol-s3|--x-s3|--table-s3)$/.test(name)
  );
}
