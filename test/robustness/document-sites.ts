import { isObject, type JsonObject, type JsonValue } from "../../generator/document/json-value.js";
import { httpMethods } from "../../generator/document/visitor.js";
import { escapeSegment } from "../../templates/runtime/json.js";

/** An object of a document. */
export interface Site {
  readonly value: JsonObject;
  readonly pointer: string;
}

/** Changes a document at a site. Returns the pointer of what has changed. */
export type Write = (site: Site, document: JsonObject) => string;

type Edited = Record<string, JsonValue>;

function children(site: Site, key: string): Site[] {
  return child(site, key).flatMap((map) => Object.keys(map.value).flatMap((name) => child(map, name)));
}

function child({ value, pointer }: Site, key: string): Site[] {
  const held = value[key];
  return isObject(held) ? [{ value: held, pointer: `${pointer}/${escapeSegment(key)}` }] : [];
}

function listed(site: Site, key: string): Site[] {
  const list = site.value[key];
  if (!Array.isArray(list)) return [];
  return list.flatMap((value, index) => (isObject(value) ? [{ value, pointer: `${site.pointer}/${key}/${index}` }] : []));
}

function withoutReference(sites: readonly Site[]): Site[] {
  return sites.filter(({ value }) => value["$ref"] === undefined);
}

/** The document itself. */
export const root = (document: JsonObject): Site[] => [{ value: document, pointer: "" }];

/** The path items of a document. */
export const pathItems = (document: JsonObject): Site[] =>
  withoutReference(root(document).flatMap((site) => children(site, "paths")));

/** Path items whose paths have a parameter. */
export const templatedPathItems = (document: JsonObject): Site[] =>
  pathItems(document).filter(({ pointer }) => /\{\w+\}/.test(pointer));

/** The operations of a document. */
export const operations = (document: JsonObject): Site[] =>
  pathItems(document).flatMap((item) => httpMethods.flatMap((method) => child(item, method)));

/** Operations and path items with a list of parameters. */
export const parameterLists = (document: JsonObject): Site[] =>
  [...operations(document), ...pathItems(document)].filter(({ value }) => Array.isArray(value["parameters"]));

/** The parameters of operations and path items. */
export const parameters = (document: JsonObject): Site[] =>
  withoutReference(parameterLists(document).flatMap((site) => listed(site, "parameters")));

/** Request bodies and responses with content. */
export const contents = (document: JsonObject): Site[] =>
  withoutReference(
    operations(document).flatMap((site) => [...child(site, "requestBody"), ...children(site, "responses")]),
  ).filter(({ value }) => isObject(value["content"]));

/** Components that are schemas, by name. */
export const namedSchemas = (document: JsonObject): Site[] =>
  root(document).flatMap((site) => child(site, "components").flatMap((components) => children(components, "schemas")));

/** The components that are schemas, and what they are made of. */
export function schemas(document: JsonObject): Site[] {
  const found: Site[] = [];
  const visit = (site: Site): void => {
    if (site.value["$ref"] !== undefined) return;
    found.push(site);
    for (const key of ["items", "additionalProperties", "not"]) child(site, key).forEach(visit);
    for (const key of ["properties", "patternProperties"]) children(site, key).forEach(visit);
    for (const key of ["allOf", "anyOf", "oneOf"]) listed(site, key).forEach(visit);
  };
  namedSchemas(document).forEach(visit);
  return found;
}

/** The schemas of some types, without fixed values. */
export const typed =
  (...types: readonly string[]) =>
  (document: JsonObject): Site[] =>
    schemas(document).filter(({ value }) => types.includes(value["type"] as string) && value["enum"] === undefined);

/** The kinds of sites in documents of OpenAPI 3.1. */
export const inNew =
  (sites: (document: JsonObject) => Site[]) =>
  (document: JsonObject): Site[] =>
    String(document["openapi"]).startsWith("3.1") ? sites(document) : [];

/** Sets members of a site, or removes those that are undefined. */
export const set =
  (members: { readonly [key: string]: JsonValue | undefined }): Write =>
  ({ value, pointer }) => {
    for (const [key, member] of Object.entries(members)) {
      if (member === undefined) delete (value as Edited)[key];
      else (value as Edited)[key] = member;
    }
    return pointer;
  };

/** Adds an entry to a list of a site. Returns the pointer of the entry. */
export const add =
  (key: string, entry: JsonValue): Write =>
  ({ value, pointer }) => {
    const list = value[key];
    const entries = Array.isArray(list) ? [...list, entry] : [entry];
    (value as Edited)[key] = entries;
    return `${pointer}/${key}/${entries.length - 1}`;
  };

/** Renames a path. */
export const renamePath =
  (change: (path: string) => string): Write =>
  ({ value }, document) => {
    const paths = document["paths"] as Edited;
    const name = Object.keys(paths).find((key) => paths[key] === value)!;
    delete paths[name];
    paths[change(name)] = value;
    return `/paths/${escapeSegment(change(name))}`;
  };

/** Renames a component, and all that refers to it. */
export const renameSchema =
  (change: (name: string) => string): Write =>
  ({ value }, document) => {
    const sections = document["components"] as { schemas: Edited };
    const name = Object.keys(sections.schemas).find((key) => sections.schemas[key] === value)!;
    const isOther = (text: string) => ["/", undefined].includes(text[0]);
    const before = `#/components/schemas/${escapeSegment(name)}`;
    const after = `#/components/schemas/${encodeURIComponent(escapeSegment(change(name)))}`;
    const rename = (node: JsonValue): void => {
      if (typeof node !== "object" || node === null) return;
      for (const [key, member] of Object.entries(node)) {
        const isReference = typeof member === "string" && member.startsWith(before) && isOther(member.slice(before.length));
        if (isReference) (node as Edited)[key] = after + member.slice(before.length);
        else rename(member);
      }
    };
    rename(document);
    delete sections.schemas[name];
    sections.schemas[change(name)] = value;
    return `/components/schemas/${escapeSegment(change(name))}`;
  };

/** Moves a member of a site to an extension at the root, and refers to it. */
export const moveAway =
  (key: string): Write =>
  ({ value, pointer }, document) => {
    const name = `x-moved-${Object.keys(document).length}`;
    (document as Edited)[name] = value[key]!;
    (value as Edited)[key] = { $ref: `#/${name}` };
    return `${pointer}/${key}`;
  };
