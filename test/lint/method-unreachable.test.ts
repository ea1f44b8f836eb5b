import http from "node:http";
import { expect, test } from "vitest";
import { contract, findings } from "./lint-text.js";

const of = (method: string) => {
  const item = `{ additionalOperations: { ${method}: { responses: { "200": { description: Fine. } } } } }`;
  return findings("method-unreachable", contract({ openapi: "3.2.0", paths: `/a: ${item}` }));
};

test.each(["copy", "ARCHIVE", "CONNECT"])("%s does not reach a server on Node.js", (method) => {
  expect(of(method)).toEqual([`[${method}] warning requests with the method "${method}" don't reach servers on Node.js`]);
});

test.each(["COPY", "M-SEARCH", "PURGE"])("Node.js parses %s", (method) => {
  expect(http.METHODS).toContain(method);
  expect(of(method)).toEqual([]);
});
