import { successSchema } from "../../binding/binding.js";
import type { Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownObject, ownStrings, type JsonObject } from "../../document/json-value.js";
import { boundEndpoints } from "../bindings.js";
import { stepsOf } from "../declared-facts.js";
import { defineRule, type ActionMapNode, type RuleContext, type RuleReport } from "../rule.js";
import { createStringValues, type StringValues } from "../string-values.js";

/** A status that an action declares or shows in an example must be possible: its type's result schema and its own `statuses` allow it. */
export const actionStatusUnknown = defineRule({
  code: "action-status-unknown",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ status, by }: { status: string; by: string }) => `the status ${quote(status)} is not allowed by ${by}`,
  hint: "Add the status there, or use one that is allowed.",
  cause:
    "The action declares a status, or shows it in an example, that another declaration excludes. No valid response can contain it.",
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
      const allowed = allowedStatuses(context, map);
      for (const action of Object.values(map.actions)) if (isObject(action)) checkAction(context, report, action, allowed);
    }
  },
});

type ReportStatus = RuleReport<{ status: string; by: string }>;

function checkAction({ locations }: RuleContext, report: ReportStatus, action: JsonObject, allowed: Allowed | undefined): void {
  const statuses = own(action, "statuses");
  if (allowed && Array.isArray(statuses)) {
    for (const [index, status] of statuses.entries()) {
      if (typeof status !== "string" || allowed.statuses.has(status)) continue;
      reportStatus(report, status, allowed.statuses.keys(), allowed.by, locations.value(statuses, index));
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
    } else if (allowed && !allowed.statuses.has(status)) tell(allowed.statuses.keys(), allowed.by);
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

/** The possible statuses of a response, and what restricts them. */
export interface Allowed {
  readonly statuses: StringValues;
  readonly by: string;
}

/**
 * The statuses in the responses of a type, at their location in the contract's envelope: those of the only alternative
 * whose action is exactly the type's, else those of all. Absent if a response may have any.
 */
export function allowedStatuses(context: RuleContext, { type, actions, holder }: ActionMapNode): Allowed | undefined {
  const bound = boundEndpoints(context).find(({ endpoint, types }) =>
    holder === context.upgraded ? types.includes(type) : endpoint.operation === holder,
  );
  const { action, status } = bound?.binding.envelope ?? {};
  if (!bound || status === undefined) return undefined;
  const statusesOf = createStringValues(context, stepsOf(status));
  const schema = successSchema(bound.endpoint, context.upgraded);
  if (action !== undefined) {
    const names = Object.keys(actions);
    const actionsOf = createStringValues(context, stepsOf(action));
    const ofType = context.schemaOf(schema).branches.filter(({ node }) => {
      const allowed = actionsOf(node);
      return allowed?.size === names.length && names.every((name) => allowed.has(name));
    });
    const statuses = ofType.length === 1 ? statusesOf(ofType[0]!.node) : undefined;
    if (statuses) return { statuses, by: "the result schema of the type" };
  }
  const statuses = statusesOf(schema);
  return statuses && { statuses, by: "the responses of the endpoint" };
}
