import { expect, test } from "vitest";
import { listNotImplemented } from "../../../generator/typescript/scaffold/index.js";
import { contractOf, plan } from "./scaffold-contract.js";

const list = (text: string) =>
  listNotImplemented([{ path: "a.ts", text }]).map(
    ({ type, action, location }) => `${location.line}:${location.column} ${type} ${action}`,
  );

test("every stub of the first run is listed, by type and action", () => {
  const files = plan(contractOf({ postgres: ["add_ip", "migration.start"] }, ["getService"])).files;
  const found = listNotImplemented(files.map(({ path, after }) => ({ path, text: after })));
  expect(
    found.map(({ type, action, location }) => `${location.path}:${location.line}:${location.column} ${type} ${action}`),
  ).toEqual([
    "app/handlers/postgres.ts:9:28 postgres add_ip",
    "app/handlers/postgres.ts:12:39 postgres migration.start",
    "app/handlers/operations.ts:9:32 operations getService",
  ]);
});

test("under whatever name it was imported", () => {
  expect(list('import { notImplemented as todo } from "s";\nf(() => todo("a.b"));\n')).toEqual(["2:9 a b"]);
  expect(list('import * as server from "s";\nserver.notImplemented("a.b");\n')).toEqual(["2:1 a b"]);
});

test("but not other handlers", () => {
  expect(
    list(
      'import { notImplemented } from "s";\n// notImplemented("a.b")\nnotImplemented(name); notImplemented("a"); x.notImplemented("a.b");\n',
    ),
  ).toEqual([]);
  expect(list('function notImplemented() {}\nnotImplemented("a.b");\n')).toEqual([]);
});
