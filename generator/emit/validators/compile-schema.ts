import type { UsedPattern } from "./keywords/codegen.js";
import * as errors from "../../../templates/runtime/validators/errors.js";
import * as guard from "../../../templates/runtime/validators/guard.js";
import { compileFunction } from "node:vm";
import { _, Name, raw, stringify, writeFunction, type Ajv2020, type AnySchema, type Code, type NameValue } from "./ajv.js";
import { checkExpression } from "../../typescript/check-expression.js";
import { docComment, docs, escapeUnsafe } from "../../typescript/encode.js";
import { noMemo, type Memo } from "../../memo.js";
import type { Numbers } from "./error-calls.js";
import { GuardCode, valueName, type Branch, type GuardPurpose } from "./guard-code.js";
import { inPlace } from "./keyword-shapes.js";
import { maxWidth, namesIn } from "./print-function.js";

/** The functions of the runtime that compiled code may call, each with its file. */
export const runtimeFiles: ReadonlyMap<string, string> = new Map([
  ["isObject", "runtime/json.ts"],
  ...Object.keys(guard).map((name) => [name, "runtime/validators/guard.ts"] as const),
  ...Object.keys(errors).map((name) => [name, "runtime/validators/errors.ts"] as const),
  ["linearPattern", "runtime/validators/linear-pattern.ts"],
]);

/** The functions that Ajv's own keywords call, as they import them, and those of the runtime that replace them. */
const ajvsFunctions: ReadonlyMap<string, string> = new Map([
  ['require("ajv/dist/runtime/ucs2length").default', "countCodePoints"],
]);

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
  /** Whether TypeScript understands it. */
  readonly isTyped: boolean;
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
export function buildGuard(ajv: () => Ajv2020, subject: GuardSubject, memo: Memo): CompiledSchema {
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
    isTyped: boolean;
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
 *     export function $NewPort(value: unknown): FoundErrors | null {
 *       const here = "#/components/schemas/NewPort";
 *       if (!isObject(value)) return wrongType("", here, "object");
 *       …
 *
 * Schemas that a value need not match, such as those of `anyOf`, become functions of their own.
 */
function compileGuard(
  ajv: Ajv2020,
  { schema, functionName, schemaPath, comment, componentFunction }: GuardSubject,
): CompiledSchema {
  const scope = new CodeScope(functionName, schemaPath, componentFunction);
  const texts = new Map<string, string>();
  let isTyped = true;
  const compile = (name: string, part: AnySchema, purpose: Omit<GuardPurpose, "functionName" | "keepsCount">, doc: string) => {
    const gen = new GuardCode(ajv, scope, { ...purpose, functionName: name, keepsCount: needsCount(part) }, runtimeNames);
    writeFunction(ajv, gen, { schema: part, name, schemaPath: purpose.schemaPath, data: valueName, isOfName: purpose.isOfName });
    gen.optimize();
    const code = gen.toString();
    checkFunction(code);
    isTyped &&= !gen.tracksParts;
    texts.set(name, `${docComment(docs([doc]))}${name === functionName ? "export " : ""}${code}`);
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
  checkConstants([...scope.constants.values()]);
  const used = namesReachedFrom(functionName, new Map([...scope.constants, ...texts]));
  const isUsed = (name: string) => used.has(name);
  const usedOf = (parts: ReadonlyMap<string, string>) => [...parts].flatMap(([name, text]) => (isUsed(name) ? [text] : []));
  const lines = `${usedOf(scope.constants).join("")}${usedOf(texts).join("\n")}`.split("\n");
  return {
    functionName,
    // The text was joined from thousands of pieces; a flat copy takes a fraction of the memory.
    code: Buffer.from(lines.map(escapeUnsafe).join("\n")).toString(),
    runtime: new Set([...scope.runtime].filter(isUsed)),
    usesFormats: isUsed("formats"),
    calls: new Set([...scope.calls].filter(isUsed)),
    isTyped,
  };
}

/** The names that a function needs, directly or through others. Where nothing reaches a check, its parts stay behind unused. */
function namesReachedFrom(start: string, parts: ReadonlyMap<string, string>): ReadonlySet<string> {
  const reached = new Set([start]);
  // The set grows during the iteration.
  for (const name of reached) for (const used of namesIn(parts.get(name) ?? "").keys()) reached.add(used);
  return reached;
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

/**
 * Checks that a text from Ajv is exactly one function, by parsing it as a method, which nothing but another method can follow.
 * Text of a contract that escaped its string would make it something else. TypeScript's parser would take twenty times as long,
 * and a `Script` would stay in V8's cache together with its text.
 */
function checkFunction(code: string): void {
  compileFunction(
    `({${code.replace(/^function /, "").replace(/^(.*)\(_?value: (?:unknown|string)\): FoundErrors \| null/, "$1(value)")}\n})`,
  );
}

/** Checks that each constant is exactly one statement. */
function checkConstants(constants: readonly string[]): void {
  for (const constant of constants) {
    const value = constant
      .trim()
      .replace(/^const [^=]+ = /, "")
      .replace(/;$/, "");
    checkExpression(value);
  }
}

/**
 * The names outside one validator function. Values such as patterns become constants whose names start with the function's, so
 * that many functions can share a module; everything else is imported.
 */
export class CodeScope {
  /** The constants that the function needs, by their names. */
  readonly constants = new Map<string, string>();
  /** The functions of the runtime that it calls. */
  readonly runtime = new Set<string>();
  /** The functions of components that it calls. */
  readonly calls = new Set<string>();
  /** The parts of the schema that are still to be compiled, by the names of their functions. */
  readonly branches: { readonly name: string; readonly branch: Branch }[] = [];
  readonly #functionName: string;
  readonly #schemaPath: string;
  readonly #componentFunction: (name: string) => string;
  readonly #known = new Map<string, Name>();
  readonly #taken = new Set<string>();

  constructor(functionName: string, schemaPath: string, componentFunction: (name: string) => string) {
    this.#functionName = functionName;
    this.#schemaPath = schemaPath;
    this.#componentFunction = componentFunction;
  }

  /** Returns the name of a value. The prefix is the kind of the value. */
  value(prefix: string, { ref, key, code }: NameValue): Name {
    switch (prefix) {
      case "func": {
        const name = typeof ref === "string" ? ref : ajvsFunctions.get(String(code));
        if (name === undefined) throw new Error("Ajv calls a function that the validators' runtime doesn't have");
        this.runtime.add(name);
        return new Name(name);
      }
      case "component": {
        const name = this.#componentFunction(ref as string);
        this.calls.add(name);
        return new Name(name);
      }
      case "branch": {
        const branch = ref as Branch;
        const name = this.#nameOf(branch.schemaPath);
        this.branches.push({ name, branch });
        return new Name(name);
      }
      case "formats":
        return new Name("formats");
      case "pattern":
        return this.#pattern(ref as UsedPattern, String(key), code);
      case "values":
        return this.#constant(prefix, JSON.stringify(ref), code, () => (Array.isArray(ref) ? listLiteral(ref) : stringify(ref)));
      case "names":
        return this.#constant(
          prefix,
          JSON.stringify(ref),
          code,
          () => _`/* @__PURE__ */ new Set(${listLiteral(ref as string[])})`,
        );
      default:
        throw new Error(`Ajv wants to share a value of a kind that validators don't have: ${prefix}`);
    }
  }

  #pattern({ expression, tree }: UsedPattern, key: string, at: Code | undefined): Name {
    if (!tree) return this.#constant("pattern", key, at, () => patternLiteral(expression));
    this.runtime.add("linearPattern");
    const { source, flags } = expression;
    return this.#constant("pattern", key, at, () => _`/* @__PURE__ */ linearPattern(${source}, ${flags}, ${stringify(tree)})`);
  }

  #constant(prefix: string, key: string, at: Code | undefined, print: () => Code): Name {
    const [pointer = "", what = prefix] = String(at ?? "").split(" ");
    const id = `${prefix} ${pointer} ${key}`;
    const known = this.#known.get(id);
    if (known) return known;
    const name = new Name(this.#nameOf(`${pointer}/${what}`));
    this.#known.set(id, name);
    const value = String(print());
    this.constants.set(name.str, `const ${name}${value === "[]" ? ": readonly unknown[]" : ""} = ${value};\n`);
    return name;
  }

  /**
   * Returns a name for something that belongs to a part of the schema: `$Order$lines$anyOf0` for `properties/lines/anyOf/0`.
   */
  #nameOf(schemaPath: string): string {
    const isWithin = schemaPath.startsWith(`${this.#schemaPath}/`);
    const steps = schemaPath
      .slice(isWithin ? this.#schemaPath.length : 0)
      .replaceAll("/properties/", "/")
      .split("/")
      .slice(1);
    const words = steps.map((word, index) =>
      /^\d+$/.test(word) && index > 0 ? word : `$${word.replace(/[^A-Za-z0-9_]/g, "_")}`,
    );
    const wanted = `${this.#functionName}${words.join("")}`;
    let name = wanted;
    for (let number = 2; this.#taken.has(name); number++) name = `${wanted}_${number}`;
    this.#taken.add(name);
    return name;
  }
}

/** Returns a pattern as a literal, if all of it is readable in the file. */
function patternLiteral({ source, flags }: RegExp): Code {
  if (/^[\x20-\x7e]*$/.test(source) && !source.includes("</")) return raw(`/${source}/${flags}`);
  return _`/* @__PURE__ */ new RegExp(${source}, ${flags})`;
}

/** Returns a list as a literal, on one line if it is short enough, else on lines that are filled. */
function listLiteral(values: readonly unknown[]): Code {
  const items = values.map((value) => String(stringify(value)));
  const line = `[${items.join(", ")}]`;
  if (line.length <= 120) return raw(line);
  const lines = items.reduce<string[]>((filled, item) => {
    const last = filled.at(-1);
    if (last === undefined || last.length + item.length + 2 > maxWidth) return [...filled, `  ${item},`];
    return [...filled.slice(0, -1), `${last} ${item},`];
  }, []);
  return raw(`[\n${lines.join("\n")}\n]`);
}
