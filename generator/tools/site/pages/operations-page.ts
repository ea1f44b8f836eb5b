import { withoutSegments } from "../../../document/path-template.js";
import type { Operation } from "../../../model/contract.js";
import type { Block, Page, Row } from "../blocks/block.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { code, type Inline, pageLink } from "../blocks/inline.js";
import { fixedPages } from "../page-paths.js";
import type { Site } from "../site.js";

/** Returns the page of all operations, by tag. */
export function operationsPage(site: Site): Page {
  const { operations } = site.contract;
  return {
    path: fixedPages.operations,
    title: "Operations",
    heading: ["Operations"],
    lead: [operations.length === 1 ? "The only route of the API." : `The ${operations.length} routes of the API.`],
    tags: [],
    above: [],
    blocks: operationsByTag(site).flatMap(({ tag, operations: tagged }): Block[] => [
      ...(tag === undefined ? [] : [{ kind: "heading", level: 2, content: [tag] } as const]),
      ...describedTag(tag, site),
      operationTable(tagged, tag ?? "Operations", site),
    ]),
    finds: [],
  };
}

function describedTag(tag: string | undefined, { contract }: Site): Block[] {
  const description = contract.tags.find(({ name }) => name === tag)?.description;
  return description === undefined ? [] : parseMarkdown(description);
}

/** Groups operations by their first tag, in the order of the document's tags; those without a tag come last. */
function operationsByTag({ contract }: Site): { readonly tag: string | undefined; readonly operations: readonly Operation[] }[] {
  const groups = new Map<string | undefined, Operation[]>();
  for (const { name } of contract.tags) groups.set(name, []);
  for (const operation of contract.operations) {
    const [tag] = operation.tags;
    groups.set(tag, [...(groups.get(tag) ?? []), operation]);
  }
  const filled = [...groups].filter(([, operations]) => operations.length > 0);
  return filled.map(([tag, operations]) => ({ tag: filled.length > 1 ? (tag ?? "Others") : tag, operations }));
}

/** Returns a table of operations with method, path and summary. */
export function operationTable(operations: readonly Operation[], caption: string, { paths }: Site): Block {
  const rows = operations.map(({ id, method, path, summary, deprecated }): Row => {
    const name: Inline[] = [
      pageLink(code(id), paths.operation(id)),
      ...(deprecated ? [" ", { kind: "tag", text: "deprecated", tone: "warn" } as const] : []),
    ];
    const about: Inline[] = summary === undefined ? [] : [...parseInlineMarkdown(summary), { kind: "break" }];
    return { cells: [name, [...about, code(`${method} ${withoutSegments(path)}`)]] };
  });
  return {
    kind: "table",
    look: "fields",
    caption,
    columns: [{ label: "Operation" }, { label: "What it does" }],
    rows,
  };
}
