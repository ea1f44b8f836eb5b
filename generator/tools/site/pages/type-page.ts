import { compare } from "../../../diagnostics/diagnostic.js";
import type { ServiceType } from "../../../model/contract.js";
import type { Block, Fact } from "../content/block.js";
import { parseInlineMarkdown } from "../content/inline-markdown.js";
import { code, commaList, pageLink, type Inline } from "../content/inline.js";
import type { Page } from "../content/page.js";
import { advertisedActions, endpointOf, type Site } from "../site.js";
import { actionMatrix } from "./action-matrix.js";
import { hasOwnErrors } from "./errors-page.js";
import { actionLead, actionTags } from "./action-words.js";

/** The page of a service type: its plans, and its actions as a list and as a matrix. */
export function typePage(type: ServiceType, site: Site): Page {
  const actions = advertisedActions(type);
  const endpoint = endpointOf(type, site.contract);
  const list = actions.map((action) => ({
    cells: [
      [
        pageLink(code(action.name), site.paths.action(type.name, action.name)),
        ...actionTags(action).flatMap((tag): Inline[] => [" ", tag]),
      ],
      parseInlineMarkdown(actionLead(action)),
    ],
  }));
  const blocks: Block[] = [
    { kind: "facts", facts: typeFacts(type, site) },
    { kind: "heading", level: 2, content: ["Actions"], id: "actions" },
    { kind: "table", look: "fields", caption: "Actions", columns: [{ label: "Action" }, { label: "What it does" }], rows: list },
    { kind: "heading", level: 2, content: ["Who, where, when"], id: "matrix" },
    actionMatrix([type], site),
  ];
  return {
    path: site.paths.type(type.name),
    title: `Actions of ${type.name}`,
    heading: ["Actions of ", code(type.name)],
    lead: [
      `${actions.length === 1 ? "1 action" : `${actions.length} actions`} of services of this type, through `,
      pageLink(code(endpoint.id), site.paths.operation(endpoint.id)),
      ".",
    ],
    tags: [],
    above: [],
    blocks: actions.length > 0 ? blocks : blocks.slice(0, 1),
    finds: [],
  };
}

function typeFacts(type: ServiceType, { lifecycle, paths }: Site): Fact[] {
  const plans = lifecycle?.plans.get(type.name) ?? [];
  const scopes = [...new Set(type.actions.flatMap((action) => action.scopes))];
  return [
    ...plans.map(({ name, description }) => ({
      term: `Plan ${name}`,
      content: description === undefined ? [] : parseInlineMarkdown(description),
    })),
    ...(scopes.length > 0 ? [{ term: "Scopes", content: commaList(scopes.sort(compare).map(code)) }] : []),
    ...(hasOwnErrors(type)
      ? [{ term: "Errors", content: [pageLink("all errors of these actions", paths.errors(type.name))] }]
      : []),
  ];
}
