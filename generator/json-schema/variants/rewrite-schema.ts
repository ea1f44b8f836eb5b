import { isObject, own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { componentName, componentPointer, referencedSchema, referenceOf } from "../../document/reference.js";
import { mapChildren } from "../../document/visitor.js";
import { inPlace, markedSchemas, type SchemaContext, type MarkedSchemas } from "./marked-schemas.js";
import { isFile } from "../../document/media-kind.js";
import { fileSchemaOf, foreignMark, type Schemas, type SchemaVariant } from "./variant.js";

/** The options for rewriting a schema as one of its variants. */
export interface Rewriting {
  readonly schemas: Schemas;
  /** Returns the name of a component in a variant, in a context of other schemas for the same value. */
  readonly nameOf: (component: string, variant: SchemaVariant, context: SchemaContext) => string;
  /** The schema of a file in a form, if it isn't that of any value. */
  readonly fileOf?: (written: JsonObject) => JsonObject;
  /** Called if a variant differs from the original. */
  readonly onChange: () => void;
  /** Receives the result for a schema. */
  readonly onCopy?: (written: JsonObject, copy: JsonObject) => void;
}

/** Keywords whose schemas are conditions, which are the same in every variant. */
const asking: ReadonlySet<string> = new Set(["not", "if"]);

/** Keywords whose schemas are alternatives; one that only the other party sends is dropped. */
const alternatives: ReadonlySet<string> = new Set(["anyOf", "oneOf"]);

/** A schema that is being rewritten, and the others for the same value. */
interface Work {
  readonly schema: JsonObject;
  readonly variant: SchemaVariant;
  readonly context: SchemaContext;
  readonly rewriting: Rewriting;
  /** Absent if nothing depends on the variant. */
  readonly marked: MarkedSchemas | undefined;
  readonly group: ReadonlySet<JsonObject>;
}

/**
 * Returns a variant of a schema: a request requires no `readOnly` property, a response neither requires nor has a
 * `writeOnly` one, and the parts of a form may be files. Another schema for the same value may mark a property that this
 * one requires: `context` contains those outside of the schema.
 */
export function rewriteSchema(
  value: JsonValue,
  variant: SchemaVariant,
  rewriting: Rewriting,
  context: SchemaContext = [],
): JsonValue {
  if (!isObject(value)) return value;
  if (variant === "part" && isFile(value)) {
    rewriting.onChange();
    return (rewriting.fileOf ?? fileSchemaOf)(value);
  }
  const mark = foreignMark(variant);
  const all = mark && markedSchemas(rewriting.schemas, mark);
  // A value that only the other party sends is absent.
  if (variant === "response" && all!.isMarked(value)) {
    rewriting.onChange();
    return false;
  }
  const marked = all && (context.length > 0 || all.reaches(value)) ? all : undefined;
  const group = marked?.groupOf(value, context) ?? new Set();
  const work: Work = { schema: value, variant, context, rewriting, marked, group };
  const reference = rewriteReference(work);
  const copy: JsonObject = mapChildren(value, "schema", (child, kind, { key, name = "" }) => {
    if (kind === "schema") return rewriteChild(child, key, String(name), work);
    return isObject(child) ? renameMapping(child, variant, rewriting) : child;
  });
  if (reference !== undefined) copy["$ref"] = reference;
  for (const keyword of alternatives) dropForeignAlternatives(copy, keyword, value);
  if (marked) {
    dropForeign(copy, work, marked);
    loosenAlternatives(copy, work, marked);
    if (variant === "response") forbidHeld(copy, work, marked);
  }
  rewriting.onCopy?.(value, copy);
  return copy;
}

function rewriteReference(work: Work): string | undefined {
  const { schema, variant, rewriting } = work;
  const ref = referenceOf(schema);
  if (ref === undefined) return undefined;
  const target = referencedSchema(schema, rewriting.schemas);
  return rename(ref, variant, rewriting, contextOf(work, "$ref", "", target));
}

/** Drops alternatives that became `false` because only the other party sends them. */
function dropForeignAlternatives(copy: JsonObject, keyword: string, { [keyword]: written }: JsonObject): void {
  const list = copy[keyword];
  if (!Array.isArray(list) || !Array.isArray(written)) return;
  copy[keyword] = list.filter((item, index) => item !== false || written[index] === false);
}

function rewriteChild(value: JsonValue, keyword: string, key: string, work: Work): JsonValue {
  const { schema, variant, rewriting } = work;
  const inner = variantBelow(keyword, variant, schema);
  return rewriteSchema(value, inner, rewriting, inner === "written" ? [] : contextOf(work, keyword, key, value));
}

function contextOf(
  { schema, context, marked, group }: Work,
  keyword: string,
  key: string,
  child: JsonValue | undefined,
): SchemaContext {
  if (!marked || !isObject(child)) return [];
  const isInPlace = keyword === "$ref" || inPlace.has(keyword);
  return isInPlace ? marked.contextInPlace(schema, context, keyword, child) : marked.contextBelow(group, keyword, key, child);
}

/** The content of a form's part is JSON, which has no files. */
function variantBelow(keyword: string, variant: SchemaVariant, schema: JsonObject): SchemaVariant {
  // A limit on the number of matching items has to identify them.
  if (asking.has(keyword) || (keyword === "contains" && Object.hasOwn(schema, "maxContains"))) return "written";
  if (inPlace.has(keyword)) return variant;
  if (variant === "form") return keyword === "properties" || keyword === "additionalProperties" ? "part" : "request";
  if (variant === "part") return keyword === "items" ? "part" : "request";
  return variant;
}

function rename(ref: string, variant: SchemaVariant, { schemas, nameOf }: Rewriting, context: SchemaContext = []): string {
  const name = componentName(ref, "schemas");
  if (name === undefined || !schemas.has(name)) return ref;
  return componentPointer("schemas", nameOf(name, variant === "part" ? partVariant(schemas.get(name)) : variant, context));
}

/** Returns the variant for the target of a part's reference: JSON, unless it may be a file. */
function partVariant(target: JsonValue | undefined): SchemaVariant {
  const mayBeFile = isFile(target) || ["$ref", "items", "allOf", "anyOf", "oneOf"].some((keyword) => own(target, keyword));
  return mayBeFile ? "part" : "request";
}

function renameMapping(discriminator: JsonObject, variant: SchemaVariant, rewriting: Rewriting): JsonObject {
  const renamed = (ref: JsonValue) => (typeof ref === "string" ? rename(ref, variant, rewriting) : ref);
  const mapping = ownObject(discriminator, "mapping");
  const fallback = own(discriminator, "defaultMapping");
  return {
    ...discriminator,
    ...(mapping && { mapping: Object.fromEntries(Object.entries(mapping).map(([value, ref]) => [value, renamed(ref)])) }),
    ...(fallback !== undefined && { defaultMapping: renamed(fallback) }),
  };
}

/** Removes requirements of properties that only the other party sends. */
function dropForeign(copy: JsonObject, { schema, group, rewriting }: Work, marked: MarkedSchemas): void {
  const withoutForeign = (holder: JsonObject, key: string, target: JsonObject) => {
    const needed = ownStrings(holder, key);
    const kept = needed.filter((name) => !marked.isForeign(group, name));
    if (kept.length === needed.length) return;
    rewriting.onChange();
    target[key] = kept;
  };
  withoutForeign(schema, "required", copy);
  const dependent = ownObject(schema, "dependentRequired");
  if (!dependent) return;
  const rewritten = { ...dependent };
  for (const property of Object.keys(dependent)) withoutForeign(dependent, property, rewritten);
  copy["dependentRequired"] = rewritten;
}

/**
 * Exactly one of several alternatives applies. Which one may depend on a property that only the other party sends, so any
 * is accepted; an available discriminator distinguishes them.
 */
function loosenAlternatives(copy: JsonObject, { schema, context, group, rewriting }: Work, marked: MarkedSchemas): void {
  const [branches, list] = [schema["oneOf"], copy["oneOf"]];
  if (!Array.isArray(branches) || list === undefined) return;
  const selector = ownString(own(schema, "discriminator"), "propertyName");
  if (selector !== undefined && !marked.isForeign(group, selector)) return;
  const isLoose = branches.some((branch) => {
    const applied = new Set(marked.contextInPlace(schema, context, "oneOf", branch));
    return marked.requiresForeign(branch, isObject(branch) ? marked.groupOf(branch, [...applied]) : applied);
  });
  if (!isLoose) return;
  rewriting.onChange();
  delete copy["oneOf"];
  if (copy["anyOf"] === undefined) copy["anyOf"] = list;
  else copy["allOf"] = [...(Array.isArray(copy["allOf"]) ? copy["allOf"] : []), { anyOf: list }];
}

/** Excludes parts that one alternative marks from every response. Items that only the other party sends are not required. */
function forbidHeld(copy: JsonObject, { schema, rewriting }: Work, marked: MarkedSchemas): void {
  const held = marked.holdingForeign(schema).map((holding) => rewriteSchema(holding, "written", rewriting));
  if (held.length === 0) return;
  rewriting.onChange();
  if (copy["contains"] === false && schema["contains"] !== false)
    for (const keyword of ["contains", "minContains"]) delete copy[keyword];
  const excluded = [...(copy["not"] === undefined ? [] : [copy["not"]]), ...held];
  copy["not"] = excluded.length === 1 ? excluded[0]! : { anyOf: excluded };
}
