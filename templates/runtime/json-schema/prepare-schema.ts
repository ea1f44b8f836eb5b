import { type JsonObject, type JsonValue, hasType, isObject, ownObject, ownStrings, typesOf } from "../json.js";
import { checkOf, checkSchema, kindOf, limitedKind, planOf } from "./check-schema.js";
import type { Walk } from "./walk.js";

/** Whether a value is valid. */
export type Decide = (value: JsonValue) => boolean;

/** Returns the checks of schemas below another one. */
export interface Below {
  readonly part: (schema: JsonValue) => Decide;
  /** The same for the target of a reference, which remembers its verdicts: alternatives within alternatives check a part again and again. */
  readonly target: (schema: JsonValue) => Decide;
}

/**
 * Prepares the checks of a schema, for walks without reasons and budget: keywords that most schemas have read the schema once instead of
 * at each value. Everything else is checked as always, with the same verdicts.
 */
export function prepareSchema(walk: Walk, schema: JsonValue, below: Below): Decide {
  if (!isObject(schema)) return () => schema !== false;
  const { steps, limits, hasUnevaluated } = planOf(walk, schema);
  if (hasUnevaluated) return (value) => checkSchema(walk, schema, value);
  const first = limits.map((limit) => {
    const [check, own] = [checkOf(limit.keyword), { [limit.keyword]: limit.value }];
    return { of: limitedKind(limit), decide: (value: JsonValue) => check(walk, own, value) };
  });
  const rest = steps.map(({ keyword, of, check }) => {
    const prepared = Object.hasOwn(quick, keyword) ? quick[keyword]!(walk, schema, below) : undefined;
    return { of, decide: prepared ?? ((value: JsonValue) => check(walk, schema, value)) };
  });
  const all = [...first, ...rest];
  const [only] = all;
  if (all.length === 1 && only!.of === undefined) return only!.decide;
  return (value) => {
    const kind = kindOf(value);
    for (const { of, decide } of all) if ((of === undefined || of === kind) && !decide(value)) return false;
    return true;
  };
}

/** Prepares the check of a keyword; `undefined`: it is checked as always. */
type Prepare = (walk: Walk, schema: JsonObject, below: Below) => Decide | undefined;

const quick: Readonly<Record<string, Prepare>> = {
  type(_walk, schema) {
    const types = typesOf(schema);
    if (!types) return () => true;
    const [type] = types;
    if (types.length === 1 && (type === "string" || type === "boolean")) return (value) => typeof value === type;
    return (value) => hasType(value, types);
  },

  $ref(walk, schema, below) {
    const target = walk.follow(schema);
    return target === undefined ? () => true : below.target(target);
  },

  allOf(_walk, { allOf }, below) {
    if (!Array.isArray(allOf)) return undefined;
    const branches = allOf.map(below.part);
    const [only] = branches;
    if (branches.length === 1) return only;
    return (value) => {
      // Fewer frames of the stack than `every` needs.
      for (const decide of branches) if (!decide(value)) return false;
      return true;
    };
  },

  anyOf(_walk, { anyOf }, below) {
    if (!Array.isArray(anyOf) || anyOf.length === 0) return undefined;
    const branches = anyOf.map(below.part);
    return (value) => {
      for (const decide of branches) if (decide(value)) return true;
      return false;
    };
  },

  required(_walk, schema) {
    const names = ownStrings(schema, "required");
    return (object) => names.every((name) => has(object as JsonObject, name));
  },

  properties(_walk, schema, below) {
    const properties = Object.entries(ownObject(schema, "properties") ?? {}).map(([name, part]) => ({
      name,
      decide: below.part(part),
    }));
    return (object) => {
      for (const { name, decide } of properties)
        if (has(object as JsonObject, name) && !decide((object as JsonObject)[name]!)) return false;
      return true;
    };
  },

  additionalProperties(_walk, { additionalProperties: rule, ...schema }, below) {
    if (schema["patternProperties"] !== undefined) return undefined;
    const properties = ownObject(schema, "properties") ?? {};
    const decide = rule === false ? undefined : below.part(rule!);
    return (object) => {
      for (const name of Object.keys(object as JsonObject))
        if (!Object.hasOwn(properties, name) && !decide?.((object as JsonObject)[name]!)) return false;
      return true;
    };
  },

  items(_walk, { prefixItems: prefix, items }, below) {
    const start = Array.isArray(prefix) ? prefix.length : 0;
    const decide = below.part(items!);
    return (list) => {
      for (let index = start; index < (list as JsonValue[]).length; index++)
        if (!decide((list as JsonValue[])[index]!)) return false;
      return true;
    };
  },
};

function has(object: JsonObject, name: string): boolean {
  return Object.hasOwn(object, name) && object[name] !== undefined;
}
