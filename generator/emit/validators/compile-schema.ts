import { _, _Code, Name, nil } from "ajv/dist/compile/codegen/code.js";
import type { CodeGen } from "ajv/dist/compile/codegen/index.js";
import type Ajv from "ajv/dist/core.js";
import { compileFunction } from "node:vm";
import { SchemaEnv } from "ajv/dist/compile/index.js";
import { validateFunctionCode } from "ajv/dist/compile/validate/index.js";
import { ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import type { AnySchema } from "ajv/dist/types/index.js";
import { checkExpression } from "../../typescript/check-expression.js";
import { docComment, docs, escapeUnsafe } from "../../typescript/encode.js";
import { noMemo, type Memo } from "../../memo.js";
import { CodeScope, runtimeFiles } from "./code-scope.js";
import type { Numbers } from "./error-calls.js";
import { GuardCode, valueName, type GuardPurpose } from "./guard-code.js";
import { inPlace } from "./keyword-shapes.js";
import { N } from "./keywords/codegen.js";

/** One validator function as text, and what it needs. */
export interface CompiledSchema {
  readonly functionName: string;
  /** Constants and function, exported. */
  readonly code: string;
  /** Names of the runtime's functions. */
  readonly runtime: ReadonlySet<string>;
  /** It calls checks of the runtime's formats. */
  readonly usesFormats: boolean;
  /** Names of the validator functions that it calls. */
  readonly calls: ReadonlySet<string>;
}

/** Names of the runtime's functions, none of which a variable may have. */
const runtimeNames = [...runtimeFiles.keys()];

/** What a validator function is compiled from. */
export interface GuardSubject extends Numbers {
  /** Prepared by `prepareSchema`. */
  readonly schema: AnySchema;
  readonly functionName: string;
  /** A JSON pointer to the schema, with which the `schemaPath` of its errors starts. */
  readonly schemaPath: string;
  /** What the schema is. */
  readonly comment: string;
  /** The function that checks values against a component. */
  readonly componentFunction: (name: string) => string;
}

/** A validator function, compiled in an earlier run or now; only then an Ajv is asked for. */
export function recallGuard(ajv: () => Ajv.default, subject: GuardSubject, memo: Memo): CompiledSchema {
  if (memo === noMemo) return compileGuard(ajv(), subject);
  const describe = () => describeSubject(subject);
  const made = memo.recall("guard", describe, () => {
    const { functionName: _name, ...rest } = compileGuard(ajv(), subject);
    return JSON.stringify({ ...rest, runtime: [...rest.runtime], calls: [...rest.calls] });
  });
  const { runtime, calls, ...rest } = JSON.parse(made) as {
    runtime: string[];
    calls: string[];
    code: string;
    usesFormats: boolean;
  };
  return { functionName: subject.functionName, ...rest, runtime: new Set(runtime), calls: new Set(calls) };
}

/** Everything that a function depends on, as text: also what its references are called, and how its numbers are written. */
function describeSubject({ componentFunction, integers, writtenIntegers, ...subject }: GuardSubject): string {
  return JSON.stringify({ integers, ...subject }, (key, value: unknown) => {
    if (value instanceof Map) return [...value];
    if (typeof value === "number" && !Number.isSafeInteger(value)) return { written: writtenIntegers.print(value) };
    if (typeof value === "string" && referring.has(key)) return [value, componentFunction(value)];
    return value;
  });
}

/** Keywords of prepared schemas that name a component. */
const referring: ReadonlySet<string> = new Set(["$ref", "$recall", "component"]);

/**
 * Compiles a prepared schema with Ajv's code generator into functions that return their first error:
 *
 *     const $NewPort$protocol$values = ["tcp", "udp"];
 *
 *     /** #/components/schemas/NewPort *\/
 *     export function $NewPort(value: any): FoundErrors | null {
 *       const here = "#/components/schemas/NewPort";
 *       if (!isObject(value)) return wrongType("", here, "object");
 *       …
 *
 * Schemas of which a value need not match each, such as those of `anyOf`, become functions beside it.
 */
function compileGuard(
  ajv: Ajv.default,
  { schema, functionName, schemaPath, comment, componentFunction }: GuardSubject,
): CompiledSchema {
  const scope = new CodeScope(functionName, schemaPath, componentFunction);
  const texts: string[] = [];
  const compile = (name: string, part: AnySchema, purpose: Omit<GuardPurpose, "functionName" | "keepsCount">, doc: string) => {
    const gen = new GuardCode(scope, { ...purpose, functionName: name, keepsCount: needsCount(part) }, runtimeNames);
    generate(ajv, gen, part);
    optimize(gen);
    const code = gen.toString();
    checkFunction(code);
    texts.push(`\n${docComment(docs([doc]))}${name === functionName ? "export " : ""}${code}`);
  };
  compile(functionName, schema, { schemaPath, isBranch: false, isOfName: false }, comment);
  // The list grows while it is read.
  for (const { name, branch } of scope.branches) {
    const { schema: part, ...purpose } = branch;
    const way = purpose.schemaPath.slice(schemaPath.length);
    compile(
      name,
      part,
      { ...purpose, isBranch: true },
      comment === schemaPath ? purpose.schemaPath : `${comment}, ${way.slice(1)}`,
    );
  }
  checkConstants(scope.constants);
  const lines = `${scope.constants.join("")}${texts.join("")}`.split("\n");
  return {
    functionName,
    // What was put together of thousands of pieces is a rope; a flat copy takes a fraction of the memory.
    code: Buffer.from(lines.map(escapeUnsafe).join("\n").replace(/^\n/, "")).toString(),
    runtime: scope.runtime,
    usesFormats: scope.usesFormats,
    calls: scope.calls,
  };
}

/** Keywords that evaluate something only where one of their schemas matches. */
const choices = ["anyOf", "oneOf", "if"];

/** What holds a schema about the same value. */
const holders: ReadonlySet<string> = new Set([...inPlace, "$evaluating", "$limited", "$inlined", "schema"]);

/**
 * Whether a function of a schema has to count errors: what a choice has evaluated is known where its schemas are checked, so
 * they can't be functions of their own.
 */
function needsCount(schema: unknown, isEvaluating = false): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if (Array.isArray(schema)) return schema.some((item) => needsCount(item, isEvaluating));
  return Object.entries(schema).some(([keyword, value]) => {
    if (isEvaluating && choices.includes(keyword)) return true;
    return needsCount(value, keyword === "$evaluating" || (isEvaluating && holders.has(keyword)));
  });
}

function generate(ajv: Ajv.default, gen: GuardCode, schema: AnySchema): void {
  const { functionName, schemaPath, isOfName } = gen.purpose;
  validateFunctionCode({
    gen,
    allErrors: false,
    data: valueName,
    parentData: N.parentData,
    parentDataProperty: N.parentDataProperty,
    dataNames: [valueName],
    dataPathArr: [nil],
    dataLevel: 0,
    dataTypes: [],
    definedProperties: new Set(),
    topSchemaRef: new NoSchema(),
    validateName: new ValueScopeName("validate", functionName),
    schema,
    schemaEnv: new SchemaEnv({ schema: true }),
    rootId: "",
    baseId: "",
    schemaPath: nil,
    errSchemaPath: schemaPath,
    errorPath: _`""`,
    opts: ajv.opts,
    self: ajv,
    ...(isOfName ? { propertyName: valueName } : {}),
  });
}

/**
 * Parses what Ajv wrote as exactly one function, as a method, which nothing can follow but another. Text of a contract that left
 * its string would make it something else; TypeScript's parser would take twenty times as long to find out. A `Script` would
 * stay in V8's cache, and its text with it.
 */
function checkFunction(code: string): void {
  compileFunction(`({${code.replace(/^function /, "").replace(/^(.*)\(value: any\): FoundErrors \| null/, "$1(value)")}\n})`);
}

/** Parses each constant as exactly one. */
function checkConstants(constants: readonly string[]): void {
  for (const constant of constants) {
    const value = constant
      .trim()
      .replace(/^const \S+ = /, "")
      .replace(/;$/, "");
    checkExpression(value);
  }
}

/** Stands where Ajv would name the schema itself, which no keyword of ours prints. */
class NoSchema extends Name {
  constructor() {
    super("schema");
  }

  override toString(): string {
    throw new Error("a keyword prints its schema into a validator");
  }
}

/** A node of the code that Ajv builds, as far as names are counted in it. */
interface CodeNode {
  readonly nodes?: readonly CodeNode[];
  readonly else?: CodeNode;
  /** What is assigned to; a plain name there is no use of it. */
  readonly lhs?: unknown;
}

interface RootNode extends CodeNode {
  optimizeNodes(): unknown;
  optimizeNames(names: Counts, constants: unknown): unknown;
}

type Counts = Record<string, number | undefined>;

/** The parts of nodes that hold expressions. */
const expressions = ["rhs", "code", "condition", "iteration", "iterable", "from", "to"] as const;

/** Removes what does nothing. Ajv's own way merges the counts of names at each level, which is quadratic in depth. */
function optimize(gen: CodeGen): void {
  const { _root: root, _constants: constants } = gen as unknown as { _root: RootNode; _constants: unknown };
  root.optimizeNodes();
  const counts: Counts = {};
  countNames(root, counts);
  root.optimizeNames(counts, constants);
}

function countNames(node: CodeNode & Partial<Record<(typeof expressions)[number], unknown>>, counts: Counts): void {
  for (const part of expressions) countIn(node[part], counts);
  if (!(node.lhs instanceof Name)) countIn(node.lhs, counts);
  if (node.nodes) for (const child of node.nodes) countNames(child, counts);
  if (node.else) countNames(node.else, counts);
}

function countIn(expression: unknown, counts: Counts): void {
  if (expression instanceof Name) counts[expression.str] = (counts[expression.str] ?? 0) + 1;
  else if (expression instanceof _Code) for (const item of expression._items) if (item instanceof Name) countIn(item, counts);
}
