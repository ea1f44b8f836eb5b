import { _, nil, raw, type Code, type CodeKeywordDefinition, type KeywordErrorCxt } from "./ajv.js";
import type * as errors from "../../../templates/runtime/validators/errors.js";
import { formats, roundedFormats } from "../../../templates/runtime/formats.js";
import type { Contract } from "../../model/contract.js";
import { stringList } from "../../typescript/encode.js";
import { patternText } from "./keywords/codegen.js";

/** The contract's facts about large numbers. */
export type Numbers = Pick<Contract, "integers" | "writtenIntegers">;

/** The function of `runtime/validators/errors.ts` that creates an error, and its arguments after path and schema. */
interface ErrorCall {
  readonly name: keyof typeof errors;
  readonly params?: Code;
}

type MakeCall = (cxt: KeywordErrorCxt, numbers: Numbers) => ErrorCall;

const withLimit = (name: ErrorCall["name"]): MakeCall => {
  return ({ schemaCode }) => ({ name, params: _`${schemaCode}` });
};

/** Returns the limit, also as written in the contract if the number is less precise. */
function writtenLimit({ schema }: KeywordErrorCxt, { writtenIntegers }: Numbers): Code {
  const limit = schema as number;
  const written = writtenIntegers.print(limit);
  return written === String(limit) ? _`${limit}` : _`${limit}, ${written}`;
}

const range: MakeCall = (cxt, numbers) => ({
  name: "outOfRange",
  params: _`${cxt.keyword}, ${writtenLimit(cxt, numbers)}`,
});

/** The call that creates the error of each keyword. Keywords pass its arguments in `params`. */
const calls: Readonly<Record<string, MakeCall>> = {
  type: ({ schema }) => ({ name: "wrongType", params: stringsCode(schema as string[]) }),
  minimum: range,
  maximum: range,
  exclusiveMinimum: range,
  exclusiveMaximum: range,
  multipleOf: (cxt, numbers) => ({ name: "notMultiple", params: writtenLimit(cxt, numbers) }),
  "x-max-utf8-bytes": withLimit("tooManyBytes"),
  maxLength: withLimit("tooLong"),
  minLength: withLimit("tooShort"),
  maxItems: withLimit("tooManyItems"),
  minItems: withLimit("tooFewItems"),
  maxProperties: withLimit("tooManyProperties"),
  minProperties: withLimit("tooFewProperties"),
  items: ({ params }) => ({ name: "itemsTooMany", params: _`${params["len"]}` }),
  unevaluatedItems: ({ params }) => ({ name: "unevaluatedItem", params: _`${params["len"]}` }),
  pattern: ({ schema, params }) =>
    params["longest"] === undefined
      ? { name: "wrongPattern", params: patternText(schema as string, params["expression"]) }
      : { name: "tooLongToMatch", params: _`${schema as string}, ${params["longest"]}` },
  patternProperties: ({ params }) => ({
    name: "nameTooLongToMatch",
    params: _`${params["propertyName"]}, ${params["pattern"]}, ${params["longest"]}`,
  }),
  format: ({ schema }, { integers }) => {
    const name = schema as string;
    const format = (integers === "rounded" ? roundedFormats : formats)[name];
    const reason = format?.type === "number" ? format.reason : undefined;
    return { name: "wrongFormat", params: reason === undefined ? _`${name}` : _`${name}, ${reason}` };
  },
  const: ({ params }) => ({ name: "notConstant", params: _`${params["value"]}` }),
  enum: ({ params }) => ({ name: "notListed", params: _`${params["values"]}` }),
  required: ({ params }) => ({ name: "missingProperty", params: _`${params["missingProperty"]}` }),
  additionalProperties: ({ params }) => ({ name: "unknownProperty", params: _`${params["additionalProperty"]}` }),
  unevaluatedProperties: ({ params }) => ({ name: "unevaluatedProperty", params: _`${params["unevaluatedProperty"]}` }),
  dependentRequired: ({ params }) => ({
    name: "missingDependency",
    params: _`${params["property"]}, ${params["missingProperty"]}, ${params["names"]}`,
  }),
  uniqueItems: ({ params }) => ({ name: "duplicateItems", params: _`${params["duplicate"]}` }),
  contains: ({ params }) => {
    const { min, max, tried } = params;
    if (tried !== undefined) return { name: "wrongItemCount", params: _`${min}, ${max ?? _`undefined`}, ${tried}` };
    return { name: "wrongItemCount", params: max === undefined ? _`${min}` : _`${min}, ${max}` };
  },
  not: () => ({ name: "matchesForbidden" }),
  anyOf: ({ params }) => ({ name: "matchesNone", params: _`${params["tried"] ?? _`[]`}` }),
  oneOf: ({ params }) => ({ name: "matchesNotOne", params: _`${params["tried"] ?? _`[], ${params["passing"]}`}` }),
  discriminator: ({ params }) => ({ name: "wrongDiscriminator", params: _`${params["property"]}, ${params["values"]}` }),
  if: ({ params }) => ({ name: "wrongClause", params: _`${params["ifClause"]}, ${params["tried"] ?? _`[]`}` }),
  propertyNames: ({ params }) => ({
    name: "wrongName",
    params: _`${params["propertyName"]}, ${params["tried"] ?? _`[]`}`,
  }),
};

const stringsCode = (strings: readonly string[]): Code => raw(stringList(strings));

/** Returns a keyword whose errors are calls: their message is the function's name, which `readErrorCall` reads. */
export function withErrorCalls(definition: CodeKeywordDefinition, numbers: Numbers): CodeKeywordDefinition {
  const { keyword } = definition;
  const names = typeof keyword === "string" ? [keyword] : keyword;
  if (!names.some((name) => calls[name === "$types" ? "type" : name])) return definition;
  const callOf = (cxt: KeywordErrorCxt) => calls[cxt.keyword]!(cxt, numbers);
  const error = {
    message: (cxt: KeywordErrorCxt) => callOf(cxt).name,
    params: (cxt: KeywordErrorCxt) => callOf(cxt).params ?? nil,
  };
  return { ...definition, error };
}

/** Returns the call that creates an error, from the properties of Ajv's error object. */
export function readErrorCall(keyword: string, message: unknown, params: Code): { readonly name: string; readonly params: Code } {
  if (keyword === "false schema") return { name: "neverValid", params: nil };
  // Ajv creates the error of a single type itself.
  const type = /^\{type: ("\w+")\}$/.exec(String(params))?.[1];
  if (keyword === "type" && type !== undefined) return { name: "wrongType", params: raw(type) };
  return { name: String(message), params };
}
