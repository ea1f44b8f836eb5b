import fc from "fast-check";
import { ts } from "ts-morph";
import { expect, test } from "vitest";
import { contractOf, mergePostgres, plan, textOf } from "./scaffold-contract.js";

const pool = ["add_ip", "addUser", "backup", "drop", "os-x", "remove_ip", "restart", "v2.start", "z"];
const actions = fc.subarray(pool);

/** Texts that a careless merge trips over. */
const comment = fc.constantFrom(
  "// why",
  "/* } */",
  "// },",
  "/** Doc, {@link x} */",
  "/* a\n   b */",
  "// «ä» `",
  "/* , */ // ,",
  "//",
);
const body = fc.constantFrom(
  "work(call)",
  "`}; ${`nested ${1}`} //`",
  "'it''s'.replace(/[/}]*/, \"{\")".replace("''", "\\'"),
  "({ ...call, notImplemented: 1 })",
  "call as unknown as () => {}",
  "[, 1, ].map((one) => { return one; })",
);
const parameter = fc.constantFrom("call", "_call", "{ body: { cidr }, ...rest }", "c: Call<string>", "");

interface MemberText {
  readonly name: string;
  readonly form: "arrow" | "method" | "quoted" | "value";
  readonly parameter: string;
  readonly body: string;
  readonly above: readonly string[];
  readonly behind: string | undefined;
  readonly blank: boolean;
}

const member = (name: string): fc.Arbitrary<MemberText> =>
  fc.record({
    name: fc.constant(name),
    form: fc.constantFrom("arrow", "method", "quoted", "value"),
    parameter,
    body,
    above: fc.array(comment, { maxLength: 2 }),
    behind: fc.option(comment, { nil: undefined }),
    blank: fc.boolean(),
  });

/** Handler files as people write them. `divided`: with the closing brace on the line of the last member, sometimes. */
const fileText = (divided: boolean) =>
  fc
    .record({
      members: fc.shuffledSubarray(pool).chain((names) => fc.tuple(...names.map(member))),
      style: fc.constantFrom("annotated", "satisfies", "default", "class", "factory", "plain", "spread"),
      opening: fc.constantFrom("", "// Mine.\n\n", "#!/usr/bin/env node\n", "/** All. */\n", '"use strict";\n'),
      imports: fc.constantFrom(
        "",
        'import { notImplemented, type PostgresHandlers } from "../../generated/server/index.js";\n',
        'import type { PostgresHandlers } from "#server"; // types\n\n',
        "import { a } from 'a'\nimport {\n  b, // b\n  type PostgresHandlers\n} from '../../generated/server/index.js'\n",
      ),
      ending: fc.constantFrom("", "\n", "\nexport const other = { url: 1 };\n// end"),
      indent: fc.constantFrom("  ", "    ", "\t", ""),
      lastComma: fc.boolean(),
      isDivided: divided ? fc.boolean() : fc.constant(false),
      lastComment: fc.option(comment, { nil: undefined }),
      windows: fc.boolean(),
      mark: fc.boolean(),
    })
    .map((file) => {
      const lines = file.members.map((one, index) => printMember(one, file, index === file.members.length - 1));
      const last = file.lastComment === undefined ? "" : `${file.indent}${file.lastComment}\n`;
      const isLineOpen = lines.length > 0 && !/(\/\/.*|\*\/ \/\/ ,)\n$/.test(lines.at(-1)!);
      let inside = `\n${lines.join("")}${last}`;
      if (file.isDivided && last === "" && isLineOpen) inside = inside.replace(/\n$/, " ");
      const text = `${file.opening}${file.imports}${wrap(inside, file.style)}${file.ending}`;
      const ended = file.windows ? text.replaceAll("\n", "\r\n") : text;
      return {
        text: file.mark && !ended.startsWith("#!") ? `\ufeff${ended}` : ended,
        names: file.members.map((one) => one.name),
      };
    });

function printMember(one: MemberText, file: { style: string; indent: string; lastComma: boolean }, isLast: boolean): string {
  const { indent } = file;
  const key = /^\w+$/.test(one.name) && one.form !== "quoted" ? one.name : JSON.stringify(one.name);
  const above = one.above.map((text) => `${indent}${text}\n`).join("");
  const isClass = file.style === "class";
  const end = isClass ? ";" : isLast && !file.lastComma ? "" : ",";
  const value = one.form === "value" ? one.body : `async (${one.parameter}) => ${one.body}`;
  const text =
    one.form === "method"
      ? `async ${key}(${one.parameter}) {\n${indent}${indent}return ${one.body};\n${indent}}${isClass ? "" : end}`
      : `${key}${isClass ? " =" : ":"} ${value}${end}`;
  return `${one.blank ? "\n" : ""}${above}${indent}${text}${one.behind === undefined ? "" : ` ${one.behind}`}\n`;
}

function wrap(inside: string, style: string): string {
  switch (style) {
    case "satisfies":
      return `export const postgres = {${inside}} satisfies PostgresHandlers;`;
    case "default":
      return `export default {${inside}} as PostgresHandlers`;
    case "class":
      return `export class Postgres implements PostgresHandlers {${inside}}`;
    case "factory":
      return `export const createPostgres = (db: Database): PostgresHandlers => ({${inside}});`;
    case "plain":
      return `const postgres = {${inside}};\nexport { postgres };`;
    case "spread":
      return `const some = {${inside}};\nexport const postgres: PostgresHandlers = {\n  ...some,\n};`;
    default:
      return `export const postgres: PostgresHandlers = {${inside}};`;
  }
}

/** Whether a text can be made from another by leaving characters out. */
function holds(after: string, before: string): boolean {
  let at = 0;
  for (const character of before) {
    at = after.indexOf(character, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Lines of a file that don't stand in the other in the same order; a comma or a name in an import list may be put into one. */
function lostLines(before: string, after: string): string[] {
  const lines = after.replace("\ufeff", "").split("\n");
  let from = 0;
  return before
    .replace("\ufeff", "")
    .split("\n")
    .filter((line) => {
      const found = lines.findIndex((other, index) => index >= from && isSameLine(line, other));
      if (found !== -1) from = found + 1;
      return found === -1;
    });
}

function isSameLine(line: string, other: string): boolean {
  const names = /, (?:notImplemented|type PostgresHandlers)\b/g;
  if (line === other || line === other.replace(names, "")) return true;
  for (let at = other.indexOf(","); at !== -1; at = other.indexOf(",", at + 1))
    if (line === other.slice(0, at) + other.slice(at + 1)) return true;
  return false;
}

function parses(text: string): boolean {
  const tree = ts.createSourceFile("a.ts", text, ts.ScriptTarget.Latest) as unknown as { parseDiagnostics: readonly unknown[] };
  return tree.parseDiagnostics.length === 0;
}

const runs = { numRuns: 400 };

test("user code is kept, and exactly the missing handlers are added", () => {
  fc.assert(
    fc.property(fileText(true), actions, ({ text, names }, wanted) => {
      fc.pre(names.length > 0 && parses(text));
      const { text: after, diagnostics } = mergePostgres(text, wanted);
      const orphans = diagnostics
        .filter(({ code }) => code === "scaffold-orphan")
        .map(({ message }) => JSON.parse(/^"[^"]*"/.exec(message)![0]) as string);
      const others = diagnostics.filter(({ code }) => code !== "scaffold-orphan").map(({ code }) => code);

      // Without a type, a handler of the contract or a function nothing tells that these are the handlers.
      const isFound = others.length === 0 && (wanted.length > 0 || orphans.length > 0);
      const added = wanted.filter((name) => isFound && !names.includes(name));
      expect(others).toEqual(isFound || wanted.length === 0 ? [] : ["scaffold-not-found"]);
      expect(orphans.sort()).toEqual(names.filter((name) => isFound && !wanted.includes(name)).sort());
      expect(parses(after)).toBe(true);
      expect(holds(after, text)).toBe(true);
      expect(wanted.filter((name) => after.includes(`"postgres.${name}"`) || after.includes(`'postgres.${name}'`))).toEqual(
        added,
      );
      expect(after.length > text.length).toBe(added.length > 0);
      expect(/(?<!\r)\n/.test(after)).toBe(/(?<!\r)\n/.test(text) || (added.length > 0 && !text.includes("\r\n")));
      expect(mergePostgres(after, wanted).text).toBe(after);
    }),
    runs,
  );
});

test("no line is lost or altered over several contracts", () => {
  fc.assert(
    fc.property(fileText(false), fc.array(actions, { minLength: 2, maxLength: 4 }), ({ text }, contracts) => {
      fc.pre(parses(text));
      let now = text;
      for (const wanted of contracts) {
        const { text: after } = mergePostgres(now, wanted);
        expect(lostLines(now, after)).toEqual([]);
        now = after;
      }
      expect(lostLines(text, now)).toEqual([]);
    }),
    runs,
  );
});

test("nothing is lost in a randomly edited file", () => {
  const splinter = fc.constantFrom(
    "{",
    "}",
    ",",
    "`",
    "/*",
    "*/",
    "//",
    '"',
    "\n",
    "...x",
    ";",
    "(",
    ")",
    "static\n",
    "<<<<<<< a\n",
    "=",
    "export ",
    "\u2028",
    "\r",
  );
  const edit = fc.record({ at: fc.nat(), length: fc.nat(12), text: fc.oneof(splinter, fc.string({ maxLength: 4 })) });
  fc.assert(
    fc.property(fileText(true), fc.array(edit, { minLength: 1, maxLength: 3 }), actions, ({ text }, edits, wanted) => {
      let broken = text;
      for (const { at, length, text: inserted } of edits) {
        const start = at % (broken.length + 1);
        broken = broken.slice(0, start) + inserted + broken.slice(start + length);
      }
      const { text: after, diagnostics } = mergePostgres(broken, wanted);
      const isRefused = diagnostics.some(({ code }) => code === "scaffold-syntax" || code === "scaffold-encoding");
      expect(isRefused).toBe(!parses(broken));
      expect(isRefused ? after === broken : parses(after) && holds(after, broken)).toBe(true);
      expect(mergePostgres(after, wanted).text).toBe(after);
    }),
    runs,
  );
});

test("the first text grows with the contract as if it had been written by hand", () => {
  fc.assert(
    fc.property(fc.array(actions, { minLength: 2, maxLength: 4 }), (contracts) => {
      let now: string | undefined;
      const seen: string[] = [];
      for (const wanted of contracts) {
        for (const name of wanted) if (!seen.includes(name)) seen.push(name);
        const planned = plan(contractOf({ postgres: wanted }), now === undefined ? {} : { "postgres.ts": now });
        now = textOf(planned, "postgres.ts") ?? now;
      }
      const whole = textOf(plan(contractOf({ postgres: seen })), "postgres.ts")!;
      fc.pre(contracts[0]!.length > 0);
      expect(now).toBe(whole);
    }),
    { numRuns: 100 },
  );
});
