import { isObject, own, ownStrings, type JsonValue } from "../../document/json-value.js";
import { resolveComponent } from "../../document/resolve-component.js";
import type { Contract } from "../../model/contract.js";

/** Keywords that may refuse `{}`; whether they do is not looked into. */
const doubtful = ["allOf", "anyOf", "const", "enum", "if", "minProperties", "not", "oneOf"];

/** Whether a body may be left out, because `{}` surely fits its schema. */
export function acceptsNothing(body: JsonValue | undefined, { document }: Contract): boolean {
  const schema = resolveComponent(body, document);
  if (!isObject(schema) || own(schema, "type") !== "object") return false;
  return ownStrings(schema, "required").length === 0 && !doubtful.some((keyword) => Object.hasOwn(schema, keyword));
}
