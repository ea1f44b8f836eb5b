/** A media type in lower case, without parameters. */
export interface MediaType {
  readonly essence: string;
  readonly charset: string | undefined;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const essence = new RegExp(`^(${token}/${token})[ \\t]*(?:;|$)`);
const charset = new RegExp(`;[ \\t]*charset=("?)(${token})\\1[ \\t]*(?:;|$)`, "i");

/** Reads a `content-type`; `undefined` if it is missing or malformed. */
export function parseMediaType(text: string | undefined): MediaType | undefined {
  if (text === "application/json") return json;
  const name = essence.exec(text ?? "")?.[1];
  return name === undefined ? undefined : { essence: name.toLowerCase(), charset: charset.exec(text!)?.[2]?.toLowerCase() };
}

const json: MediaType = { essence: "application/json", charset: undefined };

/** Whether a media type falls into a range of the contract: `application/json`, `text/*`, or anything. */
export function isInRange(type: string, range: string): boolean {
  return range === "*/*" || range === type || (range.endsWith("/*") && type.startsWith(range.slice(0, -1)));
}

/** Whether what it holds is JSON. */
export function isJsonType(type: string): boolean {
  return /^[^/]+\/(?:json|[^/;]+\+json)(?:[ \t]*;|$)/i.test(type);
}
