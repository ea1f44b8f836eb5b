import { isObject, own, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { describeOperation, operationPlace } from "../describe-operation.js";
import type { Rule, RuleContext } from "../rule.js";

/** Each `{name}` of a path has a parameter with `in: path`, and the other way round. */
export const pathParameters: Rule = {
  code: "path-parameters",
  check(context) {
    for (const node of context.operations) {
      if (node.role !== "api") continue;
      const names = new Set([...node.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!));
      const declared = new Map([...declaredIn(context, node.pathItem), ...declaredIn(context, node.operation)]);
      for (const name of names) {
        if (declared.has(name)) continue;
        context.report(
          "path-parameters",
          { operation: describeOperation(node), name, problem: "does not declare" },
          operationPlace(context, node),
        );
      }
      for (const [name, parameter] of declared) {
        if (names.has(name)) continue;
        const place = context.places.value(parameter, "name");
        context.report(
          "path-parameters",
          { operation: describeOperation(node), name, problem: "does not have in its path" },
          place,
        );
      }
    }
  },
};

function declaredIn(context: RuleContext, holder: JsonObject): [string, JsonObject][] {
  const parameters: JsonValue = own(holder, "parameters") ?? [];
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((entry): [string, JsonObject][] => {
    const parameter = context.resolve(entry);
    const name = ownString(parameter, "name");
    return isObject(parameter) && parameter["in"] === "path" && name !== undefined ? [[name, parameter]] : [];
  });
}
