import { _, N, type AddedKeywordDefinition, type CodeKeywordDefinition, KeywordCxt, type AnySchema } from "../ajv.js";
import { pathText, typeTest } from "./codegen.js";
import { callComponent, guardCode, returnErrors } from "./combining.js";
import type { Limit } from "../../../../templates/runtime/json-schema/alternatives.js";

/** `$ref` to a component, by its name: calls its validator. */
export const reference = callOf("$ref");

/** `$ref` to a component that checks each part of a value once. */
export const recalledReference = callOf("$recall");

function callOf(keyword: "$ref" | "$recall"): CodeKeywordDefinition {
  return {
    keyword,
    schemaType: "string",
    code(cxt: KeywordCxt) {
      const { gen, data, it } = cxt;
      const guard = guardCode(cxt);
      const call = callComponent(gen, keyword, cxt.schema as string, data);
      if (guard) return returnErrors(cxt, guard, call);
      const errors = gen.const("found", call);
      cxt.result(_`${errors} === null`, undefined, () => {
        const append = gen.scopeValue("func", { ref: "append" });
        gen.assign(N.vErrors, _`${append}(${N.vErrors}, ${errors}, ${pathText(it.errorPath, gen)})`);
        gen.assign(N.errors, _`${N.vErrors}.length`);
      });
    },
  };
}

/** A referenced schema that is compiled in place, because its evaluated properties count at the reference. */
export interface Inlined {
  readonly component: string;
  readonly schema: AnySchema;
}

/** `$ref` inside a schema that tracks evaluated properties. */
export const inlined: CodeKeywordDefinition = {
  keyword: "$inlined",
  schemaType: ["object"],
  code(cxt: KeywordCxt) {
    const { gen, it } = cxt;
    const { component, schema } = cxt.schema as Inlined;
    const valid = gen.name("valid");
    const inner = cxt.subschema(
      { schema, schemaPath: it.schemaPath, errSchemaPath: `#/components/schemas/${component}`, topSchemaRef: it.topSchemaRef },
      valid,
    );
    cxt.mergeEvaluated(inner);
    cxt.ok(valid);
  },
};

/** A schema whose size limits are checked first. */
export interface Limited {
  readonly limits: readonly Limit[];
  readonly schema: AnySchema;
}

/**
 * Checks size limits first, and everything else only within them: no pattern runs on text that is too long, and no item of a
 * list that is too long is checked, regardless of the order of keywords.
 */
export const limited: CodeKeywordDefinition = {
  keyword: "$limited",
  schemaType: "object",
  trackErrors: true,
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    const { limits, schema } = cxt.schema as Limited;
    const before = cxt.errsCount!;
    const guard = guardCode(cxt);
    const checkLimits = () => {
      for (const { keyword, value, path } of limits) {
        const definition = it.self.getKeyword(keyword) as AddedKeywordDefinition;
        const errSchemaPath = path.startsWith("#") ? path : `${it.errSchemaPath}${path}`;
        gen.if(typeTest(gen, definition.type[0]!, data, true), () => {
          const limit = new KeywordCxt({ ...it, schema: { [keyword]: value }, errSchemaPath }, definition, keyword);
          gen.block(() => (definition as CodeKeywordDefinition).code(limit));
        });
      }
    };
    // In a branch, all violated limits are reported.
    if (guard?.purpose.isBranch && limits.length > 1) guard.collect(checkLimits);
    else checkLimits();
    gen.if(_`${before} === ${N.errors}`, () => {
      const valid = gen.name("valid");
      const inner = cxt.subschema(
        { schema, schemaPath: it.schemaPath, errSchemaPath: it.errSchemaPath, topSchemaRef: it.topSchemaRef },
        valid,
      );
      cxt.mergeEvaluated(inner);
    });
    cxt.ok(_`${before} === ${N.errors}`);
  },
};
