import type { GuardCode } from "../guard-code.js";
import { callBranch, checkInTurn, guardCode, type Part } from "./combining.js";
import {
  _,
  alwaysValidSchema,
  type AnySchema,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type SchemaCxt,
  Type,
  type Code,
  type Name,
} from "../ajv.js";

/** `prefixItems`; Ajv's nests a level for each. */
export const prefixItems: CodeKeywordDefinition = {
  keyword: "prefixItems",
  type: "array",
  schemaType: "array",
  before: "uniqueItems",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    const schemas = cxt.schema as readonly AnySchema[];
    if (it.opts.unevaluated && schemas.length > 0 && it.items !== true) {
      cxt.mergeEvaluated({ items: schemas.length } as SchemaCxt);
    }
    const valid = gen.name("valid");
    const length = gen.const("len", _`${data}.length`);
    const parts = schemas.flatMap((schema, index): Part[] => {
      if (alwaysValidSchema(it, schema)) return [];
      const check = () => cxt.subschema({ keyword: "prefixItems", schemaProp: index, dataProp: index }, valid);
      return [{ when: _`${length} > ${index}`, check }];
    });
    checkInTurn(cxt, parts);
  },
};

/** `contains`; Ajv's confuses an empty list with the previous list of a loop. */
export const contains: CodeKeywordDefinition = {
  keyword: "contains",
  type: "array",
  schemaType: ["object", "boolean"],
  before: "uniqueItems",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, schema, parentSchema, data, it } = cxt;
    const min = (parentSchema["minContains"] as number | undefined) ?? 1;
    const max = parentSchema["maxContains"] as number | undefined;
    cxt.setParams({ min, max } as never);
    const enough = (count: Code | Name) =>
      max === undefined ? _`${count} >= ${min}` : _`${count} >= ${min} && ${count} <= ${max}`;
    if (alwaysValidSchema(it, schema)) return cxt.pass(enough(_`${data}.length`));
    if (max === undefined && min === 0) return;
    it.items = true;
    const guard = guardCode(cxt);
    if (guard) return countMatches(cxt, guard, { min, max });
    const count = gen.let("count", 0);
    const last = max === undefined ? _`${count} >= ${min}` : _`${count} > ${max}`;
    gen.forRange("i", 0, _`${data}.length`, (index) => {
      const valid = gen.name("_valid");
      cxt.subschema({ keyword: "contains", dataProp: index, dataPropType: Type.Num, compositeRule: true }, valid);
      gen.if(valid, () => gen.code(_`${count}++`).if(last, () => gen.break()));
    });
    cxt.result(enough(count), () => cxt.reset());
  },
};

/** `contains` in a function that returns at its first error. In a branch, it also reports why items don't match. */
function countMatches(
  cxt: KeywordCxt,
  gen: GuardCode,
  { min, max }: { readonly min: number; readonly max: number | undefined },
): void {
  const { data } = cxt;
  const tried = gen.purpose.isBranch ? gen.const(`${String(data)}Errors`, _`[]`) : undefined;
  const count = gen.let(`${String(data)}Matches`, 0);
  gen.forRange("i", 0, _`${data}.length`, (index) => {
    const errors = gen.const("errors", callBranch(cxt, gen, "contains", _`${data}[${index}]`));
    const matches = () => {
      gen.code(_`${count}++`);
      gen.if(max === undefined ? _`${count} >= ${min}` : _`${count} > ${max}`, () => gen.break());
    };
    if (tried)
      gen.if(_`${errors} === null`, matches, () => gen.code(_`${tried}.push({ path: \`/\${${index}}\`, errors: ${errors} })`));
    else gen.if(_`${errors} === null`, matches);
  });
  cxt.setParams({ min, max, tried } as never);
  cxt.fail(max === undefined ? _`${count} < ${min}` : _`${count} < ${min} || ${count} > ${max}`);
}

/** `uniqueItems` in linear time; Ajv's compares each item with each other. */
export const uniqueItems: CodeKeywordDefinition = {
  keyword: "uniqueItems",
  type: "array",
  schemaType: "boolean",
  code(cxt: KeywordCxt) {
    const { gen, data } = cxt;
    if (cxt.schema !== true) return;
    const duplicate = gen.const("duplicate", _`${gen.scopeValue("func", { ref: "findDuplicate" })}(${data})`);
    cxt.setParams({ duplicate });
    cxt.fail(_`${duplicate} !== null`);
  },
};
