import type { DetailShape, ErrorShape } from "../error-shape.js";
import { valueAt } from "../json-pointer.js";
import type { ErrorDetail, ErrorFacts, ReadError } from "./errors.js";

/** What a client reads of an error. */
export type ReadShape = Pick<ErrorShape, "mediaType" | "code" | "message" | "requestId" | "details">;

/**
 * For contracts with other errors than `{ "error": "code: explanation" }`. Of several shapes, that with most of its facts in
 * the body is read, first among those of its media type.
 */
export function readErrors(shapes: readonly ReadShape[]): ReadError {
  return ({ headers, body }) => {
    const type = (headers.get("content-type") ?? "").split(";", 1)[0]!.trim().toLowerCase();
    const ranks = shapes.map((shape) => {
      const found = new Set([shape.code, shape.message].filter((pointer) => textAt(body, pointer) !== undefined)).size;
      return found === 0 ? 0 : found + (shape.mediaType === type ? 2 : 0);
    });
    const best = Math.max(...ranks);
    return best > 0 ? readFacts(shapes[ranks.indexOf(best)]!, body) : { reason: "", known: { code: undefined, text: "" } };
  };
}

function readFacts(
  { code: codeAt, message: messageAt, requestId: idAt, details: detailsAt }: ReadShape,
  body: unknown,
): ErrorFacts {
  const text = textAt(body, messageAt) ?? "";
  const isJoined = codeAt === messageAt;
  const code = isJoined ? /^([a-z][\w.-]*): /.exec(text)?.[1] : textAt(body, codeAt);
  const requestId = textAt(body, idAt);
  const details = detailsAt && readDetails(valueAt(body, detailsAt.at), detailsAt);
  return {
    reason: isJoined ? text : [code, text].filter(Boolean).join(": "),
    known: { code, text, ...(requestId === undefined ? {} : { requestId }), ...(details ? { details } : {}) },
  };
}

/** A text, or a number as text: some codes are numbers. */
function textAt(body: unknown, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : valueAt(body, pointer);
  return typeof value === "string" || typeof value === "number" ? `${value}` : undefined;
}

/** How many details are read: a list without an end must not occupy the client. The body has them all. */
const maxDetails = 1000;

function readDetails(list: unknown, { pointer, rule, message }: DetailShape): ErrorDetail[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const member = (item: unknown, name: string | undefined) =>
    name === undefined ? undefined : (Object(item) as Readonly<Record<string, unknown>>)[name];
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return list.slice(0, maxDetails).flatMap((item) => {
    const about = {
      ...(pointer === undefined ? {} : { pointer: text(member(item, pointer)) }),
      rule: text(member(item, rule)),
    };
    const said = member(item, message);
    const messages: readonly unknown[] = Array.isArray(said) && said.length > 0 ? said.slice(0, maxDetails) : [said];
    return messages.map((one) => ({ ...about, message: text(one) }));
  });
}
