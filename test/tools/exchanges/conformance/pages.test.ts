import { expect, test } from "vitest";
import { type Fault, findingsOf, reply, type PartsCall } from "./parts-server.js";

const isList = ({ method, id }: PartsCall) => method === "GET" && id === undefined;

const faults: readonly (readonly [what: string, text: RegExp, fault: Fault])[] = [
  [
    "has more on a page than was asked for",
    /^test-pages listParts: has more items on a page than limit says/,
    (call, usual) => {
      call.query.delete("limit");
      return usual();
    },
  ],
  [
    "repeats the last item of a page on the next one",
    /^test-pages listParts: repeats an item/,
    (call, usual) => {
      const from = Number(call.query.get("cursor") ?? 0);
      if (!isList(call) || from === 0) return usual();
      const limit = Number(call.query.get("limit") ?? 50);
      const all = [...call.parts.values()];
      const next = from + limit < all.length ? `${from + limit}` : null;
      return reply(200, { parts: all.slice(from - 1, from - 1 + limit), next_cursor: next });
    },
  ],
  [
    "leaves out an item between pages",
    /^test-pages listParts: leaves out an item/,
    (call, usual) => {
      const from = Number(call.query.get("cursor") ?? 0);
      if (isList(call) && from > 0) call.query.set("cursor", `${from + 1}`);
      return usual();
    },
  ],
  [
    "returns the same cursor for ever",
    /^test-pages listParts: returns the same cursor again/,
    (call, usual) => {
      if (!isList(call) || !call.query.has("limit")) return usual();
      return reply(200, { parts: [...call.parts.values()].slice(0, 1), next_cursor: "1" });
    },
  ],
  [
    "returns new cursors for ever",
    /^test-pages listParts: has more pages than items/,
    (call, usual) => {
      if (!isList(call) || !call.query.has("limit")) return usual();
      const from = Number(call.query.get("cursor") ?? 0);
      return reply(200, { parts: [...call.parts.values()].slice(from, from + 1), next_cursor: `${from + 1}` });
    },
  ],
];

for (const [what, text, fault] of faults) {
  test(`finds a list that ${what}`, async () => {
    const { texts } = await findingsOf(fault, ["pages"]);
    expect(texts).toContainEqual(expect.stringMatching(text));
  });
}
