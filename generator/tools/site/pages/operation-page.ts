import { withoutSegments } from "../../../document/path-template.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { WrittenIntegers } from "../../../document/written-integers.js";
import type { MediaType, Operation, Response } from "../../../model/contract.js";
import { type Block, type Fact, type Page, type Tab } from "../blocks/block.js";
import { code, commaList, pageLink } from "../blocks/inline.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { fixedPages } from "../page-paths.js";
import { clientOperation, firstExample } from "../samples/calls.js";
import { curlCommand } from "../samples/curl.js";
import { isLong, printJson } from "../samples/sample-value.js";
import type { Site } from "../site.js";
import { securityList } from "./authentication-page.js";
import { parameterBlocks } from "./parameter-blocks.js";
import { responseBlocks, bodyBlocks } from "./operation-bodies.js";

/** Returns the page of an operation: how it is called, its parameters and body, and its responses. */
export function operationPage(operation: Operation, site: Site): Page {
  const { id, method, path, summary, description, deprecated, reveals } = operation;
  const body = bodyBlocks(operation, site);
  const responses = responseBlocks(operation, site);
  return {
    path: site.paths.operation(id),
    title: id,
    heading: [code(id)],
    lead: parseInlineMarkdown(summary ?? `${method} ${withoutSegments(path)}`),
    tags: [
      ...(deprecated ? [{ kind: "tag", text: "deprecated", tone: "warn" } as const] : []),
      ...(reveals ? [{ kind: "tag", text: "reveals secrets", tone: "warn" } as const] : []),
    ],
    above: [{ title: "Operations", path: fixedPages.operations }],
    blocks: [
      { kind: "facts", facts: callFacts(operation, site) },
      ...(description === undefined ? [] : parseMarkdown(description, { headingLevel: 2 })),
      ...parameterBlocks(operation.parameters, site),
      ...body.blocks,
      ...responses.blocks,
      ...operationExamples(operation, site),
    ],
    finds: [...body.finds, ...responses.finds],
  };
}

function callFacts(operation: Operation, site: Site): Fact[] {
  const source = site.sources.operation(operation);
  const types = operation.serviceTypes.map((type) => pageLink(code(type), site.paths.type(type)));
  return [
    { term: "Call", content: [code(`${operation.method} ${withoutSegments(operation.path)}`)] },
    { term: "Authentication", content: securityList(operation.security, site.contract, true) },
    ...(types.length > 0 ? [{ term: "Actions of", content: commaList(types) }] : []),
    ...(source === undefined ? [] : [{ term: "Contract", content: [source] }]),
  ];
}

/** Returns a call of an operation in two languages, and the contract's example of the response. */
function operationExamples(operation: Operation, site: Site): Block[] {
  const { contract } = site;
  const mediaType = sampleMedia(operation);
  const kind = mediaType?.kind;
  const body = sampleBody(operation, mediaType, site);
  const isBodyLong = body !== undefined && isLong(body);
  const isPlain = mediaType === undefined || (body !== undefined && (kind === "json" || kind === "form"));
  const hasClient = !operation.isEndpoint && isPlain && !isBodyLong;
  const serialized = mediaType?.examples[0]?.serialized;
  const curl = curlCommand(operation, contract, { body, serialized, mediaType, makeValue: site.makeValue });
  const tabs: Tab[] = [
    { name: "curl", code: { kind: "code", language: "sh", text: curl } },
    ...(hasClient ? [clientTab(clientOperation(operation, site, body))] : []),
  ];
  return [
    { kind: "heading", level: 2, content: ["Example"], id: "example" },
    { kind: "tabs", label: "Languages", tabs },
    ...(isBodyLong ? [jsonBlock("body.json", body, contract.writtenIntegers)] : []),
    ...operation.responses.flatMap((response) => responseExamples(response, site)),
  ];
}

/** The maximum number of examples of a response. */
const maxExamples = 4;

/** Returns the contract's examples of a response, or a generated one of a success. */
function responseExamples({ status, content, error }: Response, { contract, makeValue }: Site): Block[] {
  const label = `Response: ${error?.failureMark ? "200" : status}`;
  const [media] = content;
  const given = media?.examples.slice(0, maxExamples).flatMap(({ name, value, serialized }): Block[] => {
    const own = name === undefined ? label : `${label}, ${name}`;
    const shown = serialized ?? value;
    if (shown === undefined || isLong(shown)) return [];
    if (serialized === undefined) return [jsonBlock(own, shown, contract.writtenIntegers)];
    return [{ kind: "code", language: media.kind === "json" ? "json" : undefined, label: own, text: serialized }];
  });
  if (media === undefined || given!.length > 0) return given ?? [];
  const isShown = status.startsWith("2") && media.kind === "json" && media.items === undefined;
  const value = isShown ? makeValue(media.schema) : undefined;
  return value === undefined || isLong(value) ? [] : [jsonBlock(label, value, contract.writtenIntegers)];
}

/** Returns JSON if the operation accepts it, otherwise the first media type. */
function sampleMedia({ body }: Operation): MediaType | undefined {
  return body?.content.find(({ kind }) => kind === "json") ?? body?.content[0];
}

/**
 * Returns the contract's example, or a generated body. Bodies for an endpoint of actions are on the pages of the
 * actions.
 */
function sampleBody(operation: Operation, mediaType: MediaType | undefined, site: Site): JsonValue | undefined {
  if (!mediaType || operation.isEndpoint) return firstExample(mediaType);
  const given = firstExample(mediaType);
  if (given !== undefined) return given;
  const { kind } = mediaType;
  return kind === "bytes" || kind === "any" ? "" : site.makeValue(mediaType.schema);
}

function clientTab(text: string): Tab {
  return { name: "Client", code: { kind: "code", language: "ts", text } };
}

function jsonBlock(label: string, value: JsonValue, integers: WrittenIntegers): Block {
  return { kind: "code", language: "json", label, text: printJson(value, integers) };
}
