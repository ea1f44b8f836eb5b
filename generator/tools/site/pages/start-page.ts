import { ownString } from "../../../document/json-value.js";
import type { Block } from "../content/block.js";
import { parseInlineMarkdown } from "../content/inline-markdown.js";
import { code, pageLink } from "../content/inline.js";
import type { Page } from "../content/page.js";
import { parseMarkdown } from "../content/parse-markdown.js";
import { fixedPages } from "../page-paths.js";
import { baseUrl } from "../samples/endpoint.js";
import type { Site } from "../site.js";
import { actionMatrix } from "./action-matrix.js";
import { authenticationBlocks } from "./authentication.js";
import { errorBlocks, limitBlocks } from "./general-errors.js";
import { lifecycleSection } from "./lifecycle-page.js";
import { operationTable } from "./operations-page.js";
import { versionBlocks } from "./versions.js";

/** More than that are listed on pages of their own only: the first page is to stay below 25 kB. */
const mostOperations = 24;
const mostActions = 90;

/** The first page: what the API is, and an overview of all that the others tell. */
export function startPage(site: Site): Page {
  const { contract, info } = site;
  const summary = ownString(info, "summary");
  const description = ownString(info, "description");
  return {
    path: fixedPages.start,
    title: site.name,
    heading: [contract.title],
    lead: summary === undefined ? [] : parseInlineMarkdown(summary),
    tags: [],
    above: [],
    blocks: [
      { kind: "facts", facts: [{ term: "Address", content: [code(baseUrl(contract))] }] },
      ...(description === undefined ? [] : parseMarkdown(description, { headingLevel: 2 })),
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

function resourceBlocks(site: Site): Block[] {
  const { operations } = site.contract;
  const heading: Block = { kind: "heading", level: 2, content: ["Resources"], id: "resources" };
  if (operations.length === 0) return [];
  if (operations.length <= mostOperations) return [heading, operationTable(operations, "Operations", site)];
  return [heading, { kind: "paragraph", content: [pageLink(`All ${operations.length} operations`, fixedPages.operations), "."] }];
}

/** Each service type with its actions as a matrix; of many, only how many it has. */
function typeBlocks(site: Site): Block[] {
  const { serviceTypes } = site.contract;
  if (serviceTypes.length === 0) return [];
  const heading: Block = { kind: "heading", level: 2, content: ["Service types and actions"], id: "actions" };
  const all = serviceTypes.reduce((sum, { actions }) => sum + actions.length, 0);
  if (all > mostActions) {
    const rows = serviceTypes.map(({ name, actions }) => ({
      cells: [[pageLink(code(name), site.paths.type(name))], [String(actions.length)]],
    }));
    return [heading, { kind: "table", caption: "Service types", columns: [{ label: "Type" }, { label: "Actions" }], rows }];
  }
  return [heading, actionMatrix(serviceTypes, site)];
}
