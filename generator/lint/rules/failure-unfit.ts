import type { ErrorShape } from "../../../templates/runtime/error-shape.js";
import type { InstanceError } from "../../../templates/runtime/json-schema/walk.js";
import { quote } from "../../diagnostics/escape.js";
import { errorBody } from "../../../templates/runtime/server/error-body.js";
import { declaredKey, failures, failureStatus, type FailureCode } from "../../binding/failures.js";
import type { JsonValue } from "../../document/json-value.js";
import { createInstanceCheck } from "../../json-schema/interpreter.js";
import { inPrefix } from "../bindings.js";
import { errorResponses } from "../error-responses.js";
import { misfitDetails } from "../misfits.js";
import { describeOperation, mapsByEndpoint } from "../operations.js";
import { defineRule } from "../rule.js";

const usualHint =
  "Say in x-platform-error-binding where its facts stand, what every error has (fixed: { /success: false }), or what the contract calls the codes (codes: { internal: … }).";

/** What a generated server sends by itself when a call of an action fails fits the response that is declared for it. */
export const failureUnfit = defineRule({
  code: "failure-unfit",
  severity: "error",
  adjustable: true,
  message: ({ code, operation, status, problem }: { code: string; operation: string; status: string; problem: string }) =>
    `the failure ${quote(code)} of ${quote(operation)} does not fit its response ${quote(status)}: ${problem}`,
  hint: usualHint,
  cause:
    "A generated server checks calls before any handler runs and reports what is wrong by itself. The errors that it can make of the response's schema must be valid.",
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
    for (const node of context.operations) {
      if (!endpoints.has(node.operation)) continue;
      const errors = errorResponses(context, node);
      const declared = errors.map(({ status }) => status);
      const reported = new Set<string>();
      for (const code of Object.keys(failures) as FailureCode[]) {
        const status = failureStatus(code, declared);
        const error = errors.find((one) => one.status === declaredKey(status, declared));
        if (!error?.error || reported.has(error.status)) continue;
        const { shape, schema = true } = error.error;
        const facts = { status, code, message: "This is an example.", requestId: "9b4de573-1c2d-4e5f-1" };
        const lists = code.startsWith("invalid_") ? [[], [example]] : [[]];
        const [problem] = lists.flatMap((details) =>
          check(schema, errorBody(shape, { ...facts, details }) as JsonValue, "response"),
        );
        if (problem === undefined) continue;
        reported.add(error.status);
        const where = problem.pointer === "" ? "" : `${problem.pointer} `;
        const said = `${where}${problem.message}`;
        const parameters = { code, operation: describeOperation(node), status: error.status, problem: said };
        report(parameters, context.locations.key(error.responses, error.status), {
          ...misfitDetails(context.locations, problem),
          ...inPrefix(hintFor(shape, code, problem), context),
        });
      }
    }
  },
});

/** Names the member of a binding that decides what stands at the failing place, where one is known to. */
function hintFor(shape: ErrorShape, code: string, { pointer, keyword }: InstanceError): string {
  const within = (place: string | undefined) => place !== undefined && `${pointer}/`.startsWith(`${place}/`);
  const binding = (what: string) => `x-platform-error-binding: { ${what} }`;
  if (within(shape.details?.at))
    return `Name the members of the list's elements: ${binding(`details: { at: ${shape.details!.at}, pointer: …, rule: …, message: … }`)}.`;
  if (pointer === shape.code && keyword !== "type")
    return `Say what the contract calls the code: ${binding(`codes: { ${code}: … }`)}.`;
  const facts = (["code", "message", "status", "title", "requestId"] as const).filter((name) => shape[name] === pointer);
  if (facts.length > 0) return `Say where it stands instead, or null: ${binding(`${facts[0]}: /…`)}.`;
  if (Object.hasOwn(shape.fixed ?? {}, pointer)) return `Say the value that it has: ${binding(`fixed: { ${pointer}: … }`)}.`;
  return usualHint;
}

const example = { pointer: "/name", rule: "required", message: "is required" };
