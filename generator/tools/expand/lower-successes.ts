import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { isObject, own, ownObject } from "../../document/json-value.js";
import { resolveComponent, resolveSchema, schemaReference } from "../../document/reference.js";
import { annotationKeywords } from "../../document/schema-keywords.js";
import { contentOf } from "../../document/media-kind.js";
import { actionFactsSchema } from "../../model/action-bodies.js";
import { actionResponses } from "../../model/action-responses.js";
import type { Action, Contract } from "../../model/contract.js";
import type { ActionEndpoint, ContractSource } from "./lowered-contract.js";

/** A success of an action. */
export interface LoweredSuccess {
  /** Its key in the Responses Object. */
  readonly status: string;
  /** The endpoint's Response Object for it; absent if undeclared. */
  readonly declared: JsonObject | undefined;
  /** Absent if it has no body. */
  readonly mediaType: string | undefined;
  /** The component with the schema of its body. */
  readonly name: string | undefined;
  /** Set if that component belongs only to this success. */
  readonly schema: JsonValue | undefined;
  /** Whether a body contains only facts of the action, so that an example of the facts is an example of the body. */
  readonly hasOnlyFacts: boolean;
}

/** Returns the successes of an action with the schemas of their bodies; the first one gets the requested name. */
export function lowerSuccesses(
  { base, contract }: ContractSource,
  { model, operation }: ActionEndpoint,
  action: Action,
  wanted: string,
  nameSchema: (wanted: string) => string,
): LoweredSuccess[] {
  const { responses, isDefault } = actionResponses(model, action, contract);
  const usual = action.async ? "202" : "200";
  const all = ownObject(operation, "responses") ?? {};
  const find = (keys: readonly (string | undefined)[]) => {
    const key = keys.find((one) => one !== undefined && Object.hasOwn(all, one));
    return key === undefined ? undefined : (resolveComponent(all[key], base) as JsonObject);
  };
  if (isDefault) {
    const [response] = responses;
    const status = response?.status === undefined ? usual : String(response.status);
    const declared = find([status, "2XX", "2xx"]);
    const mediaType = response!.mediaType!;
    return [{ status, declared, mediaType, name: nameSchema(wanted), schema: defaultSchema(action), hasOnlyFacts: true }];
  }
  const names = new Map<string, string>();
  return responses.map((response): LoweredSuccess => {
    const { key, mediaType, others } = response;
    const hasOnlyFacts = others !== "required";
    const declared = find([key]);
    const status = key === undefined || key === "default" ? usual : key;
    if (mediaType === undefined) return { status, declared, mediaType, name: undefined, schema: undefined, hasOnlyFacts };
    const general = contentOf(declared, base).find(({ kind }) => kind === "json")?.schema;
    const facts = actionFactsSchema(action, response);
    const isAlone = general === undefined || isPlainObject(general, contract);
    const schema = { allOf: isAlone ? [facts] : isPlainObject(facts, contract) ? [general] : [general, facts] };
    const text = JSON.stringify(schema);
    const known = names.get(text);
    if (known !== undefined) return { status, declared, mediaType, name: known, schema: undefined, hasOnlyFacts };
    const name = nameSchema(names.size === 0 ? wanted : `${wanted}${status}`);
    names.set(text, name);
    return { status, declared, mediaType, name, schema, hasOnlyFacts };
  });
}

/** Returns whether a schema only requires an object. Next to another, openapi-typescript would allow it no members. */
function isPlainObject(value: JsonValue, { schemas }: Pick<Contract, "schemas">): boolean {
  const schema = resolveSchema(value, schemas, (reference) => Object.keys(reference).length === 1);
  if (!isObject(schema) || own(schema, "type") !== "object") return false;
  const others = Object.keys(schema).filter((key) => key !== "type" && key !== "properties" && !annotationKeywords.has(key));
  return others.length === 0 && Object.keys(ownObject(schema, "properties") ?? {}).length === 0;
}

/** Returns the schema of an action's whole response: `result` and its envelope, closed. */
function defaultSchema(action: Action): JsonObject {
  return {
    type: "object",
    required: ["action", "status", "result"],
    additionalProperties: false,
    properties: {
      action: { type: "string", const: action.name, description: "The invoked action." },
      status: { type: "string", ...(action.statuses.length > 0 && { enum: [...action.statuses] }) },
      message: { type: "string", description: "An optional message for users." },
      result: schemaReference(action.result),
    },
  };
}
