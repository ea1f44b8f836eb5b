import { formatPointer, typesOf } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import { isFreeForm, memberAt, membersOf, type OneType } from "../json-schema/members.js";
import type { BindingProblem, BoundResponse } from "./binding.js";
import { inWords, isAny, offer, pointersIn, type BindingKey, type PointerTarget } from "./check-pointers.js";

/** Actions by name. */
export type NamedActions = readonly (readonly [string, JsonValue])[];

/** Returns the location whose schema includes the results of all actions: the whole body, or one of its members. */
export function sharedResult(schema: JsonObject, document: JsonObject, actions: NamedActions): string | undefined {
  const results = resultsOf(actions, document);
  if (results.length === 0) return undefined;
  const isAt = (alternatives: readonly JsonValue[]) => {
    const all = alternativesOf(alternatives, document);
    return results.every((result) => isObject(result) && all.has(result));
  };
  if (isAt([schema])) return "";
  const found = [...membersOf(schema, document)].find(([, { schemas }]) => isAt(schemas));
  return found && formatPointer([found[0]]);
}

function resultsOf(actions: NamedActions, document: JsonObject): (JsonValue | undefined)[] {
  return actions.flatMap(([, action]) => {
    const result = own(action, "result");
    return result === undefined ? [] : [resolveComponent(result, document)];
  });
}

/** Returns schemas with their alternatives, with references followed. */
function alternativesOf(schemas: readonly JsonValue[], document: JsonObject): Set<JsonValue> {
  const found = new Set<JsonValue>();
  const pending = [...schemas];
  while (pending.length > 0) {
    const schema = resolveComponent(pending.pop(), document);
    if (!isObject(schema) || found.has(schema)) continue;
    found.add(schema);
    for (const keyword of ["anyOf", "oneOf"]) {
      const list = own(schema, keyword);
      if (Array.isArray(list)) pending.push(...list);
    }
  }
  return found;
}

/**
 * Returns the successes whose body is not the result, although the whole body of others is: they refer to no action's
 * result, and require members that no result has, such as a 202 that names an operation.
 */
export function otherBodies(successes: readonly BoundResponse[], actions: NamedActions, document: JsonObject): string[] {
  const results = resultsOf(actions, document);
  const isResult = (schema: JsonValue | undefined): boolean => {
    if (schema === undefined || isFreeForm(schema, document)) return true;
    const alternatives = alternativesOf([schema], document);
    if (results.some((result) => isObject(result) && alternatives.has(result))) return true;
    const required = [...membersOf(schema, document)].flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
    return results.some((result) => {
      const members = membersOf(result, document);
      return isFreeForm(result, document) || required.every((name) => members.has(name));
    });
  };
  if (results.length === 0) return [];
  const others = successes.filter(({ json }) => json.length > 0 && !json.some(({ schema }) => isResult(schema)));
  return others.length === successes.length ? [] : others.map(({ status }) => status);
}

/** The results of actions must match the type of their location: an object can't replace a string. */
export function checkResultType(
  { schema, document }: Pick<PointerTarget, "schema" | "document">,
  pointer: string | undefined,
  actions: NamedActions,
  at: BindingKey,
  problems: BindingProblem[],
): void {
  const member = pointer === undefined ? undefined : memberAt(schema, pointer, document);
  const isTold = problems.some(({ holder, key }) => holder === at.holder && key === at.key);
  if (pointer === undefined || !member || isTold) return;
  for (const [name, action] of actions) {
    const result = own(action, "result");
    const types = result === undefined ? [] : (typesOf(resolveComponent(result, document) ?? {}) ?? []);
    const known = types.filter((type): type is OneType => type !== "null");
    if (known.length === 0 || isAny(member, known, document)) continue;
    problems.push({
      kind: "binding-invalid",
      text: `the result of ${quote(name)} is ${inWords(known)}, which ${quote(pointer)} of the response doesn't allow`,
      hint: offer(pointersIn(schema, document, known)),
      ...at,
    });
    return;
  }
}
