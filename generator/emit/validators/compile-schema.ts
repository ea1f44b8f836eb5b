import { _, _Code, Name, nil, type Code, type SafeExpr } from "ajv/dist/compile/codegen/code.js";
import { CodeGen } from "ajv/dist/compile/codegen/index.js";
import type Ajv from "ajv/dist/core.js";
import { compileFunction } from "node:vm";
import { SchemaEnv } from "ajv/dist/compile/index.js";
import { validateFunctionCode } from "ajv/dist/compile/validate/index.js";
import { ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import type { AnySchema } from "ajv/dist/types/index.js";
import * as checks from "../../../templates/runtime/validators/checks.js";
import * as errors from "../../../templates/runtime/validators/errors.js";
import { docComment, docs, escapeUnsafe } from "../../typescript/encode.js";
import { CodeScope, type FunctionNames } from "./code-scope.js";
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
  /** The runtime's table of formats that it uses. */
  readonly formats: string | undefined;
  /** Names of the validator functions that it calls. */
  readonly calls: ReadonlySet<string>;
}

/** Names of the runtime's functions, none of which a variable may have. */
const runtimeNames: readonly string[] = [...Object.keys(checks), ...Object.keys(errors)];

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
 * Schemas of which a value need not match each, such as those of `anyOf`, become functions beside it. `schemaPath` is a JSON
 * pointer to the schema, with which the `schemaPath` of its errors starts; `comment`: what the schema is.
 */
export function compileGuard(
  ajv: Ajv.default,
  schema: AnySchema,
  functionName: string,
  schemaPath: string,
  comment: string,
  functions: FunctionNames,
): CompiledSchema {
  const scope = new CodeScope(functionName, schemaPath, functions);
  const texts: string[] = [];
  const compile = (name: string, part: AnySchema, purpose: Omit<GuardPurpose, "functionName" | "keepsCount">, doc: string) => {
    const gen = new GuardCode(scope, { ...purpose, functionName: name, keepsCount: needsCount(part) }, runtimeNames);
    generate(ajv, gen, part, purpose.schemaPath, valueName, purpose.isOfName);
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
    formats: scope.formats,
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

/** Compiles a prepared schema into a function that lists all errors, as Ajv does. */
export function compileErrorLister(
  ajv: Ajv.default,
  schema: AnySchema,
  functionName: string,
  schemaPath: string,
  functions: FunctionNames,
): CompiledSchema {
  const scope = new CodeScope(functionName, schemaPath, functions);
  const gen = new ListerCode(scope, functionName);
  generate(ajv, gen, schema, schemaPath, N.data, false);
  optimize(gen);
  const code = withEscapeName(gen.toString(), scope.runtime);
  checkConstants(scope.constants);
  checkFunction(code);
  return {
    functionName,
    code: Buffer.from(`${scope.constants.join("")}export ${withSignature(code, functionName)}`).toString(),
    runtime: scope.runtime,
    formats: scope.formats,
    calls: scope.calls,
  };
}

function generate(ajv: Ajv.default, gen: CodeGen, schema: AnySchema, schemaPath: string, data: Name, isOfName: boolean): void {
  const functionName = gen instanceof GuardCode ? gen.purpose.functionName : (gen as ListerCode).functionName;
  validateFunctionCode({
    gen,
    allErrors: ajv.opts.allErrors ?? false,
    data,
    parentData: N.parentData,
    parentDataProperty: N.parentDataProperty,
    dataNames: [data],
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
    ...(isOfName ? { propertyName: data } : {}),
  });
}

/** Replaces the parameters that Ajv writes: paths start at the function's own value. */
function withSignature(code: string, functionName: string): string {
  const start = `function ${functionName}(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){`;
  if (!code.startsWith(start)) throw new Error("Ajv begins a function in an unknown way");
  return `function ${functionName}(data: any): FoundErrors | null {\nconst instancePath = "";${code.slice(start.length)}`;
}

/** How Ajv escapes a property's name for a path, each time anew. Inside a string its quotes would be escaped. */
const escaping = /\b(\w+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/g;

function withEscapeName(code: string, runtime: Set<string>): string {
  const replaced = code.replace(escaping, "escapeName($1)");
  if (replaced !== code) runtime.add("escapeName");
  return replaced;
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
    compileFunction(`(${value}\n)`);
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

/** Ajv's code generator, with shorter code for errors. */
class ListerCode extends CodeGen {
  readonly functionName: string;
  #skipsPush = false;
  #result: SafeExpr | undefined;

  constructor(scope: CodeScope, functionName: string) {
    super(scope, { lines: true, ownProperties: true });
    this.functionName = functionName;
  }

  /** Ajv adds an error in eight lines: as a constant, into a new list or an old one. Here a function does. */
  override const(nameOrPrefix: Name | string, value: SafeExpr, isConstant?: boolean): Name {
    if (nameOrPrefix !== "err") return super.const(nameOrPrefix, value, isConstant);
    this.assign(N.vErrors, _`${this.scopeValue("func", { ref: "add" })}(${N.vErrors}, ${value})`);
    this.#skipsPush = true;
    return new Name("err");
  }

  override if(condition: Code | boolean, thenBody?: Code | (() => void), elseBody?: Code | (() => void)): CodeGen {
    if (!this.#skipsPush) return super.if(condition, thenBody, elseBody);
    this.#skipsPush = false;
    return this;
  }

  override assign(target: Code, value: SafeExpr, sideEffects?: boolean): CodeGen {
    if (String(target) !== `${this.functionName}.errors`) return super.assign(target, value, sideEffects);
    this.#result = value;
    return this;
  }

  override return(value: Code | SafeExpr): CodeGen {
    const result = this.#result;
    this.#result = undefined;
    const errors = result === N.vErrors ? _`${N.errors} === 0 ? null : ${N.vErrors}` : (result ?? _`null`);
    return super.return((result === undefined ? value : errors) as Code);
  }
}

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
