import { quote } from "../../diagnostics/escape.js";
import { isObject, ownString } from "../../document/json-value.js";
import { isSecret } from "../../json-schema/secrets.js";
import { describeOperation } from "../operations.js";
import { reachableSchemas, type Sent } from "../reachable-schemas.js";
import { parametersOf } from "../revealing.js";
import { defineRule, type OperationNode, type RuleContext } from "../rule.js";

/** URLs end up in the logs of proxies and the histories of browsers, and with them a secret in a path or query. */
export const secretInUrl = defineRule({
  code: "secret-in-url",
  severity: "warning",
  message: ({ parameter }: { parameter: string }) => `${parameter} contains a secret, and URLs are logged`,
  hint: "Send it in the request body or in a header.",
  cause:
    "A parameter in the path or in the query is marked as a secret (`format: password`). URLs are written to access logs, browser histories and `Referer` headers.",
  bad: `
      /exports:
        get:
          operationId: listExports
          parameters: [{ name: passphrase, in: query, schema: { type: string, maxLength: 64, format: password } }]
          responses: { "204": { description: Here. } }`,
  good: `
      /exports:
        get:
          operationId: listExports
          parameters: [{ name: X-Passphrase, in: header, schema: { type: string, maxLength: 64, format: password } }]
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    const parameters = context.operations.filter(({ role }) => role === "api").flatMap((node) => urlParameters(context, node));
    for (const { schema, sent, entry } of reachableSchemas(context, parameters)) {
      if (!isSecret(schema)) continue;
      const { locations } = context;
      const location = entry ? locations.key(entry.map, entry.name) : locations.value(schema);
      report({ parameter: sent }, location);
    }
  },
});

function urlParameters({ resolve }: RuleContext, node: OperationNode): Sent[] {
  return parametersOf(node).flatMap((value): Sent[] => {
    const parameter = resolve(value);
    const place = ownString(parameter, "in");
    if (!isObject(parameter) || !(place === "path" || place === "query" || place === "querystring")) return [];
    const name = `${place === "querystring" ? "the query string" : `the ${place} parameter ${quote(ownString(parameter, "name") ?? "")}`} of ${describeOperation(node)}`;
    return [{ value, kind: "parameter", name }];
  });
}
