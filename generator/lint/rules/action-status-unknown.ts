import { quote } from "../../diagnostics/catalog/entry.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { endpointOf } from "../action-endpoint.js";
import { branches } from "../branches.js";
import type { ActionMapNode, Rule, RuleContext } from "../rule.js";
import { createStringValues, type StringValues } from "../string-values.js";

/** A status that an action declares or shows can be in the answer: the result schema of its type and its own `statuses` allow it. */
export const actionStatusUnknown: Rule = {
  code: "action-status-unknown",
  check(context) {
    for (const map of context.actionMaps) {
      const allowed = resultStatuses(context, map);
      for (const action of Object.values(map.actions)) if (isObject(action)) checkAction(context, action, allowed);
    }
  },
};

function checkAction(context: RuleContext, action: JsonObject, allowed: StringValues | undefined): void {
  const { places } = context;
  const statuses = own(action, "statuses");
  if (allowed && Array.isArray(statuses)) {
    for (const [index, status] of statuses.entries()) {
      if (typeof status !== "string" || allowed.has(status)) continue;
      reportStatus(context, status, allowed.keys(), "the result schema of the type", places.value(statuses, index));
    }
  }
  const declared = ownStrings(action, "statuses");
  for (const example of Object.values(ownObject(action, "examples") ?? {})) {
    const status = own(example, "status");
    if (!isObject(example) || typeof status !== "string") continue;
    const tell = (candidates: Iterable<string>, by: string) =>
      reportStatus(context, status, candidates, by, places.value(example, "status"));
    if (declared.length > 0) {
      if (!declared.includes(status)) tell(declared, "the action's own list");
    } else if (allowed && !allowed.has(status)) tell(allowed.keys(), "the result schema of the type");
  }
}

function reportStatus(
  context: RuleContext,
  status: string,
  candidates: Iterable<string>,
  by: string,
  place: ReturnType<RuleContext["places"]["value"]>,
): void {
  const near = suggest(status, candidates);
  context.report(
    "action-status-unknown",
    { status, by },
    place,
    near === undefined ? {} : { hint: `Did you mean ${quote(near)}?` },
  );
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
    const parts = [...branches(schema, "oneOf"), ...branches(schema, "anyOf")];
    if (parts.length === 0) found.push(schema);
    else pending.push(...parts);
  }
  return found;
}
