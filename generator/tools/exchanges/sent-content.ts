import { findContent, isReadable } from "../../../templates/runtime/server/body.js";
import type { ContentRule } from "../../../templates/runtime/server/contract.js";
import type { RequestHeaders } from "../../../templates/runtime/server/http.js";
import { quote } from "../../diagnostics/escape.js";
import type { MediaType } from "../../model/contract.js";
import type { Endpoint } from "./exchange-contract.js";

/** A media type that an operation takes, and how a server reads it. */
interface SentContent {
  readonly mediaType: MediaType;
  readonly rule: ContentRule;
}

/** Why a server doesn't read a body: a header of the request, and its problem. */
export interface Unsupported {
  readonly header: "content-type" | "content-encoding";
  readonly rule: string;
  readonly message: string;
}

/** How a server reads the body of a request with some headers; their names are in lower case. The operation has a body. */
export function findSentContent(
  { operation, route }: Endpoint,
  headers: RequestHeaders,
): SentContent | { readonly unsupported: Unsupported } {
  const { content } = route.body!;
  const rule = findContent(headers, route.body!);
  const mediaTypes = operation.body!.content;
  if (!rule) {
    const message = `must be ${mediaTypes.map(({ name }) => quote(name)).join(" or ")}`;
    return { unsupported: { header: "content-type", rule: "content-type", message } };
  }
  if (isReadable(headers, rule)) return { mediaType: mediaTypes[content.indexOf(rule)]!, rule };
  const isEncoded = isReadable({ ...headers, "content-type": rule.mediaType }, rule) === false;
  return {
    unsupported: isEncoded
      ? { header: "content-encoding", rule: "content-encoding", message: "is not allowed: servers decode no content" }
      : { header: "content-type", rule: "charset", message: "must have the charset UTF-8 or none" },
  };
}
