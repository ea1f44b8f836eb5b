import type { JsonValue } from "../../document/json-value.js";
import { operationKeys } from "../../document/path-operations.js";
import type { Contract, MediaType, Operation, Parameter } from "../../model/contract.js";
import { parametersSchema } from "../../model/parameters-schema.js";
import { responsesWithHeaders } from "../../model/action-responses.js";
import { coveredTypes, essenceOf } from "../../document/media-kind.js";
import { propertyAccess, stringLiteral } from "../../typescript/encode.js";

/** A part of an operation that a validator checks. */
export interface OperationPart {
  /** `path`, `query`, `querystring`, `headers`, `cookies`, `body`, the status of a response, or the media type of another body. */
  readonly member: string;
  /** The map that contains the member. */
  readonly group?: "responses" | "responseBodies" | "bodies" | "bodyItems" | "responseHeaders" | "items";
  /** That of a response, whose status is the member. */
  readonly mediaType?: string;
  readonly schema: JsonValue;
  /** The TypeScript type of valid values, in terms of the operation's. */
  readonly type: string;
}

/** An operation and its parts with schemas. */
export interface OperationSchemas {
  readonly operation: Operation;
  readonly parts: readonly OperationPart[];
}

/** The parts of an operation by the keys that lead to their validators: `responses`, `200`. */
export type PartTree = ReadonlyMap<string, OperationPart | PartTree>;

/** The groups of parts in their order, those of the operation itself first. */
const groups = [undefined, "bodies", "bodyItems", "responses", "responseHeaders", "responseBodies", "items"] as const;

/** Returns the parts of an operation where its validators have them. An operation always has `responses`. */
export function arrangeParts(parts: readonly OperationPart[]): PartTree {
  const tree = new Map<string, OperationPart | Map<string, OperationPart | Map<string, OperationPart>>>();
  for (const group of groups) {
    const members = new Map<string, OperationPart | Map<string, OperationPart>>();
    for (const part of parts.filter((one) => one.group === group)) {
      const { member, mediaType } = part;
      if (group === undefined) tree.set(member, part);
      else if (mediaType === undefined) members.set(member, part);
      else members.set(member, new Map(members.get(member) as Map<string, OperationPart> | undefined).set(mediaType, part));
    }
    if (group !== undefined && (members.size > 0 || group === "responses")) tree.set(group, members);
  }
  return tree;
}

/** Returns the parts of each operation to check. */
export function operationSchemas(contract: Contract): OperationSchemas[] {
  return contract.operations.map((operation) => ({
    operation,
    parts: [
      ...parameterParts(operation.parameters, typesOf(operation)),
      ...contentParts(operation, typesOf(operation)),
      ...responseHeaderParts(operation, contract),
      ...itemParts(operation),
    ],
  }));
}

/** The expression for the types of an operation. */
const typesOf = ({ id }: Operation): string => `Operations[${stringLiteral(id)}]`;

/** Returns the parts of webhooks and callbacks to check. Their paths are those of receivers, which contracts don't know. */
export function webhookSchemas(contract: Contract): OperationSchemas[] {
  return contract.sentRequests.map(({ name, method, operation }) => {
    const keys = operationKeys(method).map((key) => `[${stringLiteral(key)}]`);
    const types = `Webhooks[${stringLiteral(name)}]${keys.join("")}`;
    const parameters = operation.parameters.filter((parameter) => parameter.in !== "path");
    return { operation, parts: [...parameterParts(parameters, types), ...contentParts(operation, types)] };
  });
}

/** Returns the bodies of an operation's requests and responses; `types` is the expression for its types. */
function contentParts(operation: Operation, types: string): OperationPart[] {
  return [...bodyParts(operation, types), ...bodyItemParts(operation, types), ...responseParts(operation, types)];
}

const places = [
  { in: "path", member: "path" },
  { in: "query", member: "query" },
  { in: "header", member: "headers" },
  { in: "cookie", member: "cookies" },
] as const;

/** The names of the validators of parameters, where they differ from the locations. */
export const validatedPlaces: Readonly<Record<string, string>> = { header: "headers", cookie: "cookies" };

function parameterParts(all: readonly Parameter[], types: string): OperationPart[] {
  const parts: OperationPart[] = [];
  const whole = all.find((parameter) => parameter.in === "querystring");
  if (whole)
    parts.push({ member: "querystring", schema: whole.schema, type: `NonNullable<${types}["parameters"]["querystring"]>` });
  for (const place of places) {
    const parameters = all.filter((parameter) => parameter.in === place.in);
    if (parameters.length === 0) continue;
    const declared = `NonNullable<${types}["parameters"][${stringLiteral(place.in)}]>`;
    const type = place.in === "header" ? `LowerCaseNames<${declared}>` : declared;
    parts.push({ member: place.member, schema: parametersSchema(parameters), type });
  }
  return parts;
}

/** Returns the schemas of a body: of its first media type, and of others if theirs differ. */
function bodyParts(operation: Operation, types: string): OperationPart[] {
  const content = operation.body?.content ?? [];
  const chosen = chooseMediaType(content, true);
  if (chosen?.schema === undefined) return [];
  const typeOf = ({ name }: MediaType) => `NonNullable<${types}["requestBody"]>["content"][${stringLiteral(name)}]`;
  const meant = JSON.stringify(chosen.schema);
  const others = new Map<string, OperationPart>();
  for (const mediaType of content) {
    const { schema } = mediaType;
    const member = coveredTypes(mediaType);
    // Of types that differ only in parameters, the first counts, as in the server.
    if (schema === undefined || !isChecked(mediaType) || member === coveredTypes(chosen) || others.has(member)) continue;
    if (JSON.stringify(schema) !== meant) others.set(member, { member, group: "bodies", schema, type: typeOf(mediaType) });
  }
  return [{ member: "body", schema: chosen.schema, type: typeOf(chosen) }, ...others.values()];
}

/** Returns the schemas of responses: of the first media type of each status, and of all if they differ. */
function responseParts(operation: Operation, types: string): OperationPart[] {
  return operation.responses.flatMap(({ status, content }): OperationPart[] => {
    const chosen = chooseMediaType(content, false);
    if (chosen?.schema === undefined) return [];
    const typeOf = ({ name }: MediaType) => `${types}["responses"]${statusKey(status)}["content"][${stringLiteral(name)}]`;
    const common = { member: status, group: "responses", schema: chosen.schema, type: typeOf(chosen) } as const;
    const meant = JSON.stringify(chosen.schema);
    const all = content.filter((media) => (isJson(media) || isParts(media)) && media.schema !== undefined);
    if (all.every(({ schema }) => JSON.stringify(schema) === meant)) return [common];
    const byType = new Map(all.reverse().map((media) => [coveredTypes(media), media]));
    const others = [...byType].reverse().map(([mediaType, media]): OperationPart => {
      return { member: status, group: "responseBodies", mediaType, schema: media.schema!, type: typeOf(media) };
    });
    return [common, ...others];
  });
}

/** The items of bodies that are sequences. */
function bodyItemParts({ body }: Operation, types: string): OperationPart[] {
  return (body?.content ?? []).flatMap(({ name, items }): OperationPart[] => {
    const type = `ItemOf<NonNullable<${types}["requestBody"]>["content"][${stringLiteral(name)}]>`;
    return items ? [{ member: essenceOf(name), group: "bodyItems", schema: items.schema, type }] : [];
  });
}

/** Returns the items of responses that are sequences. */
function itemParts(operation: Operation): OperationPart[] {
  return operation.responses.flatMap(({ status, content }) =>
    content.flatMap(({ name, items }): OperationPart[] => {
      if (!items) return [];
      const body = `${typesOf(operation)}["responses"]${statusKey(status)}["content"][${stringLiteral(name)}]`;
      const type = `ItemOf<${body}>`;
      return [{ member: status, group: "items", mediaType: essenceOf(name), schema: items.schema, type }];
    }),
  );
}

function statusKey(status: string): string {
  return /^[1-5][0-9][0-9]$/.test(status) ? `[${status}]` : propertyAccess(status).replace(/^\.(.*)$/, '["$1"]');
}

/** Returns the headers that servers check: for each response, the object that they are parsed into. */
function responseHeaderParts(operation: Operation, contract: Contract): OperationPart[] {
  return responsesWithHeaders(operation, contract).flatMap(({ status, headers }) => {
    const described = headers.filter(({ schema, mediaType }) => schema !== undefined && mediaType === undefined);
    if (described.length === 0) return [];
    const schema = {
      type: "object",
      properties: Object.fromEntries(described.map((header) => [header.name, header.schema!])),
      required: described.filter(({ required }) => required).map(({ name }) => name),
    };
    const type = `LowerCaseNames<${typesOf(operation)}["responses"]${statusKey(status)}["headers"]>`;
    return [{ member: status, group: "responseHeaders", schema, type }];
  });
}

const isJson = ({ kind }: MediaType): boolean => kind === "json";
const isForm = ({ kind }: MediaType): boolean => kind === "form" || kind === "multipart";
const isParts = ({ kind }: MediaType): boolean => kind === "parts";
const isChecked = (mediaType: MediaType): boolean => isJson(mediaType) || isForm(mediaType) || isParts(mediaType);

/** JSON comes first, then types based on JSON, then forms, which are parsed into an object, and lists of parts. */
function chooseMediaType(content: readonly MediaType[], allowsForms: boolean): MediaType | undefined {
  return (
    content.find((mediaType) => essenceOf(mediaType.name) === "application/json") ??
    content.find(isJson) ??
    (allowsForms ? content.find(isForm) : undefined) ??
    content.find(isParts)
  );
}
