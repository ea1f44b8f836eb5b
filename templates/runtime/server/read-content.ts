import { decodeUtf8, parseJson } from "./parse-json.js";
import { readForm } from "./read-form.js";
import { readMultipart } from "./read-multipart.js";
import type { ContentRule } from "./route.js";

/** What bytes of a declared media type stand for. Throws a `JsonProblem` or `MalformedText`. */
export function readContent(bytes: Uint8Array, content: ContentRule, contentType: string, jsonDepth: number): unknown {
  switch (content.as) {
    case "json":
      return parseJson(decodeUtf8(bytes), jsonDepth);
    case "form":
      return readForm(decodeUtf8(bytes), content);
    case "multipart":
      return readMultipart(bytes, contentType, content.parts, jsonDepth);
    case "text":
      return decodeUtf8(bytes);
    case "bytes":
      return bytes;
    default:
      return content.as satisfies never;
  }
}
