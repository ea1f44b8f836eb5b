import { _, _Code, stringify, type Code } from "ajv/dist/compile/codegen/code.js";
import { ValueScope, ValueScopeName, type NameValue } from "ajv/dist/compile/codegen/scope.js";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import type { AnySchema } from "ajv/dist/types/index.js";
import { defaultExport, type UsedPattern } from "./keywords/codegen.js";
import * as errors from "../../../templates/runtime/validators/errors.js";
import * as guard from "../../../templates/runtime/validators/guard.js";

/** The functions of the runtime that compiled code may call, each with its file. */
export const runtimeFiles: ReadonlyMap<string, string> = new Map([
  ["isObject", "runtime/json.ts"],
  ...Object.keys(guard).map((name) => [name, "runtime/validators/guard.ts"] as const),
  ...Object.keys(errors).map((name) => [name, "runtime/validators/errors.ts"] as const),
  ["linearPattern", "runtime/validators/linear-pattern.ts"],
]);

/** The functions that Ajv's keywords call, and those of the runtime that replace them. */
const runtimeNames = new Map<unknown, string>([
  [Object.prototype.hasOwnProperty, "hasOwn"],
  [defaultExport(equal), "equal"],
  [defaultExport(ucs2length), "countCodePoints"],
]);

/** A schema with a function of its own, next to that of the schema that contains it. */
export interface Branch {
  readonly schema: AnySchema;
  readonly schemaPath: string;
  readonly isOfName: boolean;
}

/**
 * The names outside one validator function. Values such as patterns become constants whose names start with the function's, so
 * that many functions can share a module; everything else is imported.
 */
export class CodeScope extends ValueScope {
  /** The constants that the function needs, one per line. */
  readonly constants: string[] = [];
  /** The functions of the runtime that it calls. */
  readonly runtime = new Set<string>();
  /** The functions of components that it calls. */
  readonly calls = new Set<string>();
  /** The parts of the schema that are still to be compiled, by the names of their functions. */
  readonly branches: { readonly name: string; readonly branch: Branch }[] = [];
  /** Whether it calls checks of formats. */
  usesFormats = false;
  readonly #functionName: string;
  readonly #schemaPath: string;
  readonly #componentFunction: (name: string) => string;
  readonly #known = new Map<string, ValueScopeName>();
  readonly #taken = new Set<string>();

  constructor(functionName: string, schemaPath: string, componentFunction: (name: string) => string) {
    super({
      scope: {},
      lines: true,
      prefixes: new Set(["func", "component", "formats", "branch", "pattern", "values", "names"]),
    });
    this.#functionName = functionName;
    this.#schemaPath = schemaPath;
    this.#componentFunction = componentFunction;
  }

  override value(nameOrPrefix: ValueScopeName | string, { ref, key, code }: NameValue): ValueScopeName {
    const prefix = typeof nameOrPrefix === "string" ? nameOrPrefix : nameOrPrefix.prefix;
    switch (prefix) {
      case "func": {
        const name = typeof ref === "string" ? ref : runtimeNames.get(ref);
        if (name === undefined) throw new Error("Ajv calls a function that the validators' runtime doesn't have");
        this.runtime.add(name);
        return new ValueScopeName(prefix, name);
      }
      case "component": {
        const name = this.#componentFunction(ref as string);
        this.calls.add(name);
        return new ValueScopeName(prefix, name);
      }
      case "branch": {
        const branch = ref as Branch;
        const name = this.#nameOf(branch.schemaPath);
        this.branches.push({ name, branch });
        return new ValueScopeName(prefix, name);
      }
      case "formats":
        this.usesFormats = true;
        return new ValueScopeName(prefix, "formats");
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

  #pattern({ expression, tree }: UsedPattern, key: string, at: Code | undefined): ValueScopeName {
    if (!tree) return this.#constant("pattern", key, at, () => patternLiteral(expression));
    this.runtime.add("linearPattern");
    const { source, flags } = expression;
    return this.#constant("pattern", key, at, () => _`/* @__PURE__ */ linearPattern(${source}, ${flags}, ${stringify(tree)})`);
  }

  #constant(prefix: string, key: string, at: Code | undefined, print: () => Code): ValueScopeName {
    const [pointer = "", what = prefix] = String(at ?? "").split(" ");
    const id = `${prefix} ${pointer} ${key}`;
    const known = this.#known.get(id);
    if (known) return known;
    const name = new ValueScopeName(prefix, this.#nameOf(`${pointer}/${what}`));
    this.#known.set(id, name);
    this.constants.push(`const ${name} = ${print()};\n`);
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
  if (/^[\x20-\x7e]*$/.test(source) && !source.includes("</")) return new _Code(`/${source}/${flags}`);
  return _`/* @__PURE__ */ new RegExp(${source}, ${flags})`;
}

/** Returns a list as a literal, on one line if it is short enough. */
function listLiteral(values: readonly unknown[]): Code {
  const items = values.map((value) => String(stringify(value)));
  const line = `[${items.join(", ")}]`;
  return new _Code(line.length <= 100 ? line : `[\n${items.map((item) => `  ${item},\n`).join("")}]`);
}
