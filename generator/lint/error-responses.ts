import { bindingKeys, isFailure, responsesOf, type BoundResponse } from "../binding/binding.js";
import { errorFacts, responseError, type ResponseError } from "../binding/error-binding.js";
import { checkFixedPlaces } from "../binding/check-error-binding.js";
import { checkPointer } from "../binding/check-pointers.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { describeMark } from "../binding/describe-mark.js";
import { overlapCode } from "../binding/codes/overlaps.js";
import type { FailureMark } from "../../templates/runtime/facts.js";
import { isMarked } from "../../templates/runtime/failure-mark.js";
import { schemasIn } from "../json-schema/schema.js";
import { memberCode } from "../binding/codes/members.js";
import type { OperationNode, RuleContext } from "./rule.js";
import type { BindingProblem } from "../binding/problem.js";

/** An error response of an operation. */
export interface ErrorResponse {
  /** `404`, `4XX` or `default`. */
  readonly status: string;
  readonly responses: JsonObject;
  readonly response: JsonObject;
  readonly hasContent: boolean;
  /** Its JSON media types; a schema is absent if the contract has none. */
  readonly json: BoundResponse["json"];
  /** How it reports what went wrong; `undefined` if neither its schema nor a binding defines this. */
  readonly error: ResponseError | undefined;
}

interface Errors {
  readonly byOperation: ReadonlyMap<JsonObject, readonly ErrorResponse[]>;
  readonly problems: readonly BindingProblem[];
}

const known = new WeakMap<RuleContext, Errors>();

function errorsOf(context: RuleContext): Errors {
  const found = known.get(context) ?? readErrors(context);
  known.set(context, found);
  return found;
}

/** Returns the responses of an operation for 4xx, 5xx and all undeclared statuses. */
export function errorResponses(context: RuleContext, { operation }: OperationNode): readonly ErrorResponse[] {
  return errorsOf(context).byOperation.get(operation) ?? [];
}

/** Returns those of an action: its own ones, and the operation's for other statuses. */
export function actionErrorResponses(context: RuleContext, node: OperationNode, action: JsonValue): readonly ErrorResponse[] {
  const shared = errorResponses(context, node);
  const responses = ownObject(action, "responses");
  if (!responses) return shared;
  const { upgraded, extensionPrefix } = context;
  const declared = failuresIn({ responses }, upgraded, bindingKeys(extensionPrefix).error, []);
  return [...shared.filter(({ status }) => !Object.hasOwn(responses, status)), ...declared];
}

/** Returns the problems of error bindings, each once. */
export function errorBindingProblems(context: RuleContext): readonly BindingProblem[] {
  return errorsOf(context).problems;
}

function readErrors(context: RuleContext): Errors {
  const { upgraded, operations, extensionPrefix } = context;
  const problems: BindingProblem[] = [];
  const key = bindingKeys(extensionPrefix).error;
  const byOperation = new Map<JsonObject, ErrorResponse[]>();
  for (const { operation } of operations) {
    byOperation.set(operation, failuresIn(operation, upgraded, key, problems));
  }
  checkKind(upgraded, key, problems);
  checkShared(context, [...byOperation.values()].flat(), key, problems);
  const seen = new Map<JsonObject, Set<string>>();
  const isFirst = ({ holder, key: name }: BindingProblem) => {
    const names = seen.get(holder) ?? new Set();
    seen.set(holder, names);
    return !names.has(name) && names.add(name);
  };
  return { byOperation, problems: problems.filter(isFirst) };
}

function failuresIn(operation: JsonObject, document: JsonObject, key: string, problems: BindingProblem[]): ErrorResponse[] {
  const responses = ownObject(operation, "responses") ?? {};
  const failing = responsesOf(operation, document).filter(({ status }) => isFailure(status));
  return failing.map(({ status, response, json, hasOther }) => {
    checkKind(response, key, problems);
    const error = responseError({ response, json }, document, key, problems);
    if (error?.shape.failureMark && error.binding)
      checkMark(error.shape.failureMark, error.binding, operation, document, problems);
    return { status, responses, response, json, hasContent: json.length > 0 || hasOther, error };
  });
}

/** Reports an error with the status 200 if every success of its operation would be taken for one. */
function checkMark(
  mark: FailureMark,
  binding: JsonObject,
  operation: JsonObject,
  document: JsonObject,
  problems: BindingProblem[],
): void {
  const successes = responsesOf(operation, document).filter(({ status }) => /^2(?:00|XX)$/i.test(status));
  const isAlike = successes.some(({ json }) =>
    json.some(({ schema }) => {
      const member = schemasIn(document).at(schema, mark.at);
      if (!member?.isRequired || member.schema.isNullable) return false;
      const { onlyValue } = member.schema;
      return onlyValue === undefined
        ? mark.value === undefined && mark.not === undefined
        : isMarked(onlyValue, { ...mark, at: "" });
    }),
  );
  if (!isAlike) return;
  const hint =
    "Name a member that only errors have: when: /error, or one with another value in errors: when: { at: /ok, value: false }.";
  problems.push(overlapCode.problem("marked", { mark: describeMark(mark) }, { holder: binding, key: "when" }, hint));
}

function checkKind(holder: JsonObject, key: string, problems: BindingProblem[]): void {
  const written = own(holder, key);
  if (written === undefined || isObject(written)) return;
  const hint = `Write ${key}: { code: /…, message: /… }.`;
  problems.push(memberCode.problem("kind", { name: key, kind: "an object" }, { holder, key }, hint));
}

/** The binding at the root applies wherever it fits. Reports members of it that no error has. */
function checkShared({ upgraded }: RuleContext, errors: readonly ErrorResponse[], key: string, problems: BindingProblem[]): void {
  const shared = ownObject(upgraded, key);
  if (!shared) return;
  const used = errors.flatMap(({ error }) => (error?.binding === shared ? [error.schema] : []));
  if (used.length > 0) {
    if (used.some((schema) => schemasIn(upgraded).of(schema).isFreeForm)) return;
    const anyOf = used.flatMap((schema) => (schema === undefined ? [] : [schema]));
    checkFixedPlaces("no error of the contract has", { anyOf }, upgraded, shared, problems);
    return;
  }
  const schemas = errors.flatMap(({ response, json }) =>
    Object.hasOwn(response, key) ? [] : json.flatMap(({ schema }) => (schema === undefined ? [] : [schema])),
  );
  if (schemas.every((schema) => schemasIn(upgraded).of(schema).isFreeForm)) return;
  for (const name of errorFacts) {
    const pointer = own(shared, name);
    const at = { holder: shared, key: name };
    if (typeof pointer === "string")
      checkPointer(
        { schema: { anyOf: schemas }, document: upgraded, what: "no error of the contract has" },
        pointer,
        at,
        problems,
      );
  }
}
