// The control plane keeps the contract, as `openapi-actions test` sees it.
import { beforeAll, expect, test } from "vitest";
import { testContract, type TestOptions } from "../../../generator/tools/exchanges/conformance/test-contract.js";
import { usePlane } from "./support/control-plane.js";
import { testedServices } from "./support/tested-services.js";

const plane = usePlane();

/** Without `unchanged` for postgres, which probes servers again and again, and `http`: they take a minute. */
const only = [
  "credentials",
  "scope",
  "order",
  "access",
  "foreign",
  "missing",
  "gate",
  "capabilities",
  "valid",
  "invalid",
  "method",
  "content",
  "resource",
  "unchanged/createService",
  "unchanged/auth.export_users",
  "unchanged/objects.create_folder",
  "idempotent",
  "pages",
];

let options: TestOptions;

beforeAll(async () => {
  options = { ...(await testedServices(plane.current)), allow: "write", only, limits: { time: 280_000 } };
});

test("no response deviates from the contract", async () => {
  const { diagnostics, cases, ended } = await testContract(options);
  // The contract has no operation that removes a service, and leaves open what is counted and logged.
  const errors = diagnostics.filter(({ severity }) => severity === "error");
  expect(errors.map(({ message, hint }) => [message, hint])).toEqual([]);
  expect(ended).toBeUndefined();
  expect(cases.filter(({ outcome }) => outcome === "passed").length).toBeGreaterThan(2_000);
});
