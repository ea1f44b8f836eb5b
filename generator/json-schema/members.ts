import { formatPointer, parsePointer } from "../../templates/runtime/json.js";
import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { schemasIn, type Schema, type SchemaSource, type SchemaType } from "./schema.js";

/** A schema's description of one member of valid objects. */
export interface Member {
  /** Each is sufficient by itself: there is more than one if the schema has alternatives. */
  readonly schemas: readonly JsonObject[];
  /** Whether every object has it. */
  readonly isRequired: boolean;
}

/** A JSON Schema type other than null. */
export type OneType = Exclude<SchemaType, "null">;

/** Returns the members that a schema or one of its alternatives describes by name. */
export function membersOf(schema: JsonValue | undefined, document: SchemaSource): Map<string, Member> {
  const members = schema === undefined ? [] : [...schemasIn(document).of(schema).members];
  return new Map(members.map(([name, member]) => [name, { schemas: listOf(member.schema), isRequired: member.isRequired }]));
}

/** Returns the description of the value at a JSON pointer, or `undefined`. `0` stands for the elements of a list. */
export function memberAt(schema: JsonValue | undefined, pointer: string, document: SchemaSource): Member | undefined {
  const member = schema === undefined ? undefined : schemasIn(document).of(schema).at(pointer);
  return member && { schemas: listOf(member.schema), isRequired: member.isRequired };
}

function listOf({ node }: Schema): readonly JsonObject[] {
  if (!isObject(node)) return [{}];
  const alternatives = Object.keys(node).length === 1 ? own(node, "anyOf") : undefined;
  return (Array.isArray(alternatives) ? alternatives : [node]).filter(isObject);
}

function schemaOf({ schemas }: Member, document: SchemaSource): Schema {
  return schemasIn(document).anyOf(schemas);
}

/** Returns whether a JSON pointer passes through the elements of a list. */
export function leadsThroughList(schema: JsonValue | undefined, pointer: string, document: SchemaSource): boolean {
  const names = parsePointer(pointer);
  return names.some((name, index) => {
    if (name !== "0") return false;
    const holder = memberAt(schema, formatPointer(names.slice(0, index)), document);
    return holder !== undefined && isList(holder, document);
  });
}

/** Returns whether some description of a member allows a type. */
export function mayBe(member: Member, type: OneType, document: SchemaSource): boolean {
  return schemaOf(member, document).types.has(type);
}

/** Returns whether all descriptions of a member restrict it to strings: by its type, or by its values. */
export function isText(member: Member, document: SchemaSource): boolean {
  return schemaOf(member, document).isOnly("string");
}

/** Returns whether all descriptions of a member restrict it to integers. */
export function isWholeNumber(member: Member, document: SchemaSource): boolean {
  return schemaOf(member, document).isOnly("integer");
}

/** Returns whether all descriptions of a member restrict it to numbers of this type. */
export function isNumber(member: Member, type: "integer" | "number", document: SchemaSource): boolean {
  return schemaOf(member, document).isOnly(type);
}

/** Returns whether all descriptions of a member restrict it to booleans. */
export function isBoolean(member: Member, document: SchemaSource): boolean {
  return schemaOf(member, document).isOnly("boolean");
}

/** Returns whether all descriptions of a member restrict it to lists. */
export function isList(member: Member, document: SchemaSource): boolean {
  return schemaOf(member, document).isOnly("array");
}

/** Returns whether all descriptions of a member restrict it to objects. */
export function isObjectOnly(member: Member, document: SchemaSource): boolean {
  return schemaOf(member, document).isOnly("object");
}

/** Returns whether every valid object has at least one of some members. Each alternative may require another of them. */
export function requiresOneOf(schema: JsonValue | undefined, names: ReadonlySet<string>, document: SchemaSource): boolean {
  return schemasIn(document).of(schema).requiresOneOf(names);
}

/** Returns whether some description of a member allows null. */
export function isNullable(member: Member, document: SchemaSource): boolean {
  return schemaOf(member, document).isNullable;
}

/** Returns the allowed strings of a member in source order, or `undefined` if any string is allowed. */
export function textsOf(member: Member, document: SchemaSource): readonly string[] | undefined {
  return schemaOf(member, document).texts;
}

/** Returns the only value that all descriptions of a member allow. */
export function onlyValue(member: Member, document: SchemaSource): JsonValue | undefined {
  return schemaOf(member, document).onlyValue;
}

/** Returns whether a schema describes an object without describing its contents: any object, or any value at all. */
export function isFreeForm(schema: JsonValue | undefined, document: SchemaSource): boolean {
  return schemasIn(document).of(schema).isFreeForm;
}
