import type { MediaType, Operation, Response } from "../../model/contract.js";
import { stringLiteral } from "../../typescript/encode.js";
import type { TextFile } from "../../typescript/text-file.js";
import { operationType } from "./arguments-type.js";
import { mediaKind } from "../../model/media-kind.js";
import { successes } from "./successes.js";

/** What the call of an operation answers: the body of any response that is no error. */
export function responseType(file: TextFile, operation: Operation): string {
  const types = new Set(
    successes(operation).flatMap((response) =>
      response.content.length === 0 ? ["undefined"] : response.content.map((type) => bodyType(file, operation, response, type)),
    ),
  );
  if (types.has("unknown") || types.size === 0) return "unknown";
  return types.size === 1 && types.has("undefined") ? "void" : [...types].join(" | ");
}

function bodyType(file: TextFile, operation: Operation, { status }: Response, { name }: MediaType): string {
  const kind = mediaKind(name);
  switch (kind) {
    case "json": {
      const key = /^[1-5][0-9][0-9]$/.test(status) ? status : stringLiteral(status);
      return `${operationType(file, operation)}["responses"][${key}]["content"][${stringLiteral(name)}]`;
    }
    case "text":
      return "string";
    case "bytes":
    case "form":
    case "multipart":
      return "Uint8Array";
    case "any":
      return "unknown";
    default:
      return kind satisfies never;
  }
}
