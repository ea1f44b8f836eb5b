import { expect, test } from "vitest";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { contractPath, mockedServices } from "./mocked-services.js";

test("a mock of the carried contract deviates nowhere", async () => {
  const { mock, access } = await mockedServices();
  const report = await testContract({
    ...access,
    contract: contractPath,
    fetch: mock.fetch,
    allow: "destructive",
    limits: { time: 3_600_000 },
  });
  const others = report.diagnostics.filter(({ code }) => code !== "test-leftover");
  expect(others).toEqual([]);
  // The contract has no operation that removes a service.
  const left = /^clean-up: .*\/services\/[0-9a-f-]{36} was made, and nothing removes it$/;
  for (const { message } of report.diagnostics) expect(message).toMatch(left);
  expect(report.diagnostics.length).toBeLessThan(6);
  expect(report.ended).toBeUndefined();
  const passed = report.cases.filter(({ outcome }) => outcome === "passed").length;
  expect(passed).toBeGreaterThan(2_400);
  expect(report.requests).toBeGreaterThanOrEqual(passed);
});
