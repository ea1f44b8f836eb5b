import { describe, expect, it } from "vitest";
import { contract, findings } from "./lint-text.js";

describe("operation-id", () => {
  const withId = (id: string) =>
    findings("operation-id", contract({ paths: `/a: { get: { operationId: ${JSON.stringify(id)} } }` }));

  it.each([
    "größe",
    "日本語",
    "a..b",
    "tags#list",
    "a".repeat(128),
    "listPets",
    "list-pets",
    "pets/id:get",
    ":get",
    "Pets.list[0]",
    "find pet by id",
    "delete",
    "/foo/-put/",
  ])("accepts %s", (id) => {
    expect(withId(id)).toEqual([]);
  });

  it.each([
    "",
    "..",
    "../../x",
    "a\nb",
    " a",
    "x(){}",
    "a`b",
    "a'b",
    "a/..",
    "a/../b",
    "a\\b",
    "a\u200bb",
    "constructor",
    "__proto__",
    "a".repeat(129),
  ])("rejects %j", (id) => {
    expect(withId(id)).toHaveLength(1);
  });

  it("names the id and the operation", () => {
    expect(withId("x();")).toEqual(['["x();"] error "x();" is not allowed as the operationId of "GET /a"']);
  });
});
