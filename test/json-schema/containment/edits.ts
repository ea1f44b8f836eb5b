import fc from "fast-check";
import { isObject, type JsonObject, type JsonValue } from "../../../generator/document/json-value.js";
import { isSchema } from "./ajv.js";
import { schema } from "./arbitraries.js";

/** A random schema and one that was made of it by one to three edits. */
export const editedSchemas: fc.Arbitrary<readonly [before: JsonValue, after: JsonValue]> = fc
  .tuple(
    schema,
    fc.array(fc.record({ at: fc.nat(), what: fc.nat(), other: schema, number: fc.nat({ max: 3 }) }), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map(([before, edits]) => {
    let after = copyOf(before);
    for (const edit of edits) after = applyEdit(after, edit);
    return [before, after] as const;
  })
  .filter(([, after]) => JSON.stringify(after).length < 3000 && isSchema(after));

interface Edit {
  readonly at: number;
  readonly what: number;
  readonly other: JsonValue;
  readonly number: number;
}

/** Changes one thing somewhere in a schema: a keyword, a property, an item of a list. */
function applyEdit(root: JsonValue, { at, what, other, number }: Edit): JsonValue {
  const holders = objectsIn(root);
  if (holders.length === 0) return other;
  const holder = holders[at % holders.length]!;
  const keys = Object.keys(holder);
  const key = keys[what % Math.max(1, keys.length)];
  const target = holder as JsonObject;
  if (key === undefined || what % 5 === 0) {
    if (Array.isArray(holder)) holder.push(copyOf(other));
    else if (isObject(other)) Object.assign(target, copyOf(other));
  } else if (what % 5 === 1) {
    if (Array.isArray(holder)) holder.splice(what % holder.length, 1);
    else delete target[key];
  } else if (typeof target[key] === "number") target[key] = number;
  else if (typeof target[key] === "boolean") target[key] = !target[key];
  else if (isObject(target[key]) || Array.isArray(target[key])) {
    const inner = target[key];
    if (Array.isArray(inner)) inner.splice(0, 1);
    else Object.assign(inner, copyOf(isObject(other) ? other : {}));
  }
  return root;
}

/** A copy whose parts are each there once. */
function copyOf<Value extends JsonValue>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}

function objectsIn(value: JsonValue): (JsonObject | JsonValue[])[] {
  if (typeof value !== "object" || value === null) return [];
  return [value, ...Object.values(value).flatMap(objectsIn)];
}
