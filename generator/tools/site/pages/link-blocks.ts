import { parsePointer } from "../../../../templates/runtime/json.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Link, Response } from "../../../model/contract.js";
import type { Block } from "../blocks/block.js";
import { code, type Inline, pageLink, separated } from "../blocks/inline.js";
import { parseInlineMarkdown } from "../blocks/parse-markdown.js";
import type { Site } from "../site.js";

/** Returns a table of the calls that can follow a response, with the expressions that their parameters come from. */
export function linkBlocks({ links = [] }: Pick<Response, "links">, site: Site): Block[] {
  if (links.length === 0) return [];
  const rows = links.map((link) => ({ cells: [[code(link.name)], calledText(link, site), linkText(link)] }));
  const columns = [{ label: "Link" }, { label: "Calls" }, { label: "With" }];
  return [{ kind: "table", look: "fields", caption: "Links", columns, rows }];
}

/** The operation, as a link to its page if the contract has it. */
function calledText({ operation }: Link, { contract, paths }: Site): Inline[] {
  if (!operation) return [];
  const text = "id" in operation ? operation.id : operation.reference;
  const [method, path] = "id" in operation ? [] : referencedCall(text);
  const found = contract.operations.find((one) => one.id === text || (one.path === path && one.method.toLowerCase() === method));
  return [found ? pageLink(code(found.id), paths.operation(found.id)) : code(text)];
}

/** The method and path of a reference within the contract: `#/paths/~1users~1{id}/get`. */
function referencedCall(reference: string): readonly [method?: string, path?: string] {
  try {
    const [section, path, method] = reference.startsWith("#/") ? parsePointer(decodeURIComponent(reference.slice(1))) : [];
    return section === "paths" && method !== undefined ? [method, path!] : [];
  } catch {
    return [];
  }
}

function linkText({ parameters, body, description }: Link): Inline[] {
  const given = parameters.map(([name, value]): Inline[] => [code(name), " = ", valueText(value)]);
  const sent: Inline[][] = body === undefined ? [] : [["the body ", valueText(body)]];
  const about = description === undefined ? [] : [parseInlineMarkdown(description)];
  return separated([...given, ...sent, ...about], { kind: "break" });
}

function valueText(value: JsonValue): Inline {
  return code(typeof value === "string" ? value : JSON.stringify(value));
}
