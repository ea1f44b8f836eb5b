/** A contract that somebody wrote to do harm, or by a mistake that does. */
export interface HostileDocument {
  readonly name: string;
  /** The first is the contract; the others are what it may read. */
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  /** Symbolic links to make, and where they lead. */
  readonly links?: Readonly<Record<string, string>>;
  /** Every error, `<file>:<line> <code>` each; nothing: it is accepted. */
  readonly errors: readonly string[];
}

/** Texts to put into a contract that is fine without them. Each may have any number of lines, not indented. */
export interface Parts {
  /** Properties of an action's body. */
  readonly properties?: string;
  /** Fields of an action. */
  readonly action?: string;
  readonly actions?: string;
  readonly parameters?: string;
  readonly responses?: string;
  /** Fields of the operation that invokes the actions. */
  readonly operation?: string;
  readonly paths?: string;
  readonly schemas?: string;
  /** Fields of the document itself. */
  readonly root?: string;
}

/** A document of one file. Where it is refused, its text says so at the line itself: `#! <code>`. */
export function document(name: string, content: Parts | string): HostileDocument {
  const text = typeof content === "string" ? content : contractWith(content);
  return documents(name, { "openapi.yaml": text });
}

/** A document of several files, with `#! <code>` in them as in `document`. */
export function documents(
  name: string,
  files: Readonly<Record<string, string | Uint8Array>>,
  more: Partial<Pick<HostileDocument, "errors" | "links">> = {},
): HostileDocument {
  return { name, files, errors: Object.entries(files).flatMap(announced), ...more };
}

/** The expected problems, from the comments of a file. */
function announced([path, content]: [string, string | Uint8Array]): string[] {
  if (typeof content !== "string") return [];
  return content.split(/\r?\n/).flatMap((line, index) => {
    const codes = / #! ([a-z0-9 -]+)$/.exec(line)?.[1]!.split(" ") ?? [];
    return codes.map((code) => `${path}:${index + 1} ${code}`);
  });
}

/** A contract in YAML with one action, and what else is given. */
export function contractWith(parts: Parts): string {
  const at = (indent: number, text: string | undefined) =>
    text === undefined ? [] : text.split("\n").map((line) => " ".repeat(indent) + line);
  return [
    "openapi: 3.1.0",
    'info: { title: Machines, version: "1" }',
    "security: []",
    "paths:",
    "  /machines/{id}/actions/{action}:",
    "    post:",
    "      operationId: act",
    ...at(6, parts.operation),
    "      parameters:",
    "        - { name: id, in: path, required: true, schema: { type: string, maxLength: 40 } }",
    "        - { name: action, in: path, required: true, schema: { type: string, maxLength: 40 } }",
    ...at(8, parts.parameters),
    "      requestBody: { required: true, content: { application/json: { schema: { type: object } } } }",
    "      responses:",
    '        "200": { description: Done. }',
    ...at(8, parts.responses),
    "      x-platform-machine-actions:",
    "        start:",
    "          label: Start",
    ...at(10, parts.action),
    "          body:",
    "            type: object",
    "            additionalProperties: false",
    "            properties:",
    "              mode: { type: string, maxLength: 9 }",
    ...at(14, parts.properties),
    ...at(8, parts.actions),
    ...at(2, parts.paths),
    "components:",
    "  schemas:",
    "    Id: { type: string, maxLength: 40 }",
    ...at(4, parts.schemas),
    ...at(0, parts.root),
    "",
  ].join("\n");
}
