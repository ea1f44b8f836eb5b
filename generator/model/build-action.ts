import { compare } from "../diagnostics/diagnostic.js";
import { own, ownObject, ownString, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { loneReference } from "../document/reference.js";
import type { Action, ActionError, ActionExample } from "./contract.js";
import { identifier, pascalCase } from "./names.js";

/** The body of an action that takes no input: only `{}` is valid. */
const noInput: JsonObject = { additionalProperties: false, type: "object" };

/** The result of an action that declares none. */
const anyResult: JsonObject = { additionalProperties: true, type: "object" };

/**
 * Reads one Action Object. A body or result that is not a plain reference to a component becomes one, named after
 * type and action: `PostgresAddIpBody`.
 */
export function buildAction(
  serviceType: string,
  pascalType: string,
  name: string,
  action: JsonObject,
  schemas: JsonObject,
  nameSchema: (wanted: string) => string,
): Action {
  const hoist = (schema: JsonValue, suffix: string): string => {
    const existing = loneReference(schema);
    if (existing !== undefined) return existing;
    const hoisted = nameSchema(`${pascalType}${pascalCase(name)}${suffix}`);
    schemas[hoisted] = schema;
    return hoisted;
  };
  const flag = (key: string) => own(action, key) === true;
  const availability = ownObject(action, "availability");
  const summary = ownString(action, "summary");
  return {
    serviceType,
    name,
    identifier: identifier(name),
    label: ownString(action, "label") ?? summary ?? name,
    summary,
    description: ownString(action, "description"),
    tags: ownStrings(action, "tags"),
    body: hoist(own(action, "body") ?? noInput, "Body"),
    takesInput: Object.hasOwn(action, "body"),
    ...(own(ownObject(action, "requestBody"), "required") === false && { mayLackBody: true }),
    result: hoist(own(action, "result") ?? anyResult, "Result"),
    returnsResult: Object.hasOwn(action, "result"),
    statuses: ownStrings(action, "statuses"),
    scopes: ownStrings(action, "scopes"),
    effectiveScopes: [],
    readOnly: flag("readOnly"),
    idempotent: flag("idempotent"),
    destructive: flag("destructive"),
    async: flag("async"),
    deprecated: flag("deprecated"),
    reveals: ownStrings(action, "scopes").some((scope) => scope.endsWith(":reveal")),
    states: own(availability, "states") === undefined ? undefined : ownStrings(availability, "states"),
    plans: own(availability, "plans") === undefined ? undefined : ownStrings(availability, "plans"),
    errors: buildErrors(own(action, "errors")),
    examples: buildExamples(ownObject(action, "examples") ?? {}),
  };
}

/** Returns the errors that an action declares. */
export function buildErrors(errors: JsonValue | undefined): ActionError[] {
  if (!Array.isArray(errors)) return [];
  return errors
    .map((error) => ({
      code: ownString(error, "code") ?? "",
      status: Number(own(error, "status")),
      description: ownString(error, "description"),
    }))
    .sort((a, b) => a.status - b.status || compare(a.code, b.code));
}

function buildExamples(examples: JsonObject): ActionExample[] {
  return Object.keys(examples)
    .sort(compare)
    .map((name) => {
      const example = own(examples, name);
      return {
        name,
        summary: ownString(example, "summary"),
        body: own(example, "body"),
        status: ownString(example, "status"),
        result: own(example, "result"),
      };
    });
}
