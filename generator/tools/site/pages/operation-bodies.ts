import { own, type JsonValue } from "../../../document/json-value.js";
import { listedTypes } from "../../../document/media-kind.js";
import { describeMark } from "../../../binding/describe-mark.js";
import type { MediaType, Operation, Response } from "../../../model/contract.js";
import type { Block, Find } from "../blocks/block.js";
import { parseInlineMarkdown } from "../blocks/parse-markdown.js";
import { code, commaList, type Inline, separated } from "../blocks/inline.js";
import { describeObject, sentence } from "../schema/describe-object.js";
import { phrase, rulesOf } from "../schema/describe-rules.js";
import { describeType, mergedSchema, typesOf } from "../schema/describe-type.js";
import type { Site } from "../site.js";
import { fieldBlocks, type FieldBlocks } from "./field-blocks.js";
import { linkBlocks } from "./link-blocks.js";
import { headerBlocks } from "./parameter-blocks.js";

/** The maximum number of fields of a body or response on one page; larger objects have their own pages. */
const maxFields = 40;

/** Describes the body of an operation. */
export function bodyBlocks({ body }: Operation, site: Site): FieldBlocks {
  if (!body) return { blocks: [], finds: [] };
  const heading: Block = { kind: "heading", level: 2, content: ["Body"], id: "body" };
  const { blocks, finds } = contentBlocks(body.content, "body", site);
  const optional: Block[] = body.required ? [] : [{ kind: "paragraph", content: ["The body is optional."] }];
  return { blocks: [heading, ...optional, ...blocks], finds };
}

/** Describes the responses of an operation: the shape of each success, and a table of failures with their bodies. */
export function responseBlocks({ responses }: Operation, site: Site): FieldBlocks {
  const failures = responses.filter(isFailure);
  // The first status with each body: several successes often have the same one.
  const shown = new Map<string, string>();
  const parts = responses
    .filter((response) => !isFailure(response))
    .map((response) => {
      const key = JSON.stringify(response.content.map(({ name, schema, items }) => [name, schema, items]));
      const before = response.content.length === 0 ? undefined : shown.get(key);
      if (before === undefined) shown.set(key, response.status);
      return successBlocks(response, site, before);
    });
  if (failures.length > 0) parts.push(failureBlocks(failures, site));
  return { blocks: parts.flatMap(({ blocks }) => blocks), finds: parts.flatMap(({ finds }) => finds) };
}

/** Returns whether a response is listed among the errors. */
export function isFailure({ status }: Response): boolean {
  return /^[45]|default/.test(status);
}

function failureBlocks(failures: readonly Response[], site: Site): FieldBlocks {
  const rows = failures.map((failure) => ({ cells: [[sentStatus(failure)], errorText(failure)] }));
  const columns = [{ label: "Status", isNarrow: true }, { label: "When" }];
  const blocks: Block[] = [
    { kind: "heading", level: 2, content: ["Errors"], id: "errors" },
    { kind: "table", look: "fields", caption: "Errors", columns, rows },
  ];
  const finds: Find[] = [];
  // Most errors have the same headers and body.
  const groups = new Map<string, Response[]>();
  for (const failure of failures) {
    const { headers, content, links } = failure;
    if (headers.length === 0 && content.length === 0 && !links) continue;
    const key = JSON.stringify([headers, links, content.map(({ name, schema }) => [name, schema])]);
    groups.set(key, [...(groups.get(key) ?? []), failure]);
  }
  for (const group of groups.values()) {
    const [{ status, headers, content, links }] = group as [Response];
    const statuses = commaList([...new Set(group.map(sentStatus))].map(code));
    const body = contentBlocks(content, `error.${status}`, site);
    blocks.push(
      { kind: "heading", level: 3, content: statuses },
      ...headerBlocks(headers, site),
      ...body.blocks,
      ...linkBlocks({ ...(links && { links }) }, site),
    );
    finds.push(...body.finds);
  }
  return { blocks, finds };
}

/** Returns the status with which an error is sent. */
function sentStatus({ status, error }: Response): string {
  return error?.failureMark ? "200" : status;
}

/** Describes when a response is an error: of those with the status 200, what their bodies have. */
export function errorText({ description, error }: Response): Inline[] {
  const text = parseInlineMarkdown(description.trim());
  return error?.failureMark ? [...text, " ", code(describeMark(error.failureMark)), "."] : text;
}

function successBlocks(response: Response, site: Site, same: string | undefined): FieldBlocks {
  const { status, description, headers, content } = response;
  const { blocks, finds } =
    same === undefined
      ? contentBlocks(content, `response.${status}`, site)
      : { blocks: [{ kind: "note", content: ["The body is that of ", code(same), "."] } as const], finds: [] };
  return {
    blocks: [
      { kind: "heading", level: 2, content: [`Response ${status}`], id: `response-${status}` },
      { kind: "paragraph", content: parseInlineMarkdown(description) },
      ...headerBlocks(headers, site),
      ...blocks,
      ...linkBlocks(response, site),
    ],
    finds,
  };
}

/** How the items of a sequence are sent. */
const sequenceTexts = {
  events: "A sequence of server-sent events, sent one after the other. Each has:",
  lines: "A sequence of items, sent one after the other, each as a line of JSON:",
  records: "A sequence of items, sent one after the other, each as a record of JSON:",
} as const;

/** Describes the shape of each media type; links lead to the ids of the first. */
export function contentBlocks(content: readonly MediaType[], name: string, site: Site): FieldBlocks {
  const blocks: Block[] = [];
  const finds: Find[] = [];
  content.forEach((mediaType, index) => {
    if (mediaType.name !== "application/json") blocks.push({ kind: "paragraph", content: ["As ", code(mediaType.name), ":"] });
    const { items, schema } = mediaType;
    if (items) blocks.push({ kind: "paragraph", content: [sequenceTexts[items.format]] });
    const shape = schemaBlocks(items ? items.schema : schema, index === 0 ? name : `${name}.${index + 1}`, site);
    blocks.push(...shape.blocks, ...encodingBlocks(mediaType));
    finds.push(...shape.finds);
  });
  return { blocks, finds };
}

/** Describes how the fields of a form are written, as far as the contract declares it. */
function encodingBlocks({ encoding = {} }: MediaType): Block[] {
  const items = Object.entries(encoding).flatMap(([name, { contentType, style, explode }]) => {
    const types = listedTypes(contentType).map(code);
    const told: Inline[][] = [
      ...(types.length > 0 ? [["as ", ...commaList(types, " or ")]] : []),
      ...(style === undefined ? [] : [[`in the style ${style}`]]),
      ...(explode === undefined ? [] : [[explode ? "a field for each item" : "as one field"]]),
    ];
    return told.length === 0 ? [] : [[paragraph(code(name), ": ", ...separated(told, ", "), ".")]];
  });
  return items.length === 0 ? [] : [{ kind: "list", items }];
}

/** Describes the values of a schema: their fields, those of their items, or their type; and all their rules. */
export function schemaBlocks(
  value: JsonValue | undefined,
  name: string,
  site: Site,
  most = maxFields,
  besides: readonly Inline[] = [],
): FieldBlocks {
  const { schemas, writtenIntegers: integers } = site.contract;
  if (value === undefined) return { blocks: [], finds: [] };
  const type = describeType(value, schemas);
  const { schema } = mergedSchema(value, schemas);
  const hasPositions = own(schema, "prefixItems") !== undefined;
  const items = typesOf(schema).join() === "array" && !hasPositions ? own(schema, "items") : undefined;
  const shape = describeObject(items ?? value, schemas, most, integers);
  const hasFields = shape.fields.length > 0 || shape.choices.length > 0;
  if (items === undefined ? type !== "object" && !hasFields : !hasFields)
    return { blocks: [paragraph(...sentence(phrase(value, { schemas, integers })))], finds: [] };
  const { blocks, finds } = fieldBlocks(shape, name, site, besides);
  const rules = rulesOf(value, { schemas, integers }, { fields: true, choices: true, items: "all" });
  const list: Inline[] = ["A list", ...rules.flatMap((rule) => [", ", ...rule]), "; each item has:"];
  const types = typesOf(schema).filter((name) => name !== "object");
  const isMixed = types.length > 0 && items === undefined;
  return {
    blocks: [...(items === undefined ? (isMixed ? [paragraph(...sentence([type]))] : []) : [paragraph(...list)]), ...blocks],
    finds,
  };
}

function paragraph(...content: Inline[]): Block {
  return { kind: "paragraph", content };
}
