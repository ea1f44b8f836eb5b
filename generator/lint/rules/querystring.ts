import { isJsonType, parseMediaType } from "../../../templates/runtime/server/http.js";
import { isRange } from "../../document/media-kind.js";
import { schemasIn } from "../../json-schema/schema.js";
import { textShape } from "../../json-schema/text-shape.js";
import { quote } from "../../diagnostics/escape.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { parsePathTemplate } from "../../document/path-template.js";
import { describeOperation, effectiveSecurity } from "../operations.js";
import { parametersOf } from "../revealing.js";
import { defineRule, type OperationNode, type RuleContext } from "../rule.js";

/** A parameter that is the whole query string leaves no room for anything else in it. */
export const querystring = defineRule({
  code: "querystring",
  severity: "error",
  message: ({ problem }: { problem: string }) => problem,
  hint: "Describe the query string by one parameter of a form, JSON or text, or by parameters in the query.",
  cause:
    "A parameter `in: querystring` (OpenAPI 3.2) is the whole query string, described by `content`: a URL-encoded form with an object schema, JSON, or text of another media type, whose schema is that of a single value. Other parameters, API keys in the query or a query in the path would be a part of it.",
  bad: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        get:
          parameters:
            - { name: filter, in: querystring, content: { application/json: { schema: { type: object } } } }
            - { name: limit, in: query, schema: { type: integer } }
          responses:
            "200": { description: The orders. }`,
  good: `
    openapi: 3.2.0
    info: { title: Shop, version: "1" }
    paths:
      /orders:
        get:
          parameters:
            - { name: filter, in: querystring, content: { application/json: { schema: { type: object } } } }
          responses:
            "200": { description: The orders. }`,
  at: "document",

  check(context, report) {
    if (context.version !== "3.2") return;
    for (const { value } of context.partsOf("parameter")) {
      const problem = own(value, "in") === "querystring" ? contentProblem(context, value) : undefined;
      if (problem !== undefined) report({ problem: `the query string ${problem}` }, context.locations.value(value, "in"));
    }
    for (const node of context.operations) {
      const found = companions(context, node);
      if (found)
        report(
          { problem: `${found.subject} is not allowed next to the query string of ${describeOperation(node)}` },
          found.location,
        );
    }
  },
});

/** Returns the problem in the description of a query string. */
function contentProblem(context: RuleContext, parameter: JsonObject): string | undefined {
  if (own(parameter, "schema") !== undefined) return "needs one media type in content, not a schema of its own";
  const [content, ...others] = Object.entries(ownObject(parameter, "content") ?? {});
  if (!content || others.length > 0) return "needs one media type in content";
  const [name, mediaType] = content;
  if (isJsonType(name)) return undefined;
  const type = parseMediaType(name)?.essence;
  if (type === undefined || isRange(type) || type.startsWith("multipart/")) return `can't be ${quote(name)}`;
  const schema = own(mediaType, "schema");
  if (type === "application/x-www-form-urlencoded")
    return schema !== undefined && context.schemaOf(schema).isEvery("object")
      ? undefined
      : "is a form, and its schema isn't that of an object";
  const shape = textShape(schema, { schemas: schemasIn(context.upgraded).components });
  return Array.isArray(shape) ? undefined : `is text of ${quote(name)}, and its schema allows a list or an object`;
}

/** Returns the other parts of an operation's query string. */
function companions(context: RuleContext, node: OperationNode) {
  const parameters = parametersOf(node).map((value) => ({ value, target: context.resolve(value) }));
  const isIn = (target: JsonValue | undefined, place: string) => ownString(target, "in") === place;
  const wholes = parameters.filter(({ target }) => isIn(target, "querystring"));
  const [first] = wholes;
  if (!first) return undefined;
  const at = ({ value }: { readonly value: JsonValue }) => context.locations.value(value as JsonObject);
  // An operation replaces the one of its path that has the same name.
  const second = wholes.find(({ target }) => ownString(target, "name") !== ownString(first.target, "name"));
  if (second) return { subject: "a second one", location: at(second) };
  const query = parameters.find(({ target }) => isIn(target, "query"));
  if (query) {
    const name = ownString(query.target, "name") ?? "";
    return {
      subject: `the query parameter ${quote(name)}`,
      location: at(query),
    };
  }
  if (parsePathTemplate(node.path).query.length > 0) return { subject: "a query in the path", location: at(first) };
  const schemes = ownObject(ownObject(context.upgraded, "components"), "securitySchemes");
  const names = (effectiveSecurity(context, node.operation) ?? []).flatMap((one) => (isObject(one) ? Object.keys(one) : []));
  const key = names.find((name) => isIn(context.resolve(own(schemes, name)), "query"));
  return key === undefined ? undefined : { subject: `the API key ${quote(key)} in the query`, location: at(first) };
}
