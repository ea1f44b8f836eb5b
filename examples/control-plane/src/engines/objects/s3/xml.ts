import { S3Error } from "./errors.js";

/** Markup that is safe as it is. */
export interface Markup {
  readonly xml: string;
}

type Inner = string | number | boolean | Date | Markup | readonly Markup[];

const escapes: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as XML: control characters, which parsers would change or reject, become references; what XML can't contain is replaced. */
export function escapeXml(text: string): string {
  // eslint-disable-next-line no-control-regex -- These are meant.
  const writable = text.replace(/[\0\ufffe\uffff]/g, "\ufffd");
  // eslint-disable-next-line no-control-regex -- These are meant.
  return writable.replace(/[&<>"\x01-\x1f\x7f-\x9f\u2028]/g, (found) => escapes[found] ?? `&#${found.charCodeAt(0)};`);
}

/** An element with text, or with elements. */
export function element(name: string, inner: Inner): Markup {
  return { xml: `<${name}>${render(inner)}</${name}>` };
}

function render(inner: Inner): string {
  if (inner instanceof Date) return inner.toISOString();
  if (typeof inner !== "object") return escapeXml(String(inner));
  return "xml" in inner ? inner.xml : inner.map(({ xml }) => xml).join("");
}

/** A document as S3 writes it. */
export function xmlDocument(name: string, inner: readonly Markup[], hasNamespace = true): string {
  const namespace = hasNamespace ? ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"' : "";
  const content = render(inner);
  // XML 1.0 has no form for most control characters, not even references.
  const version = /&#(?:[1-8]|1[124-9]|2\d|3[01]);/.test(content) ? "1.1" : "1.0";
  return `<?xml version="${version}" encoding="UTF-8"?>\n<${name}${namespace}>${content}</${name}>`;
}

/** Elements by name; repeated ones are a list. */
export type Tree = Readonly<Record<string, unknown>>;

/** Reads a document whose root is `root`. Entities of its own, which could grow without end, are rejected. */
export async function parseXml(text: string, root: string): Promise<Tree> {
  const malformed = new S3Error("MalformedXML", "The XML you provided is not well-formed or does not have the expected form.");
  if (/<!|\0/.test(text) || isOversized(text)) throw malformed;
  const { XMLParser } = await import("fast-xml-parser");
  const parser = new XMLParser({
    processEntities: false,
    ignoreAttributes: true,
    removeNSPrefix: true,
    parseTagValue: false,
    trimValues: false,
    maxNestedTags: 10,
  });
  let parsed: Tree;
  try {
    parsed = parser.parse(text, true) as Tree;
  } catch {
    throw malformed;
  }
  const found = Object.hasOwn(parsed, root) ? parsed[root] : undefined;
  if (typeof found === "string" && found.trim() === "") return {};
  if (typeof found !== "object" || found === null || Array.isArray(found)) throw malformed;
  return found as Tree;
}

/** More tags than the list of 10,000 parts with all that is known of each. */
const maxTags = 150_000;

/** The longest tag with its attributes, in characters. */
const maxTag = 1024;

/**
 * The longest text, in characters: a key of 1,024 characters, each a reference of ten such as `&#x00006b;`. White space between
 * tags is text too.
 */
const maxText = 10 * 1024;

/** Whether a document has more tags or longer texts than any request needs: parsing it would delay all other requests for seconds. */
function isOversized(text: string): boolean {
  const [start = "", ...tags] = text.split("<");
  return start.length > maxText || tags.length > maxTags || tags.some(isTooLong);
}

/** Whether a tag is too long, or the text that follows it. */
function isTooLong(tag: string): boolean {
  const end = tag.indexOf(">");
  return end === -1 ? tag.length > maxTag : end > maxTag || tag.length - end - 1 > maxText;
}

/** The text of an element; `undefined` if there is none, or several. */
export function textOf(tree: Tree, name: string): string | undefined {
  const value = Object.hasOwn(tree, name) ? tree[name] : undefined;
  return typeof value === "string" ? unescapeXml(value) : undefined;
}

/** The elements of a name, each with elements inside. */
export function elementsOf(tree: Tree, name: string): readonly Tree[] {
  const value = Object.hasOwn(tree, name) ? tree[name] : [];
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  return values.filter((inner): inner is Tree => typeof inner === "object" && inner !== null);
}

const references: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

function unescapeXml(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([0-9a-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g, (_, decimal, hex, name) => {
    if (name !== undefined) return references[name as string]!;
    const point = decimal === undefined ? Number.parseInt(hex as string, 16) : Number(decimal);
    if (point === 0 || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
      throw new S3Error("MalformedXML", "The XML you provided refers to a character that does not exist.");
    return String.fromCodePoint(point);
  });
}
