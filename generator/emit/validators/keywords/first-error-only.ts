import { KeywordCxt, type CodeKeywordDefinition } from "./codegen.js";

/**
 * A keyword that tries schemas which may well fail, such as `anyOf`, for validators that list all errors: each try
 * stops at its first error. Listing all would visit every branch at every depth, which grows exponentially.
 */
export function firstErrorOnly(definition: CodeKeywordDefinition): CodeKeywordDefinition {
  return {
    ...definition,
    code(cxt: KeywordCxt, type?: string) {
      const { gen, it } = cxt;
      if (!it.allErrors) return definition.code(cxt, type);
      const inner = new KeywordCxt(
        { ...it, schema: cxt.parentSchema, allErrors: false, compositeRule: true },
        cxt.def,
        cxt.keyword,
      );
      // The block closes what a keyword leaves open when it expects to be left at an error.
      gen.block(() => definition.code(inner, type));
      if (inner.it.props !== undefined) it.props = inner.it.props;
      if (inner.it.items !== undefined) it.items = inner.it.items;
    },
  };
}
