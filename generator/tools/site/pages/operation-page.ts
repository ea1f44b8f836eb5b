import type { Operation } from "../../../model/contract.js";
import type { Fact } from "../content/block.js";
import { parseInlineMarkdown } from "../content/inline-markdown.js";
import { code, commaList, pageLink, separated, type Inline } from "../content/inline.js";
import type { Page } from "../content/page.js";
import { parseMarkdown } from "../content/parse-markdown.js";
import { fixedPages } from "../page-paths.js";
import type { Site } from "../site.js";
import { answerBlocks, bodyBlocks } from "./operation-bodies.js";
import { operationExamples } from "./operation-examples.js";
import { parameterBlocks } from "./operation-parameters.js";

/** The page of one operation: how it is called, what it takes and what it answers. */
export function operationPage(operation: Operation, site: Site): Page {
  const { id, method, path, summary, description, deprecated, reveals } = operation;
  const body = bodyBlocks(operation, site);
  const answers = answerBlocks(operation, site);
  return {
    path: site.paths.operation(id),
    title: id,
    heading: [code(id)],
    lead: parseInlineMarkdown(summary ?? `${method} ${path}`),
    tags: [
      ...(deprecated ? [{ kind: "tag", text: "deprecated", tone: "warn" } as const] : []),
      ...(reveals ? [{ kind: "tag", text: "reveals secrets", tone: "warn" } as const] : []),
    ],
    above: [{ title: "Operations", path: fixedPages.operations }],
    blocks: [
      { kind: "facts", facts: callFacts(operation, site) },
      ...(description === undefined ? [] : parseMarkdown(description)),
      ...parameterBlocks(operation, site),
      ...body.blocks,
      ...answers.blocks,
      ...operationExamples(operation, site),
    ],
    finds: [...body.finds, ...answers.finds],
  };
}

function callFacts(operation: Operation, site: Site): Fact[] {
  const source = site.sources.operation(operation);
  const types = operation.serviceTypes.map((type) => pageLink(code(type), site.paths.type(type)));
  return [
    { term: "Call", content: [code(`${operation.method} ${operation.path}`)] },
    { term: "Authentication", content: authentication(operation) },
    ...(types.length > 0 ? [{ term: "Actions of", content: commaList(types) }] : []),
    ...(source === undefined ? [] : [{ term: "Contract", content: [source] }]),
  ];
}

/** Alternatives of security schemes with their scopes. */
function authentication({ security }: Operation): Inline[] {
  if (security.length === 0) return ["none"];
  const ways = security.map((requirement) => {
    const schemes = Object.entries(requirement).map(([name, scopes]) => {
      return [code(name), ...scopes.flatMap((scope): Inline[] => [" ", code(scope)])];
    });
    return schemes.length === 0 ? ["none"] : separated(schemes, " and ");
  });
  return separated(ways, " or ");
}
