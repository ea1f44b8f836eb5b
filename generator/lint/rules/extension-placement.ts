import type { Location } from "../../diagnostics/diagnostic.js";
import { quote } from "../../diagnostics/escape.js";
import { actionsType } from "../../document/extension.js";
import { isObject, ownObject, type JsonObject } from "../../document/json-value.js";
import { inPrefix } from "../bindings.js";
import { actionEndpoints } from "../operations.js";
import { defineRule, type OperationNode, type RuleContext } from "../rule.js";

const hint =
  "Put it into the POST operation whose path has the parameter {action}, once for each type. If another operation invokes the actions, define in x-platform-action-binding where its requests name the action.";

/** Actions belong to the one operation that invokes them: a POST whose path has an `{action}` parameter. */
export const extensionPlacement = defineRule({
  code: "extension-placement",
  severity: "error",
  comparesParts: true,
  message: ({ key, reason }: { key: string; reason: string }) => `${quote(key)} is not allowed here: ${reason}`,
  hint,
  cause:
    "Actions belong to the operation that invokes them, a `POST` whose path has the parameter `{action}`. If requests name the action elsewhere, the operation needs a [binding](bindings.md). In other locations there is no call for the actions to describe.",
  bad: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. } }
          x-platform-search-actions: { reindex: { label: Reindex } }`,
  good: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    const { actionMaps, locations } = context;
    const operations = new Map(context.operations.map((node) => [node.operation, node]));
    const shared = sharedOperations(context);
    const endpoints = actionEndpoints(context);
    const first = new Map<string, Location | undefined>();
    for (const { type, key, holder } of actionMaps) {
      if (shared.has(holder)) continue;
      const place = locations.key(holder, key);
      const reason = holder === context.upgraded ? rootProblem(endpoints) : operationProblem(operations.get(holder), endpoints);
      if (reason !== undefined) report({ key, reason }, place, inPrefix(hint, context));
      else if (!first.has(type)) first.set(type, place);
      else {
        const related = [
          { message: "the first definition", location: first.get(type) },
          { message: "the path of this operation", location: pathPlace(context, operations.get(holder)) },
        ].flatMap(({ message, location }) => (location ? [{ message, location }] : []));
        report({ key, reason: "the actions of the type are already defined elsewhere" }, place, {
          related,
          ...inPrefix(hint, context),
        });
      }
    }
    for (const kind of ["paths", "pathItem", "components"] as const) {
      for (const { value } of context.partsOf(kind)) {
        for (const key of Object.keys(value)) {
          if (actionsType(key, context.extensionPrefix) === undefined) continue;
          report({ key, reason: "it does not belong to an operation" }, locations.key(value, key), inPrefix(hint, context));
        }
      }
    }
  },
});

function rootProblem(endpoints: readonly OperationNode[]): string | undefined {
  if (endpoints.length === 1) return undefined;
  return `at the root it requires exactly one POST operation whose path has {action}, but there are ${endpoints.length}`;
}

function operationProblem(node: OperationNode | undefined, endpoints: readonly OperationNode[]): string | undefined {
  if (!node || node.role !== "api") return "callers don't invoke the operation";
  if (endpoints.includes(node)) return undefined;
  if (node.method !== "post") return `the operation is a ${node.method.toUpperCase()}, not a POST`;
  return "the operation's path has no {action} parameter";
}

function pathPlace({ upgraded, locations }: RuleContext, node: OperationNode | undefined): Location | undefined {
  const paths = ownObject(upgraded, "paths");
  return paths && node && locations.key(paths, node.path);
}

/** Operations of `components.pathItems`, which the loader has copied to where they are used. */
function sharedOperations({ upgraded }: RuleContext): Set<JsonObject> {
  const items = Object.values(ownObject(ownObject(upgraded, "components"), "pathItems") ?? {});
  return new Set(items.flatMap((item) => (isObject(item) ? Object.values(item).filter(isObject) : [])));
}
