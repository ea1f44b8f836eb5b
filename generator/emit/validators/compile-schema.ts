import { compileFunction } from "node:vm";
import { _, nil } from "ajv/dist/compile/codegen/index.js";
import { SchemaEnv } from "ajv/dist/compile/index.js";
import { validateFunctionCode } from "ajv/dist/compile/validate/index.js";
import { ValueScopeName } from "ajv/dist/compile/codegen/scope.js";
import type { AnySchema } from "ajv/dist/types/index.js";
import type Ajv from "ajv/dist/core.js";
import { CodeScope, NoSchema, type FunctionNames } from "./code-scope.js";
import { N } from "./keywords/codegen.js";
import { ValidatorCode } from "./validator-code.js";

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

const noSchema = new NoSchema();

/**
 * Compiles a prepared schema with Ajv's code generator:
 *
 *     const $NewPort$values0 = ["tcp","udp"];
 *     export function $NewPort(data: any): boolean {
 *     const instancePath = "";
 *     let vErrors = null;
 *     …
 *
 * `schemaPath` is a JSON pointer to the schema, with which the `schemaPath` of its errors starts.
 */
export function compileSchema(
  ajv: Ajv.default,
  schema: AnySchema,
  functionName: string,
  schemaPath: string,
  functions: FunctionNames,
): CompiledSchema {
  const scope = new CodeScope(functionName, functions);
  const gen = new ValidatorCode(scope, { lines: true, ownProperties: true });
  const validateName = new ValueScopeName("validate", functionName);
  validateFunctionCode({
    gen,
    allErrors: ajv.opts.allErrors ?? false,
    data: N.data,
    parentData: N.parentData,
    parentDataProperty: N.parentDataProperty,
    dataNames: [N.data],
    dataPathArr: [nil],
    dataLevel: 0,
    dataTypes: [],
    definedProperties: new Set(),
    topSchemaRef: noSchema,
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
