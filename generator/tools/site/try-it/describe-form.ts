import { unionKeywords } from "../../../document/fold-schema.js";
import {
  isObject,
  own,
  ownObject,
  ownString,
  ownStrings,
  type JsonObject,
  type JsonValue,
} from "../../../document/json-value.js";
import { subschemasAt } from "../../../document/visitor.js";
import { aboutValues, type SchemaType } from "../../../json-schema/schema-questions.js";
import { schemasIn, type Schema } from "../../../json-schema/schema.js";
import { fileFacts } from "../../../json-schema/variants/variant.js";
import { describeType } from "../schema/describe-type.js";
import type { FormBranch, FormField, FormMember } from "./form-field.js";

/** A form, with the fields that contain themselves by the names of their components. */
export interface Form {
  readonly field: FormField;
  readonly shared: Readonly<Record<string, FormField>>;
}

/** The maximum number of controls of a form, and their maximum nesting; what is beyond is entered as JSON. */
const maxFields = 600;

const maxNesting = 12;

/** The maximum number of listed values to choose from. */
const maxValues = 300;

const maxAbout = 240;

/** Longer texts have several lines. */
const maxLine = 300;

/** Keywords that exclude no value. */
const annotations =
  /^(?:title|description|default|examples?|deprecated|discriminator|externalDocs|readOnly|writeOnly|\$comment|x-.*)$/;

/** Describes the form for the values of a schema, which are those of requests. */
export function describeForm(schema: JsonValue | undefined, components: ReadonlyMap<string, JsonValue>): Form {
  const shared: Record<string, FormField> = {};
  const open = new Set<string>();
  const schemas = schemasIn(components);
  let left = maxFields;
  return { field: describe(schema, 0), shared };

  function describe(node: JsonValue | undefined, nesting: number): FormField {
    const of = schemas.of(node);
    const type = describeType(node, components);
    if (--left < 0 || nesting > maxNesting) return { kind: "json", type };
    const name = of.resolved === of ? undefined : of.component;
    if (name === undefined) return { ...facts(of, type), ...control(of, nesting) } as FormField;
    if (open.has(name)) {
      shared[name] ??= { kind: "json", type };
      return { kind: "same", as: name, type };
    }
    open.add(name);
    const field = { ...facts(of, type), ...control(of, nesting) } as FormField;
    open.delete(name);
    if (Object.hasOwn(shared, name)) shared[name] = field;
    return field;
  }

  function facts({ all }: Schema, type: string): Pick<FormField, "type" | "about" | "hint"> {
    const about = all.map((part) => ownString(part, "description")?.trim()).find((text) => text);
    const shown = all.flatMap((part) => own(part, "default") ?? [own(part, "examples") ?? own(part, "example") ?? []].flat())[0];
    const isShort = ["string", "number", "boolean"].includes(typeof shown) && String(shown).length < 60;
    const isDefault = all.some((part) => own(part, "default") !== undefined);
    return {
      type,
      ...(about !== undefined && { about: about.length > maxAbout ? `${about.slice(0, maxAbout)}…` : about }),
      ...(isShort && { hint: `${isDefault ? "default" : "for example"}: ${String(shown)}` }),
    };
  }

  function control(schema: Schema, nesting: number): object {
    const parts = schema.all;
    const file = parts.map(fileFacts).find((found) => found !== undefined);
    if (file) return { kind: "file", ...(file.mediaType !== undefined && { accept: file.mediaType }) };
    const values = schema.ask(aboutValues);
    if (values && values.size > 0 && values.size <= maxValues) return { kind: "values", values: [...values.values()] };
    return choice(parts, nesting) ?? byTypes(schema, nesting);
  }

  /** The alternatives of the first union that describes values; others only say which members an object needs. */
  function choice(parts: readonly JsonObject[], nesting: number): object | undefined {
    for (const part of parts) {
      for (const keyword of unionKeywords) {
        const alternatives = subschemasAt(part, keyword);
        if (!alternatives.some((one) => schemas.of(one).pieces.some(describesValues))) continue;
        // The parts already contain what references and `allOf` add.
        const rest = parts.map((one) => without(one, ["$ref", "allOf", ...(one === part ? [keyword] : [])])).filter(limits);
        const branches = alternatives
          .map((one): JsonValue => (rest.length === 0 ? one : { allOf: [one, ...rest] }))
          .filter((one) => schemas.of(one).types.size > 0)
          .map((one, index): FormBranch => ({ label: labelOf(alternatives[index]!, index), field: describe(one, nesting + 1) }));
        if (branches.length === 1) return branches[0]!.field;
        const texts = branches.filter(({ field: { kind } }) => kind === "text");
        if (texts.length === branches.length && texts[0]) return { kind: "text" };
        if (branches.length > 1) return { kind: "choice", branches };
      }
    }
    return undefined;
  }

  function labelOf(node: JsonValue, index: number): string {
    const schema = schemas.of(node);
    const title = schema.all.map((part) => ownString(part, "title")).find((text) => text !== undefined);
    if (title !== undefined) return title;
    const fixed = [...schema.members].flatMap(([name, member]) => {
      const value = member.isRequired ? member.schema.onlyValue : undefined;
      return typeof value === "string" ? [`${name}: ${value}`] : [];
    });
    const type = describeType(node, components);
    return fixed[0] ?? schema.component ?? (type === "anything" || type === "object" ? `${type} ${index + 1}` : type);
  }

  function byTypes(schema: Schema, nesting: number): object {
    const types = [...schema.types].filter((type) => type !== "integer" || !schema.types.has("number"));
    const hasMembers = schema.all.some((part) => ownObject(part, "properties") !== undefined);
    if (types.length > 4) return hasMembers ? ofType("object", schema, nesting) : { kind: "json" };
    if (types.length === 1) return ofType(types[0]!, schema, nesting);
    const branches = types.map((type) => ({ label: type, field: { type, ...ofType(type, schema, nesting + 1) } }));
    return types.length === 0 ? { kind: "json" } : { kind: "choice", branches };
  }

  function ofType(type: SchemaType, { all }: Schema, nesting: number): object {
    switch (type) {
      case "object":
        return objectOf(all, nesting);
      case "array": {
        const first = all.map((part) => subschemasAt(part, "prefixItems")).find((list) => list.length > 0) ?? [];
        const items = all.map((part) => own(part, "items")).find((one) => one !== undefined && one !== false);
        const isClosed = first.length > 0 && all.some((part) => own(part, "items") === false);
        return {
          kind: "list",
          ...(!isClosed && { items: describe(items, nesting + 1) }),
          ...(first.length > 0 && { first: first.map((one) => describe(one, nesting + 1)) }),
        };
      }
      case "string": {
        const isSecret = all.some((part) => own(part, "format") === "password");
        const longest = Math.min(...all.map((part) => Number(own(part, "maxLength") ?? Infinity)));
        const isLong = Number.isFinite(longest) && longest > maxLine;
        return { kind: "text", ...(isSecret && { isSecret }), ...(isLong && { isLong }) };
      }
      case "null":
        return { kind: "values", values: [null] };
      case "boolean":
        return { kind: "boolean" };
      default:
        return { kind: "number" };
    }
  }

  function objectOf(parts: readonly JsonObject[], nesting: number): object {
    const required = new Set(parts.flatMap((part) => ownStrings(part, "required")));
    const named = new Map<string, JsonValue[]>();
    for (const part of parts) {
      for (const [name, member] of Object.entries(ownObject(part, "properties") ?? {}))
        named.set(name, [...(named.get(name) ?? []), member]);
    }
    for (const name of required) if (!named.has(name)) named.set(name, [true]);
    const members = [...named].flatMap(([name, nodes]): FormMember[] => {
      const node = nodes.length === 1 ? nodes[0]! : { allOf: nodes };
      if (schemas.of(node).types.size === 0) return [];
      return [{ name, isRequired: required.has(name), field: describe(node, nesting + 1) }];
    });
    const others = othersOf(parts, members.length > 0);
    return {
      kind: "object",
      members: [...members.filter(({ isRequired }) => isRequired), ...members.filter(({ isRequired }) => !isRequired)],
      ...(others !== undefined && { others: describe(others, nesting + 1) }),
    };
  }
}

/** The schema of members without a name in the contract; absent: there are none, or none that it describes. */
function othersOf(parts: readonly JsonObject[], hasMembers: boolean): JsonValue | undefined {
  const patterns = parts.flatMap((part) => Object.values(ownObject(part, "patternProperties") ?? {}));
  const [first] = patterns;
  if (first !== undefined) return patterns.length === 1 ? first : { anyOf: patterns };
  const rules = parts.flatMap((part) => [own(part, "additionalProperties"), own(part, "unevaluatedProperties")]);
  if (rules.includes(false)) return undefined;
  return rules.find((rule) => isObject(rule)) ?? (hasMembers ? undefined : true);
}

/** Whether a schema limits values by more than the members that they need. */
function describesValues(schema: JsonObject): boolean {
  return Object.keys(schema).some((key) => !/^(?:required|not|dependentRequired)$/.test(key) && !annotations.test(key));
}

function limits(schema: JsonObject): boolean {
  return Object.keys(schema).some((key) => !annotations.test(key));
}

function without(schema: JsonObject, keys: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(schema).filter(([key]) => !keys.includes(key)));
}
