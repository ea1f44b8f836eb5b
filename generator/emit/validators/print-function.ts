import type { Code, Name } from "ajv/dist/compile/codegen/code.js";
import { isLasting, negate } from "./keywords/codegen.js";

/** A statement of Ajv's code generator; its members determine its kind. */
interface Statement {
  readonly nodes?: readonly Statement[];
  readonly else?: Statement;
  readonly condition?: Code | boolean;
  readonly varKind?: Name;
  readonly name?: Name;
  readonly rhs?: Code;
  readonly lhs?: Code;
  readonly from?: Code;
  readonly to?: Code;
  readonly iteration?: Code;
  readonly iterable?: Code;
  readonly loop?: string;
  readonly op?: string;
  readonly code?: Code;
  readonly label?: Code;
  readonly error?: Code;
}

/** The maximum length of a line. */
const maxWidth = 130;

/**
 * Prints a function that Ajv built: indented, with the code after a returning `if` following it rather than in an `else`. Omits
 * unreachable code.
 */
export function printFunction(root: object, functionName: string, schemaPath: Code, facts: readonly string[]): string {
  const [body] = (root as Statement).nodes!;
  const lines = printAll(body!.nodes!, "  ", new Set(facts)).lines;
  const declaration = lines.some((line) => /\bhere\b/.test(line)) ? [`  const here = ${String(schemaPath)};`] : [];
  return [`function ${functionName}(value: any): FoundErrors | null {`, ...declaration, ...lines, "}", ""].join("\n");
}

interface Printed {
  readonly lines: string[];
  /** Whether nothing after it is reachable. */
  readonly ends: boolean;
  /** Set if it consists of one `if` without an `else`. */
  readonly branch?: Branch;
}

interface Branch {
  readonly test: string;
  readonly then: Printed;
}

/** The conditions that are true at a statement. Their variables never change. */
type Facts = ReadonlySet<string>;

function printAll(statements: readonly Statement[], indent: string, outer: Facts): Printed {
  const lines: string[] = [];
  const facts = new Set(outer);
  let branch: Branch | undefined;
  for (const statement of statements) {
    const printed = print(statement, indent, facts);
    if (printed.lines.length > 0) branch = lines.length === 0 ? printed.branch : undefined;
    // One by one, because the number of arguments is limited.
    for (const line of printed.lines) lines.push(line);
    if (printed.ends) return { lines, ends: true };
  }
  return { lines, ends: false, ...(branch && { branch }) };
}

function print(statement: Statement, indent: string, facts: Set<string>): Printed {
  const { kind } = statement.constructor as unknown as { readonly kind?: string };
  const one = (text: string, ends = false): Printed => ({ lines: [`${indent}${text};`], ends });
  switch (kind) {
    case "if":
      return printIf(statement, indent, facts);
    case "for":
      return printLoop(statement, indent, facts);
    case "return":
      return one(`return ${String(statement.nodes![0]!.code)}`, true);
    case "else":
    case "root":
      return printAll(statement.nodes!, indent, facts);
  }
  if (statement.varKind)
    return one(`${statement.varKind} ${statement.name}${statement.rhs === undefined ? "" : ` = ${statement.rhs}`}`);
  if (statement.lhs !== undefined) return one(`${statement.lhs} ${statement.op ?? ""}= ${statement.rhs}`);
  if (statement.code !== undefined) return one(String(statement.code));
  if ("label" in statement) return one("break", true);
  throw new Error("Ajv builds a statement of an unknown kind");
}

function printIf(statement: Statement, indent: string, facts: Set<string>): Printed {
  const { nodes, else: otherwise } = statement;
  const lasts = isLasting(statement.condition!);
  const condition = lasts && facts.has(String(statement.condition)) ? true : statement.condition!;
  if (condition === true) return printAll(nodes!, indent, facts);
  if (condition === false) return otherwise ? print(otherwise, indent, facts) : nothing;
  const [test, opposite] = [withoutParentheses(String(condition)), negate(condition)];
  const inner = `${indent}  `;
  const then = printAll(nodes!, inner, new Set(facts).add(test));
  const other = otherwise ? print(otherwise, inner, new Set(facts).add(opposite)) : nothing;
  if (then.ends) {
    if (lasts) establish(facts, opposite);
    const rest = otherwise ? print(otherwise, indent, facts) : nothing;
    if (rest.lines.length === 0) return conditional(test, then, indent);
    return { lines: [...conditional(test, then, indent).lines, ...rest.lines], ends: rest.ends };
  }
  if (other.ends) {
    if (lasts) establish(facts, test);
    return { lines: [...conditional(opposite, other, indent).lines, ...printAll(nodes!, indent, facts).lines], ends: false };
  }
  if (other.lines.length === 0) return conditional(test, then, indent);
  if (then.lines.length === 0) return conditional(opposite, other, indent);
  return { lines: [`${indent}if (${test}) {`, ...then.lines, `${indent}} else {`, ...other.lines, `${indent}}`], ends: false };
}

/** Ajv puts parentheses around a call that it negates: `!(isObject(value))`. */
const withoutParentheses = (condition: string): string => condition.replace(/^!\((\w+\([\w.]+\))\)$/, "!$1");

/** Records that a condition is true from here on, and what it implies. */
function establish(facts: Set<string>, condition: string): void {
  facts.add(condition);
  const integer = /^Number\.isInteger(\(.*\))$/.exec(condition);
  if (integer) facts.add(`Number.isFinite${integer[1]}`);
}

const nothing: Printed = { lines: [], ends: false };

/** Prints an `if` without an `else`; as one with the only `if` in it, where a line has room for both conditions. */
function conditional(test: string, then: Printed, indent: string): Printed {
  if (then.lines.length === 0) return nothing;
  const { branch: inner } = then;
  if (inner) {
    const both = [test, inner.test].map((one) => (one.includes("||") ? `(${one})` : one)).join(" && ");
    const lines = inner.then.lines.map((line) => line.slice("  ".length));
    if (`${indent}if (${both}) {`.length <= maxWidth) return conditional(both, { ...inner.then, lines }, indent);
  }
  const branch: Branch = { test, then };
  const line = `${indent}if (${test}) ${then.lines[0]!.trim()}`;
  const isShort = then.lines.length === 1 && line.length <= maxWidth && (then.ends || /^\s*\w+\+\+;$/.test(then.lines[0]!));
  return { lines: isShort ? [line] : [`${indent}if (${test}) {`, ...then.lines, `${indent}}`], ends: false, branch };
}

function printLoop({ varKind, name, from, to, iterable, loop, nodes }: Statement, indent: string, facts: Facts): Printed {
  const { lines } = printAll(nodes!, `${indent}  `, facts);
  const head =
    iterable === undefined
      ? `${varKind} ${name} = ${String(from)}; ${name} < ${String(to)}; ${name}++`
      : `${varKind} ${name} ${loop} ${String(iterable)}`;
  if (lines.length === 0) return nothing;
  const line = `${indent}for (${head}) ${lines[0]!.trim()}`;
  if (lines.length === 1 && line.length <= maxWidth) return { lines: [line], ends: false };
  return { lines: [`${indent}for (${head}) {`, ...lines, `${indent}}`], ends: false };
}
