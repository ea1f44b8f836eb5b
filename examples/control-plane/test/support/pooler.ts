import { findPgBouncer } from "../../src/postgres-server/pgbouncer.js";

/** Whether there is a PgBouncer here; tests that need one are skipped otherwise. */
export const hasPgBouncer = (await findPgBouncer(undefined)) !== undefined;
