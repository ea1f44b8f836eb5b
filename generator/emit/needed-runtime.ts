import { type Memo, noMemo } from "../memo.js";
import { resolveImport } from "../typescript/imports.js";
import type { OutputFile } from "../typescript/output-file.js";

/** A text of code, and what it refers to. */
interface Code {
  readonly text: string;
  /** The names that it may use. */
  readonly uses: ReadonlySet<string>;
  /** All that can be the name of a member or the key of an entry: identifiers and strings. */
  readonly named: ReadonlySet<string>;
}

/** One statement at the top of a module, with the comment before it. */
interface Statement extends Code {
  /** The names that it declares. */
  readonly names: readonly string[];
  /** The members of an interface, or the entries of a table, of which an output has those that it names. Not part of its own text. */
  readonly members: readonly Member[];
}

interface Member extends Code {
  /** Absent: it is always written. */
  readonly key: string | undefined;
  /** Whether only emitted files count, since other code of the runtime deals with all keywords of a table. */
  readonly isOfContract: boolean;
}

/** The names that a module imports from another one; `*`: all of them. */
interface Import {
  readonly path: string;
  readonly specifier: string;
  /** Whether it is an export of the other module's names. */
  readonly isExport: boolean;
  /** By their names in this module; `isType`: only types. */
  readonly names: ReadonlyMap<string, { readonly imported: string; readonly isType: boolean }>;
}

/** A module of the runtime, in parts. */
interface Module {
  readonly imports: readonly Import[];
  readonly statements: readonly Statement[];
  /** The statements by the names that they declare. */
  readonly declaring: ReadonlyMap<string, readonly Statement[]>;
}

/** What an emitted file refers to. */
interface References {
  /** All that can be the name of a member of the runtime: identifiers and strings. */
  readonly names: readonly string[];
  /** What it imports from modules of the runtime, by their paths; `*`: everything. */
  readonly imported: readonly (readonly [path: string, name: string])[];
}

/**
 * Returns the modules of `templates/runtime` that files of the output import, directly or not, each with the declarations that one of
 * them uses and no others. An interface or a table whose first line is the comment `Only what is named.` has the members that something in
 * the output names; `Only what the contract names.`: that something in an emitted file does. `template` returns the text of a module. Modules have the form that `test/emit/needed-runtime.test.ts` checks: statements
 * start at the beginning of a line, and nothing runs when they are loaded.
 */
export function neededRuntime(
  roots: readonly OutputFile[],
  template: (path: string) => string,
  memo: Memo = noMemo,
): { path: string; text: string }[] {
  const files = roots.filter(({ path }) => path.endsWith(".ts")).map((file) => referencesOf(file, memo));
  const namedByContract = new Set(files.flatMap(({ names }) => names));
  const modules = new Map<string, { readonly module: Module; readonly kept: Set<Code>; readonly imported: Set<string> }>();
  const open = (path: string) => {
    let found = modules.get(path);
    if (!found) modules.set(path, (found = { module: moduleOf(path, template), kept: new Set(), imported: new Set() }));
    return found;
  };
  const named = new Set(namedByContract);
  // Members that are written once something has their name.
  const waiting = new Map<string, (() => void)[]>();
  const name = (names: ReadonlySet<string>) => {
    for (const one of names) {
      if (named.has(one)) continue;
      named.add(one);
      for (const write of waiting.get(one) ?? []) write();
    }
  };
  const keepCode = (path: string, code: Code) => {
    const { module, kept } = open(path);
    kept.add(code);
    name(code.named);
    for (const used of code.uses) {
      keep(path, used);
      for (const { path: from, names } of module.imports) {
        const { imported } = names.get(used) ?? {};
        if (imported === "*") for (const member of membersOf(used, code.text)) keepImported(from, member);
        else if (imported !== undefined) keepImported(from, imported);
      }
    }
  };
  const keepImported = (path: string, used: string) => {
    if (path.includes("@")) return; // a package
    open(path).imported.add(used);
    keep(path, used);
  };
  const keep = (path: string, used: string) => {
    const { module, kept } = open(path);
    for (const statement of used === "*" ? module.statements : (module.declaring.get(used) ?? [])) {
      if (kept.has(statement)) continue;
      keepCode(path, statement);
      for (const member of statement.members) {
        if (member.key === undefined || (member.isOfContract ? namedByContract : named).has(member.key)) keepCode(path, member);
        else if (!member.isOfContract)
          waiting.set(member.key, [...(waiting.get(member.key) ?? []), () => keepCode(path, member)]);
      }
    }
  };
  for (const { imported } of files) for (const [path, used] of imported) keepImported(path, used);
  return [...modules].map(([path, { module, kept, imported }]) => ({ path, text: printModule(module, kept, imported) }));
}

function referencesOf({ path, text }: OutputFile, memo: Memo): References {
  return JSON.parse(
    memo.recall(
      "references",
      () => `${path}\n${text}`,
      () => {
        const imported = importsOf(text, path)
          .filter((from) => from.path.startsWith("runtime/"))
          .flatMap((from) =>
            [...from.names].flatMap(([local, { imported: name }]) =>
              (name === "*" ? membersOf(local, text) : [name]).map((used) => [from.path, used] as const),
            ),
          );
        return JSON.stringify({ names: [...namesInOutput(text)], imported } satisfies References);
      },
    ),
  );
}

/** Modules don't change while a process runs. */
const parsed = new WeakMap<(path: string) => string, Map<string, Module>>();

function moduleOf(path: string, template: (path: string) => string): Module {
  let modules = parsed.get(template);
  if (!modules) parsed.set(template, (modules = new Map()));
  let module = modules.get(path);
  if (!module) modules.set(path, (module = parseModule(template(path), path)));
  return module;
}

/** The members of a namespace that a text names; `*` if it uses the namespace as a whole. */
function membersOf(namespace: string, text: string): string[] {
  const name = namespace.replaceAll("$", "\\$");
  const uses = new RegExp(`${name}(?<![\\w$.]${name})(?![\\w$])(?:\\.([A-Za-z_$][\\w$]*))?`, "g");
  const members = new Set([...text.replaceAll(/^import .*$/gm, "").matchAll(uses)].map(([, member]) => member ?? "*"));
  return members.has("*") ? ["*"] : [...members];
}

const importStatement = /^(import|export) (type )?(?:\{([^}]*)\}|\* as ([\w$]+)) from "(\.{1,2}\/[^"\n]+\.js|@[\w./-]+)";$/gm;

/** The imports of a module of the output or of the runtime, and what it exports from others. */
function importsOf(text: string, from: string): Import[] {
  return [...text.matchAll(importStatement)].map(([, keyword, type, list, namespace, specifier]) => {
    const names = (list ?? "").split(",").flatMap((item) => {
      const [, own, imported, local] = /^\s*(type )?([\w$]+)(?: as ([\w$]+))?\s*$/.exec(item) ?? [];
      return imported === undefined ? [] : [[local ?? imported, { imported, isType: Boolean(type ?? own) }] as const];
    });
    if (namespace !== undefined) names.push([namespace, { imported: "*", isType: false }]);
    return {
      path: resolveImport(from, specifier!),
      specifier: specifier!,
      isExport: keyword === "export",
      names: new Map(names),
    };
  });
}

const statementStart = /^(?:\/\*\*|\/\/|export|const|let|function|async|class|interface|type|declare)/;

/** Splits a module of the runtime into its statements. */
export function parseModule(text: string, path: string): Module {
  const imports = importsOf(text, path);
  const blocks: string[] = [];
  // Whether the last block is only a comment so far.
  let isComment = false;
  for (const line of text.replaceAll(importStatement, (all, keyword) => (keyword === "import" ? "" : all)).split("\n")) {
    const isStart = statementStart.test(line);
    if (isStart && !isComment) blocks.push("");
    if (isStart) isComment = /^\/[*/]/.test(line);
    if (blocks.length > 0) blocks.push(`${blocks.pop()}${line}\n`);
  }
  const statements = blocks.map(parseStatement);
  const declaring = new Map<string, Statement[]>();
  for (const statement of statements)
    for (const name of statement.names) declaring.set(name, [...(declaring.get(name) ?? []), statement]);
  return { imports, statements, declaring };
}

const selectedMembers = / {2}\/\/ Only what (is named|the contract names)\.\n([^]*?)(?=^\})/m;

function parseStatement(block: string): Statement {
  const names = declaredNames(block);
  const found = selectedMembers.exec(block);
  if (!found) return { ...parseCode(block.trim()), names, members: [] };
  const [all, who, inner] = found;
  const others = block.slice(0, found.index) + block.slice(found.index + all.length);
  return { ...parseCode(others.trim()), names, members: parseMembers(inner!, who !== "is named") };
}

const memberStart = /^ {2}(?:(?:readonly )?(?:"([^"]+)"|([\w$]+))(?=[?:(<,])|\.\.\.|\/[/*])/;

/** Splits the lines between braces into members with their comments. */
function parseMembers(text: string, isOfContract: boolean): Member[] {
  const members: { text: string; rest: string; key: string | undefined; isComment: boolean }[] = [];
  for (const line of text.split("\n").slice(0, -1)) {
    const [start, quoted, key = quoted] = memberStart.exec(line) ?? [];
    const last = members.at(-1);
    const isComment = start?.trim().startsWith("/") ?? false;
    // A member doesn't name itself, unless it is the value of a variable of its name.
    const rest = key === undefined || line[start!.length] === "," ? line : line.slice(start!.length);
    if (last && (start === undefined || last.isComment))
      Object.assign(last, { text: `${last.text}${line}\n`, rest: `${last.rest}${rest}\n`, key: last.key ?? key });
    else members.push({ text: `${line}\n`, rest: `${rest}\n`, key, isComment });
    if (start !== undefined) members.at(-1)!.isComment = isComment;
  }
  return members.map(({ text: own, rest, key }) => ({ ...parseCode(own), named: namesIn(codeOf(rest)), key, isOfContract }));
}

function parseCode(text: string): Code {
  const code = codeOf(text);
  return { text, uses: usedNames(code), named: namesIn(code) };
}

const declaration =
  /^(?:export )?(?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (?:([\w$]+)|([[{].*?[\]}]) =)/m;

function declaredNames(block: string): string[] {
  const reexported = importsOf(block, "").flatMap(({ names }) => [...names.keys()]);
  const [, name, pattern = ""] = declaration.exec(block) ?? [];
  return name === undefined ? [...reexported, ...(pattern.match(/[\w$]+/g) ?? [])] : [name];
}

/** A text without its comments. */
function codeOf(text: string): string {
  return text.replaceAll(/\/\*[^]*?\*\//g, "").replaceAll(/(?<=^|\s)\/\/.*$/gm, "");
}

const stringLiterals = /"(?:[^"\\\n`]|\\.)*"/g;

/** The identifiers that can be uses of declarations: not members, nor names of properties and parameters. */
function usedNames(code: string): Set<string> {
  const found = code
    .replaceAll(stringLiterals, '""')
    .matchAll(/(?<![\w$#])(?<!(?<!\.\.)\.)[A-Za-z_$][\w$]*(?!\??:(?!:))(?![\w$])/g);
  return new Set([...found].map(([name]) => name));
}

/** Strings, and what else is between two quotes of a line. */
const betweenQuotes = /(?<=["`])[^"`\n]*(?=["`])/g;

/** All identifiers and strings. */
function namesIn(code: string): Set<string> {
  const identifiers = code.replaceAll(stringLiterals, '""').match(/(?<![\w$#])[A-Za-z_$][\w$]*/g) ?? [];
  return new Set([...identifiers, ...(code.match(betweenQuotes) ?? [])]);
}

/** Titles and descriptions in a schema as data, which is one line of literals. */
const annotations = /(?<=\b(?:title|description): )"(?:[^"\\]|\\.)*"/g;

/**
 * Returns those of an emitted file. Its strings come from a contract and may have any text: all but comments on lines of their own and
 * annotations counts.
 */
function namesInOutput(text: string): Set<string> {
  const code = text
    .replaceAll(/^\s*(?:\/\*\*|\*).*$/gm, "")
    .replaceAll(/^export const .*: SchemaData = .*$/gm, (line) => line.replaceAll(annotations, '""'));
  return new Set([...(code.match(/[A-Za-z_$][\w$]*/g) ?? []), ...(code.match(betweenQuotes) ?? [])]);
}

/** A module with some of its statements, and the imports that they use. What no other file imports is not exported. */
function printModule({ imports, statements }: Module, kept: ReadonlySet<Code>, imported: ReadonlySet<string>): string {
  const parts = statements.filter((statement) => kept.has(statement));
  const used = new Set(
    [...parts, ...parts.flatMap(({ members }) => members)].flatMap((code) => (kept.has(code) ? [...code.uses] : [])),
  );
  const lines = imports.flatMap(({ specifier, isExport, names }) =>
    isExport
      ? []
      : printImport(
          specifier,
          [...names].filter(([name]) => used.has(name)),
        ),
  );
  const texts = parts.map((part) => {
    const isImported = imported.has("*") || part.names.some((name) => imported.has(name));
    const text = printStatement(part, kept);
    return isImported ? text : text.replace(/^export (?![{*]|type \{)/m, "");
  });
  return `${lines.join("")}${lines.length > 0 ? "\n" : ""}${texts.join("\n\n")}\n`;
}

function printStatement({ text, members }: Statement, kept: ReadonlySet<Code>): string {
  if (members.length === 0) return text;
  const written = members.filter((member) => kept.has(member)).map((member) => member.text);
  // Without any, the braces are on one line.
  const [, start, end] = /^([^]*\{)\n(\}.*)$/.exec(text)!;
  return written.length === 0 ? `${start}${end}` : `${start}\n${written.join("")}${end}`;
}

/** The longest line of the runtime. */
const maxLine = 130;

function printImport(
  specifier: string,
  names: readonly (readonly [string, { readonly imported: string; readonly isType: boolean }])[],
): string[] {
  if (names.length === 0) return [];
  const areTypes = names.every(([, { isType }]) => isType);
  const items = names.map(([local, { imported, isType }]) => {
    const name = imported === local ? local : `${imported} as ${local}`;
    return isType && !areTypes ? `type ${name}` : name;
  });
  const keyword = areTypes ? "import type" : "import";
  const [[, { imported }] = [undefined, { imported: "" }]] = names;
  if (imported === "*") return [`import * as ${names[0]![0]} from "${specifier}";\n`];
  const line = `${keyword} { ${items.join(", ")} } from "${specifier}";`;
  return [
    line.length <= maxLine
      ? `${line}\n`
      : `${keyword} {\n${items.map((item) => `  ${item},\n`).join("")}} from "${specifier}";\n`,
  ];
}
