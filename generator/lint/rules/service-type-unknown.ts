import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { own, ownObject } from "../../document/json-value.js";
import { boundEndpoints } from "../bindings.js";
import { serviceSchema, stepsOf } from "../declared-facts.js";
import { defineRule } from "../rule.js";
import { createStringValues, type StringValues } from "../string-values.js";

/** Actions of a type that no service can have can never be invoked. */
export const serviceTypeUnknown = defineRule({
  code: "service-type-unknown",
  severity: "warning",
  comparesParts: true,
  message: ({ type }: { type: string }) => `no service can have the type ${quote(type)}, so its actions are never invoked`,
  hint: "Add it to the types of the schema that represents a service, or rename it to one of them.",
  cause:
    "The schema that represents a service lists the service types, and this type is not among them. The schema is the component `Service`, or what a GET on the path before the actions returns.",
  bad: "Service: { type: object, properties: { type: { enum: [search] } } }",
  good: "Service: { type: object, properties: { type: { enum: [postgres, search] } } }",
  at: "schemas",

  check(context, report) {
    const service = own(ownObject(ownObject(context.upgraded, "components"), "schemas"), "Service");
    const named = createStringValues(context, stepsOf("/type"))(service) ?? new Map();
    for (const bound of boundEndpoints(context)) {
      const { type: pointer = "/type" } = bound.binding.service;
      const shown = createStringValues(context, stepsOf(pointer))(serviceSchema(context, bound)) ?? new Map();
      const types: StringValues = new Map([...named, ...shown]);
      if (types.size === 0) continue;
      for (const { type, key, holder } of context.actionMaps) {
        if (types.has(type) || !bound.types.includes(type)) continue;
        const near = suggest(type, types.keys());
        const location = near === undefined ? [...types.values()][0] : types.get(near);
        report({ type }, context.locations.key(holder, key), {
          related: [location && { message: "the types that services can have", location }],
          hint: near === undefined ? undefined : `Did you mean ${quote(near)}?`,
        });
      }
    }
  },
});
