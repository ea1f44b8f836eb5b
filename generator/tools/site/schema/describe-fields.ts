import { typesOf } from "../../../../templates/runtime/json-schema/json-type.js";
import {
  isObject,
  own,
  ownObject,
  ownString,
  ownStrings,
  type JsonObject,
  type JsonValue,
} from "../../../document/json-value.js";
import { separated, type Inline } from "../content/inline.js";
import { describeType, withoutNull } from "./describe-type.js";
import { innerObject, type InnerObject } from "./inner-object.js";
import { branches, isNothing, mergedSchema } from "./merged-schema.js";
import type { Field, Shape, Walk } from "./shape.js";
import { valueRules } from "./value-rules.js";

/** Some fields, and the rules of the objects in them. */
type Fields = Pick<Shape, "fields" | "rules">;

/** The fields of one object and of the objects in it, those that are required first. */
export function describeFields(schema: JsonObject, prefix: string, walk: Walk): Fields {
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
    isSecret: own(whole, "writeOnly") === true || own(whole, "format") === "password",
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
