import { parsePointer } from "../../../../templates/runtime/json.js";
import { readAction, writtenFact, type Selector } from "../../../../templates/runtime/selector.js";
import { isAt, isInBody } from "../../../document/fact-places.js";
import { describeAction, type ServiceTypePair } from "../contract/actions.js";
import { endpointPair } from "../contract/endpoints.js";
import { describeOperation, describeParameter, keptParameters, type OperationPair } from "../contract/operations.js";
import type { SchemaChange } from "./schema-comparer.js";

/** An endpoint whose requests name actions that only one version has. */
export interface ChangedNames {
  readonly selector: Selector;
  /** The names as they are reported: of added, removed and renamed actions. */
  readonly names: ReadonlySet<string>;
  /** The uses of schemas in which requests name the action, each with the path to the name. */
  readonly paths: ReadonlyMap<string, string>;
}

/** Returns the endpoint of a pair of operations if some of its actions are reported as added, removed or renamed. */
export function changedNames(
  pair: OperationPair,
  types: readonly ServiceTypePair[],
  isReported: (rule: string) => boolean,
): ChangedNames | undefined {
  const endpoints = endpointPair(pair);
  const selector = endpoints?.after.binding.selector;
  if (!endpoints || !selector || JSON.stringify(selector.action) !== JSON.stringify(endpoints.before.binding.selector?.action))
    return undefined;
  const ofEndpoint = types.filter(({ after: { name } }) => endpoints.after.maps.some(({ type }) => type === name));
  const names = ofEndpoint.flatMap(({ addedActions, removedActions, renamedActions }) => [
    ...(isReported("action-added") ? addedActions : []),
    ...removedActions.filter(({ model }) =>
      isReported(model.deprecated ? "action-removed" : "action-removed-without-deprecation"),
    ),
    ...(isReported("action-renamed") ? renamedActions.flatMap(({ before, after }) => [before, after]) : []),
  ]);
  if (names.length === 0) return undefined;
  const { in: place, name } = selector.action;
  const path = place === "field" ? parsePointer(name).join(".") : "";
  const bodies = ofEndpoint.flatMap(({ after }) => [...after.actions.values()].map((action) => describeAction(action)));
  const parameters = keptParameters(pair).filter(({ after: { model } }) => isAt(selector.action, model));
  const uses = isInBody(place)
    ? [describeOperation(pair.after), ...bodies].map((text) => `the body of ${text}`)
    : parameters.map(({ after }) => describeParameter(after, pair.after));
  return {
    selector,
    names: new Set(names.map(({ model }) => model.name)),
    paths: new Map(uses.map((use) => [use, path])),
  };
}

/**
 * Leaves out the alternatives and values by which requests name actions that are reported themselves: a renamed action is one
 * change, wherever requests name it.
 */
export function withoutNames(changes: readonly SchemaChange[], endpoints: readonly ChangedNames[]): readonly SchemaChange[] {
  if (endpoints.length === 0) return changes;
  return changes.flatMap((change) => {
    const pathOf = (use: string) => change.paths.get(use) ?? change.path;
    const uses = change.uses.filter((use) => !endpoints.some((endpoint) => isName(change, use, pathOf(use), endpoint)));
    return uses.length === 0 ? [] : [{ ...change, uses, path: pathOf(uses[0]!) }];
  });
}

function isName({ rule, values, witness }: SchemaChange, use: string, path: string, { selector, names, paths }: ChangedNames) {
  const named = paths.get(use);
  if (named === undefined) return false;
  const written = new Set([...names].map((name) => writtenFact(selector.action, name)));
  if (rule.id.startsWith("request-alternative-")) {
    const action = readAction(selector, { path: {}, query: {}, headers: {} }, witness);
    return path === "" && action !== undefined && names.has(action);
  }
  if (rule.id.startsWith("request-enum-value-"))
    return path === named && values.length > 0 && values.every((value) => typeof value === "string" && written.has(value));
  return selector.action.in === "key" && ofProperty.has(rule.id) && written.has(path);
}

/** Rules about a property that requests gain or lose. */
const ofProperty: ReadonlySet<string> = new Set(["request-property-added", "request-property-removed"]);
