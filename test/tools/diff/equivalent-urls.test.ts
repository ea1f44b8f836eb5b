import { expect, test } from "vitest";
import { changes, done } from "./small-contracts.js";

const contract = (path: string, server: string) =>
  `servers: [{ url: "${server}" }]\npaths: { "${path}": { get: { operationId: list, responses: { ${done} } } } }`;

test("an equivalent spelling of a path or of a server is no change", () => {
  expect(changes(contract("/~a/b%2fc/{id}", "/%7ev"), contract("/%7Ea/%62%2Fc/{id}", "/~v"))).toEqual([]);
});

test("an encoded slash is data", () => {
  expect(changes(contract("/a%2Fb", "/"), contract("/a/b", "/"))).not.toEqual([]);
  expect(changes(contract("/a", "/b%2Fc"), contract("/a", "/b/c"))).not.toEqual([]);
});
