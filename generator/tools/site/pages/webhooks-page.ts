import { requestMethod } from "../../../document/path-operations.js";
import type { Operation, Parameter, SentRequest } from "../../../model/contract.js";
import type { Block, Find, Page } from "../blocks/block.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { code, safeAddress } from "../blocks/inline.js";
import { firstExample } from "../samples/calls.js";
import { isLong, printJson } from "../samples/sample-value.js";
import { fixedPages } from "../page-paths.js";
import type { Site } from "../site.js";
import type { FieldBlocks } from "./field-blocks.js";
import { headerBlocks, parameterBlocks } from "./parameter-blocks.js";
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
    lead: ["Requests that the API sends: webhooks, and callbacks of operations."],
    tags: [],
    above: [],
    blocks: sections.flatMap(({ blocks }) => blocks),
    finds: sections.flatMap(({ finds }) => finds),
  };
}

function section({ name, method, operation }: SentRequest, id: string, site: Site): FieldBlocks {
  const { summary, description, parameters, body, responses } = operation;
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
  const heading: Block = { kind: "heading", level: 3, content: ["Parameters"] };
  blocks.push(...parameterBlocks(parameters, site, { heading, prefix: `${id}.parameter` }), ...signatureBlocks(parameters));
  if (body) add("Body", contentBlocks(body.content, `${id}.body`, site));
  for (const response of responses) {
    const body = contentBlocks(response.content, `${id}.response.${response.status}`, site);
    const about: Block = { kind: "paragraph", content: parseInlineMarkdown(response.description) };
    add(`Response ${response.status}`, { ...body, blocks: [about, ...headerBlocks(response.headers, site), ...body.blocks] });
  }
  const example = webhookExample(operation, site);
  return { blocks: example === undefined ? blocks : [...blocks, example], finds };
}

/** The headers of signed requests. */
const signatureHeaders = ["webhook-id", "webhook-timestamp", "webhook-signature"];

/** Describes how a request is signed, if its headers are those of Standard Webhooks. */
function signatureBlocks(parameters: readonly Parameter[]): Block[] {
  const headers = new Set(parameters.filter((one) => one.in === "header").map(({ name }) => name.toLowerCase()));
  if (!signatureHeaders.every((name) => headers.has(name))) return [];
  const to = { address: safeAddress("https://www.standardwebhooks.com")! };
  return [
    {
      kind: "paragraph",
      content: [
        "Signed as in ",
        { kind: "link", to, content: ["Standard Webhooks"] },
        ": verify ",
        code("webhook-signature"),
        " before you read the body.",
      ],
    },
  ];
}

/** Returns an example of a body. */
function webhookExample({ body }: Operation, { contract, makeValue }: Site): Block | undefined {
  const media = body?.content.find(({ kind }) => kind === "json");
  const value = firstExample(media) ?? (media && makeValue(media.schema));
  if (value === undefined || isLong(value)) return undefined;
  return { kind: "code", language: "json", label: "Example of a body", text: printJson(value, contract.writtenIntegers) };
}
