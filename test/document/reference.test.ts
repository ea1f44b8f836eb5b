import { escapeSegment } from "../../templates/runtime/json-pointer.js";
import { describe, expect, it } from "vitest";
import { componentName, componentPointer, parseReference } from "../../generator/document/reference.js";

const from = "/root/api/openapi.yaml";

it.each([
  ["#/components/schemas/A", undefined, ["components", "schemas", "A"]],
  ["#", undefined, []],
  ["#/", undefined, [""]],
  ["#/a~1b/~0/~01/c%20d/%25", undefined, ["a/b", "~", "~1", "c d", "%"]],
  ["#/paths/~1v1~1%7Bid%7D/get", undefined, ["paths", "/v1/{id}", "get"]],
  ["a.yaml", "/root/api/a.yaml", []],
  ["a.yaml#", "/root/api/a.yaml", []],
  ["./a.yaml#/x/0/y", "/root/api/a.yaml", ["x", "0", "y"]],
  ["../b%20c.json#/A", "/root/b c.json", ["A"]],
  ["../../../etc/x", "/etc/x", []],
  ["%2e%2e%2fa.yaml", "/root/a.yaml", []],
  ["a%3Fb.yaml", "/root/api/a?b.yaml", []],
  ["a%23b.yaml", "/root/api/a#b.yaml", []],
])("%s", (ref, file, segments) => {
  expect(parseReference(ref, from)).toEqual({ file, segments });
});

it.each([
  ["https://example.com/a.yaml", "ref-remote"],
  ["HTTP://example.com", "ref-remote"],
  ["file:///etc/passwd", "ref-remote"],
  ["urn:a:b", "ref-remote"],
  ["C:/a.yaml", "ref-remote"],
  ["//example.com/a.yaml", "ref-remote"],
  ["/etc/passwd", "ref-outside-root"],
  ["%2Fetc%2Fpasswd", "ref-outside-root"],
])("%s is refused: %s", (ref, code) => {
  expect(parseReference(ref, from)).toEqual({ code, reason: "" });
});

it.each([
  ["", "is empty"],
  ["#name", "names an anchor; only JSON pointers are supported"],
  ["a.yaml?v=1", "has a query"],
  ["a\\b.yaml", "has a backslash or control character in its path"],
  ["a%00.yaml", "has a backslash or control character in its path"],
  ["a%.yaml", "has a broken percent escape"],
  ["#/%E0%A4", "has a broken percent escape"],
  ["#/a~2", 'has a "~" that is not "~0" (for ~) or "~1" (for /)'],
  ["#/a~", 'has a "~" that is not "~0" (for ~) or "~1" (for /)'],
])("%j is refused: %s", (ref, reason) => {
  expect(parseReference(ref, from)).toEqual({ code: "ref-syntax", reason });
});

describe("pointers to components", () => {
  it.each(["A", "a/b", "~", "~1", "a.b-c"])("escape the name %j and give it back", (name) => {
    expect(componentName(componentPointer("schemas", name), "schemas")).toBe(name);
  });

  it("are written as JSON pointers", () => {
    expect(componentPointer("schemas", "a/~b")).toBe("#/components/schemas/a~1~0b");
    expect(escapeSegment("~/")).toBe("~0~1");
  });

  it("are told from others", () => {
    expect(componentName("#/components/schemas/A/properties/b", "schemas")).toBeUndefined();
    expect(componentName("#/components/responses/A", "schemas")).toBeUndefined();
    expect(componentName("a.yaml#/components/schemas/A", "schemas")).toBeUndefined();
  });
});
