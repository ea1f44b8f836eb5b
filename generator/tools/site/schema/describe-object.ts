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
import { isSecret } from "../../../json-schema/secrets.js";
import { code, type Inline } from "../blocks/inline.js";
import { fieldRules } from "./describe-field-rules.js";
import { type DescribedElsewhere, hasShape, isOnlyRequired, phrase, rulesOf } from "./describe-rules.js";
import { describeType, isNothing, mergedSchema, type Schemas, schemasTogether, typesOf, withoutNull } from "./describe-type.js";
import { textOf, titlesOf } from "./titles.js";

/** A readable description of an object: its fields, those of nested objects, and their rules. */
export interface ObjectDescription {
  readonly fields: readonly FieldDescription[];
  /** Sentences about the object and the relations of its fields. */
  readonly rules: readonly (readonly Inline[])[];
  /** Whether other fields are rejected; a field `*` represents all others. Absent if not all of it is described. */
  readonly isClosed: boolean | undefined;
  /** Alternative shapes that the object has besides its own fields. */
  readonly choices: readonly ObjectChoice[];
}

/** Alternatives of which an object has one or, if it may have several, at least one. */
export interface ObjectChoice {
  readonly allowsSeveral: boolean;
  readonly shapes: readonly ObjectVariant[];
}

export interface ObjectVariant {
  readonly title: string;
  readonly description: string | undefined;
  /** Describes a value that is not an object. */
  readonly value: readonly Inline[] | undefined;
  readonly shape: ObjectDescription;
  /** The component that describes it, if there is no room for it here. */
  readonly component: string | undefined;
}

export interface FieldDescription {
  /** `cidr`, `entry.cidr`, `items[].name`, `pair[0]`. */
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

const noFields: ObjectDescription = { fields: [], rules: [], isClosed: false, choices: [] };

/** Describes an object schema. Beyond `most` fields, objects that have a name are only named. */
export function describeObject(
  value: JsonValue | undefined,
  schemas: Schemas,
  most: number,
  integers = noWrittenIntegers,
): ObjectDescription {
  return describeShape(value, "", { schemas, integers, within: [], room: { fields: most, shapes: maxObjects } });
}

/** Describes a value and the fields of the objects in it, such as a parameter. */
export function describeFieldsOf(
  field: { readonly name: string; readonly required: boolean; readonly schema: JsonValue },
  schemas: Schemas,
  most: number,
  integers = noWrittenIntegers,
): FieldDescriptions {
  const context = { schemas, integers, within: [], room: { fields: most, shapes: maxObjects } };
  return describeField(field.name, field.schema, field.required, context);
}

/** Describes an object that no row describes: its own rules are sentences. */
function describeShape(value: JsonValue | undefined, prefix: string, context: DescriptionContext): ObjectDescription {
  const shape = describeWithin(value, prefix, context);
  const own = rulesOf(value, context, { fields: true, choices: true }).map(sentence);
  return { ...shape, rules: [...own, ...shape.rules] };
}

function describeWithin(value: JsonValue | undefined, prefix: string, context: DescriptionContext): ObjectDescription {
  if (context.room.shapes-- <= 0) return { ...noFields, rules: [["More in the contract."]], isClosed: undefined };
  const together = schemasTogether(value, context.schemas);
  const components = together.map(({ component }) => component).filter((component) => component !== undefined);
  const inside = { ...context, within: [...context.within, ...components] };
  const all = together.map(({ schema }) => schema);
  const { fields, rules, forbidden } = describeFields(all, prefix, inside);
  const isClosed =
    fields.some(({ path }) => path === `${prefix}*`) ||
    all.some((schema) => ["additionalProperties", "unevaluatedProperties"].some((keyword) => isNothing(own(schema, keyword))));
  const choices = all.flatMap((schema) => [
    ...choicesOf(schema, "oneOf", prefix, inside),
    ...choicesOf(schema, "anyOf", prefix, inside),
  ]);
  const relations = all.flatMap((schema) => fieldRules(schema, prefix, context));
  return { fields, rules: [...relations, ...(isClosed ? [] : forbidden), ...rules], isClosed, choices };
}

/** Returns a rule as a sentence. */
export function sentence(rule: readonly Inline[]): Inline[] {
  const [first, ...others] = rule;
  return [...(typeof first === "string" ? [first.charAt(0).toUpperCase() + first.slice(1)] : rule.slice(0, 1)), ...others, "."];
}

/** Returns the shapes of `oneOf` or `anyOf`; alternatives that only require fields are described as rules. */
function choicesOf(schema: JsonObject, keyword: "oneOf" | "anyOf", prefix: string, context: DescriptionContext): ObjectChoice[] {
  const all = subschemasAt(schema, keyword);
  if (all.every(isOnlyRequired)) return [];
  const titles = titlesOf(all, context.schemas);
  const shapes = all.map((branch, index): ObjectVariant => {
    const { component } = mergedSchema(branch, context.schemas);
    const description = textOf(branch, "description", context.schemas);
    const named = { title: titles[index]!, description, value: undefined, component: undefined };
    if (!hasShape(branch, context.schemas)) return { ...named, value: phrase(branch, context), shape: noFields };
    // The row of a field has the rules of its alternatives.
    const describe = prefix === "" ? describeShape : describeWithin;
    if (hasRoom(branch, component, context)) return { ...named, shape: describe(branch, prefix, context) };
    return { ...named, shape: noFields, component };
  });
  return [{ allowsSeveral: keyword === "anyOf", shapes }];
}

/** Some fields, and the rules of nested objects. */
type FieldDescriptions = Pick<ObjectDescription, "fields" | "rules">;

/**
 * Returns the fields that the schemas of an object have together, and those of nested objects, required ones first; and
 * sentences about those that aren't allowed.
 */
function describeFields(
  all: readonly JsonObject[],
  prefix: string,
  context: DescriptionContext,
): FieldDescriptions & Pick<ObjectDescription, "rules"> & { readonly forbidden: Inline[][] } {
  const properties = all.map((schema) => ownObject(schema, "properties") ?? {});
  const patterns = all.map((schema) => ownObject(schema, "patternProperties") ?? {});
  const required = new Set(all.flatMap((schema) => ownStrings(schema, "required")));
  const allows = (maps: readonly JsonObject[], name: string) =>
    !maps.some((map) => Object.hasOwn(map, name) && isNothing(map[name]));
  const names = namesOf(properties).filter((name) => allows(properties, name));
  const ordered = [...[...required].filter((name) => names.includes(name)), ...names.filter((name) => !required.has(name))];
  const found = ordered.map((name) => describeField(`${prefix}${name}`, together(properties, name), required.has(name), context));
  for (const pattern of namesOf(patterns).filter((name) => allows(patterns, name))) {
    found.push(describeField(`${prefix}/${pattern}/`, together(patterns, pattern), false, context));
  }
  for (const keyword of ["additionalProperties", "unevaluatedProperties"]) {
    const others = all.map((schema) => own(schema, keyword)).filter((value) => isObject(value) && Object.keys(value).length > 0);
    const isTold = found.some(({ fields }) => fields[0]?.path === `${prefix}*`);
    const first = others.find((value) => !isNothing(value));
    if (first !== undefined && !isTold) found.push(describeField(`${prefix}*`, first, false, context));
  }
  const undeclared = [...required].filter((name) => !names.includes(name));
  const forbidden = [
    ...namesOf(properties)
      .filter((name) => !names.includes(name))
      .map((name) => [code(`${prefix}${name}`), " is not allowed."]),
    ...namesOf(patterns)
      .filter((name) => !allows(patterns, name))
      .map((name) => [code(`${prefix}/${name}/`), " is not allowed."]),
  ];
  return {
    fields: found.flatMap(({ fields }) => fields),
    rules: [...undeclared.map((name) => [code(`${prefix}${name}`), " is required."]), ...found.flatMap(({ rules }) => rules)],
    forbidden,
  };
}

/** Returns the names that some maps have. */
function namesOf(maps: readonly JsonObject[]): string[] {
  return [...new Set(maps.flatMap((map) => Object.keys(map)))];
}

/** Returns the schema of a name in several maps, which all apply. */
function together(maps: readonly JsonObject[], name: string): JsonValue {
  const values = maps.filter((map) => Object.hasOwn(map, name)).map((map) => map[name]!);
  return values.length === 1 ? values[0]! : { allOf: values };
}

function describeField(path: string, value: JsonValue, isRequired: boolean, context: DescriptionContext): FieldDescriptions {
  context.room.fields--;
  const { schemas } = context;
  const marks = [...schemasTogether(value, schemas), ...schemasTogether(withoutNull(value, schemas), schemas)].map(
    ({ schema }) => schema,
  );
  const inner = innerObject(value, path, context);
  const shape = inner?.isTold ? describeWithin(inner.value, inner.prefix, context) : undefined;
  const positions = describePositions(value, path, context);
  const variants = allVariants(shape?.choices ?? []);
  const areDistinct = new Set(variants.map(({ title }) => title)).size === variants.length;
  const elsewhere = [...(inner && !shape ? [inner.component] : []), ...variants.map(({ component }) => component)];
  const told = describedElsewhere(inner?.lists ?? positions.lists, { fields: inner !== undefined, positions: positions.isTold });
  const field: FieldDescription = {
    path,
    isRequired,
    isDeprecated: marks.some((schema) => own(schema, "deprecated") === true),
    isSecret: marks.some(isSecret),
    isWriteOnly: marks.some((schema) => own(schema, "writeOnly") === true),
    type: describeType(value, schemas),
    rules: [...rulesOf(value, context, told), ...opennessOf(marks, shape, inner)],
    description: marks.map((schema) => ownString(schema, "description")).find((text) => text !== undefined),
    variant: undefined,
    components: elsewhere.filter((component) => component !== undefined),
  };
  const ofVariants = variants.flatMap(({ title, shape: { fields } }) =>
    fields.map((found) => ({ ...found, variant: found.variant ?? title })),
  );
  const rulesOfVariants = variants.flatMap(({ title, value: other, shape: inside }) => {
    const isOpen = other === undefined && inside.isClosed === false && shape?.isClosed === false;
    const rules = isOpen ? [...inside.rules, [code(inner!.prefix.slice(0, -1)), " can have other fields."]] : inside.rules;
    return rules.map((rule) => [`In ${title}: `, ...rule]);
  });
  return {
    fields: [field, ...positions.fields, ...(shape?.fields ?? []), ...ofVariants],
    rules: [
      ...positions.rules,
      ...(shape?.rules ?? []),
      ...rulesOfVariants,
      ...(areDistinct ? [] : [["More about ", code(path), " in the contract."]]),
    ],
  };
}

/** Returns alternatives with those in them. */
function allVariants(choices: readonly ObjectChoice[]): ObjectVariant[] {
  return choices.flatMap(({ shapes }) => shapes.flatMap((variant) => [variant, ...allVariants(variant.shape.choices)]));
}

/** Returns what rows describe of a value: that of the items in some lists. */
function describedElsewhere(lists: number, told: { fields: boolean; positions: boolean }): DescribedElsewhere {
  if (lists === 0) return { fields: told.fields };
  return { positions: told.positions, items: describedElsewhere(lists - 1, told) };
}

/** Returns whether an object allows fields that are not listed; most don't, which is not mentioned. */
function opennessOf(
  all: readonly JsonObject[],
  shape: ObjectDescription | undefined,
  inner: InnerObject | undefined,
): Inline[][] {
  if (inner && !shape && inner.component === undefined) return [["fields as in the contract"]];
  if (shape) return shape.isClosed !== false || shape.choices.length > 0 ? [] : [["other fields allowed"]];
  const isClosed = all.some((schema) => isNothing(own(schema, "additionalProperties")));
  return inner || isClosed || !all.some((schema) => typesOf(schema).includes("object")) ? [] : [["any fields"]];
}

/** The rows of the first positions of a list, also of one in other lists. */
interface Positions extends FieldDescriptions {
  readonly lists: number;
  readonly isTold: boolean;
}

/** Describes the items at the first positions: `pair[0]`, `pairs[][0]`. */
function describePositions(value: JsonValue, path: string, context: DescriptionContext): Positions {
  let [current, prefix]: [JsonValue | undefined, string] = [value, path];
  for (let lists = 1; lists <= maxNesting; lists++) {
    const all = schemasTogether(withoutNull(current, context.schemas), context.schemas);
    const list = all.find(({ schema }) => subschemasAt(schema, "prefixItems").length > 0);
    if (list) {
      const first = subschemasAt(list.schema, "prefixItems");
      const isTold = prefix.split(/[.[]/).length <= maxNesting + 1 && context.room.fields >= first.length;
      if (!isTold) return { lists, isTold, fields: [], rules: [] };
      const rows = first.map((item, index) => describeField(`${prefix}[${index}]`, item, false, context));
      return { lists, isTold, fields: rows.flatMap(({ fields }) => fields), rules: rows.flatMap(({ rules }) => rules) };
    }
    current = all.map(({ schema }) => own(schema, "items")).find((items) => items !== undefined);
    prefix = `${prefix}[]`;
    if (current === undefined) break;
  }
  return { lists: 0, isTold: false, fields: [], rules: [] };
}

/** The object in a field. */
interface InnerObject {
  readonly value: JsonValue;
  /** The prefix of its fields' paths: `entry.`, `items[].`. */
  readonly prefix: string;
  readonly component: string | undefined;
  /** The number of lists around it. */
  readonly lists: number;
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
  let lists = 0;
  for (; typesOf(merged.schema).includes("array") && lists < maxNesting; lists++) {
    const together = schemasTogether(current, context.schemas).map(({ schema }) => own(schema, "items"));
    const [items, ...more] = together.filter((one) => one !== undefined);
    if (items === undefined) return undefined;
    [current, prefix] = [
      withoutNull(more.length === 0 ? items : { allOf: [items, ...more] }, context.schemas),
      `${prefix.slice(0, -1)}[].`,
    ];
    merged = mergedSchema(current, context.schemas);
  }
  const { component } = merged;
  const isWithinItself = component !== undefined && context.within.includes(component);
  if (current === undefined || (!isWithinItself && countFields(current, context) === 0)) return undefined;
  const isTold = hasRoom(current, component, context) && prefix.split(".").length <= maxNesting + 1;
  return { value: current, prefix, component, lists, isTold };
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
  "patternProperties",
  "properties",
  "unevaluatedProperties",
]);

/** Keywords whose schemas are those of fields without a name. */
const unnamedFields: ReadonlySet<string> = new Set(["additionalProperties", "unevaluatedProperties"]);

/** Estimates the number of an object's fields, including nested ones; stops when there is no room left. */
function countFields(value: JsonValue | undefined, context: DescriptionContext): number {
  let total = 0;
  let visits = 0;
  const visit = (current: JsonValue | undefined, within: readonly string[]): void => {
    const { schema, component } = mergedSchema(current, context.schemas);
    if (total > context.room.fields || ++visits > maxVisits || (component !== undefined && within.includes(component))) return;
    const inside = component === undefined ? within : [...within, component];
    forEachSubschema(schema, (subschema, _, { key }) => {
      const isUnnamed = unnamedFields.has(key);
      if (!describedKeywords.has(key) || (isUnnamed && !isObject(subschema))) return;
      if (key === "properties" || key === "patternProperties" || (isUnnamed && Object.keys(subschema as JsonObject).length > 0))
        total++;
      visit(subschema, inside);
    });
  };
  visit(value, context.within);
  return total;
}
