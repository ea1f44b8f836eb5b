/**
 * The only ways to put a contract's text into emitted TypeScript, one for each kind of location. Nothing else may put such
 * text into a file.
 */

/** Characters that end a line somewhere, hide text or turn its direction around. */
const unsafe =
  /[\u0000-\u001f\u007f-\u009f\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/** Text of a line of code in which such characters occur only in literals. */
export function escapeUnsafe(text: string): string {
  return text.replace(unsafe, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

/** A string literal in double quotes. */
export function stringLiteral(text: string): string {
  return escapeUnsafe(JSON.stringify(text));
}

/** A list of strings as a literal on one line. */
export function stringList(values: readonly string[]): string {
  return `[${values.map(stringLiteral).join(", ")}]`;
}

/** A key of an object literal or type: bare where it is a plain identifier, else quoted. */
export function propertyKey(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? name : stringLiteral(name);
}

/** How to read a property: `.name` or `["name"]`. */
export function propertyAccess(name: string): string {
  return /^[A-Za-z_$][A-Za-z0-9_$]*$/.test(name) ? `.${name}` : `[${stringLiteral(name)}]`;
}

/**
 * Text for the inside of a block comment, line breaks kept. `*` + `/` can't form, even across what was replaced, because
 * every slash behind an asterisk is escaped; a leading `@` can't become a tag or a directive.
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

/** The `docs` of a ts-morph structure, encoded: only `docs` makes them, so that raw text gets into no comment. */
export type Docs = string[] & { readonly [encoded]: true };

/**
 * The text of a doc comment of some paragraphs, for the `docs` of a ts-morph structure; empty ones are skipped. `tags` are the
 * project's own, such as `@deprecated`.
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

/** A doc comment with this text, indented. */
export function docComment([text]: Docs, indent = ""): string {
  if (text === undefined) return "";
  const lines = text.split("\n");
  if (lines.length === 1) return `${indent}/** ${lines[0]} */\n`;
  return `${indent}/**\n${lines.map((line) => `${indent} *${line === "" ? "" : ` ${line}`}\n`).join("")}${indent} */\n`;
}

/** Plain data, as code. */
export type Data = string | number | boolean | null | readonly Data[] | { readonly [key: string]: Data | undefined };

/** A literal of plain data: on one line where it fits. Properties that are `undefined` are left out. */
export function printLiteral(data: Data, indent = ""): string {
  const line = printLine(data);
  if (indent.length + line.length <= 120 || typeof data !== "object" || data === null) return line;
  const deeper = `${indent}  `;
  if (Array.isArray(data))
    return `[\n${data.map((item: Data) => `${deeper}${printLiteral(item, deeper)},\n`).join("")}${indent}]`;
  return `{\n${entries(data)
    .map(([key, value]) => `${deeper}${propertyKey(key)}: ${printLiteral(value, deeper)},\n`)
    .join("")}${indent}}`;
}

/** An object with one member on each line, however short it is. */
export function printMembers(members: readonly (readonly [name: string, value: Data])[]): string {
  return `{\n${members.map(([name, value]) => `  ${propertyKey(name)}: ${printLiteral(value, "  ")},\n`).join("")}}`;
}

/** A literal of plain data on one line. */
export function printLine(data: Data): string {
  if (typeof data === "string") return stringLiteral(data);
  if (typeof data !== "object" || data === null) return String(data);
  if (Array.isArray(data)) return `[${data.map(printLine).join(", ")}]`;
  const members = printProperties(data as Readonly<Record<string, Data | undefined>>);
  return members === "" ? "{}" : `{ ${members} }`;
}

/** The properties of a literal on one line: `a: 1, b: 2`. Those that are `undefined` are left out. */
export function printProperties(data: Readonly<Record<string, Data | undefined>>): string {
  return entries(data)
    .map(([key, value]) => `${propertyKey(key)}: ${printLine(value)}`)
    .join(", ");
}

function entries(data: Data): [string, Data][] {
  return Object.entries(data as Readonly<Record<string, Data | undefined>>).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value]],
  );
}
