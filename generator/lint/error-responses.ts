import type { ErrorShape } from "../../templates/runtime/error-shape.js";
import { bindingKeys, isFailure, responsesOf, type BindingProblem, type BoundResponse } from "../binding/binding.js";
import { errorShape, writtenErrorBinding } from "../binding/error-binding.js";
import { ownObject, type JsonObject } from "../document/json-value.js";
import type { OperationNode, RuleContext } from "./rule.js";

/** A response of an operation that reports an error. */
export interface ErrorResponse {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  readonly responses: JsonObject;
  readonly response: JsonObject;
  readonly hasContent: boolean;
  /** Its JSON media types; a schema is absent where the contract has none. */
  readonly json: BoundResponse["json"];
}

/** The responses of an operation for 4xx, 5xx and everything undeclared. */
export function errorResponses(context: RuleContext, { operation }: OperationNode): ErrorResponse[] {
  const responses = ownObject(operation, "responses") ?? {};
  return responsesOf(operation, context.upgraded)
    .filter(({ status }) => isFailure(status))
    .map(({ status, response, json, hasOther }) => ({
      status,
      responses,
      response,
      json,
      hasContent: json.length > 0 || hasOther,
    }));
}

/** How an error response says what went wrong; `undefined` where neither its schema nor a binding tells. */
export function errorShapeOf(
  context: RuleContext,
  { response, json }: ErrorResponse,
  problems?: BindingProblem[],
): ErrorShape | undefined {
  const written = writtenErrorBinding(response, context.upgraded, bindingKeys(context.extensionPrefix).error);
  const [first] = json;
  return first && errorShape(first.mediaType, first.schema, context.upgraded, written, problems);
}

/** What is wrong with the bindings of errors, each named once. */
export function errorBindingProblems(context: RuleContext): BindingProblem[] {
  const problems: BindingProblem[] = [];
  for (const node of context.operations)
    for (const error of errorResponses(context, node)) errorShapeOf(context, error, problems);
  const isFirst = ({ holder, key }: BindingProblem, index: number) =>
    problems.findIndex((other) => other.holder === holder && other.key === key) === index;
  return problems.filter(isFirst);
}
