import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { ts } from "ts-morph";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import { createRandom } from "../../generator/json-schema/samples/random.js";
import { sampleValue } from "../../generator/json-schema/samples/sample-value.js";
import { type Verdict, createInstanceEvaluator } from "../../generator/json-schema/interpreter.js";
import { lintContract } from "../../generator/lint/lint.js";
import type { JsonObject, JsonValue } from "../../generator/document/json-value.js";
import { loadContract } from "../../generator/document/load-contract.js";
import { buildContract } from "../../generator/model/build-contract.js";
import { listErrors, type SchemaData } from "../../templates/runtime/validators/all-errors.js";
import type { ErrorLister } from "../../templates/runtime/json.js";
import { interpreted } from "../../templates/runtime/validators/interpreted.js";
import type { Guard } from "../../templates/runtime/validators/guard.js";
import { emit, type Emitted } from "../emit/load-emitted.js";

/** Everything of the project that judges values by a schema. */
interface Judges {
  readonly guard: Guard<unknown>;
  readonly list: ErrorLister;
  /** Whether a value fits by the schema that `list` interprets, without the guard before it. */
  readonly fitsData: (value: JsonValue) => boolean;
  /** The same, as live contracts decide it. */
  readonly prepared: (value: JsonValue) => boolean;
  readonly interpret: (value: JsonValue) => Verdict["isValid"];
  /** A value that fits, if one was found. */
  readonly sample: JsonValue | undefined;
}

/** The judges of a schema, or the codes of the errors for which it is refused. */
export type Outcome = { readonly judges: Judges } | { readonly refusals: readonly string[] };

const limits = { steps: 1_000_000, stepsInAll: Infinity, errors: 1 };

let folder: string | undefined;

/**
 * Takes a schema through loading, lint, model and emitters. `given` files stand beside the contract, so that references into them
 * work; `version` is that of OpenAPI.
 */
export function judgesOf(
  schema: JsonValue,
  components: JsonObject = {},
  given: Readonly<Record<string, JsonValue>> = {},
  version = "3.1.0",
): Outcome {
  folder ??= mkdtempSync(path.join(tmpdir(), "validators-"));
  for (const [name, content] of Object.entries({ ...given, "openapi.json": documentOf(schema, components, version) }))
    writeFileSync(path.join(folder, name), JSON.stringify(content));
  const { contract: loaded, diagnostics } = loadContract("openapi.json", { workingFolder: folder, untypedObjects: "any" });
  const errors = [...diagnostics, ...(loaded ? lintContract(loaded) : [])].filter((diagnostic) => hasErrors([diagnostic]));
  if (!loaded || errors.length > 0) return { refusals: [...new Set(errors.map(({ code }) => code))] };

  const contract = buildContract(loaded);
  const files = emit(contract);
  const load = createLoader(files);
  const first = load("validators/index.ts") as unknown as Emitted<Guard<unknown>>;
  const all = load("validators/all-errors/index.ts") as unknown as Emitted<ErrorLister>;
  const data = dataOfBody(load, files);
  const validate = interpreted(data);
  const { schemas } = contract;
  const evaluate = createInstanceEvaluator({ components: { schemas: Object.fromEntries(schemas) } }, limits);
  const written = contract.operations[0]!.body!.content[0]!.schema!;
  return {
    judges: {
      guard: first.operations["check"]!.body!,
      list: all.operations["check"]!.body!,
      fitsData: (value) => listErrors(data, value, 1)!.length === 0,
      prepared: (value) => validate(value) === null,
      interpret: (value) => evaluate(written, value).isValid,
      sample: sampleValue({ schemas, evaluate, random: createRandom("sample"), direction: "request" }, written),
    },
  };
}

/** The data of the schema that the lister of the body interprets. */
function dataOfBody(load: ReturnType<typeof createLoader>, files: readonly OutputFile[]): SchemaData {
  const listers = files.find(({ path: at }) => at === "validators/all-errors/operations.ts")!.text;
  const name = /body: \/\* @__PURE__ \*\/ allErrors\(\S+, \$\w+\.(\S+)\)/.exec(listers)![1]!;
  const modules = files.filter(({ path: at }) => at.startsWith("validators/compiled/")).map((file) => load(file.path));
  return modules.find((module) => Object.hasOwn(module, name))![name] as SchemaData;
}

function documentOf(schema: JsonValue, components: JsonObject, version: string): JsonObject {
  return {
    openapi: version,
    info: { title: "Checks", version: "1" },
    security: [],
    paths: {
      "/check": {
        post: {
          operationId: "check",
          requestBody: { content: { "application/json": { schema } } },
          responses: { "204": { description: "Done." } },
        },
      },
    },
    components: { schemas: components },
  };
}

/** Runs emitted modules without a disk. */
function createLoader(files: readonly OutputFile[]): (at: string) => Record<string, unknown> {
  const sources = new Map(files.map((file) => [file.path, file.text]));
  const loaded = new Map<string, Record<string, unknown>>();
  const load = (at: string): Record<string, unknown> => {
    const known = loaded.get(at);
    if (known) return known;
    const exports = {};
    loaded.set(at, exports);
    const require = (specifier: string) => load(path.posix.join(path.posix.dirname(at), specifier).replace(/\.js$/, ".ts"));
    new Function("exports", "require", transpile(sources.get(at)!))(exports, require);
    return exports;
  };
  return load;
}

const transpiled = new Map<string, string>();

/** Files that ship verbatim are the same for every contract but for the header. */
function transpile(file: string): string {
  const text = file.replace(/^\/\*.*\*\/\n/, "");
  let result = transpiled.get(text);
  if (result === undefined) {
    const compilerOptions = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.CommonJS };
    result = ts.transpileModule(text, { compilerOptions }).outputText;
    if (!text.includes("@ts-nocheck")) transpiled.set(text, result);
  }
  return result;
}
