import { suggest } from "../../diagnostics/suggest.js";
import { quote } from "../../diagnostics/catalog/entry.js";
import { own, ownObject, type JsonValue } from "../../document/json-value.js";
import { isActionEndpoint } from "../action-endpoint.js";
import type { Rule, RuleContext } from "../rule.js";
import { createStringValues } from "../string-values.js";

/** Actions of a type that no service can have are never invoked. */
export const serviceTypeUnknown: Rule = {
  code: "service-type-unknown",
  check(context) {
    const typesOf = createStringValues(context, [{ property: "type" }]);
    const allowed = serviceSchemas(context).flatMap((schema) => typesOf(schema) ?? []);
    const types = new Map(allowed.flatMap((values) => [...values]));
    if (types.size === 0) return;
    for (const { type, key, holder } of context.actionMaps) {
      if (types.has(type)) continue;
      const near = suggest(type, types.keys());
      const location = near === undefined ? [...types.values()][0] : types.get(near);
      context.report("service-type-unknown", { type }, context.places.key(holder, key), {
        related: [location && { message: "the types that services can have", location }],
        hint: near === undefined ? undefined : `Did you mean ${quote(near)}?`,
      });
    }
  },
};

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
