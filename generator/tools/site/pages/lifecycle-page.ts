import type { Block, Page, Row } from "../blocks/block.js";
import { parseInlineMarkdown } from "../blocks/parse-markdown.js";
import { code, type Inline, pageLink, separated } from "../blocks/inline.js";
import { drawLifecycle } from "../lifecycle/draw-lifecycle.js";
import type { Contract, Lifecycle, ServiceState } from "../../../model/contract.js";
import { commonNoun, withArticle } from "../../../model/resource-words.js";
import { fixedPages } from "../page-paths.js";
import type { Site } from "../site.js";
import { codeList } from "./field-blocks.js";

/** The life cycle on the start page: the picture, and a link to its description. */
export function lifecycleSection({ lifecycle, contract }: Site): Block[] {
  if (!lifecycle || lifecycle.states.length === 0) return [];
  const words = pageLink("The states in words", fixedPages.lifecycle);
  return [
    { kind: "heading", level: 2, content: [titleOf(contract)], id: "lifecycle" },
    ...picture(lifecycle, contract),
    { kind: "paragraph", content: [words, "."] },
  ];
}

/** The page of the life cycle: the picture, and an equivalent table; absent if the contract has no life cycle. */
export function lifecyclePage({ lifecycle, contract }: Site): Page | undefined {
  if (!lifecycle || lifecycle.states.length === 0) return undefined;
  const all = contract.serviceTypes.map(({ name }) => name);
  const columns = [
    { label: "State", isNarrow: true },
    { label: "What it means" },
    { label: "Types", isNarrow: true },
    { label: "Leads to" },
  ];
  const rows = lifecycle.states.map((state): Row => {
    const meaning = state.description === undefined ? [] : parseInlineMarkdown(state.description);
    return { cells: [[code(state.name)], meaning, typesOf(state, all), successors(state, lifecycle)] };
  });
  return {
    path: fixedPages.lifecycle,
    title: titleOf(contract),
    heading: [titleOf(contract)],
    lead: [`The states of ${withArticle(commonNoun(contract))} and the transitions between them.`],
    tags: [],
    above: [],
    blocks: [...picture(lifecycle, contract), { kind: "table", look: "fields", caption: "States", columns, rows }],
    finds: [],
  };
}

function titleOf(contract: Contract): string {
  return `Life cycle of ${withArticle(commonNoun(contract))}`;
}

function picture(lifecycle: Lifecycle, contract: Contract): Block[] {
  if (lifecycle.transitions.length === 0) return [];
  return [{ kind: "diagram", diagram: drawLifecycle(lifecycle, titleOf(contract)) }];
}

function typesOf({ types }: ServiceState, all: readonly string[]): Inline[] {
  return types === undefined || all.every((type) => types.includes(type)) ? ["all"] : codeList(types);
}

/** Lists the next states, each with the events that lead there. */
function successors({ name }: ServiceState, { transitions }: Lifecycle): Inline[] {
  const events = new Map<string, string[]>();
  for (const { from, event, to } of transitions) if (from === name) events.set(to, [...(events.get(to) ?? []), event]);
  const parts = [...events].map(([to, names]) => [code(to), ` by ${names.join(", ")}`]);
  return parts.length === 0 ? ["nothing: it ends here"] : separated(parts, "; ");
}
