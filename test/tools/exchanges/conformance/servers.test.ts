import { describe, expect, onTestFinished, test } from "vitest";
import { testContract } from "../../../../generator/tools/exchanges/conformance/index.js";
import { startExpress } from "./servers/express.js";
import { startFastify } from "./servers/fastify.js";
import { startHono } from "./servers/hono.js";
import type { StartServer } from "./servers/server.js";

const servers: Readonly<Record<string, StartServer>> = { express: startExpress, fastify: startFastify, hono: startHono };

describe.each(Object.entries(servers))("on %s", (_, start) => {
  test("a server that does what its contract says has no findings", async () => {
    const { options, close } = await start();
    onTestFinished(async () => void (await close()));
    const report = await testContract(options);
    expect(report.diagnostics).toEqual([]);
    const skipped = report.cases.filter(({ outcome }) => outcome === "skipped");
    expect(skipped.length).toBeLessThan(report.cases.length / 4);
  });
});
