import { isSecret } from "../../../json-schema/secret.js";
import { typesOf } from "../../../json-schema/interpreter/json-type.js";
import {
  isObject,
  type JsonObject,
  type JsonValue,
  own,
  ownObject,
  ownString,
  ownStrings,
} from "../../../document/json-value.js";
import { noWrittenIntegers, type WrittenIntegers } from "../../../document/written-integers.js";
import { type Inline, separated } from "../blocks/inline.js";
import { fieldRules, isOnlyRequired, valueRules } from "./describe-rules.js";
import { branches, describeType, isNothing, mergedSchema, type Schemas, withoutNull } from "./describe-type.js";

/** An object as its reader needs it: its fields, those of objects in it, and what they must keep to. */
export interface Shape {
  readonly fields: readonly Field[];
  /** Sentences about fields among each other. */
  readonly rules: readonly (readonly Inline[])[];
  /** Whether other fields than these are refused; a field `*` stands for all others. */
  readonly isClosed: boolean;
  /** Shapes of which the object has one besides its own fields. */
  readonly variants: readonly Variant[];
}

export interface Variant {
  readonly title: string;
  readonly description: string | undefined;
  /** Set where it is no object. */
  readonly type: string | undefined;
  readonly shape: Shape;
  /** The component that describes it, where there is no room for that here. */
  readonly component: string | undefined;
}

export interface Field {
  /** `cidr`, `entry.cidr`, `items[].name`. */
  readonly path: string;
  readonly isRequired: boolean;
  readonly isDeprecated: boolean;
  /** Whether it never comes back in an answer. */
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
export interface Walk {
  readonly schemas: Schemas;
  readonly integers: WrittenIntegers;
  /** Components that surround the place. */
  readonly within: readonly string[];
  /** How much more may be told; objects that don't fit in are left to the pages of their components. */
  readonly room: { fields: number; shapes: number };
  /** Describes an object inside of another; paths of its fields begin with the prefix. */
  readonly describe: (value: JsonValue | undefined, prefix: string, walk: Walk) => Shape;
}

/** Shapes in shapes: those of alternatives grow without bound where alternatives lead to alternatives. */
const mostShapes = 300;

const noShape: Shape = { fields: [], rules: [], isClosed: false, variants: [] };

/** Describes an object schema; with more than `most` fields, objects that have a name are only named. */
export function describeShape(value: JsonValue | undefined, schemas: Schemas, most: number, integers = noWrittenIntegers): Shape {
  return shapeOf(value, "", { schemas, integers, within: [], room: { fields: most, shapes: mostShapes }, describe: shapeOf });
}

function shapeOf(value: JsonValue | undefined, prefix: string, walk: Walk): Shape {
  if (walk.room.shapes-- <= 0) return noShape;
  const { schema, component } = mergedSchema(value, walk.schemas);
  const inside = component === undefined ? walk : { ...walk, within: [...walk.within, component] };
  const parts = branches(schema, "allOf").map((part) => shapeOf(part, prefix, inside));
  const { fields, rules } = describeFields(schema, prefix, inside);
  const variants = [...variantsOf(schema, "oneOf", prefix, inside), ...variantsOf(schema, "anyOf", prefix, inside)];
  const closes = ["additionalProperties", "unevaluatedProperties"].some((keyword) => isNothing(own(schema, keyword)));
  const tellsOthers = fields.some(({ path }) => path === `${prefix}*`);
  return {
    fields: uniqueFields([...fields, ...parts.flatMap((part) => part.fields)]),
    rules: [...fieldRules(schema, prefix, walk.schemas, walk.integers), ...rules, ...parts.flatMap((part) => part.rules)],
    isClosed: closes || tellsOthers || parts.some(({ isClosed }) => isClosed),
    variants: [...variants, ...parts.flatMap((part) => part.variants)],
  };
}

/** The shapes of `oneOf` or `anyOf`; where they only say what is required, the rules tell it. */
function variantsOf(schema: JsonObject, keyword: "oneOf" | "anyOf", prefix: string, walk: Walk): Variant[] {
  const all = branches(schema, keyword);
  if (all.every(isOnlyRequired)) return [];
  return all.map((branch, index) => {
    const { schema: merged, component } = mergedSchema(branch, walk.schemas);
    const title = ownString(merged, "title") ?? component ?? `Shape ${index + 1}`;
    const description = ownString(merged, "description");
    const type = describeType(branch, walk.schemas);
    const named = { title, description, type: ["object", "anything"].includes(type) ? undefined : type };
    if (named.type !== undefined) return { ...named, shape: noShape, component: undefined };
    if (hasRoom(branch, component, walk)) return { ...named, shape: shapeOf(branch, prefix, walk), component: undefined };
    return { ...named, shape: noShape, component };
  });
}

/** A field that several schemas of `allOf` tell is told once, by the first. */
function uniqueFields(fields: readonly Field[]): Field[] {
  const seen = new Set<string>();
  return fields.filter(({ path, variant }) => {
    const key = `${variant ?? ""} ${path}`;
    return !seen.has(key) && !!seen.add(key);
  });
}

/** Some fields, and the rules of the objects in them. */
type Fields = Pick<Shape, "fields" | "rules">;

/** The fields of one object and of the objects in it, those that are required first. */
function describeFields(schema: JsonObject, prefix: string, walk: Walk): Fields {
  const properties = ownObject(schema, "properties") ?? {};
  const required = ownStrings(schema, "required");
  const names = Object.keys(properties).filter((name) => !isNothing(properties[name]));
  const ordered = [...required.filter((name) => names.includes(name)), ...names.filter((name) => !required.includes(name))];
  const found = ordered.map((name) => describeField(`${prefix}${name}`, properties[name]!, required.includes(name), walk));
  for (const [pattern, value] of Object.entries(ownObject(schema, "patternProperties") ?? {})) {
    found.push(describeField(`${prefix}/${pattern}/`, value, false, walk));
  }
  const others = own(schema, "additionalProperties");
  if (isObject(others) && Object.keys(others).length > 0) found.push(describeField(`${prefix}*`, others, false, walk));
  return { fields: found.flatMap(({ fields }) => fields), rules: found.flatMap(({ rules }) => rules) };
}

function describeField(path: string, value: JsonValue, isRequired: boolean, walk: Walk): Fields {
  walk.room.fields--;
  const { schema: whole } = mergedSchema(value, walk.schemas);
  const { schema } = mergedSchema(withoutNull(value, walk.schemas), walk.schemas);
  const inner = innerObject(value, path, walk);
  const shape = inner?.isTold ? walk.describe(inner.value, inner.prefix, walk) : undefined;
  const variants = shape?.variants ?? [];
  const untold = [...(inner && !shape ? [inner.component] : []), ...variants.map(({ component }) => component)];
  const field: Field = {
    path,
    isRequired,
    isDeprecated: own(whole, "deprecated") === true,
    isSecret: isSecret(whole),
    type: describeType(value, walk.schemas),
    rules: [...rulesOf(whole === schema ? whole : { ...schema, ...whole }, walk), ...opennessOf(schema, shape, inner)],
    description: ownString(whole, "description") ?? ownString(schema, "description"),
    variant: undefined,
    components: untold.filter((component) => component !== undefined),
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
function rulesOf(schema: JsonObject, { schemas, integers }: Walk): Inline[][] {
  const items = typesOf(schema)?.includes("array") ? own(schema, "items") : undefined;
  const ofItems = items === undefined ? [] : valueRules(mergedSchema(items, schemas).schema, integers);
  const alternatives = [...branches(schema, "oneOf"), ...branches(schema, "anyOf")].map(
    (branch) => mergedSchema(branch, schemas).schema,
  );
  const arePlain = alternatives.every((branch) => own(branch, "properties") === undefined);
  const told = arePlain ? alternatives.map((branch) => separated(valueRules(branch, integers), ", ")) : [];
  const ofAlternatives = told.filter((rule) => rule.length > 0).map((rule, index) => (index === 0 ? rule : ["or ", ...rule]));
  return [...valueRules(schema, integers), ...ofItems.map((rule) => ["each ", ...rule]), ...ofAlternatives];
}

/** Whether an object takes fields that are not told; most take none, which goes without saying. */
function opennessOf(schema: JsonObject, shape: Shape | undefined, inner: InnerObject | undefined): Inline[][] {
  if (inner && !shape && inner.component === undefined) return [["fields as in the contract"]];
  if (shape) return shape.isClosed || shape.variants.length > 0 ? [] : [["other fields allowed"]];
  if (inner || !typesOf(schema)?.includes("object")) return [];
  return [[isNothing(own(schema, "additionalProperties")) ? "no fields" : "any fields"]];
}

/** The object in a field. */
export interface InnerObject {
  readonly value: JsonValue;
  /** With which the paths of its fields begin: `entry.`, `items[].`. */
  readonly prefix: string;
  readonly component: string | undefined;
  /** Whether there is room for its fields. */
  readonly isTold: boolean;
}

/** Objects in objects that are told on one page. */
const mostNesting = 5;

/** Schemas that are looked at to tell how large an object is. */
const mostVisits = 1_000;

/** The object in a field, or in the list that it holds. */
function innerObject(value: JsonValue, path: string, walk: Walk): InnerObject | undefined {
  let [current, prefix] = [withoutNull(value, walk.schemas), `${path}.`];
  let merged = mergedSchema(current, walk.schemas);
  for (let lists = 0; typesOf(merged.schema)?.includes("array") && lists < mostNesting; lists++) {
    const items = own(merged.schema, "items");
    if (items === undefined) return undefined;
    [current, prefix] = [withoutNull(items, walk.schemas), `${prefix.slice(0, -1)}[].`];
    merged = mergedSchema(current, walk.schemas);
  }
  const { component } = merged;
  const isWithinItself = component !== undefined && walk.within.includes(component);
  if (current === undefined || (!isWithinItself && countFields(current, walk) === 0)) return undefined;
  const isTold = hasRoom(current, component, walk) && prefix.split(".").length <= mostNesting + 1;
  return { value: current, prefix, component, isTold };
}

/** Whether an object's fields can be told: always if it has no name by which it could be found elsewhere. */
function hasRoom(value: JsonValue, component: string | undefined, walk: Walk): boolean {
  return component === undefined || (!walk.within.includes(component) && countFields(value, walk) <= walk.room.fields);
}

/** About how many fields an object has, objects in it included; looks no further than there is room. */
function countFields(value: JsonValue | undefined, walk: Walk): number {
  let total = 0;
  let visits = 0;
  const visit = (current: JsonValue | undefined, within: readonly string[]): void => {
    const { schema, component } = mergedSchema(current, walk.schemas);
    if (total > walk.room.fields || ++visits > mostVisits || (component !== undefined && within.includes(component))) return;
    const inside = component === undefined ? within : [...within, component];
    for (const property of Object.values(ownObject(schema, "properties") ?? {})) {
      total++;
      visit(property, inside);
    }
    const others = own(schema, "additionalProperties");
    if (isObject(others) && Object.keys(others).length > 0) total++;
    for (const keyword of ["items", "additionalProperties"]) if (isObject(own(schema, keyword))) visit(schema[keyword], inside);
    for (const keyword of ["oneOf", "anyOf", "allOf"] as const)
      for (const branch of branches(schema, keyword)) visit(branch, inside);
  };
  visit(value, walk.within);
  return total;
}
