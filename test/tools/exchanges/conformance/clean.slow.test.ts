import { expect, test } from "vitest";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { contractPath, mockedServices } from "./mocked-services.js";

test("a mock of the carried contract deviates nowhere", async () => {
  const { mock, access } = await mockedServices();
  const report = await testContract({ ...access, contract: contractPath, fetch: mock.fetch, allow: "destructive" });
  expect(report.diagnostics).toEqual([]);
  expect(report.ended).toBeUndefined();
  const passed = report.cases.filter(({ outcome }) => outcome === "passed").length;
  expect(passed).toBeGreaterThan(1_600);
  expect(report.requests).toBeGreaterThanOrEqual(passed);
});
