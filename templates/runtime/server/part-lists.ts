import { type PartRules, ruleAt } from "../write-parts.js";
import type { PartRule, ReadMultipart } from "./contract.js";
import { type PartHead, PartReader } from "./form-parts.js";
import { isJsonType, joinChunks, parseMediaType } from "./http.js";
import { checkType, readMultipart, readPart } from "./multipart.js";
import { MalformedText } from "./text.js";

/** The maximum number of parts of a body, nested ones included: a part costs more than its bytes. */
const maxParts = 10_000;

/** Reads a multipart body: a form by the names of its parts, others by their positions. Throws `MalformedText`. */
export const readFormOrParts: ReadMultipart = (bytes, contentType, parts, jsonDepth) =>
  essenceOf(contentType) === "multipart/form-data"
    ? readMultipart(bytes, contentType, parts, jsonDepth)
    : readPartList(bytes, contentType, parts, jsonDepth);

/** Reads a multipart body as the list of its parts; files are `File`s. Throws `MalformedText`. */
export function readPartList(
  bytes: Uint8Array,
  contentType: string,
  rules: PartRules = {},
  jsonDepth: number,
  known: { count: number } = { count: 0 },
): unknown[] {
  const list: unknown[] = [];
  const reader = new PartReader(contentType, () => `${list.length}`);
  let head: PartHead | undefined;
  let chunks: Uint8Array[] = [];
  const take = (event: PartHead | Uint8Array | "end") => {
    if (event instanceof Uint8Array) chunks.push(event);
    else if (event !== "end") {
      if (++known.count > maxParts) throw new MalformedText(`has more than ${maxParts} parts`);
      [head, chunks] = [event, []];
    } else {
      const content = joinChunks(
        chunks,
        chunks.reduce((size, { byteLength }) => size + byteLength, 0),
      );
      list.push(readOne(head!, content, ruleAt(rules, list.length), jsonDepth, known));
    }
  };
  for (const event of reader.push(bytes)) take(event);
  for (const event of reader.end()) take(event);
  return list;
}

function readOne(
  head: PartHead,
  content: Uint8Array,
  declared: PartRule | undefined,
  jsonDepth: number,
  known: { count: number },
): unknown {
  const rule = declared ?? usualRule(head);
  const types = declared && typesOf(declared);
  if (head.type !== undefined && types) checkType(head, { ...rule, types });
  if (!rule.nested) return readPart(head, content, rule, jsonDepth);
  try {
    return readPartList(content, head.type ?? "", rule.nested, jsonDepth, known);
  } catch (error) {
    if (!(error instanceof MalformedText)) throw error;
    const { message, detail } = error;
    const around = detail && { ...detail, pointer: `/${head.name}${detail.pointer}` };
    throw new MalformedText(`has a part ${head.name}, which ${message}`, around);
  }
}

/** The media types of a part, those of OpenAPI if the contract names none; `undefined`: any, as of files and of bytes as text. */
function typesOf({ as, types }: PartRule): readonly string[] | undefined {
  if (as === "file") return types;
  if (as === "json") return types ?? ["application/json"];
  return types?.[0] === "application/octet-stream" ? undefined : (types ?? ["text/plain"]);
}

/** How to read a part that the contract doesn't describe. */
function usualRule({ type = "text/plain" }: PartHead): PartRule {
  if (isJsonType(essenceOf(type))) return { as: "json" };
  return { as: /^text\//i.test(type) ? ["string"] : "file" };
}

/** A media type in lower case without its parameters; empty: it is malformed. */
export function essenceOf(type: string): string {
  return parseMediaType(type)?.essence ?? "";
}
