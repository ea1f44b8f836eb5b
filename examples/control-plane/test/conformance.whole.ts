// The control plane keeps the contract in 50,000 requests: part of `ROBUSTNESS=whole npm run test:robustness`.
import { expect, test } from "vitest";
import { readContract, testContract } from "../../../generator/tools/exchanges/conformance/index.js";
import { usePlane } from "./support/control-plane.js";
import { testedServices } from "./support/tested-services.js";

const plane = usePlane();

const wanted = 50_000;

test("no finding, whatever is tried", async () => {
  const access = await testedServices(plane.current);
  const contract = readContract(access.contract as string);
  let requests = 0;
  for (let seed = 1; requests < wanted; seed++) {
    const limits = { time: 3_600_000 };
    const report = await testContract({ ...access, contract, seed, allow: "destructive", limits });
    // The contract has no operation that removes a service, and leaves open what is counted and logged.
    const errors = report.diagnostics.filter(({ severity }) => severity === "error");
    expect(errors.map(({ message, hint }) => [message, hint])).toEqual([]);
    expect(report.ended).toBeUndefined();
    requests += report.requests;
  }
});
