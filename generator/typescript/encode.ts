/**
 * The only functions that put text of a contract into emitted TypeScript, one for each kind of location. No other code may do
 * so.
 */

/** Characters that end a line in some programs, hide text or reverse its direction. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** A line of code in which such characters only occur in literals. */
export function escapeUnsafe(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** Returns a string literal in double quotes. */
export function stringLiteral(text: string): string {
  return escapeUnsafe(JSON.stringify(text));
}

/** Returns a list of strings as a literal on one line. */
export function stringList(values: readonly string[]): string {
  return `[${values.map(stringLiteral).join(", ")}]`;
}

/** Returns a key of an object literal or type: bare if it is a plain identifier, otherwise quoted. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : stringLiteral(name);
}

/** Returns the access to a property: `.name` or `["name"]`. */
export function propertyAccess(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

/**
 * Returns text for a block comment, with its line breaks. `*` + `/` can't occur, not even across replacements, because every
 * slash after an asterisk is escaped. A leading `@` can't become a tag or a directive.
 */
export function commentText(text: string): string[] {
  return text
    .replace(/\r\n?|[\u2028\u2029\u0085]/g, "\n")
    .trim()
    .split("\n")
    .map((line) =>
      escapeUnsafe(line.replace(/\t/g, "  "))
        .replace(/\*(?=\/)/g, "*\u005c")
        .replace(/^(\s*)@/, "$1\\@")
        .trimEnd(),
    );
}

declare const encoded: unique symbol;

/** The encoded `docs` of a ts-morph structure. Only `docs` creates them, so no raw text gets into a comment. */
export type Docs = string[] & { readonly [encoded]: true };

/**
 * Returns the text of a doc comment with several paragraphs, for the `docs` of a ts-morph structure; empty ones are skipped.
 * `tags` are the project's own, such as `@deprecated`.
 */
export function docs(paragraphs: readonly (string | undefined)[], tags: readonly string[] = []): Docs {
  const lines: string[] = [];
  for (const paragraph of paragraphs) {
    if (!paragraph || paragraph.trim() === "") continue;
    if (lines.length > 0) lines.push("");
    lines.push(...commentText(paragraph));
  }
  if (tags.length > 0) lines.push(...(lines.length > 0 ? ["", ...tags] : tags));
  return (lines.length > 0 ? [lines.join("\n")] : []) as Docs;
}

/** Returns a doc comment with this text, indented. */
export function docComment([text]: Docs, indent = ""): string {
  if (text === undefined) return "";
  const lines = text.split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

/** A variable in a literal: a name of the project's own or one made by `identifier`, never text of a contract. */
export class Variable {
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }
}

/** Plain data, as code; the values of variables may be in it. */
export type Data = Variable | string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data | undefined };

/**
 * Returns a literal of plain data, on one line if it is short enough with what is before it. `undefined` properties are omitted.
 */
export function printLiteral(data: Data, indent = "", before = 0): string {
  const line = printLine(data);
  if (indent.length + before + line.length <= 120 || typeof data !== "object" || data === null || data instanceof Variable)
    return line;
  const deeper = `${indent}  `;
  if (Array.isArray(data))
    return `[\n${data.map((item: Data) => `${deeper}${printLiteral(item, deeper)},\n`).join("")}${indent}]`;
  return `{\n${entries(data)
    .map(([key, value]) => `${deeper}${isShort(key, value) ? key : `${propertyKey(key)}: ${printLiteral(value, deeper)}`},\n`)
    .join("")}${indent}}`;
}

/** Whether a variable has the name of its member. */
function isShort(key: string, value: Data): boolean {
  return value instanceof Variable && value.name === key;
}

/** Returns an object with one member per line, regardless of its length. */
export function printMembers(members: readonly (readonly [name: string, value: Data])[]): string {
  return `{\n${members.map(([name, value]) => `  ${propertyKey(name)}: ${printLiteral(value, "  ")},\n`).join("")}}`;
}

/** Returns a literal of plain data on one line. */
export function printLine(data: Data): string {
  if (typeof data === "string") return stringLiteral(data);
  if (data instanceof Variable) return data.name;
  if (typeof data !== "object" || data === null) return String(data);
  if (Array.isArray(data)) return `[${data.map(printLine).join(", ")}]`;
  const members = printProperties(data as Readonly<Record<string, Data | undefined>>);
  return members === "" ? "{}" : `{ ${members} }`;
}

/** Returns the properties of a literal on one line: `a: 1, b: 2`. `undefined` ones are omitted. */
export function printProperties(data: Readonly<Record<string, Data | undefined>>): string {
  return entries(data)
    .map(([key, value]) => (isShort(key, value) ? key : `${propertyKey(key)}: ${printLine(value)}`))
    .join(", ");
}

function entries(data: Data): [string, Data][] {
  return Object.entries(data as Readonly<Record<string, Data | undefined>>).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
}
