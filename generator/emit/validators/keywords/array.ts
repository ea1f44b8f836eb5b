import type { GuardCode } from "../guard-code.js";
import { callBranch, checkInTurn, guardCode, type Part } from "./combining.js";
import { markAll, markPart } from "./unevaluated.js";
import {
  _,
  alwaysValidSchema,
  type AnySchema,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type Name,
  Type,
  type Code,
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
    for (const index of schemas.keys()) markPart(cxt, index);
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

/** `items`. */
export function items(ajvs: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...ajvs,
    code(cxt: KeywordCxt, type?: string) {
      markAll(cxt);
      ajvs.code(cxt, type);
    },
  };
}

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
    if (alwaysValidSchema(it, schema)) {
      markAll(cxt);
      return cxt.pass(enough(_`${data}.length`));
    }
    if (max === undefined && min === 0 && !it.opts.unevaluated) return;
    const isEnough = max === undefined ? (count: Name) => _`${count} >= ${min}` : (count: Name) => _`${count} > ${max}`;
    const matched = (count: Name, index: Name) => {
      markPart(cxt, index);
      gen.code(_`${count}++`);
      // What counts as evaluated is each item that matches.
      if (!it.opts.unevaluated || max !== undefined) gen.if(isEnough(count), () => gen.break());
    };
    const guard = guardCode(cxt);
    if (guard) return countMatches(cxt, guard, { min, max, matched });
    const count = gen.let("count", 0);
    gen.forRange("i", 0, _`${data}.length`, (index) => {
      const valid = gen.name("_valid");
      cxt.subschema({ keyword: "contains", dataProp: index, dataPropType: Type.Num, compositeRule: true }, valid);
      gen.if(valid, () => matched(count, index));
    });
    cxt.result(enough(count), () => cxt.reset());
  },
};

interface Counting {
  readonly min: number;
  readonly max: number | undefined;
  /** Writes what happens at an item that matches. */
  readonly matched: (count: Name, index: Name) => void;
}

/** `contains` in a function that returns at its first error. In a branch, it also reports why items don't match. */
function countMatches(cxt: KeywordCxt, gen: GuardCode, { min, max, matched }: Counting): void {
  const { data } = cxt;
  const tried = gen.purpose.isBranch ? gen.const(`${String(data)}Errors`, _`[]`) : undefined;
  const count = gen.let(`${String(data)}Matches`, 0);
  gen.forRange("i", 0, _`${data}.length`, (index) => {
    const errors = gen.const("errors", callBranch(cxt, gen, "contains", _`${data}[${index}]`));
    const matches = () => matched(count, index);
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
