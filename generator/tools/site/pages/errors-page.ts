import { compare } from "../../../diagnostics/diagnostic.js";
import type { ServiceType } from "../../../model/contract.js";
import { code, commaList, pageLink, type Inline } from "../content/inline.js";
import type { Page } from "../content/page.js";
import { fixedPages } from "../page-paths.js";
import type { Site } from "../site.js";

/** Whether some action of a type has an error of its own. */
export function hasOwnErrors({ actions }: ServiceType): boolean {
  return actions.some(({ errors }) => errors.length > 0);
}

/** Every error code that actions of a type have of their own, and the actions that have it. */
export function errorsPage(type: ServiceType, { paths }: Site): Page {
  const found = new Map<string, { statuses: Set<number>; actions: Inline[] }>();
  for (const action of type.actions) {
    for (const { code: name, status } of action.errors) {
      const entry = found.get(name) ?? { statuses: new Set(), actions: [] };
      found.set(name, entry);
      entry.statuses.add(status);
      entry.actions.push(pageLink(action.name, paths.action(type.name, action.name), "errors"));
    }
  }
  const rows = [...found.keys()].sort(compare).map((name) => {
    const { statuses, actions } = found.get(name)!;
    return { cells: [[code(name)], [[...statuses].sort().join(", ")], commaList(actions)] };
  });
  const columns = [{ label: "Code" }, { label: "Status", isNarrow: true }, { label: "Actions" }];
  return {
    path: paths.errors(type.name),
    title: `Errors of ${type.name} actions`,
    heading: ["Errors of ", code(type.name), " actions"],
    lead: ["What they answer besides the ", pageLink("errors of every call", fixedPages.start, "errors"), "."],
    tags: [],
    above: [{ title: type.name, path: paths.type(type.name) }],
    blocks: [{ kind: "table", look: "fields", caption: "Errors", columns, rows }],
    finds: [],
  };
}
