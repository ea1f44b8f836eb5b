import type { Rule, SchemaRules } from "../../rule.js";
import type { Reason } from "../../../../json-schema/containment/reason.js";
import { annotationRules } from "./annotations.js";
import { alternativeRules } from "./alternative.js";
import { closedRules } from "./closed.js";
import { declaredRules } from "./declared.js";
import { enumValueRules } from "./enum-value.js";
import { formatRules } from "./format.js";
import { limitRules } from "./limit.js";
import { otherRules } from "./other.js";
import { patternRules } from "./pattern.js";
import { propertyRules } from "./property.js";
import { requiredRules } from "./required.js";
import { typeRules } from "./type.js";

/** The rules about each kind of difference between two schemas. */
export const schemaRules: { readonly [kind in Reason["kind"]]: SchemaRules } = {
  property: propertyRules,
  required: requiredRules,
  declared: declaredRules,
  closed: closedRules,
  values: enumValueRules,
  type: typeRules,
  bound: limitRules,
  pattern: patternRules,
  format: formatRules,
  alternative: alternativeRules,
  other: otherRules,
};

/** All of them, in the order of the documentation. */
export const allSchemaRules: readonly Rule[] = [
  ...Object.values(schemaRules).flatMap(({ request, response }) => [...Object.values(request), ...Object.values(response)]),
  ...annotationRules,
];
