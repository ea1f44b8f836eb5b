import { Name, _, type Code, type CodeKeywordDefinition, KeywordCxt } from "../ajv.js";
import { and, constantOf, type typeNames, typeTest, exceedsLength, usePattern } from "./codegen.js";
import type { GuardCode } from "../guard-code.js";
import type { JsonValue } from "../../../document/json-value.js";
import { hasType } from "../../../../templates/runtime/json.js";
import * as formatModule from "../../../../templates/runtime/formats.js";
import { formats, roundedFormats } from "../../../../templates/runtime/formats.js";
import type { Integers } from "../../../document/load-contract.js";

/** `type` with several names; Ajv's prints the whole enclosing schema. */
export const types: CodeKeywordDefinition = {
  keyword: "$types",
  schemaType: "array",
  code(cxt: KeywordCxt) {
    const { data, it } = cxt;
    const names = cxt.schema as (typeof typeNames)[number][];
    // Errors contain its name in the contract.
    const type = new KeywordCxt({ ...it, schema: { type: names } }, { ...cxt.def, keyword: "type" }, "type");
    const tested = names.filter((name) => name !== "integer" || !names.includes("number"));
    type.fail(and(...tested.map((name) => typeTest(cxt.gen, name, data as Name, false))));
  },
};

/** Whether a value may have the constant; comparing one whose type was checked with one of another type doesn't compile. */
function isPossible({ gen, parentSchema }: KeywordCxt, constant: unknown): boolean {
  if ((gen as GuardCode).purpose.isOfName) return typeof constant === "string";
  const type = parentSchema["type"] as string | undefined;
  return type === undefined || hasType(constant as JsonValue, [type]);
}

/** Whether other keywords or schemas may have checked the value before; they may contradict. */
function isCheckedBefore({ keyword, parentSchema, it }: KeywordCxt): boolean {
  return (
    (keyword === "enum" && "const" in parentSchema) ||
    /\/(?:allOf\/\d+|dependentSchemas\/[^/]+|then|else)$/.test(it.errSchemaPath)
  );
}

/** `const`; Ajv's prints the whole enclosing schema. */
export const constant: CodeKeywordDefinition = {
  keyword: "const",
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const schema = cxt.schema as unknown;
    if (typeof schema === "object" && schema !== null) {
      const value = constantOf(cxt, "values", schema, "value");
      cxt.setParams({ value });
      cxt.fail(_`!${gen.scopeValue("func", { ref: "equal" })}(${data}, ${value})`);
    } else {
      const value = _`${schema as string | number | boolean | null}`;
      cxt.setParams({ value });
      if (!isPossible(cxt, schema)) cxt.fail();
      else if (isCheckedBefore(cxt)) cxt.fail(_`!${gen.scopeValue("func", { ref: "isOneOf" })}(${data}, [${value}])`);
      else cxt.fail(_`${data} !== ${value}`);
    }
  },
};

/** `enum`; Ajv's prints the whole enclosing schema. */
export const enumeration: CodeKeywordDefinition = {
  keyword: "enum",
  schemaType: "array",
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const allowed = cxt.schema as unknown[];
    const values = constantOf(cxt, "values", allowed, "values");
    cxt.setParams({ values });
    const isStructure = (value: unknown) => typeof value === "object" && value !== null;
    const scalars = allowed.filter((value) => !isStructure(value) && isPossible(cxt, value)) as (
      | string
      | number
      | boolean
      | null
    )[];
    // A chain of comparisons is faster for few values and longer for many.
    const tests =
      scalars.length > 4 || (scalars.length > 0 && isCheckedBefore(cxt))
        ? [_`!${gen.scopeValue("func", { ref: "isOneOf" })}(${data}, ${values})`]
        : scalars.map((value) => _`${data} !== ${value}`);
    if (allowed.some(isStructure)) {
      tests.push(_`!${values}.some((allowed) => ${gen.scopeValue("func", { ref: "equal" })}(${data}, allowed))`);
    }
    if (tests.length === 0) cxt.fail();
    else cxt.fail(and(...tests));
  },
};

/** `format`, checked by the runtime's own definitions. */
export function format(integers: Integers): CodeKeywordDefinition {
  const known = integers === "rounded" ? roundedFormats : formats;
  return {
    keyword: "format",
    type: ["number", "string"],
    schemaType: "string",
    code(cxt: KeywordCxt, type?: string) {
      const { gen, data } = cxt;
      const name = cxt.schema as string;
      if (!Object.hasOwn(known, name) || known[name]!.type !== type) return;
      const { validate } = known[name]!;
      const check = Object.entries(formatModule).find(([, member]) => member === validate)![0];
      cxt.fail(_`!${gen.scopeValue("formats", { ref: formatModule })}.${new Name(check)}(${data})`);
    },
  };
}

/**
 * `pattern`. Text that is longer than `$longestText` of the schema is invalid and never matched, because it could keep the
 * engine busy.
 */
export const pattern: CodeKeywordDefinition = {
  keyword: "pattern",
  type: "string",
  schemaType: "string",
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    const expression = usePattern(cxt, cxt.schema as string);
    const longest = cxt.parentSchema["$longestText"] as number | undefined;
    if (longest === undefined) {
      cxt.setParams({ expression });
      cxt.fail(_`!${expression}.test(${data})`);
      return;
    }
    const isTooLong = gen.const("isTooLong", exceedsLength(cxt, data, longest));
    cxt.setParams({ longest });
    cxt.fail(isTooLong);
    cxt.setParams({ expression });
    cxt.fail(_`!${isTooLong} && !${expression}.test(${data})`);
  },
};

const comparisons: Readonly<Record<string, Code>> = {
  minimum: _`<`,
  maximum: _`>`,
  exclusiveMinimum: _`<=`,
  exclusiveMaximum: _`>=`,
};

/** `minimum` and the like; Ajv's also checks for NaN, which is not a number if numbers are finite. */
export function limitNumber(ajvs: CodeKeywordDefinition): CodeKeywordDefinition {
  return { ...ajvs, code: (cxt) => cxt.fail(_`${cxt.data} ${comparisons[cxt.keyword]} ${cxt.schemaCode}`) };
}

/** `multipleOf` in decimal arithmetic; Ajv divides doubles, and rejects 19.99 as a multiple of 0.01. */
export const multipleOf: CodeKeywordDefinition = {
  keyword: "multipleOf",
  type: "number",
  schemaType: "number",
  code(cxt: KeywordCxt) {
    const isMultiple = cxt.gen.scopeValue("func", { ref: "isMultipleOf" });
    cxt.fail(_`!${isMultiple}(${cxt.data}, ${cxt.schemaCode})`);
  },
};

/** `x-max-utf8-bytes`: a limit in bytes of UTF-8; `maxLength` counts characters. */
export const maxUtf8Bytes: CodeKeywordDefinition = {
  keyword: "x-max-utf8-bytes",
  type: "string",
  schemaType: "number",
  code(cxt: KeywordCxt) {
    const exceeds = cxt.gen.scopeValue("func", { ref: "exceedsUtf8Bytes" });
    cxt.fail(_`${exceeds}(${cxt.data}, ${cxt.schemaCode})`);
  },
};
