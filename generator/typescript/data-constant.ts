import { docComment, type Docs } from "./encode.js";

/**
 * A `const` whose value is plain data, as `printLiteral` writes it. Printed and checked without ts-morph, which takes a quarter
 * of a second to load: a contract's facts about an action change more often than types.
 */
export interface DataConstant {
  readonly kind: "data";
  readonly name: string;
  readonly type: string;
  readonly literal: string;
  readonly docs: Docs | undefined;
  readonly isExported: boolean;
  /** The variables whose values are in it. */
  readonly variables: readonly string[];
}

export function dataConstant(
  name: string,
  literal: string,
  {
    type,
    docs,
    isExported = false,
    variables = [],
  }: { readonly type: string; readonly docs?: Docs; readonly isExported?: boolean; readonly variables?: readonly string[] },
): DataConstant {
  return { kind: "data", name, type, literal, docs, isExported, variables };
}

/** Prints a constant as ts-morph would. Throws if its value is not data, because that is a bug of an emitter. */
export function printDataConstant({ name, type, literal, docs, isExported, variables }: DataConstant): string {
  if (!isData(literal, variables)) throw new Error(`The constant ${name} would contain something other than data`);
  return `${docs ? docComment(docs) : ""}${isExported ? "export " : ""}const ${name}: ${type} = ${literal};\n`;
}

/** A space, a string, a number, a word, a key, a separator or bracket, or `as const`. */
const token =
  /\s+|"(?:[^"\\\u0000-\u001f]|\\[^\u0000-\u001f])*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?(?![\w$])|(?:true|false|null)(?![\w$])|[A-Za-z_$][\w$]*(?=:)|[{}[\],:]|as const(?![\w$])/y;

const word = /[A-Za-z_$][\w$]*/y;

const closing: Readonly<Record<string, string>> = { "{": "}", "[": "]" };

/**
 * The second line of defence after `printLiteral`, as `checkTree` is after the other encoders: text of these tokens
 * with matching brackets calls nothing and doesn't continue after its end.
 */
export function isData(literal: string, variables: readonly string[] = []): boolean {
  const text = literal.replace(/ as const$/, "");
  const open: string[] = [];
  for (let at = 0, end = 0; at < text.length; at = end) {
    token.lastIndex = word.lastIndex = at;
    const name = word.exec(text)?.[0] ?? "";
    const found = token.exec(text)?.[0] ?? (variables.includes(name) ? name : undefined);
    end = at + (found?.length ?? 0);
    if (found === undefined || (at > 0 && open.length === 0)) return false;
    if (Object.hasOwn(closing, found)) open.push(closing[found]!);
    else if ((found === "}" || found === "]") && open.pop() !== found) return false;
  }
  return open.length === 0 && text !== "";
}
