import { createContext, Script, type Context } from "node:vm";
import path from "node:path";
import { ts } from "ts-morph";
import type { OutputFile } from "../../generator/typescript/output-file.js";

/** The behaviour of the output when it is imported and called. */
export interface Behaviour {
  /** Names that it put on the global object. */
  readonly globals: readonly string[];
  /** Names that it added to prototypes. */
  readonly pollution: readonly string[];
  /** Modules outside the output that it wanted, and addresses that it asked for behind its caller's back. */
  readonly outside: readonly string[];
}

/** An output that was imported in a realm of its own. */
export interface Realm {
  /** The exports of a module, by its path in the output. */
  readonly load: (path: string) => Record<string, unknown>;
  /** A value in JSON, made by the realm itself. */
  readonly read: (json: string) => object;
  readonly behaviour: () => Behaviour;
}

/**
 * Imports every module of an output in a realm of its own and calls every guard, so that text which had become code
 * would run. The realm has what the web standards give and no way to files, processes or the network: its own `fetch`
 * is only noted.
 */
export function openOutput(files: readonly OutputFile[]): Realm {
  const sources = new Map(files.filter(({ path: at }) => at.endsWith(".ts")).map((file) => [file.path, file.text]));
  const outside: string[] = [];
  const context = createContext({
    TextDecoder,
    TextEncoder,
    URL,
    URLSearchParams,
    Headers,
    Request,
    Response,
    FormData,
    Blob,
    AbortController,
    AbortSignal,
    DOMException,
    atob,
    btoa,
    crypto,
    structuredClone,
    setTimeout: () => 0,
    clearTimeout: () => {},
    queueMicrotask,
    fetch: (address: unknown) => {
      outside.push(`fetch ${String(address)}`);
      return Promise.reject(new Error("there is no network"));
    },
  });
  const before = surface(context);
  const loaded = new Map<string, { exports: Record<string, unknown> }>();
  const load = (at: string): Record<string, unknown> => {
    const known = loaded.get(at);
    if (known) return known.exports;
    const module = { exports: {} as Record<string, unknown> };
    loaded.set(at, module);
    const require = (specifier: string): unknown => {
      const target = path.posix.join(path.posix.dirname(at), specifier).replace(/\.js$/, ".ts");
      if (specifier.startsWith(".") && sources.has(target)) return load(target);
      outside.push(`${at}: ${specifier}`);
      return {};
    };
    const run = new Script(`(function (module, exports, require) {${transpile(sources.get(at)!)}\n})`).runInContext(context) as (
      ...args: unknown[]
    ) => void;
    run(module, module.exports, require);
    return module.exports;
  };
  for (const at of sources.keys()) callAll(load(at), 0);
  return {
    load,
    read: (json) => new Script(`(${json})`).runInContext(context) as object,
    behaviour() {
      const after = surface(context);
      return {
        globals: after.globals.filter((name) => !before.globals.includes(name)),
        pollution: after.prototypes.filter((name) => !before.prototypes.includes(name)),
        outside,
      };
    },
  };
}

/** Imports an output and calls its guards. */
export function runOutput(files: readonly OutputFile[]): Behaviour {
  return openOutput(files).behaviour();
}

/** Guards and error listers are what a program calls with any value. */
function callAll(value: unknown, depth: number): void {
  if (depth > 4 || value === null || (typeof value !== "object" && typeof value !== "function")) return;
  if (isGuard(value)) for (const one of [{}, { mode: 1 }, "text"]) value(one);
  if (typeof value === "object") for (const child of Object.values(value)) callAll(child, depth + 1);
}

function isGuard(value: unknown): value is (candidate: unknown) => boolean {
  return typeof value === "function" && "errors" in value;
}

function surface(context: Context): { globals: string[]; prototypes: string[] } {
  const read = new Script(`({
    globals: Reflect.ownKeys(globalThis).map(String),
    prototypes: [Object, Function, Array, String, Number, Boolean, Promise, RegExp, Map].flatMap((one) =>
      Reflect.ownKeys(one.prototype).concat(Reflect.ownKeys(one)).map((key) => one.name + "." + String(key))),
  })`);
  return read.runInContext(context) as { globals: string[]; prototypes: string[] };
}

const transpiled = new Map<string, string>();

function transpile(file: string): string {
  // The header names the contract, which would make each file that ships verbatim another one.
  const text = file.replace(/^\/\*.*\*\/\n/, "");
  let result = transpiled.get(text);
  if (result === undefined) {
    result = ts.transpileModule(text, {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS },
    }).outputText;
    transpiled.set(text, result);
  }
  return result;
}
