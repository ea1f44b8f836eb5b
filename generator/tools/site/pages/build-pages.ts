import { ownString } from "../../../document/json-value.js";
import type { Page } from "../blocks/block.js";
import { resolveAnchors } from "../blocks/anchors.js";
import { code } from "../blocks/inline.js";
import { parseMarkdown } from "../blocks/parse-markdown.js";
import { mergedSchema } from "../schema/describe-type.js";
import { advertisedActions, type Site } from "../site.js";
import { actionPage } from "./action-page.js";
import { authenticationPage } from "./authentication-page.js";
import { extraPage } from "./extra-page.js";
import { lifecyclePage } from "./lifecycle-page.js";
import { schemaBlocks } from "./operation-bodies.js";
import { operationPage } from "./operation-page.js";
import { operationsPage } from "./operations-page.js";
import { startPage } from "./start-page.js";
import { errorsPage, hasOwnErrors, typePage } from "./type-page.js";
import { webhooksPage } from "./webhooks-page.js";

/** Returns all pages of a site, the start page first; pages of the same kind link to the previous and the next one. */
export function buildPages(site: Site): Page[] {
  const { contract, options } = site;
  const operations = contract.operations.map((operation) => operationPage(operation, site));
  const actions = contract.serviceTypes.flatMap((type) =>
    advertisedActions(type).map((action) => actionPage(action, type, site)),
  );
  const authentication = authenticationPage(site);
  const lifecycle = lifecyclePage(site);
  const webhooks = webhooksPage(site);
  return resolveAnchors([
    startPage(site),
    ...(options.pages ?? []).map((page) => extraPage(page, site)),
    ...(operations.length > 0 ? [operationsPage(site)] : []),
    ...inARow(operations),
    ...contract.serviceTypes.map((type) => typePage(type, site)),
    ...contract.serviceTypes.filter(hasOwnErrors).map((type) => errorsPage(type, site)),
    ...inARow(actions),
    ...(authentication ? [authentication] : []),
    ...(webhooks ? [webhooks] : []),
    ...(lifecycle ? [lifecycle] : []),
    ...linkedComponents(site),
  ]);
}

/** Returns the pages of components that others link to, which may link to further ones. */
function linkedComponents(site: Site): Page[] {
  const pages: Page[] = [];
  for (const name of site.linkedComponents) pages.push(componentPage(name, site));
  return pages;
}

function inARow(pages: readonly Page[]): Page[] {
  return pages.map((page, index) => ({ ...page, previous: pages[index - 1], next: pages[index + 1] }));
}

/** Returns the page of a schema that is too large for other pages. */
function componentPage(name: string, site: Site): Page {
  const value = site.contract.schemas.get(name);
  const description = ownString(mergedSchema(value, site.contract.schemas).schema, "description");
  const { blocks, finds } = schemaBlocks(value, "field", site);
  return {
    path: site.paths.component(name),
    title: name,
    heading: [code(name)],
    lead: ["A shared schema."],
    tags: [],
    above: [],
    blocks: [
      ...(description === undefined ? [] : parseMarkdown(description, { headingLevel: 2 })),
      { kind: "heading", level: 2, content: ["Fields"], id: "fields" },
      ...blocks,
    ],
    finds,
  };
}
