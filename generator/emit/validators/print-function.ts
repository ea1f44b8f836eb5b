import { kindOf, type Code, type Statement } from "./ajv.js";
import { isLasting, negate } from "./keywords/codegen.js";

/** The maximum length of a line. */
export const maxWidth = 158;

/** What a function is besides its statements. */
export interface PrintedFunction {
  readonly name: string;
  /** The type of its argument. */
  readonly type: "unknown" | "string";
  /** The JSON pointer to its schema. */
  readonly schemaPath: Code;
  /** The conditions that are true when it is called. */
  readonly facts: readonly string[];
}

/**
 * Prints a function that Ajv built: indented, with the code after a returning `if` following it rather than in an `else`. Omits
 * unreachable code. Whether a part ends its block determines where it is printed, and its indentation where it breaks lines; so
 * statements are simplified first and laid out once after that.
 */
export function printFunction(root: Statement, { name, type, schemaPath, facts }: PrintedFunction): string {
  const [body] = root.nodes!;
  const lines = indented(layOut(simplifyAll(body!.nodes!, new Facts(facts)), 1).lines, 1);
  const used = namesIn(lines.join("\n"));
  const isNeeded = (line: string) => (used.get(/^ *const (\w+) = \w+\[/.exec(line)?.[1] ?? "") ?? 2) > 1;
  const declaration = used.has("here") ? [`  const here = ${String(schemaPath)};`] : [];
  const argument = used.has("value") ? "value" : "_value";
  return [
    `function ${name}(${argument}: ${type}): FoundErrors | null {`,
    ...declaration,
    ...lines.filter(isNeeded),
    "}",
    "",
  ].join("\n");
}

/** How often each name occurs in code, outside of the text of its strings. */
export function namesIn(code: string, names = new Map<string, number>()): ReadonlyMap<string, number> {
  for (const [token] of code.matchAll(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[\w$]+/g)) {
    if (token.startsWith("`")) for (const [, part] of token.matchAll(/(?<!\\)\$\{([^}]*)\}/g)) namesIn(part!, names);
    else if (!token.startsWith('"')) names.set(token, (names.get(token) ?? 0) + 1);
  }
  return names;
}

/** A statement, or several, without conditions that are always true and without unreachable code. */
type Simplified =
  | { readonly kind: "line"; readonly text: string; readonly ends: boolean }
  | { readonly kind: "block"; readonly parts: readonly Simplified[]; readonly ends: boolean }
  | { readonly kind: "if"; readonly test: string; readonly then: Simplified; readonly other?: Simplified; readonly ends: false }
  | { readonly kind: "loop"; readonly head: string; readonly body: Simplified; readonly ends: false };

/** The conditions that are true at a statement. Their variables never change. */
class Facts {
  readonly #known: Set<string>;
  readonly #added: string[] = [];

  constructor(known: readonly string[]) {
    this.#known = new Set(known);
  }

  /** Whether a condition is true or false here; `undefined`: either. */
  decide(condition: Code | boolean): boolean | undefined {
    if (!isLasting(condition)) return undefined;
    if (this.#known.has(String(condition))) return true;
    if (this.#contradicts(String(condition))) return false;
    return this.#contradicts(negate(condition as Code)) ? true : undefined;
  }

  /** Whether a condition says that a value has a type, and it is known to have another. */
  #contradicts(condition: string): boolean {
    const [test, data] = readTypeTest(condition);
    if (test === undefined) return false;
    const isOther = (other: TypeTest) => other !== test && !(isNumeric(other) && isNumeric(test));
    return typeTests.some((other) => isOther(other) && this.#known.has(`${other[0]}${data}${other[1]}`));
  }

  /** Records that a condition is true from here on, and what it implies. */
  establish(condition: string): void {
    const [test, data] = readTypeTest(condition);
    for (const fact of test?.[0] === "isInteger(" ? [condition, `isNumber(${data})`] : [condition]) {
      if (this.#known.has(fact)) continue;
      this.#known.add(fact);
      this.#added.push(fact);
    }
  }

  /** Returns a function that discards what is established after this call. */
  mark(): () => void {
    const count = this.#added.length;
    return () => {
      while (this.#added.length > count) this.#known.delete(this.#added.pop()!);
    };
  }
}

/** How the types of JSON Schema are tested: what is before and after the value. */
const typeTests = [
  ["typeof ", ' === "string"'],
  ["typeof ", ' === "boolean"'],
  ["", " === null"],
  ["Array.isArray(", ")"],
  ["isObject(", ")"],
  ["isNumber(", ")"],
  ["isInteger(", ")"],
] as const;

type TypeTest = (typeof typeTests)[number];

const isNumeric = ([before]: TypeTest): boolean => before === "isNumber(" || before === "isInteger(";

/** Which of the tests a condition is, and the value that it tests. */
function readTypeTest(condition: string): readonly [test?: TypeTest, data?: string] {
  const test = typeTests.find(([before, after]) => condition.startsWith(before) && condition.endsWith(after));
  return test ? [test, condition.slice(test[0].length, -test[1].length)] : [];
}

function simplifyAll(statements: readonly Statement[], facts: Facts): Simplified {
  const restore = facts.mark();
  const parts: Simplified[] = [];
  for (const statement of statements) {
    parts.push(simplify(statement, facts));
    if (parts.at(-1)!.ends) break;
  }
  restore();
  return block(parts);
}

function block(all: readonly Simplified[]): Simplified {
  const parts = all.filter((part) => !isEmpty(part));
  return { kind: "block", parts, ends: parts.at(-1)?.ends ?? false };
}

const nothing = block([]);

const isEmpty = (part: Simplified): boolean => part.kind === "block" && part.parts.length === 0;

function simplify(statement: Statement, facts: Facts): Simplified {
  const line = (text: string, ends = false): Simplified => ({ kind: "line", text: `${text};`, ends });
  switch (kindOf(statement)) {
    case "if":
      return simplifyIf(statement, facts);
    case "for":
      return simplifyLoop(statement, facts);
    case "return":
      return line(`return ${String(statement.nodes![0]!.code)}`, true);
    case "else":
    case "root":
      return simplifyAll(statement.nodes!, facts);
  }
  if (statement.varKind)
    return line(`${statement.varKind} ${statement.name}${statement.rhs === undefined ? "" : ` = ${statement.rhs}`}`);
  if (statement.lhs !== undefined) return line(`${statement.lhs} ${statement.op ?? ""}= ${statement.rhs}`);
  if (statement.code !== undefined) return line(String(statement.code));
  if ("label" in statement) return line("break", true);
  throw new Error("Ajv builds a statement of an unknown kind");
}

function simplifyIf({ nodes, else: otherwise, condition: written }: Statement, facts: Facts): Simplified {
  const condition = facts.decide(written!) ?? written!;
  if (condition === true) return simplifyAll(nodes!, facts);
  if (condition === false) return otherwise ? simplify(otherwise, facts) : nothing;
  const [test, opposite] = [withoutParentheses(String(condition)), negate(condition)];
  const establish = (fact: string) => isLasting(condition) && facts.establish(fact);
  const restore = facts.mark();
  establish(test);
  const then = simplifyAll(nodes!, facts);
  restore();
  establish(opposite);
  const other = otherwise ? simplify(otherwise, facts) : nothing;
  if (then.ends) return block([conditional(test, then), other]);
  restore();
  if (other.ends) {
    establish(test);
    return block([conditional(opposite, other), then]);
  }
  if (isEmpty(other)) return conditional(test, then);
  if (isEmpty(then)) return conditional(opposite, other);
  return { kind: "if", test, then, other, ends: false };
}

const conditional = (test: string, then: Simplified): Simplified =>
  isEmpty(then) ? nothing : { kind: "if", test, then, ends: false };

/** Ajv puts parentheses around a call that it negates: `!(isObject(value))`. */
const withoutParentheses = (condition: string): string => condition.replace(/^!\((\w+\([\w."[\]]+\))\)$/, "!$1");

function simplifyLoop({ varKind, name, from, to, iterable, loop, nodes }: Statement, facts: Facts): Simplified {
  const body = simplifyAll(nodes!, facts);
  const head =
    iterable === undefined
      ? `${varKind} ${name} = ${String(from)}; ${name} < ${String(to)}; ${name}++`
      : `${varKind} ${name} ${loop} ${String(iterable)}`;
  // Constants that nothing uses would be left: a loop of one is no statement.
  const isIdle = withoutBlocks(body).every((part) => part.kind === "line" && part.text.startsWith("const "));
  return isIdle ? nothing : { kind: "loop", head, body, ends: false };
}

/** Lines without their indentation; a list within a list is indented further. */
type Lines = readonly (string | Lines)[];

interface Printed {
  readonly lines: Lines;
  /** Its text if it is one line. */
  readonly only?: string;
  readonly ends: boolean;
  /** Set if it consists of one `if` without an `else`. */
  readonly branch?: { readonly test: string; readonly then: Printed };
}

/** `depth`: how far it is indented, by which lines are measured. */
function layOut(part: Simplified, depth: number): Printed {
  switch (part.kind) {
    case "line":
      return { lines: [part.text], only: part.text, ends: part.ends };
    case "block": {
      const printed = withoutBlocks(part).map((one) => layOut(one, depth));
      if (printed.length === 1) return printed[0]!;
      return { lines: printed.flatMap(({ lines }) => lines), ends: part.ends };
    }
    case "if": {
      const then = layOut(part.then, depth + 1);
      if (!part.other) return layOutBranch(part.test, then, depth);
      const other = layOut(part.other, depth + 1);
      return { lines: [`if (${part.test}) {`, then.lines, "} else {", other.lines, "}"], ends: false };
    }
    case "loop": {
      const body = layOut(part.body, depth + 1);
      const line = body.only === undefined ? undefined : `for (${part.head}) ${body.only}`;
      if (line !== undefined && fits(line, depth)) return { lines: [line], only: line, ends: false };
      return { lines: [`for (${part.head}) {`, body.lines, "}"], ends: false };
    }
  }
}

/** Lays out an `if` without an `else`; as one with the only `if` in it, where a line has room for both conditions. */
function layOutBranch(test: string, then: Printed, depth: number): Printed {
  const { branch: inner } = then;
  if (inner) {
    const both = [test, inner.test].map((one) => (one.includes("||") ? `(${one})` : one)).join(" && ");
    if (fits(`if (${both}) {`, depth)) return layOutBranch(both, inner.then, depth);
  }
  const branch = { test, then };
  const line = then.only === undefined ? undefined : `if (${test}) ${then.only}`;
  if (line !== undefined && fits(line, depth) && (then.ends || /^\w+\+\+;$/.test(then.only!)))
    return { lines: [line], only: line, ends: false, branch };
  return { lines: [`if (${test}) {`, then.lines, "}"], ends: false, branch };
}

const fits = (line: string, depth: number): boolean => 2 * depth + line.length <= maxWidth;

/** Returns the parts of a block, and those of the blocks in it. */
function withoutBlocks(part: Simplified, parts: Simplified[] = []): Simplified[] {
  if (part.kind !== "block") parts.push(part);
  else for (const inner of part.parts) withoutBlocks(inner, parts);
  return parts;
}

function indented(lines: Lines, depth: number, all: string[] = []): string[] {
  for (const line of lines) {
    if (typeof line === "string") all.push(...wrapped(line, "  ".repeat(depth)));
    else indented(line, depth + 1, all);
  }
  return all;
}

/** A line, or several for a call that is too long: its values are on a line of their own, or each if that is too long, too. */
function wrapped(line: string, indent: string): string[] {
  if (indent.length + line.length <= maxWidth) return [indent + line];
  const [, call, values] = /^(return \w+)\((.*)\);$/.exec(line) ?? [];
  if (values === undefined) return [indent + line];
  const inside = `${indent}  `;
  const items = inside.length + values.length < maxWidth ? [values] : splitValues(values);
  return [`${indent}${call}(`, ...items.map((item) => `${inside}${item},`), `${indent});`];
}

/** The values of a call, between commas that are in no text and in no list. */
function splitValues(values: string): string[] {
  const parts = values.match(/"(?:[^"\\]|\\.)*"|`(?:[^`\\]|\\.)*`|[[\]{}(),]|[^"`[\]{}(),]+/g) ?? [];
  const items = [""];
  let depth = 0;
  for (const part of parts) {
    if (/^[[{(]$/.test(part)) depth++;
    if (/^[\]})]$/.test(part)) depth--;
    if (part === "," && depth === 0) items.push("");
    else items.push(items.pop()! + part);
  }
  return items.map((item) => item.trim());
}
