import { isObject, own, ownObject, ownStrings, type JsonObject, type JsonValue } from "../document/json-value.js";
import { subschemasAt } from "../document/visitor.js";
import type { OperationNode, RuleContext } from "./rule.js";
import { conjuncts } from "./schemas.js";

/** Alternatives within alternatives that are followed. */
const maxLooks = 500;

/** A response of an operation that reports an error. */
export interface ErrorResponse {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  readonly responses: JsonObject;
  readonly hasContent: boolean;
  /** Schemas of its JSON media types; absent where one has none. */
  readonly schemas: readonly (JsonObject | undefined)[];
}

/** The responses of an operation for 4xx, 5xx and everything undeclared. */
export function errorResponses(context: RuleContext, { operation }: OperationNode): ErrorResponse[] {
  const responses = ownObject(operation, "responses") ?? {};
  return Object.keys(responses).flatMap((status) => {
    const response = context.resolve(responses[status]);
    if (!/^[45]|^default$/.test(status) || !isObject(response)) return [];
    const content = Object.entries(ownObject(response, "content") ?? {});
    const schemas = content.filter(([type]) => isJson(type)).map(([, media]) => ownObject(media, "schema"));
    return [{ status, responses, hasContent: content.length > 0, schemas }];
  });
}

/** True if an error response has JSON content, and all of it is the error body. */
export function hasErrorBody(context: RuleContext, { schemas }: ErrorResponse): boolean {
  return schemas.length > 0 && schemas.every((schema) => isErrorSchema(context, schema));
}

function isJson(mediaType: string): boolean {
  return /^[^;]*[/+]json *(;|$)/i.test(mediaType);
}

/** True if a schema describes an error body: an object with a required `error` that is a string. */
function isErrorSchema(context: RuleContext, schema: JsonValue | undefined): boolean {
  // A schema is looked at once: whatever depends on a second look counts as no error body.
  const verdicts = new Map<JsonObject, boolean>();

  const isError = (value: JsonValue | undefined): boolean => {
    if (!isObject(value)) return false;
    const known = verdicts.get(value);
    if (known !== undefined || verdicts.size > maxLooks) return known === true;
    verdicts.set(value, false);
    const verdict = evaluate(conjuncts(context, value));
    verdicts.set(value, verdict);
    return verdict;
  };
  const evaluate = (parts: readonly JsonObject[]): boolean => {
    const alternatives = parts.flatMap((part) => [subschemasAt(part, "oneOf"), subschemasAt(part, "anyOf")]);
    if (alternatives.some((list) => list.length > 0 && list.every(isError))) return true;
    return (
      parts.some((part) => own(part, "type") === "object") &&
      parts.some((part) => ownStrings(part, "required").includes("error")) &&
      parts.some((part) => isString(context, own(ownObject(part, "properties"), "error")))
    );
  };
  return isError(schema);
}

function isString(context: RuleContext, schema: JsonValue | undefined): boolean {
  return conjuncts(context, schema).some((part) => {
    const values = own(part, "enum") ?? [own(part, "const") ?? null];
    return own(part, "type") === "string" || (Array.isArray(values) && values.every((value) => typeof value === "string"));
  });
}
