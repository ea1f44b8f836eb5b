import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isLegalOperationId, operationIdOf } from "../../generator/document/operation-ids.js";
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

  it.each(["", "..", "()", "\n", "${}", "/../", "\u200b"])("rejects %j", (id) => {
    expect(withId(id)).toHaveLength(1);
  });

  it("names the id and the operation", () => {
    expect(withId("()")).toEqual(['["()"] error no name can be made from "()", the operationId of "GET /a"']);
  });

  it.each([
    ["create$task", "create_task"],
    ["list(all)", "list_all"],
    ["../../x", "x"],
    ["a\nb", "a_b"],
    [" a ", "a"],
    ["x(){}", "x_{}"],
    ["a;hit()", "a_hit"],
    ["a'b`c\\d", "a_b_c_d"],
    ["a/../b", "a/_/b"],
    ["a/..", "a/"],
    ["a\u200bb", "a_b"],
    ["constructor", "constructor_"],
    ["__proto__", "proto"],
    ["a".repeat(129), "a".repeat(128)],
    ["\u{20000}".repeat(129), "\u{20000}".repeat(128)],
  ])("maps %j", (id, name) => {
    expect(operationIdOf(id)).toBe(name);
    expect(withId(id)).toEqual([]);
    expect(findings("operation-id-renamed", contract({ paths: `/a: { get: { operationId: ${JSON.stringify(id)} } }` }))).toEqual(
      [],
    );
  });

  it("maps any text to a name that is one, and a name to itself", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.string({ unit: fc.constantFrom(".", "/", "a", "$", " ", "\u{20000}", "_"), maxLength: 300 }),
    );
    fc.assert(
      fc.property(text, (id) => {
        const name = operationIdOf(id);
        if (name === undefined) expect(/[\p{L}\p{N}]/u.test([...id.normalize("NFC")].slice(0, 128).join(""))).toBe(false);
        else {
          expect(isLegalOperationId(name)).toBe(true);
          expect(operationIdOf(name)).toBe(name);
        }
      }),
    );
  });

  it("two equal ids remain equal", () => {
    const paths = '/a: { get: { operationId: "a$b" } }\n/b: { get: { operationId: "a$b" } }';
    expect(findings("operation-id-unique", contract({ paths }))).toHaveLength(1);
  });
});
