import { all, statement } from "../../../database/query.js";
import { buckets } from "../buckets.js";
import type { ObjectsPlatform } from "../parts.js";
import type { ActionResponse, Call } from "../../action.js";

type Metric = "storage_bytes" | "object_count" | "ingress_bytes" | "egress_bytes" | "read_requests" | "write_requests";

type Row = { readonly at: Date } & Readonly<Record<Metric, number>>;

const allMetrics: readonly Metric[] = [
  "storage_bytes",
  "object_count",
  "ingress_bytes",
  "egress_bytes",
  "read_requests",
  "write_requests",
];

/** Sums of the hours of each point, and the size of each bucket at its end: that of its last row before it. */
const history = statement<Row>(
  "read-objects-usage",
  `with points as (
     select at, (at at time zone 'UTC' + $4::interval) at time zone 'UTC' as until
     from unnest($2::timestamptz[]) as at
   ), rows as (
     select * from objects_usage where service_id = $1 and ($3::text is null or bucket = $3)
   )
   select p.at, sums.*, levels.*
   from points p
   cross join lateral (
     select coalesce(sum(ingress_bytes), 0)::bigint as ingress_bytes, coalesce(sum(egress_bytes), 0)::bigint as egress_bytes,
       coalesce(sum(read_requests), 0)::bigint as read_requests, coalesce(sum(write_requests), 0)::bigint as write_requests
     from rows where hour >= p.at and hour < p.until
   ) sums
   cross join lateral (
     select coalesce(sum(storage_bytes), 0)::bigint as storage_bytes, coalesce(sum(object_count), 0)::bigint as object_count
     from (
       select distinct on (bucket) storage_bytes, object_count from rows
       where hour < p.until and storage_bytes is not null order by bucket, hour desc
     ) last
   ) levels
   order by p.at`,
);

/** The most points that are shown. */
const maxPoints = 1000;

/** Reports storage, traffic and requests over time. */
export async function showUsage(
  { database, parts }: ObjectsPlatform,
  { service, body, fail }: Call<"objects", "usage_history">,
): ActionResponse<"objects", "usage_history"> {
  const { interval = "day", metrics = allMetrics, bucket = null } = body;
  const to = body.to === undefined ? new Date() : new Date(body.to);
  const from = roundDown(body.from === undefined ? new Date(to.getTime() - 30 * 86_400_000) : new Date(body.from), interval);
  if (!(to > from)) throw fail("interval_too_long");
  const points: Date[] = [];
  for (let at = from; at < to; at = next(at, interval)) {
    if (points.length === maxPoints) throw fail("interval_too_long");
    points.push(at);
  }
  if (bucket !== null && !(await buckets.find(database, service.id, bucket))) throw fail("bucket_not_found");
  await parts.meter.flush();
  const rows = await all(database, history, service.id, points, bucket, `1 ${interval}`);
  return {
    status: "ok",
    result: {
      period: { from: from.toISOString(), to: to.toISOString() },
      interval,
      bucket,
      points: rows.map((row) => ({
        at: row.at.toISOString(),
        ...Object.fromEntries(metrics.map((metric) => [metric, row[metric]])),
      })),
    },
  };
}

type Interval = "hour" | "day" | "month";

function roundDown(time: Date, interval: Interval): Date {
  const [year, month, day, hour] = [time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate(), time.getUTCHours()];
  const rounded = new Date(0);
  rounded.setUTCFullYear(year, month, interval === "month" ? 1 : day);
  rounded.setUTCHours(interval === "hour" ? hour : 0);
  return rounded;
}

function next(at: Date, interval: Interval): Date {
  const after = new Date(at);
  if (interval === "month") after.setUTCMonth(after.getUTCMonth() + 1);
  else after.setTime(after.getTime() + (interval === "day" ? 86_400_000 : 3_600_000));
  return after;
}
