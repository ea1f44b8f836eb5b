import { expect, test } from "vitest";
import { locationAt, Locations } from "../../../../generator/document/locations.js";
import { parseJson } from "../../../../generator/document/parse-json.js";
import { parseYaml } from "../../../../generator/document/parse-yaml.js";
import { createMask } from "../../../../generator/tools/exchanges/secrets/mask.js";
import { countCalls } from "../../../support/counted-work.js";

/** The mask of a file in JSON or YAML. */
function maskOf(text: string, parse: typeof parseJson = parseJson, create = createMask) {
  const source = { path: "a", absolutePath: "/a", text };
  const locations = new Locations();
  const root = parse(source, locations, [])!;
  const mask = create(source, locations, root, { known: new Set(["known"]), containers: new Set() });
  return (offset: number) => mask(locationAt(source, offset))?.lineText;
}

test("secrets are covered wherever they are in a line, in any order of keys", () => {
  const text = '{"z":{"token":"one"},"password":22,"a":["known",{"secret":["x","y"]},"shown"]}';
  expect(maskOf(text)(0)).toBe('{"z":{"token":*****},"password":**,"a":[*******,{"secret":[***,***]},"shown"]}');
});

test("aliases cover a secret once", () => {
  const text = "{ token: &t abc, again: { token: *t }, shown: x }";
  expect(maskOf(text, parseYaml)(0)).not.toContain("abc");
  expect(maskOf(text, parseYaml)(0)).toHaveLength(text.length);
});

test("a single line with thousands of secrets is masked once for all findings", async () => {
  const text = JSON.stringify(Array.from({ length: 20_000 }, () => ({ token: "abcdefgh" })));
  const { createMask, workOf } = await countCalls(() => import("../../../../generator/tools/exchanges/secrets/mask.js"));
  const work = await workOf(() => {
    const lineAt = maskOf(text, parseJson, createMask);
    for (let finding = 0; finding < 200; finding++) expect(lineAt(finding)!.includes("abcdefgh")).toBe(false);
  });
  expect(work).toBeLessThan(10 * text.length);
});
