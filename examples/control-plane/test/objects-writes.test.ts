import {
  CopyObjectCommand,
  CreateBucketCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  PutBucketVersioningCommand,
  PutObjectCommand,
} from "@aws-sdk/client-s3";
import fc from "fast-check";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { currentTenant } from "../src/database/tenant.js";
import { beforeTests, usePlane } from "./support/control-plane.js";
import { provisionObjects } from "./support/objects.js";

const plane = usePlane();

const own = beforeTests(() => provisionObjects(plane.current));

test("a request sends few statements", async () => {
  const Bucket = "statements";
  const put = (Key: string, length = 1024) => own.s3.send(new PutObjectCommand({ Bucket, Key, Body: "a".repeat(length) }));
  await own.s3.send(new CreateBucketCommand({ Bucket }));
  // The first use of a key in a day is noted.
  await put("first");
  const sent = countStatements();
  const countOf = async (work: () => Promise<unknown>) => {
    const before = sent.count;
    await work();
    return sent.count - before;
  };
  // Among them the transaction's begin and commit; without the one that finds the service, before its project is known.
  expect(await countOf(() => put("new"))).toBeLessThanOrEqual(10);
  expect(await countOf(() => put("new"))).toBeLessThanOrEqual(11);
  expect(await countOf(() => put("new", 2000))).toBeLessThanOrEqual(11);
  expect(await countOf(() => own.s3.send(new GetObjectCommand({ Bucket, Key: "new" })))).toBeLessThanOrEqual(4);
});

/** Counts what connections send for requests of the project, until the test ends. */
function countStatements(): { count: number } {
  const sent = { count: 0 };
  const { projectId } = plane.current;
  const original = Object.getOwnPropertyDescriptor(pg.Client.prototype, "query")!;
  onTestFinished(() => void Object.defineProperty(pg.Client.prototype, "query", original));
  const query = original.value as (...args: unknown[]) => unknown;
  Object.defineProperty(pg.Client.prototype, "query", {
    ...original,
    value(this: pg.Client, ...args: unknown[]) {
      if (currentTenant() === projectId) sent.count++;
      return query.apply(this, args);
    },
  });
  return sent;
}

/** Buckets whose counts or marks differ from their rows. */
const wrong = `
  select b.name, b.object_count, b.size_bytes, s.stored_bytes, u.storage_bytes, facts.*
  from objects_buckets b join objects_services s using (service_id)
    join objects_usage u on u.service_id = b.service_id and u.bucket = b.name and u.object_count is not null,
    lateral (
      select count(*) filter (where is_latest and not is_delete_marker) as objects, coalesce(sum(size_bytes), 0) as bytes,
        count(*) filter (where is_latest <> (seq = newest)) as wrong_marks,
        count(*) filter (where size_bytes <> (
          select coalesce(sum(size_bytes), 0) from objects_segments where version_seq = seq)) as wrong_sizes
      from (select *, min(seq) over (partition by key) as newest from objects_versions where bucket_id = b.id) as v) as facts,
    lateral (
      select sum(size_bytes) as total from objects_buckets of_service where of_service.service_id = b.service_id) as sums
  where b.service_id = $1 and (
    b.object_count <> objects or b.size_bytes <> bytes or wrong_marks > 0 or wrong_sizes > 0 or s.stored_bytes <> total
    or (u.storage_bytes, u.object_count) <> (bytes, objects))`;

const key = fc.constantFrom("a", "b");
const step = fc.oneof(
  fc.record({ kind: fc.constant("put" as const), key, size: fc.constantFrom(0, 1, 700) }),
  fc.record({ kind: fc.constant("copy" as const), key, to: key }),
  fc.record({ kind: fc.constant("delete" as const), key }),
  fc.record({ kind: fc.constant("drop" as const), key, choice: fc.nat(5) }),
  fc.record({ kind: fc.constant("versioning" as const), status: fc.constantFrom("Enabled" as const, "Suspended" as const) }),
);

test("whatever is written and deleted, what is counted is what is there", async () => {
  let number = 0;
  const { database } = plane.current.platform;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      const Bucket = `counted-${number++}`;
      await own.s3.send(new CreateBucketCommand({ Bucket }));
      for (const each of steps) {
        await take(Bucket, each);
        const { rows } = await database.query(wrong, [own.id]);
        expect(rows).toEqual([]);
      }
    }),
    { numRuns: 25 },
  );

  async function take(Bucket: string, each: typeof step extends fc.Arbitrary<infer Step> ? Step : never): Promise<void> {
    switch (each.kind) {
      case "put":
        await own.s3.send(new PutObjectCommand({ Bucket, Key: each.key, Body: Buffer.alloc(each.size, "a") }));
        break;
      case "copy": {
        const copy = { Bucket, Key: each.to, CopySource: `${Bucket}/${each.key}`, MetadataDirective: "REPLACE" as const };
        await own.s3.send(new CopyObjectCommand(copy)).catch((error: Error) => expect(error.name).toBe("NoSuchKey"));
        break;
      }
      case "delete":
        await own.s3.send(new DeleteObjectCommand({ Bucket, Key: each.key }));
        break;
      case "drop": {
        const { rows } = await database.query<{ version_id: string }>(
          `select version_id from objects_versions join objects_buckets b on b.id = bucket_id
           where service_id = $1 and name = $2 and key = $3 order by seq`,
          [own.id, Bucket, each.key],
        );
        const { version_id: VersionId = "null" } = rows[each.choice % Math.max(rows.length, 1)] ?? {};
        await own.s3.send(new DeleteObjectCommand({ Bucket, Key: each.key, VersionId }));
        break;
      }
      case "versioning":
        await own.s3.send(new PutBucketVersioningCommand({ Bucket, VersioningConfiguration: { Status: each.status } }));
    }
  }
});
