import type { RelatedLocation } from "../diagnostics/diagnostic.js";
import { quote } from "../diagnostics/escape.js";
import { own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { isRevealing } from "../document/reveals.js";
import { schemasIn } from "../json-schema/schema.js";
import { isSecret } from "../json-schema/secrets.js";
import { describeOperation, effectiveSecurity, endpointOf, isProtecting } from "./operations.js";
import { reachableSchemas, type ReachedSchema, type Sent } from "./reachable-schemas.js";
import type { ActionNode, OperationNode, RuleContext } from "./rule.js";

/** Returns whether an operation is marked as one that returns secrets. */
export function isMarked({ upgraded, extensionPrefix }: RuleContext, { operation }: OperationNode): boolean {
  return isRevealing(operation, upgraded, extensionPrefix);
}

/**
 * Returns whether only the operationId of a protected operation suggests that it returns secrets: `revealCredential`.
 */
export function isNamedReveal(context: RuleContext, { operation }: OperationNode): boolean {
  return (
    /^reveal(?![a-z])/.test(ownString(operation, "operationId") ?? "") && isProtecting(effectiveSecurity(context, operation))
  );
}

/**
 * Returns whether an action is marked as one that returns secrets: itself, by a required scope, or with its whole
 * endpoint.
 */
export function isRevealingAction(context: RuleContext, { map, action }: ActionNode): boolean {
  const { upgraded, extensionPrefix } = context;
  if (
    own(action, `x-${extensionPrefix}-reveal`) === true ||
    ownStrings(action, "scopes").some((scope) => scope.endsWith(":reveal"))
  )
    return true;
  const actionMap = context.actionMaps.find(({ actions }) => actions === map);
  const endpoint = actionMap && endpointOf(context, actionMap);
  return endpoint !== undefined && isRevealing(endpoint, upgraded, extensionPrefix);
}

/** Returns the responses of an operation, successful ones or others, with their names in messages. */
export function responsesOf(context: RuleContext, node: OperationNode, which: "2xx" | "others" | "all"): Sent[] {
  const responses = Object.entries(ownObject(node.operation, "responses") ?? {});
  return responses.flatMap(([status, value]: [string, JsonValue]): Sent[] => {
    if (which !== "all" && status.startsWith("2") !== (which === "2xx")) return [];
    return [
      {
        value,
        kind: "response",
        name: `the ${status === "default" ? "default response" : `response ${status}`} of ${describeOperation(node)}`,
      },
    ];
  });
}

/** Returns the parameters of an operation, those of its path first; references are not followed. */
export function parametersOf({ pathItem, operation }: OperationNode): readonly JsonValue[] {
  return [pathItem, operation].flatMap((holder) => {
    const list = own(holder, "parameters");
    return Array.isArray(list) ? list : [];
  });
}

/** Returns what the service sends in a webhook or callback: the parameters and the body of its request. */
export function requestOf({ resolve }: RuleContext, node: OperationNode): Sent[] {
  const name = `the request of the ${node.role} ${quote(node.path)}`;
  return [
    ...parametersOf(node).map((value): Sent => {
      const key = ownString(resolve(value), "name");
      return { value, kind: "parameter", name, ...(key !== undefined && { key }) };
    }),
    { value: own(node.operation, "requestBody"), kind: "requestBody", name },
  ];
}

/** Returns the result of an action as part of its response. */
export function resultOf({ name, type, action }: ActionNode): Sent {
  return { value: own(action, "result"), kind: "schema", name: `the result of ${quote(name)} of type ${quote(type)}` };
}

/**
 * Returns a function that determines which properties are omitted from what the service sends: `writeOnly` ones of
 * objects that it also receives.
 */
export function createLeftOut(context: RuleContext): (schema: JsonObject, property: string) => boolean {
  const { operations, actions } = context;
  const bodies = operations.flatMap((node): Sent[] => {
    if (node.role !== "api") return responsesOf(context, node, "all");
    return [{ value: own(node.operation, "requestBody"), kind: "requestBody", name: "" }];
  });
  const inputs = actions.map(({ action }): Sent => ({ value: own(action, "body"), kind: "schema", name: "" }));
  const received = new Set([...reachableSchemas(context, [...bodies, ...inputs])].map(({ schema }) => schema));
  return (schema, property) => received.has(schema) && isWriteOnly(context, schema, property);
}

function isWriteOnly({ upgraded }: RuleContext, schema: JsonObject, property: string): boolean {
  return schemasIn(upgraded, "response").isForeign(own(ownObject(schema, "properties"), property));
}

/** A secret or `writeOnly` value that the service sends although it was not explicitly requested, and the references to it. */
interface OpenValue extends ReachedSchema {
  /** Whether it is only reachable through `writeOnly` properties, which are omitted. */
  readonly isLeftOut: boolean;
  readonly related: readonly (RelatedLocation | undefined)[];
}

/**
 * Finds secrets and `writeOnly` values in results, responses, webhooks and callbacks that must not contain any. A `writeOnly`
 * property of a schema that the service also receives is fine: it is omitted from what is sent.
 */
export function findSentInTheOpen(context: RuleContext): readonly OpenValue[] {
  const found = known.get(context) ?? findOpenValues(context);
  known.set(context, found);
  return found;
}

/** What was found, for all rules that report it. */
const known = new WeakMap<RuleContext, readonly OpenValue[]>();

function findOpenValues(context: RuleContext): OpenValue[] {
  const { locations } = context;
  const sent = context.operations.flatMap((node) => {
    if (node.role !== "api") return isMarked(context, node) ? [] : requestOf(context, node);
    const mayReveal = isMarked(context, node) || isNamedReveal(context, node);
    return responsesOf(context, node, mayReveal ? "others" : "all");
  });
  const results = context.actions.filter((node) => !isRevealingAction(context, node)).map(resultOf);
  const reached = [...reachableSchemas(context, [...sent, ...results], createLeftOut(context))].filter(
    ({ schema }) => isSecret(schema) || schema["writeOnly"] === true,
  );
  if (reached.length === 0) return [];
  const isOmitted = (schema: JsonObject, name: string) => isWriteOnly(context, schema, name);
  const readable = new Set([...reachableSchemas(context, [...sent, ...results], isOmitted)].map(({ schema }) => schema));
  return reached.map((found): OpenValue => {
    const related = found.references().map((reference) => {
      const location = locations.value(reference, "$ref");
      return location && { message: "reached through this reference", location };
    });
    return { ...found, isLeftOut: !readable.has(found.schema), related };
  });
}
