import { afterEach, expect, test, vi } from "vitest";
import type { Progress } from "../../../generator/tools/exchanges/validate-files.js";
import { hold } from "./held.js";

afterEach(() => void vi.restoreAllMocks());

const fixture = "exchanges:\n  - request: { body: { cake: x } }\n  - request: { body: { cake: y } }\n";

/** What is told of the progress when the clock goes on by so much at each look. */
async function progressAt(milliseconds: number): Promise<Progress[]> {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += milliseconds));
  const told: Progress[] = [];
  await hold({ "bakery/bake.a.yaml": fixture, "bakery/bake.b.yaml": fixture }, ["."], {
    onProgress: (progress) => void told.push(progress),
  });
  return told;
}

test("tells how far it is, file by file", async () => {
  expect(await progressAt(1_000)).toEqual([
    { exchanges: 2, files: 1, allFiles: 2 },
    { exchanges: 4, files: 2, allFiles: 2 },
  ]);
});

test("says nothing where it is quick", async () => {
  expect(await progressAt(1)).toEqual([]);
});

test("recordings and fixtures are held against the contract in one run", async () => {
  const entry = {
    request: { method: "GET", url: "https://shop.example/shops/7" },
    response: { status: 200, content: { text: '{"id":7,"type":"bakery"}' } },
  };
  const found = await hold({
    "bakery/bake.yaml": fixture,
    "a.har": JSON.stringify({ log: { entries: [entry, { ...entry, request: { method: "GET", url: "https://x/" } }] } }),
  });
  expect(found).toMatchObject({ diagnostics: [], files: 2, exchanges: 3, skipped: 1 });
});
