import { createHandleOf, type ServiceFacts } from "../../../../../templates/runtime/client/service-handle.js";
import { valueAt } from "../../../../../templates/runtime/json.js";
import type { TryService } from "../try-page.js";
import { create } from "./dom.js";
import type { Received } from "./response-view.js";

/** Shows which actions of a service are enabled, and marks its state and plan in the matrix of the page. */
export function createServiceView({ type, typeAt, statusAt, planAt, actionsAt, actions }: TryService) {
  const element = create("section", { class: "service", "aria-label": "Actions now" });
  let marked: readonly Element[] = [];
  const clear = () => {
    element.replaceChildren();
    for (const cell of marked) cell.classList.remove("now");
    marked = [];
  };
  return {
    element,
    clear,
    /** Shows the service in a response, if it has one. */
    show({ status, json }: Received): void {
      clear();
      if (status < 200 || status > 299 || json === undefined) return;
      const textAt = (pointer: string | undefined) => {
        const value = pointer === undefined ? undefined : valueAt(json, pointer);
        return typeof value === "string" ? value : undefined;
      };
      const other = textAt(typeAt);
      if (other !== undefined && other !== type) {
        element.append(create("p", {}, `It is of the type ${other}, not ${type}.`));
        return;
      }
      const advertised = valueAt(json, actionsAt);
      const facts = { type, actions: Array.isArray(advertised) ? (advertised as ServiceFacts["actions"]) : undefined };
      const { reason } = createHandleOf(facts, json, {} as Record<string, unknown>);
      const reasons = actions.map((action) => ({ ...action, why: reason(action.name) }));
      const enabled = reasons.filter(({ why }) => why === undefined).length;
      const [state, plan] = [textAt(statusAt), textAt(planAt)];
      const rows = reasons.map(({ name, href, why }) =>
        create(
          "tr",
          { class: why === undefined ? "enabled" : undefined },
          create("th", { scope: "row" }, create("a", { href }, create("code", {}, name))),
          create("td", {}, why === undefined ? "enabled" : "disabled"),
          create("td", {}, why ?? ""),
        ),
      );
      const heads = ["Action", "Now", "Reason"].map((text) => create("th", { scope: "col" }, text));
      const facets = [
        ...(state === undefined ? [] : [`its state is ${state}`]),
        ...(plan === undefined ? [] : [`its plan is ${plan}`]),
      ];
      element.append(
        create(
          "p",
          {},
          `${enabled} of ${actions.length} actions are enabled${facets.length > 0 ? `; ${facets.join(", ")}` : ""}.`,
        ),
        create(
          "table",
          { class: "fields", "aria-label": "Actions now" },
          create("thead", {}, create("tr", {}, ...heads)),
          create("tbody", {}, ...rows),
        ),
      );
      marked = [...cellsOf("States", state), ...cellsOf("Plans", plan)];
      for (const cell of marked) cell.classList.add("now");
    },
  };
}

/** The cells of a column of the matrix: its heading, by the name of its group and its own, and those below. */
function cellsOf(group: string, name: string | undefined): Element[] {
  const [first, second, ...rows] = document.querySelector<HTMLTableElement>("table.matrix")?.rows ?? [];
  if (!first || !second || name === undefined) return [];
  let [column, below] = [0, 0];
  for (const cell of first.cells) {
    const isGroup = cell.colSpan > 1 || cell.scope === "colgroup";
    const own = isGroup ? [...second.cells].slice(below, below + cell.colSpan) : [];
    const index = cell.textContent === group ? own.findIndex((one) => one.textContent === name) : -1;
    if (index >= 0) return [own[index]!, ...rows.flatMap((row) => row.cells[column + index] ?? [])];
    column += cell.colSpan;
    below += own.length;
  }
  return [];
}
