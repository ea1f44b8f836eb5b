import { expect, it } from "vitest";
import { fingerprints } from "../../generator/diagnostics/fingerprint.js";
import { loose, near, unplaced } from "./print/samples.js";

const moved = { ...near, location: { ...near.location!, line: 99, column: 7, endColumn: 8 } };

it("stays the same when lines move and hints change", () => {
  const { hint: _, ...rest } = moved;
  expect(fingerprints([rest])).toEqual(fingerprints([near]));
});

it("differs by code, file, message and occurrence", () => {
  const others = [
    near,
    { ...near, code: "action-name" },
    { ...near, location: { ...near.location!, path: "other.yaml" } },
    { ...near, message: "another" },
    moved,
    loose,
    unplaced,
  ];
  expect(new Set(fingerprints(others)).size).toBe(others.length);
});

it("does not depend on what else is reported", () => {
  expect(fingerprints([loose, near, unplaced])[1]).toBe(fingerprints([near])[0]);
});
