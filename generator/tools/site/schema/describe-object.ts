import {
  isObject,
  type JsonObject,
  type JsonValue,
  own,
  ownObject,
  ownString,
  ownStrings,
} from "../../../document/json-value.js";
import { forEachSubschema, subschemasAt } from "../../../document/visitor.js";
import { noWrittenIntegers, type WrittenIntegers } from "../../../document/written-integers.js";
import { typesOf } from "../../../../templates/runtime/json.js";
import { isSecret } from "../../../json-schema/secrets.js";
import { type Inline, separated } from "../blocks/inline.js";
import { fieldRules, isOnlyRequired, valueRules } from "./describe-rules.js";
import { describeType, isNothing, mergedSchema, type Schemas, withoutNull } from "./describe-type.js";

/** An object as its reader needs it: its fields, those of objects in it, and what they must keep to. */
export interface ObjectDescription {
  readonly fields: readonly FieldDescription[];
  /** Sentences about fields among each other. */
  readonly rules: readonly (readonly Inline[])[];
  /** Whether other fields than these are rejected; a field `*` represents all others. */
  readonly isClosed: boolean;
  /** Shapes of which the object has one besides its own fields. */
  readonly variants: readonly ObjectVariant[];
}

export interface ObjectVariant {
  readonly title: string;
  readonly description: string | undefined;
  /** Set where it is no object. */
  readonly type: string | undefined;
  readonly shape: ObjectDescription;
  /** The component that describes it, where there is no room for that here. */
  readonly component: string | undefined;
}

export interface FieldDescription {
  /** `cidr`, `entry.cidr`, `items[].name`. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Whether responses never contain it. */
  readonly isSecret: boolean;
  readonly type: string;
  readonly rules: readonly (readonly Inline[])[];
  readonly description: string | undefined;
  /** The variant of a nested object that has it. */
  readonly variant: string | undefined;
  /** The components that describe what is in it, where there is no room for that here. */
  readonly components: readonly string[];
}

/** What is known while a shape is described. */
interface DescriptionContext {
  readonly schemas: Schemas;
  readonly integers: WrittenIntegers;
  /** Components that surround what is described. */
  readonly within: readonly string[];
  /** How much more may be described; objects that don't fit in are left to the pages of their components. */
  readonly room: { fields: number; shapes: number };
}

/** Shapes in shapes: those of alternatives grow without bound where alternatives lead to alternatives. */
const maxObjects = 300;

const noFields: ObjectDescription = { fields: [], rules: [], isClosed: false, variants: [] };

/** Describes an object schema; with more than `most` fields, objects that have a name are only named. */
export function describeObject(
  value: JsonValue | undefined,
  schemas: Schemas,
  most: number,
  integers = noWrittenIntegers,
): ObjectDescription {
  return describeWithin(value, "", { schemas, integers, within: [], room: { fields: most, shapes: maxObjects } });
}

function describeWithin(value: JsonValue | undefined, prefix: string, context: DescriptionContext): ObjectDescription {
  if (context.room.shapes-- <= 0) return noFields;
  const { schema, component } = mergedSchema(value, context.schemas);
  const inside = component === undefined ? context : { ...context, within: [...context.within, component] };
  const parts = subschemasAt(schema, "allOf").map((part) => describeWithin(part, prefix, inside));
  const { fields, rules } = describeFields(schema, prefix, inside);
  const variants = [...variantsOf(schema, "oneOf", prefix, inside), ...variantsOf(schema, "anyOf", prefix, inside)];
  const closes = ["additionalProperties", "unevaluatedProperties"].some((keyword) => isNothing(own(schema, keyword)));
  const tellsOthers = fields.some(({ path }) => path === `${prefix}*`);
  return {
    fields: uniqueFields([...fields, ...parts.flatMap((part) => part.fields)]),
    rules: [...fieldRules(schema, prefix, context.schemas, context.integers), ...rules, ...parts.flatMap((part) => part.rules)],
    isClosed: closes || tellsOthers || parts.some(({ isClosed }) => isClosed),
    variants: [...variants, ...parts.flatMap((part) => part.variants)],
  };
}

/** The shapes of `oneOf` or `anyOf`; where they only say what is required, the rules describe them. */
function variantsOf(
  schema: JsonObject,
  keyword: "oneOf" | "anyOf",
  prefix: string,
  context: DescriptionContext,
): ObjectVariant[] {
  const all = subschemasAt(schema, keyword);
  if (all.every(isOnlyRequired)) return [];
  const names = distinguishingNames(
    all.map((branch) => mergedSchema(branch, context.schemas).schema),
    context,
  );
  return all.map((branch, index) => {
    const { schema: merged, component } = mergedSchema(branch, context.schemas);
    const title = ownString(merged, "title") ?? component ?? names[index] ?? `Shape ${index + 1}`;
    const description = ownString(merged, "description");
    const type = describeType(branch, context.schemas);
    const named = { title, description, type: ["object", "anything"].includes(type) ? undefined : type };
    if (named.type !== undefined) return { ...named, shape: noFields, component: undefined };
    if (hasRoom(branch, component, context))
      return { ...named, shape: describeWithin(branch, prefix, context), component: undefined };
    return { ...named, shape: noFields, component };
  });
}

/**
 * What tells each of some alternatives from the others, for those without a title: the value of a property, such as
 * `kind: replica`, or a property that it requires or has and the others don't.
 */
function distinguishingNames(branches: readonly JsonObject[], { schemas }: DescriptionContext): (string | undefined)[] {
  const found = branches.map((branch) => {
    const properties = ownObject(branch, "properties") ?? {};
    const values = Object.entries(properties).flatMap(([name, value]) => {
      const { schema } = mergedSchema(value, schemas);
      const list = Object.hasOwn(schema, "const") ? [schema["const"]] : own(schema, "enum");
      const [only, ...others] = Array.isArray(list) ? list : [];
      return ["string", "number", "boolean"].includes(typeof only) && others.length === 0 ? [`${name}: ${String(only)}`] : [];
    });
    return { values, required: ownStrings(branch, "required"), properties: Object.keys(properties) };
  });
  const only = (kind: "values" | "required" | "properties", index: number) =>
    found[index]![kind].find((name) => found.every((others, other) => other === index || !others[kind].includes(name)));
  return found.map((_, index) => {
    const name = only("required", index) ?? only("properties", index);
    return only("values", index) ?? (name === undefined ? undefined : `with ${name}`);
  });
}

/** A field of several schemas of `allOf` is listed once, by the first. */
function uniqueFields(fields: readonly FieldDescription[]): FieldDescription[] {
  const seen = new Set<string>();
  return fields.filter(({ path, variant }) => {
    const key = `${variant ?? ""} ${path}`;
    return !seen.has(key) && !!seen.add(key);
  });
}

/** Some fields, and the rules of the objects in them. */
type FieldDescriptions = Pick<ObjectDescription, "fields" | "rules">;

/** The fields of one object and of the objects in it, those that are required first. */
function describeFields(schema: JsonObject, prefix: string, context: DescriptionContext): FieldDescriptions {
  const properties = ownObject(schema, "properties") ?? {};
  const required = ownStrings(schema, "required");
  const names = Object.keys(properties).filter((name) => !isNothing(properties[name]));
  const ordered = [...required.filter((name) => names.includes(name)), ...names.filter((name) => !required.includes(name))];
  const found = ordered.map((name) => describeField(`${prefix}${name}`, properties[name]!, required.includes(name), context));
  for (const [pattern, value] of Object.entries(ownObject(schema, "patternProperties") ?? {})) {
    found.push(describeField(`${prefix}/${pattern}/`, value, false, context));
  }
  const others = own(schema, "additionalProperties");
  if (isObject(others) && Object.keys(others).length > 0) found.push(describeField(`${prefix}*`, others, false, context));
  return { fields: found.flatMap(({ fields }) => fields), rules: found.flatMap(({ rules }) => rules) };
}

function describeField(path: string, value: JsonValue, isRequired: boolean, context: DescriptionContext): FieldDescriptions {
  context.room.fields--;
  const { schema: whole } = mergedSchema(value, context.schemas);
  const { schema } = mergedSchema(withoutNull(value, context.schemas), context.schemas);
  const inner = innerObject(value, path, context);
  const shape = inner?.isTold ? describeWithin(inner.value, inner.prefix, context) : undefined;
  const variants = shape?.variants ?? [];
  const elsewhere = [...(inner && !shape ? [inner.component] : []), ...variants.map(({ component }) => component)];
  const field: FieldDescription = {
    path,
    isRequired,
    isDeprecated: own(whole, "deprecated") === true,
    isSecret: isSecret(whole),
    type: describeType(value, context.schemas),
    rules: [...rulesOf(whole === schema ? whole : { ...schema, ...whole }, context), ...opennessOf(schema, shape, inner)],
    description: ownString(whole, "description") ?? ownString(schema, "description"),
    variant: undefined,
    components: elsewhere.filter((component) => component !== undefined),
  };
  const ofVariants = variants.flatMap(({ title, shape: { fields } }) =>
    fields.map((found) => ({ ...found, variant: found.variant ?? title })),
  );
  return {
    fields: [field, ...(shape?.fields ?? []), ...ofVariants],
    rules: [...(shape?.rules ?? []), ...variants.flatMap((variant) => variant.shape.rules)],
  };
}

/** The rules of a value, and those of the items of a list. */
export function rulesOf(schema: JsonObject, { schemas, integers }: Pick<DescriptionContext, "schemas" | "integers">): Inline[][] {
  const items = typesOf(schema)?.includes("array") ? own(schema, "items") : undefined;
  const ofItems = items === undefined ? [] : valueRules(mergedSchema(items, schemas).schema, integers);
  const alternatives = [...subschemasAt(schema, "oneOf"), ...subschemasAt(schema, "anyOf")].map(
    (branch) => mergedSchema(branch, schemas).schema,
  );
  const arePlain = alternatives.every((branch) => own(branch, "properties") === undefined);
  const told = arePlain ? alternatives.map((branch) => separated(valueRules(branch, integers), ", ")) : [];
  const ofAlternatives = told.filter((rule) => rule.length > 0).map((rule, index) => (index === 0 ? rule : ["or ", ...rule]));
  return [...valueRules(schema, integers), ...ofItems.map((rule) => ["each ", ...rule]), ...ofAlternatives];
}

/** Whether an object takes fields that are not listed; most take none, which goes without saying. */
function opennessOf(schema: JsonObject, shape: ObjectDescription | undefined, inner: InnerObject | undefined): Inline[][] {
  if (inner && !shape && inner.component === undefined) return [["fields as in the contract"]];
  if (shape) return shape.isClosed || shape.variants.length > 0 ? [] : [["other fields allowed"]];
  if (inner || !typesOf(schema)?.includes("object")) return [];
  return [[isNothing(own(schema, "additionalProperties")) ? "no fields" : "any fields"]];
}

/** The object in a field. */
interface InnerObject {
  readonly value: JsonValue;
  /** With which the paths of its fields begin: `entry.`, `items[].`. */
  readonly prefix: string;
  readonly component: string | undefined;
  /** Whether there is room for its fields. */
  readonly isTold: boolean;
}

/** Objects in objects that one page describes. */
const maxNesting = 5;

/** Schemas that are visited to estimate how large an object is. */
const maxVisits = 1_000;

/** The object in a field, or in the list that it holds. */
function innerObject(value: JsonValue, path: string, context: DescriptionContext): InnerObject | undefined {
  let [current, prefix] = [withoutNull(value, context.schemas), `${path}.`];
  let merged = mergedSchema(current, context.schemas);
  for (let lists = 0; typesOf(merged.schema)?.includes("array") && lists < maxNesting; lists++) {
    const items = own(merged.schema, "items");
    if (items === undefined) return undefined;
    [current, prefix] = [withoutNull(items, context.schemas), `${prefix.slice(0, -1)}[].`];
    merged = mergedSchema(current, context.schemas);
  }
  const { component } = merged;
  const isWithinItself = component !== undefined && context.within.includes(component);
  if (current === undefined || (!isWithinItself && countFields(current, context) === 0)) return undefined;
  const isTold = hasRoom(current, component, context) && prefix.split(".").length <= maxNesting + 1;
  return { value: current, prefix, component, isTold };
}

/** Whether an object's fields can be listed: always if it has no name by which it could be found elsewhere. */
function hasRoom(value: JsonValue, component: string | undefined, context: DescriptionContext): boolean {
  return component === undefined || (!context.within.includes(component) && countFields(value, context) <= context.room.fields);
}

/** Keywords whose schemas have fields that a page lists. */
const describedKeywords: ReadonlySet<string> = new Set([
  "additionalProperties",
  "allOf",
  "anyOf",
  "items",
  "oneOf",
  "properties",
]);

/** About how many fields an object has, objects in it included; looks no further than there is room. */
function countFields(value: JsonValue | undefined, context: DescriptionContext): number {
  let total = 0;
  let visits = 0;
  const visit = (current: JsonValue | undefined, within: readonly string[]): void => {
    const { schema, component } = mergedSchema(current, context.schemas);
    if (total > context.room.fields || ++visits > maxVisits || (component !== undefined && within.includes(component))) return;
    const inside = component === undefined ? within : [...within, component];
    forEachSubschema(schema, (subschema, _, { key }) => {
      const isUnnamed = key === "additionalProperties";
      if (!describedKeywords.has(key) || (isUnnamed && !isObject(subschema))) return;
      if (key === "properties" || (isUnnamed && Object.keys(subschema as JsonObject).length > 0)) total++;
      visit(subschema, inside);
    });
  };
  visit(value, context.within);
  return total;
}
