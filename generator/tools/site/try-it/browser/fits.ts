import type { FormField } from "../form-field.js";

/** The maximum nesting at which values are compared with fields. */
const maxNesting = 8;

/** How well a value fits a field: above 0 if it may be its value, and higher the more of its parts the field names. */
export function fitness(field: FormField, value: unknown, shared: Readonly<Record<string, FormField>>, nesting = 0): number {
  if (nesting > maxNesting) return 1;
  switch (field.kind) {
    case "same":
      return fitness(shared[field.as]!, value, shared, nesting + 1);
    case "values": {
      const text = JSON.stringify(value);
      return field.values.some((one) => JSON.stringify(one) === text) ? 3 : 0;
    }
    case "text":
      return typeof value === "string" ? 1 : 0;
    case "number":
    case "boolean":
      return typeof value === field.kind ? 1 : 0;
    case "choice":
      return Math.max(...field.branches.map((branch) => fitness(branch.field, value, shared, nesting + 1)));
    case "list":
      if (!Array.isArray(value)) return 0;
      return field.items && value.length > 0 ? Math.min(1, fitness(field.items, value[0], shared, nesting + 1)) + 1 : 1;
    case "object":
      return isRecord(value) ? fitnessOfObject(field, value, shared, nesting) : 0;
    default:
      return 0.5;
  }
}

function fitnessOfObject(
  { members, others }: FormField & { readonly kind: "object" },
  value: Readonly<Record<string, unknown>>,
  shared: Readonly<Record<string, FormField>>,
  nesting: number,
): number {
  let score = 1;
  for (const { name, isRequired, field } of members) {
    if (!Object.hasOwn(value, name)) {
      if (isRequired) score -= 0.5;
      continue;
    }
    const part = fitness(field, value[name], shared, nesting + 1);
    // A fixed value of another branch excludes this one.
    if (part === 0 && field.kind === "values") return 0;
    score += part > 0 ? 1 : 0;
  }
  const unknown = Object.keys(value).filter((name) => !members.some((member) => member.name === name)).length;
  return Math.max(0.1, score - (others ? 0 : unknown * 0.5));
}

/** Whether a value is an object of JSON. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value) && !(value instanceof Blob);
}
