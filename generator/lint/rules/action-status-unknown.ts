import type { Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { subschemasAt } from "../../document/visitor.js";
import { endpointOf } from "../operations.js";
import { defineRule, type ActionMapNode, type RuleContext, type RuleReport } from "../rule.js";
import { createStringValues, type StringValues } from "../string-values.js";

/** A status that an action declares or shows can be in the answer: the result schema of its type and its own `statuses` allow it. */
export const actionStatusUnknown = defineRule({
  code: "action-status-unknown",
  severity: "error",
  adjustable: true,
  message: ({ status, by }: { status: string; by: string }) => `the status ${quote(status)} is not allowed by ${by}`,
  hint: "Add it there, or use one that is there.",
  cause:
    "A status that is declared or shown in an example can't be in any valid answer, because something else that is declared excludes it.",
  bad: `
      add_ip:
        statuses: [active, pending]
        examples: { usual: { status: actve } }`,
  good: `
      add_ip:
        statuses: [active, pending]
        examples: { usual: { status: active } }`,
  at: "actions",

  check(context, report) {
    for (const map of context.actionMaps) {
      const allowed = resultStatuses(context, map);
      for (const action of Object.values(map.actions)) if (isObject(action)) checkAction(context, report, action, allowed);
    }
  },
});

type ReportStatus = RuleReport<{ status: string; by: string }>;

function checkAction(
  { locations }: RuleContext,
  report: ReportStatus,
  action: JsonObject,
  allowed: StringValues | undefined,
): void {
  const statuses = own(action, "statuses");
  if (allowed && Array.isArray(statuses)) {
    for (const [index, status] of statuses.entries()) {
      if (typeof status !== "string" || allowed.has(status)) continue;
      reportStatus(report, status, allowed.keys(), "the result schema of the type", locations.value(statuses, index));
    }
  }
  const declared = ownStrings(action, "statuses");
  for (const example of Object.values(ownObject(action, "examples") ?? {})) {
    const status = own(example, "status");
    if (!isObject(example) || typeof status !== "string") continue;
    const tell = (candidates: Iterable<string>, by: string) =>
      reportStatus(report, status, candidates, by, locations.value(example, "status"));
    if (declared.length > 0) {
      if (!declared.includes(status)) tell(declared, "the action's own list");
    } else if (allowed && !allowed.has(status)) tell(allowed.keys(), "the result schema of the type");
  }
}

function reportStatus(
  report: ReportStatus,
  status: string,
  candidates: Iterable<string>,
  by: string,
  location: Location | undefined,
): void {
  const near = suggest(status, candidates);
  report({ status, by }, location, near === undefined ? {} : { hint: `Did you mean ${quote(near)}?` });
}

/**
 * The values of `status` in the answers of a type: those of the one alternative of the answer whose `action` allows
 * exactly the type's actions. Absent where there is no such alternative.
 */
function resultStatuses(context: RuleContext, map: ActionMapNode): StringValues | undefined {
  const names = Object.keys(map.actions);
  const actionsOf = createStringValues(context, [{ property: "action" }]);
  const ofType = resultAlternatives(context, endpointOf(context, map)).filter((alternative) => {
    const allowed = actionsOf(alternative);
    return allowed?.size === names.length && names.every((name) => allowed.has(name));
  });
  return ofType.length === 1 ? createStringValues(context, [{ property: "status" }])(ofType[0]) : undefined;
}

/** The alternatives of the JSON answers 2xx of an operation, each once. */
function resultAlternatives(context: RuleContext, operation: JsonObject | undefined): JsonObject[] {
  const pending = Object.entries(ownObject(operation, "responses") ?? {})
    .filter(([status]) => status.startsWith("2"))
    .map(([, response]) => own(ownObject(ownObject(context.resolve(response), "content"), "application/json"), "schema"));
  const seen = new Set<JsonValue>();
  const found: JsonObject[] = [];
  while (pending.length > 0) {
    const schema = context.resolve(pending.pop());
    if (!isObject(schema) || seen.has(schema)) continue;
    seen.add(schema);
    const parts = [...subschemasAt(schema, "oneOf"), ...subschemasAt(schema, "anyOf")];
    if (parts.length === 0) found.push(schema);
    else pending.push(...parts);
  }
  return found;
}
