import type { ScalarType } from "../../templates/runtime/facts.js";
import { isJsonType, parseMediaType } from "../../templates/runtime/server/http.js";
import { isList } from "../../templates/runtime/server/text.js";
import { own, type JsonObject } from "../document/json-value.js";
import { listedTypes } from "../document/media-kind.js";
import { mapFields } from "../json-schema/form-fields.js";
import { isScalarShape, partsOf, textShape } from "../json-schema/text-shape.js";
import { fileFacts } from "../json-schema/variants/variant.js";
import type { Contract, FieldEncoding, MediaType } from "../model/contract.js";

/** The files that a part of a form may be. */
export interface FileRule {
  /** Absent: the contract sets no limit. */
  readonly maxBytes?: number;
  /** Media types or ranges, without parameters. Absent: any. */
  readonly types?: readonly string[];
}

/** The media type of bytes of which nothing is known (RFC 2046, section 4.5.1): documents declare it for any file. */
export const anyBytes = "application/octet-stream";

/** Returns the rule for a part of a form by the schemas that apply to it; `undefined`: it is no file. */
export function fileRule(schemas: readonly JsonObject[], encoding: FieldEncoding | undefined): FileRule | undefined {
  const facts = schemas.map(fileFacts).find((found) => found !== undefined);
  if (!facts) return undefined;
  const types = typesIn(encoding?.contentType ?? facts.mediaType ?? anyBytes);
  const isOpen = types.length === 0 || types.includes(anyBytes) || types.includes("*/*");
  return { ...(facts.maxBytes !== undefined && { maxBytes: facts.maxBytes }), ...(!isOpen && { types }) };
}

/** Returns the media types of a list of them, in lower case without parameters. What is none could become a line of headers. */
export function typesIn(list: string): string[] {
  return listedTypes(list).flatMap((type) => parseMediaType(type)?.essence ?? []);
}

/** Returns the parts of a form that are files, by their names. */
export function formFiles(
  { schema, encoding = {} }: MediaType,
  contract: Contract,
): Record<string, FileRule & { readonly isList: boolean }> {
  return mapFields(schema, contract, (name, value) => {
    const parts = partsOf(value, contract);
    const items = parts.map((part) => own(part, "items")).find((found) => found !== undefined);
    const file = fileRule(items === undefined ? parts : partsOf(items, contract), encoding[name]);
    return file && { ...file, isList: items !== undefined };
  });
}

/** Returns the single file of a form that may be the largest, which clients send last; `undefined`: the form has none. */
export function largestFile(media: MediaType, contract: Contract): string | undefined {
  const files = Object.entries(formFiles(media, contract)).filter(([, { isList }]) => !isList);
  const largest = files.reduce((size, [, { maxBytes = Infinity }]) => Math.max(size, maxBytes), 0);
  return files.findLast(([, { maxBytes = Infinity }]) => maxBytes === largest)?.[0];
}

/** Returns the types of the fields of a form whose strings may be those of other values, by name: text is tried as each in turn. */
export function ambiguousFields(
  { kind, schema, encoding = {} }: MediaType,
  contract: Contract,
): Record<string, readonly ScalarType[]> {
  if (kind !== "form" && kind !== "multipart") return {};
  return mapFields(schema, contract, (name, value) => {
    const { style, explode, contentType } = encoding[name] ?? {};
    if (style !== undefined || explode !== undefined || isJsonType(contentType ?? "")) return undefined;
    const shape = textShape(value, contract);
    const types = isList(shape) ? shape.items : shape;
    if (!isScalarShape(types)) return undefined;
    const scalars = types as readonly ScalarType[];
    return scalars.length > 1 && scalars.includes("string") ? scalars : undefined;
  });
}
