import { compare } from "../../../diagnostics/diagnostic.js";
import type { Block } from "../content/block.js";
import { parseInlineMarkdown } from "../content/inline-markdown.js";
import { code, separated, type Inline } from "../content/inline.js";
import { ownExample } from "../samples/endpoint.js";
import { printJson } from "../samples/print-value.js";
import { own, ownObject, type JsonValue } from "../../../document/json-value.js";
import { resolveComponent } from "../../../document/resolve-component.js";
import { operationObject, type Site } from "../site.js";
import { hasOwnErrors } from "./errors-page.js";

/** Statuses that say that a caller asks for too much. */
const limitStatuses = new Set(["413", "414", "429", "431"]);

/** Different meanings of one status that are told. */
const mostMeanings = 4;

/** What every call can answer, a row for each status, and how such an answer looks. */
export function errorBlocks(site: Site): Block[] {
  const meanings = collectMeanings(site);
  if (meanings.size === 0) return [];
  const hasOwn = site.contract.serviceTypes.some(hasOwnErrors);
  const example = errorExample(site);
  return [
    { kind: "heading", level: 2, content: ["Errors"], id: "errors" },
    ...(example === undefined
      ? []
      : [{ kind: "code", language: "json", text: printJson(example, site.contract.writtenIntegers) } as const]),
    statusTable("Errors of every call", meanings, (status) => !limitStatuses.has(status)),
    ...(hasOwn ? [{ kind: "paragraph", content: ["Actions have errors of their own; their pages list them."] } as const] : []),
  ];
}

/** What a call must not exceed, as far as the contract says. */
export function limitBlocks(site: Site): Block[] {
  const meanings = collectMeanings(site);
  if (![...limitStatuses].some((status) => meanings.has(status))) return [];
  return [
    { kind: "heading", level: 2, content: ["Limits"], id: "limits" },
    statusTable("Limits", meanings, (status) => limitStatuses.has(status)),
  ];
}

/** What the failures of all operations mean, by status. */
function collectMeanings({ contract }: Site): Map<string, Set<string>> {
  const meanings = new Map<string, Set<string>>();
  for (const { responses } of contract.operations) {
    for (const { status, description } of responses) {
      if (!/^[45]|default/.test(status)) continue;
      meanings.set(status, (meanings.get(status) ?? new Set()).add(description.trim()));
    }
  }
  return meanings;
}

function statusTable(
  caption: string,
  meanings: ReadonlyMap<string, ReadonlySet<string>>,
  isShown: (status: string) => boolean,
): Block {
  const rows = [...meanings.keys()]
    .filter(isShown)
    .sort(compare)
    .map((status) => ({ cells: [[code(status)], meaningOf([...meanings.get(status)!].sort(compare))] }));
  return { kind: "table", look: "fields", caption, columns: [{ label: "Status", isNarrow: true }, { label: "When" }], rows };
}

function meaningOf(texts: readonly string[]): Inline[] {
  return separated(texts.slice(0, mostMeanings).map(parseInlineMarkdown), { kind: "break" });
}

/** The first example of an error that the contract gives. */
function errorExample({ contract }: Site): JsonValue | undefined {
  for (const operation of contract.operations) {
    const responses = ownObject(operationObject(operation, contract), "responses");
    for (const { status, content } of operation.responses) {
      const response = resolveComponent(own(responses, status), contract.document);
      const example = ownExample(own(ownObject(response, "content"), content[0]?.name ?? ""));
      if (/^[45]/.test(status) && example !== undefined) return example;
    }
  }
  return undefined;
}
