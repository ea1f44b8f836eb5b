import { checksumHeader, findAlgorithm, startChecksum } from "./checksums.js";
import { S3Error } from "./errors.js";
import type { S3Request } from "./request.js";

/** Parameters that are about the signature itself. */
const aboutSignature = new Set([
  "x-amz-algorithm",
  "x-amz-content-sha256",
  "x-amz-credential",
  "x-amz-date",
  "x-amz-expires",
  "x-amz-signature",
  "x-amz-signedheaders",
]);

/**
 * The headers of a request with those that its client has moved to the query, as AWS's SDKs do when they presign: `x-amz-…`
 * there asks for the same as the header of this name. Whoever signed the query signed them too.
 */
export function headersWithHoisted({ headers, query }: Pick<S3Request, "headers" | "query">): Record<string, string> {
  const hoisted = readHoisted(query);
  dropPlaceholder(hoisted);
  const all = Object.assign(Object.create(null) as Record<string, string>, headers);
  for (const [name, value] of hoisted) {
    if (all[name] !== undefined && all[name] !== value) throw invalid(name, "has another value as a header");
    all[name] = value;
  }
  return all;
}

function readHoisted(query: S3Request["query"]): Map<string, string> {
  const hoisted = new Map<string, string>();
  for (const [parameter, values] of query) {
    const name = parameter.toLowerCase();
    if (!name.startsWith("x-amz-") || aboutSignature.has(name)) continue;
    if (values.length > 1 || hoisted.has(name)) throw invalid(name, "occurs more than once");
    const value = values[0]!.trim();
    // Not valid as a header, so it can't be sent as one later.
    if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name) || /[\0-\x08\x0a-\x1f\x7f]/.test(value)) throw invalid(name, "can't be a header");
    hoisted.set(name, value);
  }
  return hoisted;
}

/**
 * AWS's SDK for JavaScript computes a checksum when it presigns, before there is content: that of nothing, by the algorithm that
 * it names. It says nothing about the content that is sent later.
 */
function dropPlaceholder(hoisted: Map<string, string>): void {
  const algorithm = findAlgorithm(hoisted.get("x-amz-sdk-checksum-algorithm")?.toUpperCase() ?? "");
  if (!algorithm || hoisted.get(checksumHeader(algorithm)) !== startChecksum(algorithm).digest()) return;
  hoisted.delete(checksumHeader(algorithm));
  hoisted.delete("x-amz-sdk-checksum-algorithm");
}

function invalid(name: string, problem: string): S3Error {
  return new S3Error("InvalidArgument", `The query parameter ${name.slice(0, 100)} ${problem}.`);
}
