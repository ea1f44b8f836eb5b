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

/** A readable description of an object: its fields, those of nested objects, and their rules. */
export interface ObjectDescription {
  readonly fields: readonly FieldDescription[];
  /** Sentences about the relations of fields. */
  readonly rules: readonly (readonly Inline[])[];
  /** Whether other fields are rejected; a field `*` represents all others. */
  readonly isClosed: boolean;
  /** Alternative shapes, one of which the object has besides its own fields. */
  readonly variants: readonly ObjectVariant[];
}

export interface ObjectVariant {
  readonly title: string;
  readonly description: string | undefined;
  /** The type of a value that is not an object. */
  readonly type: string | undefined;
  readonly shape: ObjectDescription;
  /** The component that describes it, if there is no room for it here. */
  readonly component: string | undefined;
}

export interface FieldDescription {
  /** `cidr`, `entry.cidr`, `items[].name`. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  readonly isSecret: boolean;
  /** Whether only requests contain it. */
  readonly isWriteOnly: boolean;
  readonly type: string;
  readonly rules: readonly (readonly Inline[])[];
  readonly description: string | undefined;
  /** The alternative of the nested object that has it. */
  readonly variant: string | undefined;
  /** The components that describe its content, if there is no room for it here. */
  readonly components: readonly string[];
}

/** The state of describing a shape. */
interface DescriptionContext {
  readonly schemas: Schemas;
  readonly integers: WrittenIntegers;
  /** The enclosing components. */
  readonly within: readonly string[];
  /** The remaining number of fields; objects that don't fit are left to the pages of their components. */
  readonly room: { fields: number; shapes: number };
}

/** The maximum nesting of alternatives, which could otherwise grow without bound. */
const maxObjects = 300;

const noFields: ObjectDescription = { fields: [], rules: [], isClosed: false, variants: [] };

/** Describes an object schema. Beyond `most` fields, objects that have a name are only named. */
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

/** Returns the shapes of `oneOf` or `anyOf`; alternatives that only require fields are described as rules. */
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
 * Returns what distinguishes each alternative without a title from the others: the value of a property, such as `kind:
 * replica`, or a property that it requires or has and the others don't.
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

/** Lists a field of several schemas of `allOf` once, as described by the first. */
function uniqueFields(fields: readonly FieldDescription[]): FieldDescription[] {
  const seen = new Set<string>();
  return fields.filter(({ path, variant }) => {
    const key = `${variant ?? ""} ${path}`;
    return !seen.has(key) && !!seen.add(key);
  });
}

/** Some fields, and the rules of nested objects. */
type FieldDescriptions = Pick<ObjectDescription, "fields" | "rules">;

/** Returns the fields of an object and of nested objects, required ones first. */
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
    isWriteOnly: own(whole, "writeOnly") === true,
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

/** Returns the rules of a value and of the items of a list. */
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

/** Returns whether an object allows fields that are not listed; most don't, which is not mentioned. */
function opennessOf(schema: JsonObject, shape: ObjectDescription | undefined, inner: InnerObject | undefined): Inline[][] {
  if (inner && !shape && inner.component === undefined) return [["fields as in the contract"]];
  if (shape) return shape.isClosed || shape.variants.length > 0 ? [] : [["other fields allowed"]];
  if (inner || !typesOf(schema)?.includes("object")) return [];
  return [[isNothing(own(schema, "additionalProperties")) ? "no fields" : "any fields"]];
}

/** The object in a field. */
interface InnerObject {
  readonly value: JsonValue;
  /** The prefix of its fields' paths: `entry.`, `items[].`. */
  readonly prefix: string;
  readonly component: string | undefined;
  /** Whether there is room for its fields. */
  readonly isTold: boolean;
}

/** The maximum nesting of objects on one page. */
const maxNesting = 5;

/** The maximum number of schemas to visit to estimate the size of an object. */
const maxVisits = 1_000;

/** Returns the object in a field, or in the list that it contains. */
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

/** Returns whether an object's fields can be listed: always if it has no name, as it has no page of its own then. */
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

/** Estimates the number of an object's fields, including nested ones; stops when there is no room left. */
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
