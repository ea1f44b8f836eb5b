import { expect, it } from "vitest";
import { compare, compareDiagnostics, hasErrors, type Diagnostic } from "../../generator/diagnostics/diagnostic.js";

const diagnostic = (place: string, code: string, message = ""): Diagnostic => {
  const [path = "", line, column] = place.split(":");
  const location = { path, line: Number(line), column: Number(column) };
  return { code, severity: "warning", message, related: [], ...(place && { location }) };
};

it("orders by file, line, column, code and message", () => {
  const ordered = [
    diagnostic("", "z"),
    diagnostic("B.yaml:9:1", "z"),
    diagnostic("a.yaml:2:9", "z"),
    diagnostic("a.yaml:10:2", "z"),
    diagnostic("a.yaml:10:10", "a", "z"),
    diagnostic("a.yaml:10:10", "b", "a"),
    diagnostic("a.yaml:10:10", "b", "b"),
  ];
  expect([...ordered].reverse().sort(compareDiagnostics)).toEqual(ordered);
});

it("compares by code unit", () => {
  expect(["ä", "a", "Z", "😀", "\uffff", "10", "9"].sort(compare)).toEqual(["10", "9", "Z", "a", "ä", "😀", "\uffff"]);
  expect(compare("a", "a")).toBe(0);
});

it("distinguishes errors from warnings", () => {
  expect(hasErrors([])).toBe(false);
  expect(hasErrors([diagnostic("", "a")])).toBe(false);
  expect(hasErrors([diagnostic("", "a"), { ...diagnostic("", "b"), severity: "error" }])).toBe(true);
});
