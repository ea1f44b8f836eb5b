import { setImmediate as othersTurn } from "node:timers/promises";
import fc from "fast-check";
import { afterEach, describe, expect, test, vi } from "vitest";
import { forRequest, noteTenant } from "../src/database/tenant.js";
import { formatDocument } from "../src/engines/search/format.js";
import { prepareDocuments } from "../src/engines/search/prepare-document.js";
import { defaultSettings } from "../src/engines/search/settings.js";
import { tokenize } from "../src/engines/search/text.js";
import { inSlices, type Sliced } from "../src/slices.js";
import { onThread } from "../src/threads.js";

afterEach(() => void vi.restoreAllMocks());

/** Notes its name at each of its steps. */
function* work(name: string, steps: number, done: string[]): Sliced<string> {
  for (let step = 0; step < steps; step++) {
    done.push(name);
    yield;
  }
  return name;
}

describe("work in slices", () => {
  test("lets others have their turn, and works of different tenants alternate", async () => {
    let time = 0;
    vi.spyOn(performance, "now").mockImplementation(() => time++);
    const done: string[] = [];
    const all = Promise.all([
      inSlices("a", work("a1", 3, done)),
      inSlices("a", work("a2", 3, done)),
      inSlices("b", work("b", 3, done)),
    ]);
    for (let turn = 0; turn < 4; turn++) {
      done.push("other");
      await othersTurn();
    }
    expect(await all).toEqual(["a1", "a2", "b"]);
    expect(done.indexOf("a2")).toBeGreaterThan(done.lastIndexOf("a1"));
    expect(done.indexOf("b")).toBeLessThan(done.lastIndexOf("a1"));
    expect(done.slice(1).indexOf("other")).toBeLessThan(done.lastIndexOf("a1"));
  });

  test("a failure is passed on, and the next work of the tenant runs", async () => {
    const failing = function* (): Sliced<never> {
      yield;
      throw new Error("no");
    };
    await expect(inSlices("a", failing())).rejects.toThrow("no");
    expect(await inSlices("a", work("next", 1, []))).toBe("next");
  });
});

/** How often work can be interrupted. */
function interruptions(sliced: Sliced<unknown>): number {
  let count = 0;
  while (!sliced.next().done) count++;
  return count;
}

describe("documents are read in slices", () => {
  const text = fc.oneof(
    fc.string({ maxLength: 200 }),
    fc.constantFrom("a ".repeat(500), "検索速度".repeat(200), "é\u0301à ".repeat(300), `${"x".repeat(5000)} y`),
  );

  test("indexing and formatting can be interrupted after each word", () => {
    fc.assert(
      fc.property(fc.array(text, { maxLength: 5 }), fc.boolean(), (texts, isCropped) => {
        const document = { id: "1", texts, nested: { numbers: texts.map(({ length }) => length) } };
        const words = texts.reduce((sum, one) => sum + [...tokenize(one)].length, 0);
        expect(interruptions(prepareDocuments([["1", document]], defaultSettings))).toBeGreaterThanOrEqual(words);
        const query = { attributes_to_highlight: ["*"], ...(isCropped ? { attributes_to_crop: ["texts"] } : {}) };
        expect(interruptions(formatDocument(document, query, []))).toBeGreaterThanOrEqual(words);
      }),
    );
  });
});

test("of many hashes of one tenant only a few take threads, and another's is among the next", async () => {
  const started: string[] = [];
  const ends: (() => void)[] = [];
  const hash = (tenant: string) =>
    forRequest(() => {
      noteTenant(tenant);
      return onThread(() => {
        started.push(tenant);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    });
  const all = [...Array.from({ length: 20 }, () => hash("busy")), hash("other")];
  await othersTurn();
  expect(started.filter((name) => name === "busy").length).toBeLessThanOrEqual(2);
  expect(started).toContain("other");
  while (started.length < all.length || ends.length > 0) {
    ends.shift()?.();
    await othersTurn();
  }
  await Promise.all(all);
});
