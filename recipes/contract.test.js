// Holds the server of this project against its contract, in the same process.
import { testContract } from "openapi-actions/test";
import { expect, test } from "vitest";
import { toFetchHandler } from "../generated/server/index.js";
import { server } from "../src/server.js"; // what createServer returns

test("the server keeps its contract", { timeout: 120_000 }, async () => {
  const handle = toFetchHandler(server);
  const { diagnostics } = await testContract({
    contract: "spec/openapi.yaml",
    fetch: (url, init) => handle(new Request(url, init)),
    // The first caller may do everything; each of the others shows what it may not do.
    callers: {
      owner: { token: "token-of-the-owner" },
      reader: { token: "token-of-a-reader", scopes: ["service:read"] },
    },
    path: { service_id: "a-service-that-may-be-changed" },
  });
  const deviations = diagnostics.filter(({ severity }) => severity === "error");
  expect(deviations.map(({ message, hint }) => `${message}\n${hint}`)).toEqual([]);
});
