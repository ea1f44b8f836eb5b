import { type Database, all, statement } from "../../database/query.js";
import { type StoredVersion, versionColumns } from "./versions.js";

/** A request to list a bucket. */
export interface Listing {
  readonly bucketId: number;
  readonly prefix: string;
  /** Empty: nothing is rolled up. */
  readonly delimiter: string;
  /** The entry before the first. */
  readonly after: Position | undefined;
  readonly limit: number;
  /** All versions and delete markers instead of current objects. */
  readonly hasVersions: boolean;
}

/** Where a page ended: after a version, after all versions of a key (`seq` 0), or after all keys with a prefix. */
export interface Position {
  readonly key: string;
  readonly seq: number;
  readonly isPrefix: boolean;
}

/** One page, in the byte order of keys, the newest version of a key first. */
export interface Page {
  readonly versions: readonly StoredVersion[];
  readonly prefixes: readonly string[];
  /** Where the next page begins; `undefined`: this is the last. */
  readonly next: Position | undefined;
}

type Row = StoredVersion & { readonly prefix: string | null };

/** No key comes after a prefix and this many of the last character: keys have at most 1,024 bytes, it has 4. */
const beyond = String.fromCodePoint(0x10ffff).repeat(256);

/** Goes from entry to entry by the index, so that a prefix costs one step however many keys it rolls up. */
const walk = (name: string, filter: string) => {
  const next = (after: string) => `
    select v.*, case when $3 <> '' and position($3 in substr(v.key, length($2) + 1)) > 0
      then $2 || substr(v.key, length($2) + 1, position($3 in substr(v.key, length($2) + 1)) + length($3) - 1) end as prefix
    from objects_versions v
    where v.bucket_id = $1 and ${filter} and (v.key, v.seq) > (${after}) and v.key >= $2 and v.key <= $2 || $7
    order by v.key, v.seq limit 1`;
  return statement<Row>(
    name,
    `with recursive walk as (
       (${next("$4::text, $5::bigint")})
       union all
       select n.* from walk w cross join lateral (
         ${next("case when w.prefix is null then w.key else w.prefix || $7 end, case when w.prefix is null then w.seq else 0 end")}
       ) n
     )
     select ${versionColumns}, prefix from walk limit $6`,
  );
};

const walkCurrent = walk("list-objects", "v.is_latest and not v.is_delete_marker");
const walkVersions = walk("list-versions", "true");

/** Lists one page of a bucket. */
export async function listPage(database: Database, listing: Listing): Promise<Page> {
  const { bucketId, prefix, delimiter, after, limit, hasVersions } = listing;
  if (limit === 0) return { versions: [], prefixes: [], next: undefined };
  const [key, seq] = after === undefined ? ["", 0] : after.isPrefix ? [after.key + beyond, 0] : [after.key, after.seq];
  const values = [bucketId, prefix, delimiter, key, seq, limit + 1, beyond];
  const rows = await all(database, hasVersions ? walkVersions : walkCurrent, ...values);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    versions: shown.filter((row) => row.prefix === null),
    prefixes: shown.flatMap((row) => row.prefix ?? []),
    next:
      rows.length <= limit || !last
        ? undefined
        : { key: last.prefix ?? last.key, seq: last.prefix === null ? last.seq : 0, isPrefix: last.prefix !== null },
  };
}
