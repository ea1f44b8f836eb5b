import { quote } from "../../diagnostics/escape.js";
import { isObject, own, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { subschemasAt } from "../../document/visitor.js";
import { defineRule, type RuleContext } from "../rule.js";
import { referredSchema } from "../schemas.js";

/** A destructive action should require the caller to name what it destroys. */
export const destructiveEmptyBody = defineRule({
  code: "destructive-empty-body",
  severity: "error",
  adjustable: true,
  message: ({ name }: { name: string }) => `the destructive action ${quote(name)} accepts {} as its body`,
  hint: "Require a property that names what is destroyed, or that confirms it.",
  cause:
    "A destructive action that accepts `{}` is one careless or repeated call away from damage. Nothing in such a call shows what the caller meant.",
  bad: `
      drop_database:
        destructive: true
        body: { type: object, additionalProperties: false, properties: { force: { type: boolean } } }`,
  good: `
      drop_database:
        destructive: true
        body:
          type: object
          required: [name]
          additionalProperties: false
          properties: { name: { type: string, maxLength: 63 } }`,
  at: "actions",

  check(context, report) {
    for (const { map, name, action } of context.actions) {
      if (own(action, "destructive") !== true) continue;
      const body = own(action, "body");
      if (!context.isWhole(body) || (body !== undefined && !acceptsEmptyObject(context, body))) continue;
      report({ name }, context.locations.key(map, name));
    }
  },
});

/** The depth of nested schemas that are followed; deeper ones count as not accepting. */
const maxDepth = 500;

/** Whether a schema accepts `{}`. Exact, because only a few keywords can reject it. */
function acceptsEmptyObject(context: RuleContext, schema: JsonValue | undefined): boolean {
  const memo = new Map<JsonObject, boolean>();
  let depth = 0;

  const accepts = (value: JsonValue | undefined): boolean => {
    if (!isObject(value)) return value !== false;
    const known = memo.get(value);
    if (known !== undefined || depth > maxDepth) return known ?? false;
    depth++;
    const verdict = evaluate(value);
    depth--;
    memo.set(value, verdict);
    return verdict;
  };
  const evaluate = (value: JsonObject): boolean => {
    if (!accepts(referredSchema(context, value))) return false;
    const { type, required, minProperties } = value;
    if (type !== undefined && type !== "object" && !(Array.isArray(type) && type.includes("object"))) return false;
    if (Array.isArray(required) && required.length > 0) return false;
    if (typeof minProperties === "number" && minProperties > 0) return false;
    if (Object.hasOwn(value, "const") && !isEmptyObject(value["const"])) return false;
    if (Array.isArray(value["enum"]) && !value["enum"].some(isEmptyObject)) return false;
    if (!subschemasAt(value, "allOf").every(accepts)) return false;
    const anyOf = subschemasAt(value, "anyOf");
    if (anyOf.length > 0 && !anyOf.some(accepts)) return false;
    const oneOf = subschemasAt(value, "oneOf");
    if (oneOf.length > 0 && oneOf.filter(accepts).length !== 1) return false;
    if (Object.hasOwn(value, "not") && accepts(value["not"])) return false;
    if (!Object.hasOwn(value, "if")) return true;
    return accepts(own(value, accepts(value["if"]) ? "then" : "else"));
  };
  return accepts(schema);
}

function isEmptyObject(value: JsonValue | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}
