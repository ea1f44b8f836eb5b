import { _, Name, stringify, type Code } from "ajv/dist/compile/codegen/index.js";
import { ValueScope, ValueScopeName, type NameValue } from "ajv/dist/compile/codegen/scope.js";
import equal from "ajv/dist/runtime/equal.js";
import ucs2length from "ajv/dist/runtime/ucs2length.js";
import { defaultExport } from "./default-export.js";

/** What Ajv's keywords call, and the function of our runtime that stands for it. */
const runtimeNames = new Map<unknown, string>([
  [Object.prototype.hasOwnProperty, "hasOwn"],
  [defaultExport(equal), "equal"],
  [defaultExport(ucs2length), "countCodePoints"],
]);

/** How validators of components are called from the function that is being compiled. */
export interface FunctionNames {
  /** The validator of a component in this mode. */
  readonly component: (name: string) => string;
  /** The validator of a component that stops at the first error. */
  readonly firstErrorComponent: (name: string) => string;
}

/**
 * The names outside one validator function. Values such as patterns become constants that carry the function's name, so
 * that many functions share a module; everything else is imported.
 */
export class CodeScope extends ValueScope {
  /** Constants that the function needs, a line each. */
  readonly constants: string[] = [];
  /** Functions of the runtime's `checks.ts` that it calls. */
  readonly checks = new Set<string>();
  /** Functions of components that it calls. */
  readonly calls = new Set<string>();
  /** The table of formats that it uses. */
  formats: string | undefined;
  readonly #functionName: string;
  readonly #functions: FunctionNames;
  readonly #known = new Map<string, ValueScopeName>();

  constructor(functionName: string, functions: FunctionNames) {
    super({
      scope: {},
      lines: true,
      prefixes: new Set(["func", "component", "firstErrorComponent", "formats", "pattern", "values", "names"]),
    });
    this.#functionName = functionName;
    this.#functions = functions;
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
      case "component":
      case "firstErrorComponent": {
        const name = this.#functions[prefix](ref as string);
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
export class NoSchema extends Name {
  constructor() {
    super("schema");
  }

  override toString(): string {
    throw new Error("a keyword prints its schema into a validator");
  }
}
