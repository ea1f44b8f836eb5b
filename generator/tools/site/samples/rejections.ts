import { type Context, createContext, Script } from "node:vm";
import * as formatChecks from "../../../../templates/runtime/formats.js";
import { explainErrors, type Explanation } from "../../../../templates/runtime/server/errors.js";
import * as checks from "../../../../templates/runtime/validators/checks.js";
import * as errors from "../../../../templates/runtime/validators/errors.js";
import { run, type Validate } from "../../../../templates/runtime/validators/guard.js";
import type { JsonValue } from "../../../document/json-value.js";
import { compileErrorLister, compileGuard } from "../../../emit/validators/compile-schema.js";
import { hoistEvaluating, schemaPointer } from "../../../emit/validators/hoist-evaluating.js";
import { prepareSchema } from "../../../emit/validators/prepare-schema.js";
import { createAjv, type Mode } from "../../../emit/validators/vocabulary.js";
import type { Contract } from "../../../model/contract.js";

/** What a generated server says about a body that doesn't fit a component's schema; absent: the body fits. */
export type Rejections = (component: string, body: JsonValue) => Explanation | undefined;

/** Between the name of a component and the errors that its function finds; no name has it. */
const modeMark = "$$";

/**
 * Compiles a contract's schemas as the output has them, each when it is asked for, and runs them: only so is the text that
 * a page shows the text that a caller gets. The functions see their own arguments, the runtime's checks and nothing else.
 */
export function createRejections(contract: Pick<Contract, "schemas" | "integers" | "writtenIntegers">): Rejections {
  const schemas = hoistEvaluating(contract.schemas);
  const engines = { first: createAjv("first", contract), all: createAjv("all", contract) };
  const context: Context = createContext(Object.assign(Object.create(null), checks, errors, formatTables), {
    codeGeneration: { strings: false, wasm: false },
  });
  const numbers = new Map([...schemas.keys()].map((name, index) => [name, index]));
  const compiled = new Map<string, Validate>();
  /** Functions that are text yet, by name. */
  const written = new Map<string, string>();

  const nameOf = (component: string, mode: Mode) => `$${numbers.get(component)}${modeMark}${mode}`;
  const names = {
    component: (component: string) => need(component, "all"),
    firstErrorComponent: (component: string) => need(component, "first"),
  };
  const namesOfMode = { all: names, first: { ...names, component: names.firstErrorComponent } };
  const pending: (readonly [component: string, mode: Mode])[] = [];

  /** The name of a component's function, which will be there when it is called. */
  function need(component: string, mode: Mode): string {
    if (!compiled.has(nameOf(component, mode))) pending.push([component, mode]);
    return nameOf(component, mode);
  }

  function compile(component: string, mode: Mode): void {
    const name = nameOf(component, mode);
    if (compiled.has(name) || written.has(name)) return;
    const schema = prepareSchema(schemas.get(component)!, schemas, mode);
    const pointer = schemaPointer(component, contract.schemas);
    const { code } =
      mode === "first"
        ? compileGuard(engines.first, schema, name, pointer, pointer, namesOfMode.first)
        : compileErrorLister(engines.all, schema, name, pointer, namesOfMode.all);
    written.set(name, withoutTypes(code));
  }

  /** Compiles what is asked for, and what that calls in turn. */
  function prepare(): void {
    for (let next = pending.pop(); next; next = pending.pop()) compile(...next);
    if (written.size === 0) return;
    new Script([...written.values()].join("\n")).runInContext(context);
    for (const name of written.keys()) compiled.set(name, context[name] as Validate);
    written.clear();
  }

  return (component, body) => {
    const name = need(component, "all");
    prepare();
    const errors = run(compiled.get(name)!, body);
    if (errors === null) return undefined;
    const { text, details } = explainErrors(errors);
    return { text: `${text}.`, details };
  };
}

/** What guards know as functions, `formats.date(text)`, and error listers as a table, `formats.date.validate(text)`. */
const callable = ({ validate }: formatChecks.Format) => Object.assign((value: never) => validate(value), { validate });
const formatTables = {
  formats: {
    ...formatChecks,
    ...Object.fromEntries(Object.entries(formatChecks.formats).map(([name, format]) => [name, callable(format)])),
  },
  roundedFormats: formatChecks.roundedFormats,
};

/** The emitted text is TypeScript in the first line of each function only. */
function withoutTypes(code: string): string {
  const signature = /^(?:export )?(function \S+\((?:data|value)): any\): FoundErrors \| null \{$/gm;
  if (!signature.test(code)) throw new Error("a validator has another signature than expected");
  return code.replace(signature, "$1) {");
}
