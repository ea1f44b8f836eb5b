import { describe, expect, it } from "vitest";
import { overlaid, overlay } from "./overlaid.js";

describe("hostile overlays", () => {
  it("can't search for ever", () => {
    const document = `openapi: 3.1.0\ninfo: {}\nx-wide: [${Array.from({ length: 4000 }, () => "[0]").join(", ")}]`;
    const target = "$..[?$..[?$..[?@ == 1]]]";
    expect(
      overlaid({ "openapi.yaml": document, "a.overlay.yaml": overlay(`  - { target: "${target}", remove: true }`) }).problems,
    ).toEqual(["a.overlay.yaml:4:15 overlay-limit the queries of overlays visit too many values"]);
  });

  it("can't make the document grow without end", () => {
    const list = `  - { target: $.info, update: { x-list: [${"1, ".repeat(1000)}1] } }\n`;
    const double = "  - { target: \"$.info['x-list']\", copy: \"$.info['x-list']\" }\n";
    expect(
      overlaid({ "openapi.yaml": "openapi: 3.1.0\ninfo: {}", "a.overlay.yaml": overlay(list + double.repeat(10)) }).problems,
    ).toEqual([expect.stringMatching(/ overlay-limit overlays add more than 500000 values to the document$/)]);
  });
});
