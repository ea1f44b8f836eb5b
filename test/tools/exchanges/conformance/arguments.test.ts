import { expect, test } from "vitest";
import { listCases } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { Plans } from "../../../../generator/tools/exchanges/conformance/plans.js";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";
import type { ExpectedFinding } from "../../../../generator/tools/exchanges/fixtures/read-fixtures.js";
import { isObject } from "../../../../generator/document/json-value.js";
import { contractPath } from "./mocked-services.js";
import { findingsOf, reply } from "./parts-server.js";

test("a server that accepts only the cursors that it has given deviates nowhere", async () => {
  const given = new Set<string>();
  const { texts, report } = await findingsOf(
    ({ query, id, method }, usual) => {
      if (id !== undefined || method === "POST") return usual();
      const cursor = query.get("cursor");
      if (cursor !== null && !given.has(cursor)) return reply(400, { error: "unknown cursor" });
      for (let next = 1; next < 100; next++) given.add(`${next}`);
      return usual();
    },
    ["valid", "invalid", "pages", "http", "unchanged"],
  );
  expect(texts).toEqual([]);
  expect(report.cases.filter(({ case: { id }, outcome }) => id.startsWith("pages/") && outcome === "passed")).not.toEqual([]);
});

test("no request to an action has a made-up cursor, except where the cursor is what is invalid", () => {
  const contract = readContract(contractPath);
  const plans = new Plans(contract, 1);
  const paged = [...contract.actions.values()]
    .flatMap((actions) => [...actions.values()])
    .filter(({ action }) => JSON.stringify(contract.contract.schemas.get(action.body)).includes('"cursor"'));
  expect(paged.length).toBeGreaterThan(10);
  for (const node of paged) {
    const target = { endpoint: node.endpoint, node };
    const { valid, invalid } = plans.of(target);
    // A member that a cursor excludes is only invalid beside one.
    const isAboutCursor = ({ pointer, rule }: ExpectedFinding) => pointer.endsWith("/cursor") || rule === "false";
    const others = invalid.filter(({ broken }) => !broken.some(isAboutCursor));
    const withCursor = [...valid, ...plans.boundaries(target), ...others].filter(
      ({ request: { body } }) => body !== undefined && isObject(body) && Object.hasOwn(body, "cursor"),
    );
    expect(withCursor).toEqual([]);
    expect(others.length).toBeLessThan(invalid.length);
  }
});

test("cases of requests that differ only by their cursor are one", () => {
  const ids = listCases({ contract: contractPath, only: ["valid/search.list_tasks"] }).map(({ id }) => id);
  expect(ids.filter((id) => id.includes("cursor"))).toEqual([]);
});
