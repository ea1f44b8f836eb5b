import { expect, test } from "vitest";
import { contractOf, mergePostgres, plan, textOf } from "./scaffold-contract.js";

const head = 'import { notImplemented, type PostgresHandlers } from "../../generated/server/index.js";\n';

function orphansOf(body: string, actions: readonly string[]): string[] {
  return mergePostgres(head + body, actions).diagnostics.map(
    ({ code, location, message, hint }) =>
      `${location!.line}:${location!.column}-${location!.endColumn} ${code} ${message} | ${hint}`,
  );
}

const gone = "Delete it when you no longer need its code. It is never deleted automatically.";
const renamed = (name: string) =>
  `Was it renamed to "${name}"? Then move its code there. Otherwise delete it when you no longer need it. It is never deleted automatically.`;

test("a handler of a removed action is reported at its location, and kept", () => {
  const body = "export const postgres: PostgresHandlers = {\n  add_ip: work,\n  async remove_ip() {},\n};\n";
  expect(orphansOf(body, ["add_ip"])).toEqual([
    `4:9-18 scaffold-orphan "remove_ip" handles no action of the type "postgres" | ${gone}`,
  ]);
  expect(mergePostgres(head + body, ["add_ip"]).text).toBe(head + body);
});

test("a new action with a similar name may be the new name", () => {
  const body = 'export const postgres: PostgresHandlers = {\n  "ad_ip": work,\n};\n';
  expect(orphansOf(body, ["add_ip"])).toEqual([
    `3:3-10 scaffold-orphan "ad_ip" handles no action of the type "postgres" | ${renamed("add_ip")}`,
  ]);
});

test("a name that shares most words may be the new one, but not one that is handled", () => {
  const body = "export const postgres: PostgresHandlers = {\n  add_ip: work,\n  addIpAddress: work,\n};\n";
  expect(orphansOf(body, ["add_ip_address", "add_user"])).toEqual([
    `3:3-9 scaffold-orphan "add_ip" handles no action of the type "postgres" | ${renamed("add_ip_address")}`,
    `4:3-15 scaffold-orphan "addIpAddress" handles no action of the type "postgres" | ${renamed("add_ip_address")}`,
  ]);
  expect(orphansOf(body.replace("addIpAddress", "add_ip_address"), ["add_ip_address"])).toEqual([
    `3:3-9 scaffold-orphan "add_ip" handles no action of the type "postgres" | ${gone}`,
  ]);
});

test("the new name is still suggested when its stub was added by an earlier run", () => {
  const body =
    'export const postgres: PostgresHandlers = {\n  add_ip: work,\n  add_ips: async () => notImplemented("postgres.add_ips"),\n};\n';
  expect(orphansOf(body, ["add_ips"])).toEqual([
    `3:3-9 scaffold-orphan "add_ip" handles no action of the type "postgres" | ${renamed("add_ips")}`,
  ]);
});

test("earlier handlers are not suggested: an older stub, or one of another type", () => {
  const older =
    'export const postgres: PostgresHandlers = {\n  add_ip: work,\n  add_ips: async () => notImplemented("postgres.add_ips"),\n};\n';
  expect(orphansOf(older, ["add_ips", "add_ip_address"])[0]).toContain(renamed("add_ip_address"));
  const other =
    'export const postgres: PostgresHandlers = { add_ip: work, add_ips: work };\nconst search = { add_ips: async () => notImplemented("search.add_ips") };\n';
  expect(orphansOf(other, ["add_ips"])[0]).toContain(gone);
});

test("in a class, only public methods are handlers", () => {
  const body =
    "class P implements PostgresHandlers {\n  constructor(readonly db: Db) {}\n  add_ip() {}\n  private a() {}\n  protected b = 1;\n" +
    "  static c() {}\n  #d() {}\n  gone() {}\n}\n";
  expect(orphansOf(body, ["add_ip"])).toEqual([
    `9:3-7 scaffold-orphan "gone" handles no action of the type "postgres" | ${gone}`,
  ]);
});

test("among exports only functions are handlers", () => {
  const body = "export function add_ip() {}\nexport const gone = () => 1, LIMIT = 3;\nexport type T = 1;\n";
  expect(orphansOf(body, ["add_ip"])).toEqual([
    `3:14-18 scaffold-orphan "gone" handles no action of the type "postgres" | ${gone}`,
  ]);
});

test("in a piece of the same file", () => {
  const body = "const more = { gone: work };\nexport const postgres: PostgresHandlers = { ...more, add_ip: work };\n";
  expect(orphansOf(body, ["add_ip"])).toEqual([
    `2:16-20 scaffold-orphan "gone" handles no action of the type "postgres" | ${gone}`,
  ]);
});

test("operations and service types", () => {
  const { diagnostics, files } = plan(contractOf({ postgres: ["add_ip"] }, ["getService"]), {
    "operations.ts": "\ufeffexport const operations = { getService, listServices };\n",
    "index.ts": "export const handlers = { operations, extra, actions: { postgres, postgre } };\n",
    "postgres.ts": "export const postgres = { add_ip };\n",
  });
  expect(files).toEqual([]);
  expect(
    diagnostics.map(({ location, message }) => `${location!.path}:${location!.line}:${location!.column} ${message}`),
  ).toEqual([
    'app/handlers/index.ts:1:67 "postgre" handles no service type of the contract',
    'app/handlers/operations.ts:1:41 "listServices" handles no operation of the contract',
  ]);
});

test("a removed handler is kept next to added ones", () => {
  const merged = plan(contractOf({ postgres: ["b"] }), {
    "postgres.ts": `${head}export const postgres: PostgresHandlers = {\n  a,\n};\n`,
  });
  expect(textOf(merged, "postgres.ts")).toContain("{\n  a,\n\n  /** Does b. */\n  b: async");
  expect(merged.orphans).toMatchObject([{ name: "a", of: { kind: "action", type: "postgres" } }]);
});
