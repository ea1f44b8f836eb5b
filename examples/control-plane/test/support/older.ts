import { inject } from "vitest";

/** The programs of a PostgreSQL that is older than the embedded one; absent where none is installed: tests that need two versions are skipped then. */
export const olderBin = inject("olderBin");
