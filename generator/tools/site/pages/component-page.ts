import { ownString } from "../../../document/json-value.js";
import { code } from "../content/inline.js";
import type { Page } from "../content/page.js";
import { parseMarkdown } from "../content/parse-markdown.js";
import { mergedSchema } from "../schema/merged-schema.js";
import type { Site } from "../site.js";
import { schemaBlocks } from "./operation-bodies.js";

/** The page of a schema that other pages have no room for. */
export function componentPage(name: string, site: Site): Page {
  const value = site.contract.schemas.get(name);
  const description = ownString(mergedSchema(value, site.contract.schemas).schema, "description");
  const { blocks, finds } = schemaBlocks(value, "field", site);
  return {
    path: site.paths.component(name),
    title: name,
    heading: [code(name)],
    lead: ["A schema that others refer to."],
    tags: [],
    above: [],
    blocks: [
      ...(description === undefined ? [] : parseMarkdown(description)),
      { kind: "heading", level: 2, content: ["Fields"], id: "fields" },
      ...blocks,
    ],
    finds,
  };
}
