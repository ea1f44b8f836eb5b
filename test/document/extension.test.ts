import { expect, it } from "vitest";
import { actionNamePattern, actionsType, typePattern } from "../../generator/document/extension.js";

it.each([
  ["x-platform-postgres-actions", "postgres"],
  ["x-platform-managed-db-actions", "managed-db"],
  ["x-platform-Bad Type-actions", "Bad Type"],
  ["x-platform-actions", ""],
  ["x-platform--actions", ""],
  ["x-platform-postgres-action", undefined],
  ["x-platform-postgresactions", undefined],
  ["x-plaform-postgres-actions", undefined],
  ["platform-postgres-actions", undefined],
])("%s is of the type %s", (key, type) => {
  expect(actionsType(key, "platform")).toBe(type);
});

it("accepts any prefix, also with special characters of patterns", () => {
  expect(actionsType("x-a.c-db-actions", "a.c")).toBe("db");
  expect(actionsType("x-abc-db-actions", "a.c")).toBeUndefined();
});

it.each(["postgres", "shareGroups", "a1", "managed-db", "a_b-c"])("%s may name a type", (name) =>
  expect(name).toMatch(typePattern),
);
it.each(["", "Postgres", "1a", "a--b", "-a", "a-", "a b", "a\n"])("%j may not name a type", (name) =>
  expect(name).not.toMatch(typePattern),
);
it.each(["a", "add_ip", "user.create", "ns:verb", "A1-b"])("%s may name an action", (name) =>
  expect(name).toMatch(actionNamePattern),
);
it.each(["", "1a", "a__b", "a_", "/a", "a/b", "a b", "a\n"])("%j may not name an action", (name) =>
  expect(name).not.toMatch(actionNamePattern),
);
