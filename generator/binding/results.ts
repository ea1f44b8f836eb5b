import { formatPointer, typesOf } from "../../templates/runtime/json.js";
import { quote } from "../diagnostics/escape.js";
import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import { isFreeForm, memberAt, membersOf, type OneType } from "../json-schema/members.js";
import type { BindingProblem, BoundResponse } from "./binding.js";
import { inWords, isAny, offer, pointersIn, type BindingKey, type PointerTarget } from "./check-pointers.js";

/** Actions with their names. */
export type NamedActions = readonly (readonly [string, JsonValue])[];

/** Where the response has what all actions with a result refer to as theirs: the whole body, or one of its members. */
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

/** Schemas with their alternatives, references followed. */
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
 * The successes whose body is no result, where the whole body of others is one: they refer to none of the actions' results,
 * and require members that none of these has, as a 202 does that names an operation.
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

/** What actions return must fit the place that it has: an object can't stand where a text does. */
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
