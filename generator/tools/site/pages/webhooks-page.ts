import { requestMethod } from "../../../document/path-operations.js";
import type { SentRequest } from "../../../model/contract.js";
import type { Block, Find, Page } from "../blocks/block.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { code } from "../blocks/inline.js";
import { fixedPages } from "../page-paths.js";
import type { Site } from "../site.js";
import type { FieldBlocks } from "./field-blocks.js";
import { contentBlocks } from "./operation-bodies.js";

/**
 * Returns the page of requests that the service sends: webhooks, and the callbacks of operations. Absent if there are
 * none.
 */
export function webhooksPage(site: Site): Page | undefined {
  const requests = site.contract.sentRequests;
  if (requests.length === 0) return undefined;
  const sections = requests.map((request, index) => section(request, `webhook-${index + 1}`, site));
  return {
    path: fixedPages.webhooks,
    title: "Webhooks",
    heading: ["Webhooks"],
    lead: ["Requests that the service sends: webhooks, and callbacks of operations."],
    tags: [],
    above: [],
    blocks: sections.flatMap(({ blocks }) => blocks),
    finds: sections.flatMap(({ finds }) => finds),
  };
}

function section({ name, method, operation }: SentRequest, id: string, site: Site): FieldBlocks {
  const { summary, description, body, responses } = operation;
  const finds: Find[] = [];
  const blocks: Block[] = [
    { kind: "heading", level: 2, content: [code(name), ` ${requestMethod(method)}`], id },
    ...(summary === undefined ? [] : [{ kind: "paragraph", content: parseInlineMarkdown(summary) } as const]),
    ...(description === undefined ? [] : parseMarkdown(description)),
  ];
  const add = (title: string, part: FieldBlocks): void => {
    blocks.push({ kind: "heading", level: 3, content: [title] }, ...part.blocks);
    finds.push(...part.finds);
  };
  if (body) add("Body", contentBlocks(body.content, `${id}.body`, site));
  for (const response of responses) {
    const body = contentBlocks(response.content, `${id}.response.${response.status}`, site);
    const about: Block = { kind: "paragraph", content: parseInlineMarkdown(response.description) };
    add(`Response ${response.status}`, { ...body, blocks: [about, ...body.blocks] });
  }
  return { blocks, finds };
}
