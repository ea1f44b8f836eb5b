import { expect, test } from "vitest";
import { type Fault, findingsOf } from "./parts-server.js";

const faults: readonly (readonly [what: string, only: string, text: RegExp, fault: Fault])[] = [
  [
    "keeps what it refuses",
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
    "makes what it refuses to make",
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
