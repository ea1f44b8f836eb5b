import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { own, ownObject, type JsonValue } from "../../document/json-value.js";
import { isActionEndpoint } from "../operations.js";
import { defineRule, type RuleContext } from "../rule.js";
import { createStringValues } from "../string-values.js";

/** Actions of a type that no service can have are never invoked. */
export const serviceTypeUnknown = defineRule({
  code: "service-type-unknown",
  severity: "warning",
  message: ({ type }: { type: string }) => `no service can have the type ${quote(type)}, so its actions are never invoked`,
  hint: "Add it to the types of the schema that represents a service, or rename it to one of them.",
  cause:
    "The schema that represents a service lists the types that services have, and this one is not among them. It is the component `Service`, or what a GET on the path before the actions returns.",
  bad: "Service: { type: object, properties: { type: { enum: [search] } } }",
  good: "Service: { type: object, properties: { type: { enum: [postgres, search] } } }",
  at: "schemas",

  check(context, report) {
    const typesOf = createStringValues(context, [{ property: "type" }]);
    const allowed = serviceSchemas(context).flatMap((schema) => typesOf(schema) ?? []);
    const types = new Map(allowed.flatMap((values) => [...values]));
    if (types.size === 0) return;
    for (const { type, key, holder } of context.actionMaps) {
      if (types.has(type)) continue;
      const near = suggest(type, types.keys());
      const location = near === undefined ? [...types.values()][0] : types.get(near);
      report({ type }, context.locations.key(holder, key), {
        related: [location && { message: "the types that services can have", location }],
        hint: near === undefined ? undefined : `Did you mean ${quote(near)}?`,
      });
    }
  },
});

/** What represents a service: the component `Service`, and what a GET on the path before the actions returns. */
function serviceSchemas(context: RuleContext): (JsonValue | undefined)[] {
  const { upgraded, operations, resolve } = context;
  const paths = operations.filter(isActionEndpoint).map(({ path }) => path.replace(/\/[^/{}]+\/\{action\}.*$/, ""));
  const reads = operations.filter(({ role, method, path }) => role === "api" && method === "get" && paths.includes(path));
  const responses = reads.flatMap(({ operation }) => Object.entries(ownObject(operation, "responses") ?? {}));
  const content = responses.flatMap(([status, response]) =>
    status.startsWith("2") ? Object.values(ownObject(resolve(response), "content") ?? {}) : [],
  );
  const named = own(ownObject(ownObject(upgraded, "components"), "schemas"), "Service");
  return [named, ...content.map((media) => own(media, "schema"))];
}
