import { checkInTurn, type Part } from "./check-in-turn.js";
import { _, and, checkReportMissingProp, propertyInData, str, type CodeKeywordDefinition, type KeywordCxt } from "./codegen.js";
import { isMissing } from "./required.js";

/** `dependentRequired`; Ajv's has a level for each property. */
export const dependentRequired: CodeKeywordDefinition = {
  keyword: "dependentRequired",
  type: "object",
  schemaType: "object",
  trackErrors: true,
  error: {
    message: ({ params: { property, depsCount, deps } }) =>
      str`must have ${depsCount === 1 ? "property" : "properties"} ${deps} when property ${property} is present`,
    params: ({ params: { property, missingProperty, depsCount, deps } }) =>
      _`{property: ${property}, missingProperty: ${missingProperty}, depsCount: ${depsCount}, deps: ${deps}}`,
  },
  code(cxt: KeywordCxt) {
    const { gen, data, it } = cxt;
    const missingProperty = gen.let("missing");
    const dependencies = Object.entries(cxt.schema as Readonly<Record<string, readonly string[]>>);
    const parts = dependencies.flatMap(([property, names]): Part[] => {
      if (names.length === 0) return [];
      const params = { property, depsCount: names.length, deps: names.join(", ") };
      const isPresent = propertyInData(gen, data, property, it.opts.ownProperties);
      const reportEach = () => {
        cxt.setParams(params);
        for (const name of names) checkReportMissingProp(cxt, name);
      };
      if (it.allErrors) return [{ when: isPresent, check: reportEach }];
      const report = () => cxt.error(false, { ...params, missingProperty });
      return [{ when: and(isPresent, isMissing(cxt, names, missingProperty)), check: report }];
    });
    checkInTurn(cxt, parts);
  },
};
