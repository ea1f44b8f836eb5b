import { quote } from "../../diagnostics/catalog/entry.js";
import { isObject, own, ownString } from "../../document/json-value.js";
import { describeOperation } from "../describe-operation.js";
import { reachableSchemas, type Sent } from "../reachable-schemas.js";
import { parametersOf } from "../revealing.js";
import type { OperationNode, Rule, RuleContext } from "../rule.js";

/** Addresses end up in the logs of proxies and the histories of browsers; a secret in a path or query does with them. */
export const secretInUrl: Rule = {
  code: "secret-in-url",
  check(context) {
    const parameters = context.operations.filter(({ role }) => role === "api").flatMap((node) => urlParameters(context, node));
    for (const { schema, sent, entry } of reachableSchemas(context, parameters)) {
      if (own(schema, "format") !== "password") continue;
      const { places } = context;
      const location = entry ? places.key(entry.map, entry.name) : places.value(schema);
      context.report("secret-in-url", { parameter: sent }, location);
    }
  },
};

function urlParameters({ resolve }: RuleContext, node: OperationNode): Sent[] {
  return parametersOf(node).flatMap((value): Sent[] => {
    const parameter = resolve(value);
    const place = ownString(parameter, "in");
    if (!isObject(parameter) || (place !== "path" && place !== "query")) return [];
    const name = `the ${place} parameter ${quote(ownString(parameter, "name") ?? "")} of ${describeOperation(node)}`;
    return [{ value, kind: "parameter", name }];
  });
}
