import type { Branch } from "../code-scope.js";
import type { GuardCode } from "../guard-code.js";
import { _, and, N, pathText, type AnySchema, type Code, type KeywordCxt } from "./codegen.js";

/** The generator of a function that returns at its first error; `undefined`: the function counts errors. */
export function guardCode({ gen }: KeywordCxt): GuardCode | undefined {
  return (gen as GuardCode).purpose.keepsCount ? undefined : (gen as GuardCode);
}

/**
 * A call of the function that checks values against one of the schemas that a keyword holds, as what a value may match: that of
 * the component that it refers to, or one beside this. It returns errors or `null`.
 */
export function callBranch(
  cxt: KeywordCxt,
  gen: GuardCode,
  keyword: string,
  data: Code,
  { index, isOfName = gen.purpose.isOfName }: { readonly index?: number; readonly isOfName?: boolean } = {},
): Code {
  const held = cxt.it.schema[keyword] as AnySchema | readonly AnySchema[];
  const schema = index === undefined ? (held as AnySchema) : (held as readonly AnySchema[])[index]!;
  const keywords = typeof schema === "object" ? Object.keys(schema) : [];
  if (keywords.length === 1 && (keywords[0] === "$ref" || keywords[0] === "$recall")) {
    return callComponent(gen, keywords[0], (schema as Readonly<Record<string, string>>)[keywords[0]]!, data);
  }
  const schemaPath = `${cxt.it.errSchemaPath}/${keyword}${index === undefined ? "" : `/${index}`}`;
  return _`${gen.scopeValue("branch", { ref: { schema, schemaPath, isOfName } satisfies Branch })}(${data})`;
}

/** A call of the validator of a component; `$recall`: it sees each part of a value once. */
export function callComponent(gen: KeywordCxt["gen"], keyword: "$ref" | "$recall", component: string, data: Code): Code {
  const validate = gen.scopeValue("component", { ref: component });
  return keyword === "$ref"
    ? _`${validate}(${data})`
    : _`${gen.scopeValue("func", { ref: "validateOnce" })}(${validate}, ${data})`;
}

/** Returns what was found by a call, if anything. */
export function returnErrors(cxt: KeywordCxt, gen: GuardCode, call: Code): void {
  const name = String(cxt.data) === "value" ? "errors" : `${String(cxt.data)}Errors`;
  const errors = gen.const(name, call);
  const path = pathText(cxt.it.errorPath, gen);
  gen.ifFound(errors, () => gen.returnFound(path.emptyStr() ? errors : _`${gen.runtime("within")}(${path}, ${errors})`));
}

/** The check of one of the schemas that a keyword holds. */
export interface Part {
  /** Where the check applies; everywhere if left out. */
  readonly when?: Code | undefined;
  /** Writes the check. */
  readonly check: () => void;
}

/**
 * Writes checks one below the other, of which each runs only if those before it found nothing. Ajv writes each into a block
 * within that of the one before, and compilers run out of stack in some hundred blocks. For keywords that track errors.
 */
export function checkInTurn(cxt: KeywordCxt, parts: readonly Part[]): void {
  const isValid = _`${cxt.errsCount!} === ${N.errors}`;
  parts.forEach(({ when, check }, index) => {
    const conditions: Code[] = index === 0 || guardCode(cxt) ? [] : [isValid];
    if (when) conditions.push(when);
    if (conditions.length === 0) check();
    else cxt.gen.if(and(...conditions), check);
  });
  if (parts.length > 0) cxt.ok(isValid);
}
