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

/** The text of one validator function, and its dependencies. */
export interface CompiledSchema {
  readonly functionName: string;
  /** The constants and the exported function. */
  readonly code: string;
  /** The names of the runtime's functions that it calls. */
  readonly runtime: ReadonlySet<string>;
  /** Whether it calls checks of the runtime's formats. */
  readonly usesFormats: boolean;
  /** The names of the validator functions that it calls. */
  readonly calls: ReadonlySet<string>;
}

/** The names of the runtime's functions, which no variable may have. */
const runtimeNames = [...runtimeFiles.keys()];

/** The input of a validator function. */
export interface GuardSubject extends Numbers {
  /** Prepared by `prepareSchema`. */
  readonly schema: AnySchema;
  readonly functionName: string;
  /** The JSON pointer to the schema, with which the `schemaPath` of its errors starts. */
  readonly schemaPath: string;
  /** The description of the schema. */
  readonly comment: string;
  /** Returns the name of the function that validates values against a component. */
  readonly componentFunction: (name: string) => string;
}

/** Returns a validator function, compiled by an earlier run or now. Only the latter needs an Ajv. */
export function buildGuard(ajv: () => Ajv.default, subject: GuardSubject, memo: Memo): CompiledSchema {
  if (memo === noMemo) return compileGuard(ajv(), subject);
  const describe = () => describeSubject(subject);
  const text = memo.recall("guard", describe, () => {
    const { functionName: _name, ...rest } = compileGuard(ajv(), subject);
    return JSON.stringify({ ...rest, runtime: [...rest.runtime], calls: [...rest.calls] });
  });
  const { runtime, calls, ...rest } = JSON.parse(text) as {
    runtime: string[];
    calls: string[];
    code: string;
    usesFormats: boolean;
  };
  return { functionName: subject.functionName, ...rest, runtime: new Set(runtime), calls: new Set(calls) };
}

/**
 * Returns everything that a function depends on as text, including the names of its references and the notation of its numbers.
 */
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
 * Schemas that a value need not match, such as those of `anyOf`, become functions of their own.
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
    texts.push(`${docComment(docs([doc]))}${name === functionName ? "export " : ""}${code}`);
  };
  compile(functionName, schema, { schemaPath, isBranch: false, isOfName: false }, comment);
  // The list grows during the iteration.
  for (const { name, branch } of scope.branches) {
    const { schema: part, ...purpose } = branch;
    const path = purpose.schemaPath.slice(schemaPath.length);
    compile(
      name,
      part,
      { ...purpose, isBranch: true },
      comment === schemaPath ? purpose.schemaPath : `${comment}, ${path.slice(1)}`,
    );
  }
  checkConstants(scope.constants);
  const lines = `${scope.constants.join("")}${texts.join("\n")}`.split("\n");
  return {
    functionName,
    // The text was joined from thousands of pieces; a flat copy takes a fraction of the memory.
    code: Buffer.from(lines.map(escapeUnsafe).join("\n")).toString(),
    runtime: scope.runtime,
    usesFormats: scope.usesFormats,
    calls: scope.calls,
  };
}

/** Keywords whose evaluated properties or items depend on which of their schemas match. */
const choices = ["anyOf", "oneOf", "if"];

/** Keywords whose schemas apply to the same value. */
const holders: ReadonlySet<string> = new Set([...inPlace, "$evaluating", "$limited", "$inlined", "schema"]);

/**
 * Returns whether a function must count errors: the properties and items that a choice evaluates are determined where its
 * schemas are checked, so these can't be functions of their own.
 */
function needsCount(schema: unknown, isEvaluating = false): boolean {
  if (typeof schema !== "object" || schema === null) return false;
  if (Array.isArray(schema)) return schema.some((item) => needsCount(item, isEvaluating));
  return Object.entries(schema).some(([keyword, value]) => {
    if (isEvaluating && choices.includes(keyword)) return true;
    if (keyword === "dependentSchemas") return needsCount(Object.values(value as object), isEvaluating);
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
 * Checks that a text from Ajv is exactly one function, by parsing it as a method, which nothing but another method can follow.
 * Text of a contract that escaped its string would make it something else. TypeScript's parser would take twenty times as long,
 * and a `Script` would stay in V8's cache together with its text.
 */
function checkFunction(code: string): void {
  compileFunction(`({${code.replace(/^function /, "").replace(/^(.*)\(value: any\): FoundErrors \| null/, "$1(value)")}\n})`);
}

/** Checks that each constant is exactly one statement. */
function checkConstants(constants: readonly string[]): void {
  for (const constant of constants) {
    const value = constant
      .trim()
      .replace(/^const \S+ = /, "")
      .replace(/;$/, "");
    checkExpression(value);
  }
}

/** Replaces Ajv's name for the schema itself, which none of our keywords prints. */
class NoSchema extends Name {
  constructor() {
    super("schema");
  }

  override toString(): string {
    throw new Error("a keyword prints its schema into a validator");
  }
}

/** A node of the code that Ajv builds, with the members in which names are counted. */
interface CodeNode {
  readonly nodes?: readonly CodeNode[];
  readonly else?: CodeNode;
  /** The target of an assignment; a plain name there is not a use. */
  readonly lhs?: unknown;
}

interface RootNode extends CodeNode {
  optimizeNodes(): unknown;
  optimizeNames(names: Counts, constants: unknown): unknown;
}

type Counts = Record<string, number | undefined>;

/** The members of nodes that contain expressions. */
const expressions = ["rhs", "code", "condition", "iteration", "iterable", "from", "to"] as const;

/**
 * Removes code without effect. Ajv's own implementation merges the counts of names at each level, which is quadratic in the
 * depth.
 */
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
