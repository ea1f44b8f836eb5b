import { MalformedText } from "../../../../templates/runtime/server/text.js";
import { readForm } from "../../../../templates/runtime/server/body.js";
import type { Route } from "../../../../templates/runtime/server/contract.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { MediaType } from "../../../model/contract.js";
import { mediaKind } from "../../../model/media-kind.js";
import { findMediaType } from "../media-types.js";

const anyForm = { mediaType: "application/x-www-form-urlencoded", as: "form" } as const;

/** A recorded body as a value, or why it can't be read. */
export interface ReadBody {
  readonly body?: JsonValue;
  readonly malformedBody?: string;
}

/** Reads the text of a body as its media type says. Text that is neither JSON nor a form stays text. */
export function readBody(
  text: string | undefined,
  contentType: string | undefined,
  declared: readonly MediaType[],
  form?: Route["body"],
): ReadBody {
  if (text === undefined) return {};
  const mediaType = findMediaType(declared, contentType);
  const kind = mediaType && mediaKind(mediaType.name);
  try {
    if (kind === "json") return { body: JSON.parse(text) as JsonValue };
    if (kind === "form") return { body: readForm(text, form?.content.find(({ as }) => as === "form") ?? anyForm) as JsonValue };
    return { body: text };
  } catch (error) {
    if (error instanceof SyntaxError) return { malformedBody: "is no JSON" };
    if (error instanceof MalformedText) return { malformedBody: `is a form that ${error.message}` };
    throw error;
  }
}
