import type { OutputFile } from "../typescript/output-file.js";
import { resolveImport } from "../typescript/imports.js";

/** One statement at the top of a module, with the comment before it. */
interface Statement {
  readonly text: string;
  /** The names that it declares. */
  readonly names: readonly string[];
  /** The names that it may use. */
  readonly uses: ReadonlySet<string>;
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
}

/**
 * Returns the modules of `templates/runtime` that files of the output import, directly or not, each with the declarations that one of
 * them uses and no others. `template` returns the text of a module. Modules have the form that `test/emit/needed-runtime.test.ts`
 * checks: statements start at the beginning of a line, and nothing runs when they are loaded.
 */
export function neededRuntime(
  roots: readonly OutputFile[],
  template: (path: string) => string,
): { path: string; text: string }[] {
  const modules = new Map<string, { readonly module: Module; readonly kept: Set<Statement> }>();
  const open = (path: string) => {
    let found = modules.get(path);
    if (!found) modules.set(path, (found = { module: parseModule(template(path), path), kept: new Set() }));
    return found;
  };
  const keep = (path: string, name: string) => {
    if (path.includes("@")) return; // a package
    const { module, kept } = open(path);
    for (const statement of module.statements) {
      if (kept.has(statement) || (name !== "*" && !statement.names.includes(name))) continue;
      kept.add(statement);
      for (const used of statement.uses) {
        keep(path, used);
        for (const { path: from, names } of module.imports) {
          const { imported } = names.get(used) ?? {};
          if (imported === "*") for (const member of membersOf(used, statement.text)) keep(from, member);
          else if (imported !== undefined) keep(from, imported);
        }
      }
    }
  };
  for (const root of roots) {
    if (!root.path.endsWith(".ts")) continue;
    for (const { path, names } of importsOf(root.text, root.path)) {
      if (!path.startsWith("runtime/")) continue;
      for (const [local, { imported }] of names)
        for (const name of imported === "*" ? membersOf(local, root.text) : [imported]) keep(path, name);
    }
  }
  return [...modules].map(([path, { module, kept }]) => ({ path, text: printModule(module, kept) }));
}

/** The members of a namespace that a text names; `*` if it uses the namespace as a whole. */
function membersOf(namespace: string, text: string): string[] {
  const name = namespace.replaceAll("$", "\\$");
  const code = text.replaceAll(/^import .*$/gm, "");
  const uses = code.match(new RegExp(`(?<![\\w$.])${name}(?![\\w$])`, "g")) ?? [];
  const members = [...code.matchAll(new RegExp(`(?<![\\w$.])${name}\\.([A-Za-z_$][\\w$]*)`, "g"))].map(([, member]) => member!);
  return members.length === uses.length ? [...new Set(members)] : ["*"];
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
  const statements = blocks.map((block) => ({ text: block.trim(), names: declaredNames(block), uses: usedNames(block) }));
  return { imports, statements };
}

const declaration =
  /^(?:export )?(?:declare )?(?:async )?(?:abstract )?(?:const|let|function\*?|class|interface|type) (?:([\w$]+)|([[{].*?[\]}]) =)/m;

function declaredNames(block: string): string[] {
  const reexported = importsOf(block, "").flatMap(({ names }) => [...names.keys()]);
  const [, name, pattern = ""] = declaration.exec(block) ?? [];
  return name === undefined ? [...reexported, ...(pattern.match(/[\w$]+/g) ?? [])] : [name];
}

/** The identifiers of a statement that can be uses of declarations: not members, nor names of properties and parameters. */
function usedNames(block: string): Set<string> {
  const code = block
    .replaceAll(/\/\*[^]*?\*\//g, "")
    .replaceAll(/(?<=^|\s)\/\/.*$/gm, "")
    .replaceAll(/"(?:[^"\\\n`]|\\.)*"/g, '""');
  return new Set([...code.matchAll(/(?<![\w$#])(?<!(?<!\.\.)\.)[A-Za-z_$][\w$]*(?!\??:(?!:))(?![\w$])/g)].map(([name]) => name));
}

/** A module with some of its statements, and the imports that they use. */
function printModule({ imports, statements }: Module, kept: ReadonlySet<Statement>): string {
  const parts = statements.filter((statement) => kept.has(statement));
  const used = new Set(parts.flatMap(({ uses }) => [...uses]));
  const lines = imports.flatMap(({ specifier, isExport, names }) =>
    isExport
      ? []
      : printImport(
          specifier,
          [...names].filter(([name]) => used.has(name)),
        ),
  );
  return `${lines.join("")}${lines.length > 0 ? "\n" : ""}${parts.map(({ text }) => text).join("\n\n")}\n`;
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
