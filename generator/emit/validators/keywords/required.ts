import {
  _,
  and,
  checkReportMissingProp,
  noPropertyInData,
  or,
  str,
  type Code,
  type CodeKeywordDefinition,
  type KeywordCxt,
  type Name,
} from "./codegen.js";

/** `required`; Ajv's has a pair of parentheses for each name around those before it, and never misses the empty name. */
export const required: CodeKeywordDefinition = {
  keyword: "required",
  type: "object",
  schemaType: "array",
  error: {
    message: ({ params }) => str`must have required property '${params["missingProperty"]}'`,
    params: ({ params }) => _`{missingProperty: ${params["missingProperty"]}}`,
  },
  code(cxt: KeywordCxt) {
    const names = cxt.schema as readonly string[];
    if (names.length === 0) return;
    if (cxt.it.allErrors) {
      for (const name of names) checkReportMissingProp(cxt, name);
      return;
    }
    const missing = cxt.gen.let("missing");
    cxt.setParams({ missingProperty: missing });
    cxt.fail(isMissing(cxt, names, missing));
  },
};

/** Whether a value lacks one of the properties; assigns the name of the first that it lacks. */
export function isMissing({ gen, data, it }: KeywordCxt, names: readonly string[], missing: Name): Code {
  const tests = names.map((name) => {
    const assigned = _`${missing} = ${name}`;
    const isAbsent = noPropertyInData(gen, data, name, it.opts.ownProperties);
    // The empty name counts as false.
    return and(isAbsent, name === "" ? _`(${assigned}) === ""` : assigned);
  });
  return or(...tests);
}
