import { isObject, ownObject, type JsonObject } from "../document/json-value.js";
import { isErrorSchema } from "./error-schema.js";
import type { OperationNode, RuleContext } from "./rule.js";

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
