import type { Pool } from "pg";

/** Whether this process can answer calls: whether its database does, within two seconds. */
export async function isReady(database: Pool): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, 2000, false).unref());
  const answer = database.query("select 1").then(
    () => true,
    () => false,
  );
  return Promise.race([answer, late]);
}
