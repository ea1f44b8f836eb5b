import { type SearchPlatform, limits } from "../parts.js";
import { readUsage } from "../usage.js";
import type { ActionResponse, Call } from "../../action.js";

const maxDays = 92;

/** Reports what was metered in a period. */
export async function showUsage(
  platform: SearchPlatform,
  { service, body, fail }: Call<"search", "get_usage">,
): ActionResponse<"search", "get_usage"> {
  const { database, parts } = platform;
  const period = periodOf(body, new Date());
  const length = period.to.getTime() - period.from.getTime();
  if (!(length > 0 && length <= maxDays * 86_400_000)) throw fail("interval_too_long");
  await parts.meter.flush();
  const used = await readUsage(database, service.id, period);
  const metric = (name: keyof typeof used, unit: "count" | "bytes", limit: number | null) => ({
    name,
    unit,
    used: used[name],
    limit,
  });
  return {
    status: "ok",
    result: {
      period: { from: period.from.toISOString(), to: period.to.toISOString() },
      metrics: [
        metric("documents", "count", limits.documents),
        metric("indexes", "count", limits.indexes),
        metric("storage_bytes", "bytes", limits.storageBytes),
        metric("search_requests", "count", null),
        metric("indexing_tasks", "count", null),
      ],
    },
  };
}

/** The interval that is asked for, or a calendar month in UTC. */
function periodOf(body: Call<"search", "get_usage">["body"], now: Date): { readonly from: Date; readonly to: Date } {
  if (body.from !== undefined && body.to !== undefined) return { from: new Date(body.from), to: new Date(body.to) };
  const month = (offset: number) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + offset));
  return body.period === "previous" ? { from: month(-1), to: month(0) } : { from: month(0), to: month(1) };
}
