import { _, _Code, Name, nil, stringify, type Code, type SafeExpr } from "ajv/dist/compile/codegen/code.js";
import { CodeGen } from "ajv/dist/compile/codegen/index.js";
import type Ajv from "ajv/dist/core.js";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import { compileFunction } from "node:vm";
import { SchemaEnv } from "ajv/dist/compile/index.js";
import { validateFunctionCode } from "ajv/dist/compile/validate/index.js";
import { ValueScopeName, ValueScope, type NameValue } from "ajv/dist/compile/codegen/scope.js";
import type { AnySchema } from "ajv/dist/types/index.js";
import { N, defaultExport } from "./keywords/codegen.js";

/** One validator function as text, and what it needs. */
export interface CompiledSchema {
  readonly functionName: string;
  /** Constants and function, exported. */
  readonly code: string;
  /** Names of the runtime's checks. */
  readonly checks: ReadonlySet<string>;
  /** The runtime's table of formats that it uses. */
  readonly formats: string | undefined;
  /** Names of the validator functions that it calls. */
  readonly calls: ReadonlySet<string>;
}

/**
 * Compiles a prepared schema with Ajv's code generator:
 *
 *     const $NewPort$values0 = ["tcp","udp"];
 *     export function $NewPort(data: any): boolean {
 *     const instancePath = "";
 *     let vErrors = null;
 *     …
 *
 * `schemaPath` is a JSON pointer to the schema, with which the `schemaPath` of its errors starts; `componentFunction` names the
 * validators of the components that it refers to.
 */
export function compileSchema(
  ajv: Ajv.default,
  schema: AnySchema,
  functionName: string,
  schemaPath: string,
  componentFunction: (name: string) => string,
): CompiledSchema {
  const scope = new CodeScope(functionName, componentFunction);
  const gen = new ValidatorCode(scope, { lines: true, ownProperties: true });
  const validateName = new ValueScopeName("validate", functionName);
  validateFunctionCode({
    gen,
    allErrors: false,
    data: N.data,
    parentData: N.parentData,
    parentDataProperty: N.parentDataProperty,
    dataNames: [N.data],
    dataPathArr: [nil],
    dataLevel: 0,
    dataTypes: [],
    definedProperties: new Set(),
    topSchemaRef: new NoSchema(),
    validateName,
    schema,
    schemaEnv: new SchemaEnv({ schema: true }),
    rootId: "",
    baseId: "",
    schemaPath: nil,
    errSchemaPath: schemaPath,
    errorPath: _`""`,
    opts: ajv.opts,
    self: ajv,
  });
  gen.optimize();
  const code = withEscapeName(gen.toString(), scope.checks);
  checkFunction(code, scope.constants);
  return {
    functionName,
    // Ajv's text is a rope of thousands of pieces; a flat copy takes a fraction of the memory.
    code: Buffer.from(`${scope.constants.join("")}export ${withSignature(code, functionName)}`).toString(),
    checks: scope.checks,
    formats: scope.formats,
    calls: scope.calls,
  };
}

/**
 * Replaces the parameters that Ajv writes: paths start at the function's own value, whoever calls it adds the way there,
 * which is built for errors only. Types spare the compiler a look inside.
 */
function withSignature(code: string, functionName: string): string {
  const start = `function ${functionName}(data, {instancePath="", parentData, parentDataProperty, rootData=data}={}){`;
  if (!code.startsWith(start)) throw new Error("Ajv begins a function in an unknown way");
  return `function ${functionName}(data: any): boolean {\nconst instancePath = "";${code.slice(start.length)}`;
}

/** How Ajv escapes a property's name for a path, each time anew. Inside a string its quotes would be escaped. */
const escaping = /\b(\w+)\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/g;

function withEscapeName(code: string, checks: Set<string>): string {
  const replaced = code.replace(escaping, "escapeName($1)");
  if (replaced !== code) checks.add("escapeName");
  return replaced;
}

/**
 * Parses what Ajv wrote as exactly one function and some constants: as a method, which nothing can follow but another.
 * Text of a contract that left its string would make it something else; TypeScript's parser would take twenty times as
 * long to find out. A `Script` would stay in V8's cache, and its text with it.
 */
function checkFunction(code: string, constants: readonly string[]): void {
  for (const constant of constants) {
    const value = constant
      .trim()
      .replace(/^const \S+ = /, "")
      .replace(/;$/, "");
    compileFunction(`(${value}\n)`);
  }
  compileFunction(`({${code.replace(/^function /, "")}\n})`);
}

/** What Ajv's keywords call, and the function of our runtime that stands for it. */
const runtimeNames = new Map<unknown, string>([
  [Object.prototype.hasOwnProperty, "hasOwn"],
  [defaultExport(equal), "equal"],
  [defaultExport(ucs2length), "countCodePoints"],
]);

/**
 * The names outside one validator function. Values such as patterns become constants that carry the function's name, so
 * that many functions share a module; everything else is imported.
 */
class CodeScope extends ValueScope {
  /** Constants that the function needs, a line each. */
  readonly constants: string[] = [];
  /** Functions of the runtime's `checks.ts` that it calls. */
  readonly checks = new Set<string>();
  /** Functions of components that it calls. */
  readonly calls = new Set<string>();
  /** The table of formats that it uses. */
  formats: string | undefined;
  readonly #functionName: string;
  readonly #componentFunction: (name: string) => string;
  readonly #known = new Map<string, ValueScopeName>();

  constructor(functionName: string, componentFunction: (name: string) => string) {
    super({
      scope: {},
      lines: true,
      prefixes: new Set(["func", "component", "formats", "pattern", "values", "names"]),
    });
    this.#functionName = functionName;
    this.#componentFunction = componentFunction;
  }

  override value(nameOrPrefix: ValueScopeName | string, { ref, key }: NameValue): ValueScopeName {
    const prefix = typeof nameOrPrefix === "string" ? nameOrPrefix : nameOrPrefix.prefix;
    switch (prefix) {
      case "func": {
        const name = typeof ref === "string" ? ref : runtimeNames.get(ref);
        if (name === undefined) throw new Error("Ajv calls a function that the validators' runtime doesn't have");
        this.checks.add(name);
        return new ValueScopeName(prefix, name);
      }
      case "component": {
        const name = this.#componentFunction(ref as string);
        this.calls.add(name);
        return new ValueScopeName(prefix, name);
      }
      case "formats":
        this.formats = String(key);
        return new ValueScopeName(prefix, this.formats);
      case "pattern": {
        const pattern = ref as RegExp;
        return this.#constant(prefix, String(key), _`/* @__PURE__ */ new RegExp(${pattern.source}, ${pattern.flags})`);
      }
      case "values":
        return this.#constant(prefix, JSON.stringify(ref), stringify(ref));
      case "names":
        return this.#constant(prefix, JSON.stringify(ref), _`/* @__PURE__ */ new Set(${stringify(ref)})`);
      default:
        throw new Error(`Ajv wants to share a value of a kind that validators don't have: ${prefix}`);
    }
  }

  #constant(prefix: string, key: string, code: Code): ValueScopeName {
    const known = this.#known.get(`${prefix} ${key}`);
    if (known) return known;
    const name = new ValueScopeName(prefix, `${this.#functionName}$${this._newName(prefix)}`);
    this.#known.set(`${prefix} ${key}`, name);
    this.constants.push(`const ${name} = ${code};\n`);
    return name;
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

/** Ajv's code generator, with shorter code for errors and an optimiser that counts names in one pass. */
class ValidatorCode extends CodeGen {
  #skipsPush = false;

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

  /** Removes what does nothing. Ajv's own way merges the counts of names at each level, which is quadratic in depth. */
  override optimize(): void {
    const { _root: root, _constants: constants } = this as unknown as { _root: RootNode; _constants: unknown };
    root.optimizeNodes();
    const counts: Counts = {};
    countNames(root, counts);
    root.optimizeNames(counts, constants);
  }
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
