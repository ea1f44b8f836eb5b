import type { ErrorShape } from "../../../templates/runtime/facts.js";
import type { InstanceError } from "../../json-schema/instance-errors.js";
import { quote } from "../../diagnostics/escape.js";
import { errorBody } from "../../../templates/runtime/server/errors.js";
import { formatPointer, valueAt } from "../../../templates/runtime/json.js";
import { commonShape, type FailureCode } from "../../binding/failures.js";
import { isSameProblem, unfitFailures } from "../../binding/unfit-failures.js";
import { ownString, type JsonValue } from "../../document/json-value.js";
import { schemasIn, type Member } from "../../json-schema/schema.js";
import { createInstanceCheck } from "../../json-schema/interpreter.js";
import { inPrefix } from "../bindings.js";
import { errorResponses } from "../error-responses.js";
import { misfitDetails } from "../misfits.js";
import { describeOperation, effectiveSecurity, mapsByEndpoint } from "../operations.js";
import { parametersOf } from "../revealing.js";
import { defineRule, type OperationNode, type RuleContext } from "../rule.js";

const defaultHint =
  "Define in x-platform-error-binding the locations of its facts, constant values (fixed: { /success: false }), or the contract's names of the codes (codes: { internal: … }).";

/** The failures that a generated server reports by itself must be valid by the declared responses. */
export const failureUnfit = defineRule({
  code: "failure-unfit",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ failures, operation, status, problem }: { failures: string; operation: string; status: string; problem: string }) =>
    `${failures} of ${quote(operation)} does not match its response ${quote(status)}: ${problem}`,
  hint: defaultHint,
  cause:
    "A generated server validates calls before any handler runs, and reports failures by itself. The response's schema must accept these errors. It is a warning for an operation without actions, of which only clients may be generated.",
  bad: `
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content:
            application/json:
              schema:
                type: object
                required: [code, message]
                properties: { code: { enum: [missing, forbidden] }, message: { type: string } }`,
  good: `
      responses:
        "200": { description: Done. }
        default:
          description: Failed.
          content:
            application/json:
              schema:
                type: object
                required: [code, message]
                properties: { code: { type: string }, message: { type: string } }`,
  at: "operation",

  check(context, report) {
    const endpoints = mapsByEndpoint(context);
    const check = createInstanceCheck(context.upgraded, context.integers);
    const common = JSON.stringify(
      commonShape(
        context.operations.map((node) => ({
          isEndpoint: endpoints.has(node.operation),
          shapes: errorResponses(context, node).map(({ error }) => error?.shape),
        })),
      ),
    );
    const reported: InstanceError[] = [];
    const told = new Set<string>();
    for (const node of context.operations) {
      if (node.role !== "api") continue;
      const isEndpoint = endpoints.has(node.operation);
      const errors = errorResponses(context, node);
      const declared = errors.map(({ status }) => status);
      const shared = {
        declared,
        headers: failingHeaders(context, node),
        ...(!isEndpoint && { possible: failuresOfPlain(context, node) }),
      };
      for (const error of errors) {
        if (!error.error) continue;
        const { shape, schema = true } = error.error;
        const isCommon = JSON.stringify(shape) === common;
        const response = { ...shared, status: error.status, error: error.error, isCommon };
        for (const { codes: rejected, problem } of unfitFailures(response, check)) {
          // Responses share schemas, and their mistakes; codes differ from one to the next.
          if (problem.pointer !== shape.code && reported.some((other) => isSameProblem(other, problem))) continue;
          reported.push(problem);
          const isAboutCode = problem.pointer === shape.code;
          const codes = isAboutCode && !isEndpoint ? rejected.filter((code) => !told.has(code)) : rejected;
          if (codes.length === 0) continue;
          if (isAboutCode) for (const code of codes) told.add(code);
          const where = problem.pointer === "" ? "" : `${problem.pointer} `;
          const facts = { failures: describeFailures(codes), operation: describeOperation(node), status: error.status };
          report({ ...facts, problem: `${where}${problem.message}` }, context.locations.key(error.responses, error.status), {
            severity: isEndpoint ? "error" : "warning",
            ...misfitDetails(context.locations, problem),
            ...inPrefix(hintFor(context, { shape, schema, codes }, problem), context),
          });
        }
      }
    }
  },
});

function describeFailures([first, ...others]: readonly string[]): string {
  const more = others.length > 0 ? `, like ${others.length} ${others.length === 1 ? "other" : "others"},` : "";
  return `the failure ${quote(first!)}${more}`;
}

/** The header parameters that may have failures of their own; a read with an ETag that the caller has responds with 304. */
function failingHeaders(context: RuleContext, node: OperationNode): string[] {
  const isRead = node.method === "get" || node.method === "head";
  return parametersOf(node).flatMap((written) => {
    const parameter = context.resolve(written);
    const name = ownString(parameter, "in") === "header" ? ownString(parameter, "name") : undefined;
    return name === undefined || (isRead && name.toLowerCase() === "if-none-match") ? [] : [name];
  });
}

/** The failures that a server reports of an operation without actions. */
function failuresOfPlain(context: RuleContext, node: OperationNode): FailureCode[] {
  const { operation } = node;
  return [
    ...((effectiveSecurity(context, operation) ?? []).length > 0 ? (["unauthenticated", "access_denied"] as const) : []),
    ...(parametersOf(node).length > 0 ? (["resource_not_found", "invalid_parameter"] as const) : []),
    ...(operation["requestBody"] === undefined ? [] : (["invalid_body", "payload_too_large", "unsupported_media_type"] as const)),
    "not_implemented",
    "internal",
  ];
}

/** An invalid error, and all codes that cause it. */
interface Unfit {
  readonly shape: ErrorShape;
  readonly schema: JsonValue;
  readonly codes: readonly string[];
}

/** Returns the member of a binding that determines the value at the failing location, if there is one. */
function hintFor({ upgraded }: RuleContext, { shape, schema, codes }: Unfit, { pointer, keyword }: InstanceError): string {
  const within = (place: string | undefined) => place !== undefined && `${pointer}/`.startsWith(`${place}/`);
  const binding = (what: string) => `x-platform-error-binding: { ${what} }`;
  if (within(shape.details?.at))
    return `Name the members of the list's elements: ${binding(`details: { at: ${shape.details!.at}, pointer: …, rule: …, message: … }`)}.`;
  const code = pointer === shape.code ? schemasIn(upgraded).at(schema, pointer) : undefined;
  const isNumeric = code !== undefined && (code.schema.types.has("integer") || code.schema.types.has("number"));
  if (code && (keyword !== "type" || isNumeric)) return sayCodes(code);
  const missing = keyword === "required" ? missingMember() : undefined;
  if (missing !== undefined)
    return `The server has no value for ${quote(missing)}: give all errors one, ${binding(`fixed: { ${missing}: … }`)}, make it optional, or add it in the hook renderError and turn off this rule.`;
  const facts = (["code", "message", "status", "title", "requestId"] as const).filter((name) => shape[name] === pointer);
  if (facts.length > 0) return `Give its location, or null: ${binding(`${facts[0]}: /…`)}.`;
  if (Object.hasOwn(shape.fixed ?? {}, pointer)) return `Give its value: ${binding(`fixed: { ${pointer}: … }`)}.`;
  return defaultHint;

  function sayCodes(member: Member): string {
    const texts = member.schema.texts ?? [];
    const allowed = texts.length > 0 ? ` The schema allows ${texts.slice(0, 10).join(", ")}.` : "";
    const what = `${isNumeric ? "number" : "name"}${codes.length > 1 ? "s of the codes" : " of the code"}`;
    return `Give the contract's ${what}: ${binding(`codes: { ${codes.map((one) => `${one}: …`).join(", ")} }`)}.${allowed}`;
  }

  /** The first required member that the server doesn't send. */
  function missingMember(): string | undefined {
    const body = errorBody(shape, { status: 400, code: "code", message: "message", requestId: "id" });
    const holder = schemasIn(upgraded).at(schema, pointer);
    const members = [...(holder?.schema.members ?? [])];
    const found = members.find(([name, { isRequired }]) => {
      return isRequired && valueAt(body, `${pointer}${formatPointer([name])}`) === undefined;
    });
    return found && `${pointer}${formatPointer([found[0]])}`;
  }
}
