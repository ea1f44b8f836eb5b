import { formatPointer } from "../../templates/runtime/json.js";
import type { JsonValue } from "../document/json-value.js";
import type { Schema } from "./schema.js";

/** The values of a member that can have only one, whatever the message is about. */
export interface Constants {
  /** By pointers relative to the member; `""` is the member itself. */
  readonly values: Readonly<Record<string, JsonValue>>;
  /** Whether it has no optional members beside them. */
  readonly isWhole: boolean;
}

/** Limits of the values that are written into a message: required objects can contain each other without end. */
const maxDepth = 20;
const maxValues = 500;

/**
 * Returns what the values of a schema must contain, if only one value is possible for all of it: `{ const: v1 }`, or an object
 * whose required members are constants, at any depth.
 */
export function constantsOf(schema: Schema): Constants | undefined {
  return collect(schema, 0, { left: maxValues });
}

function collect(schema: Schema, depth: number, budget: { left: number }): Constants | undefined {
  const only = schema.onlyValue;
  if (only !== undefined) return budget.left-- > 0 ? { values: { "": only }, isWhole: true } : undefined;
  if (depth > maxDepth || !schema.types.has("object") || schema.isNullable) return undefined;
  const members = [...schema.members];
  const required = members.filter(([, { isRequired }]) => isRequired);
  const optional = new Set(members.filter(([, { isRequired }]) => !isRequired).map(([name]) => name));
  if (required.length === 0 || schema.requiresOneOf(optional)) return undefined;
  let isWhole = optional.size === 0;
  const values: Record<string, JsonValue> = {};
  for (const [name, inner] of required) {
    const found = collect(inner.schema, depth + 1, budget);
    if (!found) return undefined;
    isWhole &&= found.isWhole;
    for (const [pointer, value] of Object.entries(found.values)) values[`${formatPointer([name])}${pointer}`] = value;
  }
  return { values, isWhole };
}
