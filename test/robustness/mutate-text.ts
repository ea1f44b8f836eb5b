import fc from "fast-check";

/** One change of a text. Numbers are reduced to what the text has, so that every mutation fits every text. */
export interface TextMutation {
  readonly kind:
    | "delete"
    | "repeat"
    | "insert"
    | "delete lines"
    | "repeat lines"
    | "move lines"
    | "indent"
    | "outdent"
    | "scalar";
  readonly at: number;
  readonly length: number;
  readonly text: string;
}

/** Tokens with a meaning in YAML, JSON, JSON pointers, OpenAPI or a terminal. */
const tokens = [
  ..."{}[]:,#&*!|>'\"%@`-?~/\\ \n\t\r\0\u001b\u2028",
  "\uFEFF",
  "\uD800",
  "*a ",
  "&a ",
  "<<: *a\n",
  "!!binary ",
  "- ",
  "---\n",
  "? ",
  "$ref: ",
  '"$ref":',
  "__proto__",
  "1e999",
  "0x1f",
  "null",
  "true",
  ".nan",
  "~1",
  "x-platform-vm-actions",
];

const scalars = [
  ..."0~",
  "null",
  "true",
  "-1",
  "1e400",
  "''",
  "[]",
  "{}",
  '"#/components/schemas/Nothing"',
  "../x.yaml",
  "'#'",
  "2026-01-01",
];

/** Random changes of a text, most of a few characters. */
export const textMutation: fc.Arbitrary<TextMutation> = fc.record({
  kind: fc.constantFrom<TextMutation["kind"][]>(
    "delete",
    "repeat",
    "insert",
    "delete lines",
    "repeat lines",
    "move lines",
    "indent",
    "outdent",
    "scalar",
    "scalar",
  ),
  at: fc.nat(1_000_000),
  length: fc.oneof({ weight: 4, arbitrary: fc.nat(3) }, fc.nat(40)),
  text: fc.nat(1_000).map((index) => [...tokens, ...scalars][index % (tokens.length + scalars.length)]!),
});

/** The text with that change. */
export function mutateText(text: string, { kind, at, length, text: inserted }: TextMutation): string {
  const start = at % (text.length + 1);
  const end = start + 1 + length;
  const lines = text.split("\n");
  const first = at % lines.length;
  const some = lines.slice(first, first + 1 + (length % 8));
  switch (kind) {
    case "delete":
      return text.slice(0, start) + text.slice(end);
    case "repeat":
      return text.slice(0, end) + text.slice(start);
    case "insert":
      return text.slice(0, start) + inserted + text.slice(start);
    case "delete lines":
      return lines.toSpliced(first, some.length).join("\n");
    case "repeat lines":
      return lines.toSpliced(first, 0, ...some).join("\n");
    case "move lines":
      return lines
        .toSpliced(first, some.length)
        .toSpliced((at * 7) % lines.length, 0, ...some)
        .join("\n");
    case "indent":
      return lines.with(first, `${" ".repeat(1 + (length % 5))}${lines[first]}`).join("\n");
    case "outdent":
      return lines.with(first, lines[first]!.replace(/^ {1,2}/, "")).join("\n");
    case "scalar":
      return replaceScalar(text, start, inserted);
  }
}

/** Puts something else in place of the next value after a colon. */
function replaceScalar(text: string, from: number, inserted: string): string {
  const match = /(:\s*)([^\s,{}[\]]+)/g;
  match.lastIndex = from;
  const found = match.exec(text);
  if (!found) return text + inserted;
  const start = found.index + found[1]!.length;
  return text.slice(0, start) + inserted + text.slice(start + found[2]!.length);
}
