import { escapeSegment } from "../../templates/runtime/json.js";
import { describe, expect, it } from "vitest";
import { parseReference } from "../../generator/document/follow-reference.js";
import type { JsonObject } from "../../generator/document/json-value.js";
import {
  componentName,
  componentPointer,
  loneReference,
  referencedSchema,
  resolveComponent,
  resolveSchema,
  schemaReference,
  valueAt,
} from "../../generator/document/reference.js";

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
  ["a/%2e/b%2fc.yaml", "/root/api/a/b/c.yaml", []],
  ["a%3Fb.yaml", "/root/api/a?b.yaml", []],
  ["a%23b.yaml", "/root/api/a#b.yaml", []],
])("%s", (ref, file, segments) => {
  expect(parseReference(ref, from)).toEqual({ file, segments });
});

it.each([
  ["#name", undefined],
  ["a.yaml#name", "/root/api/a.yaml"],
])("%s names an anchor", (ref, file) => {
  expect(parseReference(ref, from)).toEqual({ file, segments: [], anchor: "name" });
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
  ["%2e%2e%2fa.yaml", "ref-outside-root"],
  ["a/.%2e/../a.yaml", "ref-outside-root"],
])("%s is rejected: %s", (ref, code) => {
  expect(parseReference(ref, from)).toEqual({ code, reason: "" });
});

it.each([
  ["", "is empty"],
  ["a.yaml?v=1", "contains a query"],
  ["a\\b.yaml", "contains a backslash or control character in its path"],
  ["a%00.yaml", "contains a backslash or control character in its path"],
  ["a%.yaml", "has an invalid percent escape"],
  ["#/%E0%A4", "has an invalid percent escape"],
  ["#/a~2", 'contains a "~" that is not "~0" (for ~) or "~1" (for /)'],
  ["#/a~", 'contains a "~" that is not "~0" (for ~) or "~1" (for /)'],
])("%j is rejected: %s", (ref, reason) => {
  expect(parseReference(ref, from)).toEqual({ code: "ref-syntax", reason });
});

describe("pointers to components", () => {
  it.each(["A", "a/b", "~", "~1", "a.b-c"])("escape the name %j and restore it", (name) => {
    expect(componentName(componentPointer("schemas", name), "schemas")).toBe(name);
  });

  it("are written as JSON pointers", () => {
    expect(componentPointer("schemas", "a/~b")).toBe("#/components/schemas/a~1~0b");
    expect(escapeSegment("~/")).toBe("~0~1");
  });

  it("are distinguished from others", () => {
    expect(componentName("#/components/schemas/A/properties/b", "schemas")).toBeUndefined();
    expect(componentName("#/components/responses/A", "schemas")).toBeUndefined();
    expect(componentName("a.yaml#/components/schemas/A", "schemas")).toBeUndefined();
  });
});

describe("in a bundled document", () => {
  const schemas: JsonObject = {
    Last: { type: "string" },
    Chain: { $ref: "#/components/schemas/Last" },
    Beside: { $ref: "#/components/schemas/Chain", maxLength: 5 },
    "a/b": { type: "null" },
    Circle: { $ref: "#/components/schemas/Circle" },
    Away: { $ref: "#/components/schemas/Nobody" },
  };
  const to = (name: string) => schemaReference(name);

  it.each([["an object", schemas] as const, ["a map", new Map(Object.entries(schemas))] as const])("%s of schemas", (_, all) => {
    expect(referencedSchema(to("a/b"), all)).toEqual({ type: "null" });
    expect(referencedSchema(to("Beside"), all)).toBe(schemas["Beside"]);
    expect(referencedSchema({ type: "string" }, all)).toBeUndefined();
    expect(referencedSchema(to("constructor"), all)).toBeUndefined();
    expect(resolveSchema(to("Beside"), all)).toBe(schemas["Last"]);
    expect(resolveSchema(to("Away"), all)).toBeUndefined();
    expect(resolveSchema(true, all)).toBe(true);
  });
  it("stops at a reference that is not followed, and in a cycle", () => {
    expect(resolveSchema(to("Beside"), schemas, (reference) => Object.keys(reference).length === 1)).toBe(schemas["Beside"]);
    expect(resolveSchema(to("Circle"), schemas)).toBe(schemas["Circle"]);
  });
  it("recognizes objects that are only a reference", () => {
    expect(loneReference(to("Last"))).toBe("Last");
    expect(loneReference(schemas["Beside"]!)).toBeUndefined();
    expect(loneReference({ $ref: "#/components/responses/Last" })).toBeUndefined();
  });
  it("resolves references in place of any object", () => {
    const document = {
      components: { schemas, responses: { Gone: { description: "Gone." }, Also: { $ref: "#/components/responses/Gone" } } },
    };
    expect(resolveComponent({ $ref: "#/components/responses/Also", description: "Ignored." }, document)).toEqual({
      description: "Gone.",
    });
    expect(resolveComponent({ $ref: "#/components/links/Gone" }, document)).toBeUndefined();
    expect(resolveComponent({ $ref: "other.yaml" }, document)).toBeUndefined();
    expect(valueAt(document, "#/components/schemas/a~1b/type")).toBe("null");
  });
});
