import { describe, expect, it } from "vitest";
import { loadContract } from "../../../generator/document/load-contract.js";
import { folderWith } from "../load-text.js";
import { overlaid, overlay } from "./overlaid.js";

describe("hostile overlays", () => {
  it("can't search forever", () => {
    const document = `openapi: 3.1.0\ninfo: {}\nx-wide: [${Array.from({ length: 4000 }, () => "[0]").join(", ")}]`;
    const target = "$..[?$..[?$..[?@ == 1]]]";
    expect(
      overlaid({ "openapi.yaml": document, "a.overlay.yaml": overlay(`  - { target: "${target}", remove: true }`) }).problems,
    ).toEqual(["a.overlay.yaml:4:15 overlay-limit the queries of overlays visit too many values"]);
  });

  it("can't make the document grow without limit", () => {
    const list = `  - { target: $.info, update: { x-list: [${"1, ".repeat(1000)}1] } }\n`;
    const double = "  - { target: \"$.info['x-list']\", copy: \"$.info['x-list']\" }\n";
    expect(
      overlaid({ "openapi.yaml": "openapi: 3.1.0\ninfo: {}", "a.overlay.yaml": overlay(list + double.repeat(10)) }).problems,
    ).toEqual([expect.stringMatching(/ overlay-limit overlays add more than 500000 values to the document$/)]);
  });

  it("compare missing names with those of the document a limited number of times", () => {
    const paths = Array.from({ length: 500 }, (_, index) => `  /item${index}: {}\n`).join("");
    const misses = Array.from({ length: 500 }, (_, index) => `  - { target: "$.paths['/itme${index}']", remove: true }\n`);
    const files = { "openapi.yaml": `openapi: 3.1.0\ninfo: {}\npaths:\n${paths}`, "a.yaml": overlay(misses.join("")) };
    const { diagnostics } = loadContract("openapi.yaml", { workingFolder: folderWith(files), overlays: ["a.yaml"] });
    expect(diagnostics).toHaveLength(500);
    const hints = diagnostics.filter(({ hint }) => hint?.startsWith("Did you mean"));
    expect(hints).toHaveLength(400);
    expect(hints[0]!.hint).toBe('Did you mean "/item0"?');
  });
});
