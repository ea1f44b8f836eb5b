import { isInRange, isJsonType, parseMediaType } from "../../../templates/runtime/server/http.js";
import type { JsonValue } from "../../document/json-value.js";
import type { MediaType } from "../../model/contract.js";

/** The value of a header, whose name has no case; numbers and truth values are text. */
export function headerText(headers: Readonly<Record<string, JsonValue>> | undefined, name: string): string | undefined {
  const value = Object.entries(headers ?? {}).find(([key]) => key.toLowerCase() === name)?.[1];
  if (value === undefined || value === null || typeof value === "object") return undefined;
  return String(value);
}

/** The declared media type that a `content-type` falls into; without one, JSON or the first. */
export function findMediaType(content: readonly MediaType[], contentType: string | undefined): MediaType | undefined {
  if (contentType === undefined) return content.find(({ name }) => isJsonType(name)) ?? content[0];
  const sent = parseMediaType(contentType);
  if (!sent) return undefined;
  return content.find(({ name }) => isInRange(sent.essence, parseMediaType(name)?.essence ?? name.toLowerCase()));
}
