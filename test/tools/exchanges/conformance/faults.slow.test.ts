import { describe, expect, test } from "vitest";
import { pendingFaults, seededFaults } from "./servers/faults.js";
import { runServer, servers } from "./servers/run-server.js";

/** What the servers do in the background takes no time. */
const limits = { work: 500 };

describe.each(Object.entries(servers))("on %s", (name, start) => {
  test.each(seededFaults[name]!)("the fault is found: %s", async (fault, code, only) => {
    const { diagnostics } = await runServer(start, fault, { only: [only], limits });
    expect(diagnostics.map((diagnostic) => diagnostic.code)).toContain(code);
  });

  // `PENDING=1` shows which of them are found meanwhile.
  test.runIf(process.env["PENDING"]).each(pendingFaults[name]!)("the pending fault is found: %s", async (fault) => {
    const { diagnostics } = await runServer(start, fault, { limits });
    expect(diagnostics).not.toEqual([]);
  });
});
