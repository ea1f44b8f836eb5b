import { expect, test } from "vitest";
import { isProgress, isTally } from "../../../../generator/tools/exchanges/conformance/compare-items.js";
import { type Fault, findingsOf, reply } from "./parts-server.js";

const faults: readonly (readonly [what: string, only: string, text: RegExp, fault: Fault])[] = [
  [
    "keeps what it rejects",
    "unchanged",
    /^test-unchanged changePart: changes "(?:colour|name)" in what getPart shows, although it responds with 400/,
    ({ method, id, parts }, usual) => {
      const response = usual();
      const part = id === undefined ? undefined : parts.get(id);
      if (method === "PATCH" && part && response.status === 400) parts.set(id!, { ...part, colour: "blue", name: "mended" });
      return response;
    },
  ],
  [
    "makes what it rejects to make",
    "unchanged",
    /^test-unchanged createPart: changes .* what listParts shows, although it responds with 400/,
    ({ method, parts }, usual) => {
      const response = usual();
      const id = 1_000 + parts.size;
      if (method === "POST" && response.status === 400) parts.set(id, { id, name: "half" });
      return response;
    },
  ],
  [
    "changes what is read",
    "unchanged",
    /^test-unchanged getPart: changes .* what listParts shows, although it only reads/,
    ({ method, id, parts }, usual) => {
      const copy = 1_000 + Math.max(0, ...parts.keys());
      if (method === "GET" && id !== undefined) parts.set(copy, { id: copy, name: "seen" });
      return usual();
    },
  ],
  [
    "adds what it replaces to the list",
    "idempotent",
    /^test-idempotent replacePart: changes what listParts shows when it is called once more/,
    ({ method, id, parts }, usual) => {
      const response = usual();
      const copy = 1_000 + parts.size;
      if (method === "PUT" && response.status === 200) parts.set(copy, { ...parts.get(id!)!, id: copy });
      return response;
    },
  ],
];

for (const [what, only, text, fault] of faults) {
  test(`finds a server that ${what}`, async () => {
    const { texts } = await findingsOf(fault, [only]);
    expect(texts).toContainEqual(expect.stringMatching(text));
  });
}

test("counts and times may change with every call", async () => {
  const { texts } = await findingsOf(
    ({ parts }, usual) => {
      for (const part of parts.values()) part["size"] = ((part["size"] as number | undefined) ?? 0) + 1;
      return usual();
    },
    ["unchanged", "idempotent"],
  );
  expect(texts.filter((text) => !text.startsWith("test-open "))).toEqual([]);
});

test.each(["/auth.list_audit_log/result/entries", "/getHistory/0/id", "/listAuditLogs/items", "/activity"])(
  "%s may show each call",
  (pointer) => {
    expect(isTally({ pointer, before: [], after: [{ id: "a" }] })).toBe(true);
  },
);

test.each(["/getCatalog/items", "/listBlogs/items", "/dialogs", "/auditor/name", "/login/name", "/logistics/0"])(
  "%s may not show each call",
  (pointer) => {
    expect(isTally({ pointer, before: [], after: [{ id: "a" }] })).toBe(false);
  },
);

test.each(["version", "version_id", "updatedAt", "etag"])("%s is a sign of any change, and versioning is a setting", (name) => {
  const change = { before: "a", after: "b" };
  expect(isTally({ pointer: `/getThing/${name}`, ...change })).toBe(true);
  expect(isTally({ pointer: "/listBuckets/0/versioning", ...change })).toBe(false);
});

test("how long something took is no change", async () => {
  let calls = 0;
  const { texts } = await findingsOf(
    ({ parts }, usual) => {
      calls++;
      for (const part of parts.values()) part["latency_ms"] = Math.floor(calls / 3);
      return usual();
    },
    ["unchanged"],
  );
  expect(texts).toEqual([]);
});

test.each([
  ["status", "provisioning", true],
  ["job_state", "queued", true],
  ["phase", "Pending", true],
  ["status", "active", false],
  ["status", "running", false],
  ["estate", "building", false],
  ["name", "provisioning", false],
])("%s %s goes on by itself: %s", (name, before, expected) => {
  expect(isProgress({ pointer: `/listParts/0/${name}`, before, after: "active" })).toBe(expected);
});

test("what begins work may be shown as work, although it only reads", async () => {
  const { texts } = await findingsOf(
    ({ method, id, parts }, usual) => {
      const response = usual();
      if (method !== "GET" || id === undefined || response.status !== 200) return response;
      parts.set(1_000 + parts.size, { id: 1_000 + parts.size, name: "work" });
      return reply(202, parts.get(id));
    },
    ["unchanged/getPart"],
  );
  expect(texts.filter((text) => text.startsWith("test-unchanged"))).toEqual([]);
});
