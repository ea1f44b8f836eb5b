import { expect, test } from "vitest";
import { runServer, servers } from "./servers/run-server.js";

test.each(Object.entries(servers))("a server on %s that does what its contract says has no findings", async (_, start) => {
  const { diagnostics, cases } = await runServer(start);
  expect(diagnostics).toEqual([]);
  const skipped = cases.filter(({ outcome }) => outcome === "skipped");
  expect(skipped.length).toBeLessThan(cases.length / 4);
});
