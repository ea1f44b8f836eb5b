import type { PartRule } from "../../templates/runtime/server/contract.js";
import { isInRange } from "../../templates/runtime/server/http.js";
import { ruleAt, type PartResponses, type PartRules } from "../../templates/runtime/write-parts.js";
import { own, type JsonValue } from "../document/json-value.js";
import { essenceOf } from "../document/media-kind.js";
import { resolveSchema } from "../document/reference.js";
import { isScalarShape, partsOf, textShape } from "../json-schema/text-shape.js";
import type { Contract, FieldEncoding, MediaType, Operation, PartEncodings } from "../model/contract.js";
import { anyBytes, fileRule, typesIn } from "./form-files.js";

/** How the parts of a list are read and written: by position, and `*` for all others. */
export function partRules({ schema, parts }: Pick<MediaType, "schema" | "parts">, contract: Contract): PartRules {
  return parts ? listRules(schema, parts, contract) : {};
}

/** The responses of a contract's operations that are lists of parts; `undefined`: there are none. */
export function partResponses(contract: Contract): Readonly<Record<string, PartResponses>> | undefined {
  const operations = contract.operations.flatMap(({ id, responses }) => {
    const statuses = responses.flatMap(({ status, content }) => {
      const types = content.filter(({ parts }) => parts).map((media) => [essenceOf(media.name), partRules(media, contract)]);
      return types.length > 0 ? [[status, Object.fromEntries(types.reverse())] as const] : [];
    });
    return statuses.length > 0 ? [[id, Object.fromEntries(statuses)] as const] : [];
  });
  return operations.length > 0 ? Object.fromEntries(operations) : undefined;
}

/** Whether the body of any operation's requests is a list of parts. */
export function takesParts(operations: readonly Pick<Operation, "body">[]): boolean {
  return operations.some(({ body }) => body?.content.some(({ parts }) => parts));
}

function listRules(written: JsonValue | undefined, { first, rest }: PartEncodings, contract: Contract): PartRules {
  const list = resolveSchema(written, contract.schemas);
  const [listed, items] = [own(list, "prefixItems"), own(list, "items")];
  const prefix = Array.isArray(listed) ? listed : [];
  const rules = prefix.map((part, at) => [String(at), partRule(part, first[at] ?? rest, contract)] as const);
  const isOpen = items !== undefined && items !== false;
  return { ...Object.fromEntries(rules), ...(isOpen && { "*": partRule(items, rest, contract) }) };
}

/** Bytes and lists of parts are known by the schema as it is sent; single values are text, and others JSON. */
function partRule(schema: JsonValue, encoding: FieldEncoding, contract: Contract): PartRule {
  const types = typesIn(encoding.contentType ?? "");
  const declared = types.length > 0 ? { types } : {};
  const file = fileRule(partsOf(schema, contract), encoding);
  if (file) return { as: "file", ...file };
  if (encoding.parts) return { as: "file", ...declared, nested: listRules(schema, encoding.parts, contract) };
  const shape = textShape(schema, contract);
  if (isJson(encoding) || !isScalarShape(shape)) return { as: "json", ...declared };
  const isEncoded = partsOf(schema, contract).some((part) => own(part, "contentEncoding") !== undefined);
  return { as: shape, ...(isEncoded && { types: [anyBytes] }), ...declared };
}

/** Returns a list of sampled values with files where its parts are files: text as their content, and nothing for other values. */
export function withFileParts(list: readonly unknown[], rules: PartRules): unknown[] {
  return list.map((value, at) => {
    const rule = ruleAt(rules, at);
    if (rule?.nested) return Array.isArray(value) ? withFileParts(value, rule.nested) : value;
    if (rule?.as !== "file") return value;
    const type = rule.types?.find((one) => !one.includes("*")) ?? concreteType(rule.types?.[0]);
    return new Blob(typeof value === "string" ? [value] : [], { type });
  });
}

/** A media type within a range. */
function concreteType(range = "*/*"): string {
  const known = ["application/octet-stream", "image/png", "audio/mpeg", "video/mp4", "font/woff2", "text/plain"];
  return known.find((type) => isInRange(type, range)) ?? range.replace("*", "x-example");
}

/** Whether an encoding is JSON. */
export function isJson(encoding: FieldEncoding | undefined): boolean {
  return /^application\/(?:[^/;,]+\+)?json\b/i.test(encoding?.contentType ?? "");
}
