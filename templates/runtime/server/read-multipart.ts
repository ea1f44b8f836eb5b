import { JsonProblem, parseJson } from "./parse-json.js";
import { MalformedText, parseText } from "./parse-text.js";
import type { PartRule } from "./route.js";

/** A part of a multipart form: text, or a file with its name. */
type Part = string | File;

/**
 * Reads a `multipart/form-data` body as an object; files are `File`s. What is not read as its part should be stays as it is,
 * for the validator to refuse. Throws `MalformedText`.
 */
export async function readMultipart(
  bytes: Uint8Array,
  contentType: string,
  parts: Readonly<Record<string, PartRule>> = {},
  jsonDepth: number,
): Promise<Record<string, unknown>> {
  const values = new Map<string, unknown>();
  for (const [name, part] of await splitParts(bytes, contentType)) {
    if (name === "__proto__") throw new MalformedText("has a part __proto__, which is not allowed");
    const rule = Object.hasOwn(parts, name) ? parts[name] : undefined;
    const value = await readPart(name, part, rule, jsonDepth);
    const before = values.get(name);
    if (rule?.isList === true) {
      if (Array.isArray(before)) before.push(value);
      else values.set(name, [value]);
    } else if (before !== undefined) throw new MalformedText("has the same part twice");
    else values.set(name, value);
  }
  return Object.fromEntries(values);
}

/** The platform knows how to split a form. */
async function splitParts(bytes: Uint8Array, contentType: string): Promise<[string, Part][]> {
  const found: [string, Part][] = [];
  try {
    const body = bytes as Uint8Array<ArrayBuffer>; // no adapter shares memory
    const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
    // The one way that every library of types knows.
    form.forEach((part, name) => found.push([name, part]));
  } catch {
    throw new MalformedText("can't be split at the boundary that its content type names");
  }
  return found;
}

async function readPart(name: string, part: Part, rule: PartRule | undefined, jsonDepth: number): Promise<unknown> {
  if (!rule) return part;
  if (rule.as === "file") return typeof part === "string" ? new File([part], "") : part;
  // Some platforms can only say the media type of a part that has a file's name.
  const isText = typeof part === "string" || /^(?:text\/|application\/json\b)/i.test(part.type);
  if (!isText) return part;
  const text = typeof part === "string" ? part : await part.text();
  if (rule.as !== "json") return parseText(text, rule.as);
  try {
    return parseJson(text, jsonDepth);
  } catch (error) {
    if (error instanceof JsonProblem) throw new MalformedText(`has a part ${name} that is not acceptable JSON`);
    throw error;
  }
}
