import type { Pool } from "pg";
import { timeProbe } from "../time-probe.js";

/** Whether the database that keeps the state responds. */
export function probeControlPlane(database: Pool, timeoutMs: number): ReturnType<typeof timeProbe> {
  return timeProbe("control_plane", timeoutMs, async () => {
    await database.query("select 1");
    return { status: "healthy", message: null };
  });
}
