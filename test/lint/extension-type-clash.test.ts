import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("extension-type-clash", () => {
  it("rejects types that differ only in separators or case", () => {
    expect(
      findings(
        "extension-type-clash",
        contract({
          operation: `
      x-platform-data-store-actions: {}
      x-platform-data_store-actions: {}
      x-platform-Postgres-actions: {}
      x-platform-search-actions: {}
    `,
        }),
      ),
    ).toEqual([
      '[x-platform-data_store-actions] error the service types "data_store" and "data-store" differ only in case or separators',
      '[x-platform-postgres-actions] error the service types "postgres" and "Postgres" differ only in case or separators',
    ]);
  });
});
