import { describeMark } from "../../../binding/describe-mark.js";
import { compare } from "../../../diagnostics/diagnostic.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Contract } from "../../../model/contract.js";
import type { Block, Page } from "../blocks/block.js";
import { code, commaList, type Inline, pageLink, separated } from "../blocks/inline.js";
import { parseInlineMarkdown, parseMarkdown } from "../blocks/parse-markdown.js";
import { fixedPages } from "../page-paths.js";
import { baseUrl, firstExample } from "../samples/calls.js";
import { printJson } from "../samples/sample-value.js";
import { endpointOf, type Site } from "../site.js";
import { isDefaultShape } from "../../../model/action-bodies.js";
import { sampleFailure } from "../samples/response-sample.js";
import { howToSend, schemeLink, scopeBlocks, serverBlocks } from "./authentication-page.js";
import { lifecycleSection } from "./lifecycle-page.js";
import { operationTable } from "./operations-page.js";
import { actionMatrix, hasOwnErrors } from "./type-page.js";

/** Beyond this number, operations are only on their own pages: the start page should stay below 25 kB. */
const maxOperations = 24;

const maxActions = 90;

/** Returns the start page: a description of the API and an overview of all other pages. */
export function startPage(site: Site): Page {
  const { contract } = site;
  const { summary, description } = contract;
  return {
    path: fixedPages.start,
    title: site.name,
    heading: [contract.title],
    lead: summary === undefined ? [] : parseInlineMarkdown(summary),
    tags: [],
    above: [],
    blocks: [
      { kind: "facts", facts: [{ term: "Address", content: addressText(contract) }] },
      ...(description === undefined ? [] : parseMarkdown(description, { headingLevel: 2 })),
      ...serverBlocks(contract),
      ...authenticationBlocks(site),
      ...resourceBlocks(site),
      ...typeBlocks(site),
      ...lifecycleSection(site),
      ...errorBlocks(site),
      ...limitBlocks(site),
      ...versionBlocks(site),
    ],
    finds: [],
  };
}

/** The address of the API, with the description of its only server. */
function addressText(contract: Contract): Inline[] {
  const [server, ...others] = contract.servers;
  const description = others.length > 0 ? undefined : server?.description;
  return [code(baseUrl(contract)), ...(description === undefined ? [] : [": ", ...parseInlineMarkdown(description)])];
}

function resourceBlocks(site: Site): Block[] {
  const { operations } = site.contract;
  const heading: Block = { kind: "heading", level: 2, content: ["Resources"], id: "resources" };
  if (operations.length === 0) return [];
  if (operations.length <= maxOperations) return [heading, operationTable(operations, "Operations", site)];
  return [heading, { kind: "paragraph", content: [pageLink(`All ${operations.length} operations`, fixedPages.operations), "."] }];
}

/** Lists each service type with its actions as a matrix; if there are many, only with their number. */
function typeBlocks(site: Site): Block[] {
  const { serviceTypes } = site.contract;
  if (serviceTypes.length === 0) return [];
  const heading: Block = { kind: "heading", level: 2, content: ["Service types and actions"], id: "actions" };
  const all = serviceTypes.reduce((sum, { actions }) => sum + actions.length, 0);
  if (all > maxActions) {
    const rows = serviceTypes.map(({ name, actions }) => ({
      cells: [[pageLink(code(name), site.paths.type(name))], [String(actions.length)]],
    }));
    return [heading, { kind: "table", caption: "Service types", columns: [{ label: "Type" }, { label: "Actions" }], rows }];
  }
  return [heading, actionMatrix(serviceTypes, site)];
}

/** Describes how callers authenticate: each security scheme with its scopes. */
function authenticationBlocks({ contract }: Site): Block[] {
  if (contract.securitySchemes.size === 0) return [];
  return [
    { kind: "heading", level: 2, content: ["Authentication"], id: "authentication" },
    ...[...contract.securitySchemes].flatMap(([name, scheme]): Block[] => {
      const { description } = scheme;
      const link = schemeLink(name, contract);
      return [
        ...(description === undefined
          ? [{ kind: "paragraph" as const, content: [link, ": ", ...howToSend(scheme), "."] }]
          : [...parseMarkdown(description), { kind: "note" as const, content: ["How to obtain and send it: ", link, "."] }]),
        ...scopeBlocks(scheme),
      ];
    }),
  ];
}

/** Statuses of requests that exceed a limit. */
const limitStatuses = new Set(["413", "414", "429", "431"]);

/** The maximum number of meanings listed for one status. */
const maxMeanings = 4;

/** Describes the errors of all calls, a row for each status, with an example. */
function errorBlocks(site: Site): Block[] {
  const meanings = collectMeanings(site);
  if (meanings.size === 0) return [];
  const hasOwn = site.contract.serviceTypes.some(hasOwnErrors);
  const example = errorExample(site);
  const { mediaType } = site.contract.errorShape;
  return [
    { kind: "heading", level: 2, content: ["Errors"], id: "errors" },
    ...(mediaType === "application/json" ? [] : [{ kind: "paragraph", content: ["As ", code(mediaType), ":"] } as const]),
    ...(example === undefined
      ? []
      : [{ kind: "code", language: "json", text: printJson(example, site.contract.writtenIntegers) } as const]),
    statusTable("Errors of every call", meanings, (status) => !limitStatuses.has(status)),
    ...(hasOwn ? [{ kind: "paragraph", content: ["Actions have additional errors, listed on their pages."] } as const] : []),
  ];
}

/** Describes the limits of calls, as far as the contract declares them. */
function limitBlocks(site: Site): Block[] {
  const meanings = collectMeanings(site);
  if (![...limitStatuses].some((status) => meanings.has(status))) return [];
  return [
    { kind: "heading", level: 2, content: ["Limits"], id: "limits" },
    statusTable("Limits", meanings, (status) => limitStatuses.has(status)),
  ];
}

/** Collects the meanings of the failures of all operations, by status. */
function collectMeanings({ contract }: Site): Map<string, Set<string>> {
  const meanings = new Map<string, Set<string>>();
  for (const { responses } of contract.operations) {
    for (const { status: key, description, error } of responses) {
      if (!/^[45]|default/.test(key)) continue;
      const [status, text] = error?.failureMark
        ? ["200", `${description.trim()} \`${describeMark(error.failureMark)}\`.`]
        : [key, description.trim()];
      meanings.set(status, (meanings.get(status) ?? new Set()).add(text));
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
  return separated(texts.slice(0, maxMeanings).map(parseInlineMarkdown), { kind: "break" });
}

/** Returns the contract's first example of an error, or a generated one if errors have their own shape. */
function errorExample({ contract }: Site): JsonValue | undefined {
  for (const operation of contract.operations) {
    for (const { status, content } of operation.responses) {
      const example = firstExample(content[0]);
      if (/^[45]/.test(status) && example !== undefined) return example;
    }
  }
  const [type] = contract.serviceTypes;
  if (!type || isDefaultShape(contract.errorShape)) return undefined;
  const failure = { code: "resource_not_found", message: "The resource does not exist, or you may not see it." } as const;
  return sampleFailure(endpointOf(type, contract), contract, failure).body;
}

/** Describes the version of the contract, the one in its paths, and deprecated parts. */
function versionBlocks({ contract, paths, versions }: Site): Block[] {
  const { version, operations, serviceTypes } = contract;
  const [first, ...others] = operations.map(({ path }) => /^\/(v[0-9]+)(?:\/|$)/.exec(path)?.[1]);
  const prefix = first !== undefined && others.every((other) => other === first) ? first : undefined;
  const deprecated = [
    ...operations.filter((operation) => operation.deprecated).map(({ id }) => pageLink(code(id), paths.operation(id))),
    ...serviceTypes.flatMap(({ name, actions }) => {
      return actions
        .filter((action) => action.deprecated)
        .map((action) => pageLink(code(action.name), paths.action(name, action.name)));
    }),
  ];
  const sentence: Inline[] = [
    ...(version === "" ? [] : ["This is version ", code(version), " of the contract."]),
    ...(prefix === undefined ? [] : [" All paths begin with ", code(`/${prefix}`), "."]),
  ];
  const links = versions.map(({ name, start }) => pageLink(code(name), start));
  if (sentence.length === 0 && deprecated.length === 0 && links.length === 0) return [];
  return [
    { kind: "heading", level: 2, content: ["Versions"], id: "versions" },
    ...(sentence.length === 0 ? [] : [{ kind: "paragraph", content: sentence } as const]),
    ...(links.length === 0
      ? []
      : [{ kind: "paragraph", content: ["Documented versions, the newest first: ", ...commaList(links), "."] } as const]),
    ...(deprecated.length === 0
      ? []
      : [{ kind: "paragraph", content: ["Deprecated: ", ...commaList(deprecated), "."] } as const]),
  ];
}
