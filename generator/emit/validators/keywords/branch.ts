import type { Branch } from "../code-scope.js";
import type { GuardCode } from "../guard-code.js";
import { _, and, N, pathText, type AnySchema, type Code, type KeywordCxt } from "./codegen.js";

/** Returns the generator of a function that returns at its first error; `undefined` if the function counts errors. */
export function guardCode({ gen }: KeywordCxt): GuardCode | undefined {
  return (gen as GuardCode).purpose.keepsCount ? undefined : (gen as GuardCode);
}

/**
 * Returns a call of the function for one of a keyword's schemas, as one that a value may match: the function of the component
 * that it refers to, or one next to this. The call returns errors or `null`.
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

/** Returns a call of a component's validator. With `$recall`, it checks each part of a value once. */
export function callComponent(gen: KeywordCxt["gen"], keyword: "$ref" | "$recall", component: string, data: Code): Code {
  const validate = gen.scopeValue("component", { ref: component });
  return keyword === "$ref"
    ? _`${validate}(${data})`
    : _`${gen.scopeValue("func", { ref: "validateOnce" })}(${validate}, ${data})`;
}

/** Writes a return of the errors that a call found, if any. */
export function returnErrors(cxt: KeywordCxt, gen: GuardCode, call: Code): void {
  const name = String(cxt.data) === "value" ? "errors" : `${String(cxt.data)}Errors`;
  const errors = gen.const(name, call);
  const path = pathText(cxt.it.errorPath, gen);
  gen.ifFound(errors, () => gen.returnFound(path.emptyStr() ? errors : _`${gen.runtime("within")}(${path}, ${errors})`));
}

/** The check of one of a keyword's schemas. */
export interface Part {
  /** The condition under which the check applies; without one it always does. */
  readonly when?: Code | undefined;
  /** Writes the code of the check. */
  readonly check: () => void;
}

/**
 * Writes checks in sequence, each of which runs only if the preceding ones found nothing. Ajv nests each in a block of the
 * preceding one, and compilers exhaust their stack at some hundred blocks. For keywords that count errors.
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
