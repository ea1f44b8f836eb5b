import { decodeFormText, isObjectShape, parseObject, parsePairs } from "./parse-text.js";
import { readPairs } from "./read-parameters.js";
import type { ContentRule, ParameterRule } from "./route.js";

/** Reads a URL-encoded form as an object. Throws `MalformedText`. */
export function readForm(text: string, { form, fields = [] }: ContentRule): Record<string, unknown> {
  const pairs = parsePairs(text);
  const others = fields.length > 0 ? pairs.filter(([key]) => !fields.some((field) => isOf(field, key))) : pairs;
  const value = parseObject(
    others.map(([name, item]) => [name, decodeFormText(item)]),
    form && isObjectShape(form) ? form : { properties: {} },
  );
  for (const field of fields) {
    const item = readPairs(field, pairs, decodeFormText);
    if (item !== undefined) value[field.name] = item;
  }
  return value;
}

/** Whether a name is that of a field, or of a property of it: `filter` has `filter[state]`. */
function isOf({ name, style, explode, as }: ParameterRule, key: string): boolean {
  if (style === "deepObject") return key.startsWith(`${name}[`);
  const isSpread = isObjectShape(as) && style === "form" && explode !== false;
  return isSpread ? Object.hasOwn(as.properties, key) : key === name;
}
