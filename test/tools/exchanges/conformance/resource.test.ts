import { expect, test } from "vitest";
import { type Fault, findingsOf, reply } from "./parts-server.js";

test("a server that keeps to its contract has no findings, and every case can be tried", async () => {
  const { texts, report } = await findingsOf();
  expect(texts).toEqual([]);
  const skipped = report.cases.filter(({ outcome }) => outcome === "skipped").map(({ case: { id } }) => id);
  // A removal without a body can't be invalid.
  expect(skipped).toEqual(["unchanged/deletePart"]);
});

const faults: readonly (readonly [what: string, text: RegExp, fault: Fault])[] = [
  [
    "creates nothing",
    /^test-resource createPart: responds with 201, but getPart then responds with 404/,
    ({ method, parts }, usual) => {
      const response = usual();
      if (method === "POST") parts.clear();
      return response;
    },
  ],
  [
    "shows another name",
    /^test-resource createPart: "name" was sent as .*, but is shown otherwise/,
    ({ method, parts }, usual) => {
      const response = usual();
      if (method === "POST") for (const part of parts.values()) part["name"] = "other";
      return response;
    },
  ],
  [
    "lists only old things",
    /^test-resource createPart: the list has no item/,
    ({ method, id }, usual) =>
      method === "GET" && id === undefined ? reply(200, { parts: [{ id: 999, name: "a" }], next_cursor: null }) : usual(),
  ],
  [
    "loses changes",
    /^test-resource changePart: ".*" was sent as .*, as before/,
    ({ method, id, parts }, usual) => {
      const before = id === undefined ? undefined : parts.get(id);
      const response = usual();
      if (method === "PATCH" && before) parts.set(id!, before);
      return response;
    },
  ],
  [
    "loses replacements",
    /^test-resource replacePart: ".*" was sent as .*, as before/,
    ({ method, id, parts }, usual) => {
      const before = id === undefined ? undefined : parts.get(id);
      const response = usual();
      if (method === "PUT" && before) parts.set(id!, before);
      return response;
    },
  ],
  [
    "removes nothing",
    /^test-resource deletePart: responds with 204, but getPart then responds with 200/,
    ({ method, id, parts }, usual) => (method === "DELETE" && id !== undefined && parts.has(id) ? reply(204) : usual()),
  ],
];

for (const [what, text, fault] of faults) {
  test(`finds a server that ${what}`, async () => {
    const { texts } = await findingsOf(fault, ["resource"]);
    expect(texts).toContainEqual(expect.stringMatching(text));
  });
}
