import type { Database } from "../../database/query.js";
import type { Tables } from "./tables.js";

/** Ends the sessions of a user but for one, and returns how many of them had not ended by themselves. */
export async function endSessions(
  database: Database,
  { session }: Tables,
  userId: string,
  exceptId: string | null = null,
): Promise<number> {
  const { rows } = await database.query<{ live: boolean }>(
    `delete from ${session} where "userId" = $1 and ($2::uuid is null or id <> $2) returning "expiresAt" > now() as live`,
    [userId, exceptId],
  );
  return rows.filter(({ live }) => live).length;
}
