import { describe, expect, test } from "vitest";
import { readContract, testContract, type TestReport } from "../../generator/tools/exchanges/conformance/index.js";
import { contractPath, mockedServices } from "../tools/exchanges/conformance/mocked-services.js";
import { runServer, servers } from "../tools/exchanges/conformance/servers/run-server.js";
import { randomInputs, seed } from "./budget.js";

/** Servers that do what their contracts say, with other requests for each seed: every finding would be a false alarm. */
describe("no false alarm", () => {
  let requests = 0;
  const seeds = (whole: number) => Array.from({ length: randomInputs(whole) }, (_, index) => seed * 1_000 + index);
  const expectNothing = (report: TestReport) => {
    requests += report.requests;
    // Nothing removes the services that a mock of the carried contract has made.
    expect(report.diagnostics.filter(({ code }) => code !== "test-leftover")).toEqual([]);
    expect(report.ended).toBeUndefined();
  };

  test.each(Object.entries(servers))("of the server on %s", async (_, start) => {
    for (const one of seeds(40)) expectNothing(await runServer(start, undefined, { seed: one }));
  });

  test("of a mock of the carried contract", async () => {
    const contract = readContract(contractPath);
    const limits = { time: 3_600_000 };
    for (const one of seeds(12)) {
      const { mock, access } = await mockedServices();
      expectNothing(await testContract({ ...access, contract, fetch: mock.fetch, allow: "destructive", seed: one, limits }));
    }
  });

  test("they are many requests", () => expect(requests).toBeGreaterThan(randomInputs(50_000)));
});
