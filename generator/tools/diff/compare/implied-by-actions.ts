import { parsePointer } from "../../../../templates/runtime/json.js";
import { factLocations, isKey, readAction, sentFacts, type Selector } from "../../../../templates/runtime/selector.js";
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
  /** The uses of schemas in which requests name the action, each with the paths to the name and the changed texts there. */
  readonly paths: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
}

/** Returns the endpoint of a pair of operations if some of its actions are reported as added, removed or renamed. */
export function changedNames(
  pair: OperationPair,
  types: readonly ServiceTypePair[],
  isReported: (rule: string) => boolean,
): ChangedNames | undefined {
  const endpoints = endpointPair(pair);
  const selector = endpoints?.after.binding.selector;
  if (!endpoints || !selector || placesOf(selector) !== placesOf(endpoints.before.binding.selector)) return undefined;
  const ofEndpoint = types.filter(({ after: { name } }) => endpoints.after.maps.some(({ type }) => type === name));
  const names = ofEndpoint.flatMap(({ addedActions, removedActions, renamedActions }) => [
    ...(isReported("action-added") ? addedActions : []),
    ...removedActions.filter(({ model }) =>
      isReported(model.deprecated ? "action-removed" : "action-removed-without-deprecation"),
    ),
    ...(isReported("action-renamed") ? renamedActions.flatMap(({ before, after }) => [before, after]) : []),
  ]);
  if (names.length === 0) return undefined;
  const bodies = ofEndpoint.flatMap(({ after }) => [...after.actions.values()].map((action) => describeAction(action)));
  const paths = new Map<string, Map<string, ReadonlySet<string>>>();
  for (const place of factLocations({ action: selector.action, rest: selector.rest })) {
    const path = place.in === "field" ? parsePointer(place.name).join(".") : "";
    const parameters = keptParameters(pair).filter(({ after: { model } }) => isAt(place, model));
    const uses = isInBody(place.in)
      ? [describeOperation(pair.after), ...bodies].map((text) => `the body of ${text}`)
      : parameters.map(({ after }) => describeParameter(after, pair.after));
    const texts = new Set(names.map(({ model }) => sentFacts(selector, model.name).find(([one]) => one === place)![1]));
    for (const use of uses) paths.set(use, new Map([...(paths.get(use) ?? []), [path, texts]]));
  }
  return { selector, names: new Set(names.map(({ model }) => model.name)), paths };
}

/** The locations of an action's name, as text. */
function placesOf(selector: Selector | undefined): string {
  return JSON.stringify([selector?.action, selector?.rest]);
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
  if (rule.id.startsWith("request-alternative-")) {
    const action = readAction(selector, { path: {}, query: {}, headers: {} }, witness);
    return path === "" && action !== undefined && names.has(action);
  }
  const isText = (value: unknown) => typeof value === "string" && named.get(path)?.has(value) === true;
  if (rule.id.startsWith("request-enum-value-")) return values.length > 0 && values.every(isText);
  return isKey(selector.action) && ofProperty.has(rule.id) && named.get("")?.has(path) === true;
}

/** Rules about a property that requests gain or lose. */
const ofProperty: ReadonlySet<string> = new Set(["request-property-added", "request-property-removed"]);
