import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { describeOperation, operationLocation } from "../operations.js";
import { defineRule, type RuleContext } from "../rule.js";

/** Each `{name}` of a path has a parameter with `in: path`, and the other way round. */
export const pathParameters = defineRule({
  code: "path-parameters",
  severity: "error",
  message: ({ operation, name, problem }: { operation: string; name: string; problem: string }) =>
    `${quote(operation)} ${problem} the path parameter ${quote(name)}`,
  hint: "Each {name} of the path needs one parameter with `in: path` and that name.",
  cause: "A `{name}` in the path without a parameter has no type, and a path parameter without its `{name}` can never be sent.",
  bad: `
      /items/{id}:
        get:
          operationId: getItem
          responses: { "204": { description: Here. } }`,
  good: `
      /items/{id}:
        get:
          operationId: getItem
          parameters: [{ name: id, in: path, required: true, schema: { type: string, maxLength: 64 } }]
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    for (const node of context.operations) {
      if (node.role !== "api") continue;
      const names = new Set([...node.path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!));
      const declared = new Map([...declaredIn(context, node.pathItem), ...declaredIn(context, node.operation)]);
      for (const name of names) {
        if (declared.has(name)) continue;
        report({ operation: describeOperation(node), name, problem: "does not declare" }, operationLocation(context, node));
      }
      for (const [name, parameter] of declared) {
        if (names.has(name)) continue;
        const place = context.locations.value(parameter, "name");
        report({ operation: describeOperation(node), name, problem: "does not have in its path" }, place);
      }
    }
  },
});

function declaredIn(context: RuleContext, holder: JsonObject): [string, JsonObject][] {
  const parameters: JsonValue = own(holder, "parameters") ?? [];
  if (!Array.isArray(parameters)) return [];
  return parameters.flatMap((entry): [string, JsonObject][] => {
    const parameter = context.resolve(entry);
    const name = ownString(parameter, "name");
    return isObject(parameter) && parameter["in"] === "path" && name !== undefined ? [[name, parameter]] : [];
  });
}
