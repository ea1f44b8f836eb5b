import type { ts } from "ts-morph";
import type { Container } from "./container.js";
import { printMember, type PrintContext } from "./print-member.js";
import type { Member } from "./scaffold-file.js";
import type { Insertion } from "./splice.js";
import { indentAt, isLineBreak, lineEndAt, lineStartAt } from "./text-style.js";

/** What to put into a file so that its container has these members, behind the ones that it has. */
export function insertMembers(text: string, members: readonly Member[], context: PrintContext): Insertion[] {
  if (members.length === 0) return [];
  const { container } = context;
  return container.form === "module" ? atEnd(text, members, context) : beforeBrace(text, container, members, context);
}

function atEnd(text: string, members: readonly Member[], context: PrintContext): Insertion[] {
  const lineEnd = lineEndAt(text, text.length);
  const printed = members.map((member) => `\n${printMember(member, "", context)}\n`).join("");
  const isLineStart = text === "" || isLineBreak(text.at(-1)!);
  return [{ at: text.length, text: ((isLineStart ? "" : "\n") + printed).replaceAll("\n", lineEnd) }];
}

function beforeBrace(
  text: string,
  container: Exclude<Container, { form: "module" }>,
  members: readonly Member[],
  context: PrintContext,
): Insertion[] {
  const { node } = container;
  const existing: readonly ts.Node[] = container.form === "object" ? container.node.properties : container.node.members;
  const brace = node.getEnd() - 1;
  const braceLine = lineStartAt(text, brace);
  const open = container.form === "object" ? container.node.properties.pos : container.node.members.pos;
  const last = existing.at(-1);

  const lineEnd = lineEndAt(text, brace);
  const outer = indentAt(text, braceLine >= open ? braceLine : lineStartAt(text, node.getStart()));
  const indent = memberIndent(text, existing) ?? outer + context.style.indent;
  const separator = container.form === "object" ? "," : "";
  const gap = isSpaced(text, existing, members) ? "\n" : "";
  const printed = members.map((member) => printMember(member, indent, context));

  const insertions: Insertion[] = [];
  const needsComma = container.form === "object" && last && !container.node.properties.hasTrailingComma;
  if (needsComma) insertions.push({ at: last.getEnd(), text: "," });
  const isBraceAlone = braceLine >= open && text.slice(braceLine, brace).trim() === "";
  if (isBraceAlone) {
    const block = printed.map((one) => `${one}${separator}\n`).join(gap);
    insertions.push({ at: braceLine, text: ((last ? gap : "") + block).replaceAll("\n", lineEnd) });
  } else if (last) {
    const block = `\n${gap}${printed.join(`${separator}\n${gap}`)}`;
    insertions.push({ at: contentEnd(text, brace), text: block.replaceAll("\n", lineEnd) });
  } else {
    const block = `\n${printed.join(`${separator}\n${gap}`)}${separator}\n${outer}`;
    insertions.push({ at: contentEnd(text, brace), text: block.replaceAll("\n", lineEnd) });
  }
  return insertions;
}

/** Behind the last thing before a brace that is not blank. */
function contentEnd(text: string, brace: number): number {
  return text.slice(0, brace).trimEnd().length;
}

/** The indentation of the last member that begins a line. */
function memberIndent(text: string, existing: readonly ts.Node[]): string | undefined {
  for (const member of [...existing].reverse()) {
    const start = member.getStart();
    const lineStart = lineStartAt(text, start);
    const indent = text.slice(lineStart, start);
    if (/^[ \t]*$/.test(indent)) return indent;
  }
  return undefined;
}

/** Whether blank lines stand between members: as the last two have it; documented ones have them from the start. */
function isSpaced(text: string, existing: readonly ts.Node[], members: readonly Member[]): boolean {
  const last = existing.at(-1);
  if (!last || existing.length < 2) return members.some((member) => member.kind === "stub");
  return /\n[ \t]*\r?\n/.test(text.slice(last.getFullStart(), last.getStart()));
}
