import { formatPointer, typesOf } from "../../templates/runtime/json.js";
import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import type { OneType } from "../json-schema/schema-questions.js";
import { schemasIn, type Schema } from "../json-schema/schema.js";
import { responseCode } from "./codes/responses.js";
import type { BoundResponse } from "./binding.js";
import { inWords, isAny, offer, pointersIn, type PointerTarget } from "./check-pointers.js";
import type { BindingKey, BindingProblem } from "./problem.js";

/** Actions by name. */
export type NamedActions = readonly (readonly [string, JsonValue])[];

/** Returns the location whose schema includes the results of all actions: the whole body, or one of its members. */
export function sharedResult(schema: JsonObject, document: JsonObject, actions: NamedActions): string | undefined {
  const results = resultsOf(actions, document);
  if (results.length === 0) return undefined;
  const isAt = (at: Schema) => {
    const all = nodesOf(at);
    return results.every((result) => isObject(result) && all.has(result));
  };
  if (isAt(schemasIn(document).of(schema))) return "";
  const found = [...schemasIn(document).of(schema).members].find(([, member]) => isAt(member.schema));
  return found && formatPointer([found[0]]);
}

function resultsOf(actions: NamedActions, document: JsonObject): (JsonValue | undefined)[] {
  return actions.flatMap(([, action]) => {
    const result = own(action, "result");
    return result === undefined ? [] : [resolveComponent(result, document)];
  });
}

/** Returns the objects that describe values by themselves: a schema, its alternatives and theirs. */
function nodesOf({ alternatives }: Schema): ReadonlySet<JsonValue> {
  return new Set([...alternatives].map(({ node }) => node));
}

/**
 * Returns the successes whose body is not the result, although the whole body of others is: they refer to no action's
 * result, and require members that no result has, such as a 202 that names an operation.
 */
export function otherBodies(successes: readonly BoundResponse[], actions: NamedActions, document: JsonObject): string[] {
  const results = resultsOf(actions, document);
  const isResult = (schema: JsonValue | undefined): boolean => {
    if (schema === undefined || schemasIn(document).of(schema).isFreeForm) return true;
    const alternatives = nodesOf(schemasIn(document).of(schema));
    if (results.some((result) => isObject(result) && alternatives.has(result))) return true;
    const required = [...schemasIn(document).of(schema).members].flatMap(([name, { isRequired }]) => (isRequired ? [name] : []));
    return results.some((result) => {
      const { members, isFreeForm } = schemasIn(document).of(result);
      return isFreeForm || required.every((name) => members.has(name));
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
  const member = pointer === undefined ? undefined : schemasIn(document).at(schema, pointer);
  const isTold = problems.some(({ holder, key }) => holder === at.holder && key === at.key);
  if (pointer === undefined || !member || isTold) return;
  for (const [name, action] of actions) {
    const result = own(action, "result");
    const types = result === undefined ? [] : (typesOf(resolveComponent(result, document) ?? {}) ?? []);
    const known = types.filter((type): type is OneType => type !== "null");
    if (known.length === 0 || isAny(member, known)) continue;
    const parameters = { action: name, types: inWords(known), pointer };
    problems.push(responseCode.problem("result", parameters, at, offer(pointersIn(schema, document, known))));
    return;
  }
}
