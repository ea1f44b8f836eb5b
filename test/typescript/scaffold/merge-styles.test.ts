import { expect, test } from "vitest";
import { mergePostgres } from "./scaffold-contract.js";

const head = 'import { notImplemented, type PostgresHandlers } from "../../generated/server/index.js";\n';

/** Each file has add_ip; `«…»` is what is added for remove_ip. */
const styles: Readonly<Record<string, string>> = {
  "arrow functions": `\
export const postgres: PostgresHandlers = {
  add_ip: async (call) => work(call),
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»};
`,
  "methods without blank lines, indented by four": `\
export const postgres: PostgresHandlers = {
    async other() {},
    async add_ip({ body: { cidr } }) {
        return work(cidr);
    },
«    /** Does remove_ip. */
    remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»};
`,
  "tabs, no comma behind the last": `\
export const postgres: PostgresHandlers = {
\tadd_ip: work«,» // why
\t/* the end */
«
\t/** Does remove_ip. */
\tremove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»};
`,
  "a comment behind the comma": `\
export const postgres: PostgresHandlers = {
  add_ip: work, // why
  // more to come
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»};
`,
  "quoted keys": `\
export const postgres: PostgresHandlers = {
  "add_ip": work,
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»};
`,
  "functions that are collected": `\
const add_ip: PostgresHandlers["add_ip"] = (call) => work(call);
export const postgres = { add_ip«,

  /** Does remove_ip. */
  remove_ip: async (_call: Parameters<PostgresHandlers["remove_ip"]>[0]) => notImplemented("postgres.remove_ip")» };
`,
  "one line with a comma": `\
export const postgres: PostgresHandlers = { add_ip, /* end */«

  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip")» };
`,
  satisfies: `\
export const postgres = {
  add_ip: work,
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»} as const satisfies PostgresHandlers;
`,
  "a default export": `\
export default {
  add_ip: work,
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»} as PostgresHandlers;
`,
  "a default export by name": `\
const handlers = (({
  add_ip: work,
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»})) satisfies PostgresHandlers;
export { handlers as default };
`,
  "another name": `\
const unrelated = { remove_ip: 1 };
export const pg: PostgresHandlers<Context> = {
  add_ip: work,
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»};
`,
  "no name and no type": `\
setUp({ add_ip: 1 });
const those = {
  add_ip: work,
«
  /** Does remove_ip. */
  remove_ip: async (_call: Parameters<PostgresHandlers["remove_ip"]>[0]) => notImplemented("postgres.remove_ip"),
»};
`,
  "pieces of the same file": `\
const some = { add_ip: work };
const more = () => ({ ...some });
export const postgres: PostgresHandlers = {
  ...more(),
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»};
`,
  "a frozen object": `\
export const postgres = Object.freeze<PostgresHandlers>({
  add_ip: work,
«
  /** Does remove_ip. */
  remove_ip: async (_call: Parameters<PostgresHandlers["remove_ip"]>[0]) => notImplemented("postgres.remove_ip"),
»});
`,
  "a function that returns them": `\
export function createPostgres(db: Database): PostgresHandlers {
  const find = () => { return db; };
  return {
    add_ip: () => find(),
«
    /** Does remove_ip. */
    remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»  };
}
`,
  "an arrow function that returns them": `\
export default (db: Database): PostgresHandlers => ({
  add_ip: () => db,
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»});
`,
  "a class": `\
export class Postgres implements PostgresHandlers<Context> {
  readonly #db: Database;
  constructor(db: Database) { this.#db = db }
  static remove_ip = 1
  add_ip = async () => this.#db
«  /** Does remove_ip. */
  remove_ip: PostgresHandlers<Context>["remove_ip"] = async (_call) => notImplemented("postgres.remove_ip");
»}
`,
  "an instance of a class": `\
class Base { add_ip() {} }
class Postgres extends Base {«
  /** Does remove_ip. */
  remove_ip: PostgresHandlers["remove_ip"] = async (_call) => notImplemented("postgres.remove_ip");
»}
export const postgres = new Postgres();
`,
  "exported functions": `\
export async function add_ip(call: Call) {}
export const LIMIT = 3;
«
/** Does remove_ip. */
export const remove_ip: PostgresHandlers["remove_ip"] = async (_call) => notImplemented("postgres.remove_ip");
»`,
  "functions of other files": `\
export { addIp as add_ip } from "./add-ip.js";
«
/** Does remove_ip. */
export const remove_ip: PostgresHandlers["remove_ip"] = async (_call) => notImplemented("postgres.remove_ip");
»`,
  "closed on the line of the last": `\
export const postgres: PostgresHandlers = {
  add_ip() {}«,

  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip")» };

export const spare: PostgresHandlers = {};
`,
  "code that looks like an end": `\
export const postgres: PostgresHandlers = {
  add_ip: () => \`}; /* \${"// }"} \`,
«
  /** Does remove_ip. */
  remove_ip: async (_call) => notImplemented("postgres.remove_ip"),
»}; // };
`,
};

test.each(Object.entries(styles))("%s", (_, marked) => {
  const before = head + marked.replace(/«[^»]*»/g, "");
  const { text, diagnostics } = mergePostgres(before, ["add_ip", "remove_ip"]);
  expect(text).toBe(head + marked.replace(/[«»]/g, ""));
  const orphans = diagnostics.filter((one) => one.code === "scaffold-orphan").length;
  expect(diagnostics.length).toBe(orphans);
  expect(mergePostgres(text, ["add_ip", "remove_ip"]).text).toBe(text);
});

test.each(Object.entries(styles))("%s, with CRLF and a byte order mark", (_, marked) => {
  const windows = (text: string) => `\ufeff${(head + text).replaceAll("\n", "\r\n")}`;
  const { text } = mergePostgres(windows(marked.replace(/«[^»]*»/g, "")), ["add_ip", "remove_ip"]);
  expect(text).toBe(windows(marked.replace(/[«»]/g, "")));
});

test("several are added in the contract's order, after existing ones", () => {
  const { text } = mergePostgres(`${head}export const postgres: PostgresHandlers = {\n  c() {},\n  b() {},\n};\n`, [
    "a",
    "b",
    "c",
    "d",
  ]);
  expect(text.match(/^ {2}\w+/gm)).toEqual(["  c", "  b", "  a", "  d"]);
});

test("an empty object on one line is opened", () => {
  expect(mergePostgres(`${head}export const postgres: PostgresHandlers = {};\n`, ["a", "b"]).text).toBe(`${head}\
export const postgres: PostgresHandlers = {
  /** Does a. */
  a: async (_call) => notImplemented("postgres.a"),

  /** Does b. */
  b: async (_call) => notImplemented("postgres.b"),
};
`);
});

test("quotes are those of the first import", () => {
  const quotes = "import type { PostgresHandlers } from '#server';\nexport const postgres = { ['add_ip']: work };\n";
  expect(mergePostgres(quotes, ["add_ip", "b-c"]).text).toBe(`\
import type { PostgresHandlers } from '#server';
import { notImplemented } from '../../generated/server/index.js';
export const postgres = { ['add_ip']: work,

  /** Does b-c. */
  "b-c": async (_call: Parameters<PostgresHandlers['b-c']>[0]) => notImplemented('postgres.b-c') };
`);
});
