// What `openapi-actions test` finds in a control plane of which one line is wrong.
import { afterEach, beforeAll, expect, test } from "vitest";
import { readContract, testContract, type TestOptions } from "../../../generator/tools/exchanges/conformance/index.js";
import { until } from "./support/api.js";
import { usePlane } from "./support/control-plane.js";
import { type Change, faultyPlane } from "./support/faulty-plane.js";
import { planeFaults } from "./support/plane-faults.js";
import { testedServices } from "./support/tested-services.js";

const plane = usePlane();

/** What ends, ends soon. */
const limits = { work: 2_000 };

let options: TestOptions;

beforeAll(async () => {
  const access = await testedServices(plane.current);
  const { api, platform } = plane.current;
  // Faults make services that nothing removes.
  await platform.database.query("update entitlements set capacity = 1000");
  await platform.database.query("update projects set service_quota = 1000");
  const act = async (type: string, action: string, body: object) => {
    const { status, text } = await api.invoke(access.services![type]![0]!, action, body);
    if (status !== 200) throw new Error(text);
  };
  // Lists with several pages.
  for (const name of ["user", "my", "your"]) {
    await act("objects", "create_bucket", { bucket: `${name}-uploads` });
    await act("auth", "create_user", { email: `${name}@shop.example` });
  }
  options = { ...access, contract: readContract(access.contract as string), allow: "destructive", limits };
});

// The next fault finds what the one before has found.
afterEach(async () => {
  const { database, worker } = plane.current.platform;
  await database.query("update services set name = type, status = 'active' where id = any($1)", [
    Object.values(options.services!).flat(),
  ]);
  await database.query("update operations set not_before = now() where status = 'queued'");
  worker.wake();
  const open = "select from operations where status in ('queued', 'running')";
  await until("Operations end", async () => ((await database.query(open)).rowCount === 0 ? true : undefined));
});

async function run(change: Change | undefined, only: readonly string[]) {
  const { fetch, close } = await faultyPlane(plane.current, change);
  const report = await testContract({ ...options, url: "http://plane.test", fetch, only });
  await close();
  return report;
}

test("the same API without a fault has no finding", async () => {
  const { diagnostics, cases } = await run(
    undefined,
    planeFaults.flatMap(({ only }) => only),
  );
  expect(diagnostics.filter(({ code }) => code !== "test-leftover").map(({ message, hint }) => [message, hint])).toEqual([]);
  // Samples of one user or address may be there already, and name roles and buckets that are not.
  const isRejected = (reason = "") => /^a valid request is rejected with (?:404|409), which the contract declares$/.test(reason);
  const skipped = cases.filter(({ outcome, reason }) => outcome === "skipped" && !isRejected(reason));
  expect(skipped.map(({ case: one, reason }) => [one.id, reason])).toEqual([]);
});

test.each(planeFaults)("the fault is found: $fault", async ({ code, only, ...change }) => {
  const { diagnostics } = await run(change, only);
  expect(diagnostics).toContainEqual(expect.objectContaining({ code }));
});
