import { errorBody } from "../../../templates/runtime/server/errors.js";
import { declaredKey } from "../../binding/failures.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownString, type JsonValue } from "../../document/json-value.js";
import { createInstanceCheck } from "../../json-schema/interpreter.js";
import { schemasIn } from "../../json-schema/schema.js";
import { inPrefix } from "../bindings.js";
import { actionErrorResponses } from "../error-responses.js";
import { errorsOf, mapsByEndpoint } from "../operations.js";
import { defineRule } from "../rule.js";

/** The response's schema must allow the code of an error that an action declares. */
export const errorCodeUnknown = defineRule({
  code: "error-code-unknown",
  severity: "error",
  adjustable: true,
  comparesParts: true,
  message: ({ code, status, problem }: { code: string; status: string; problem: string }) =>
    `the response ${quote(status)} can't have the code ${quote(code)}: ${problem}`,
  hint: "Add the code to the schema of the response, or use one that it allows.",
  cause: "The response's schema excludes the code of an error that an action declares. Every such response would be invalid.",
  bad: `
      x-platform-vm-actions: { start: { errors: [{ code: no_hots, status: 409, description: No host is free. }] } }
      responses:
        "200": { description: Done. }
        "409":
          description: Failed.
          content:
            application/json:
              schema:
                type: object
                properties: { code: { enum: [no_host, action_unavailable] }, message: { type: string } }`,
  good: `
      x-platform-vm-actions: { start: { errors: [{ code: no_host, status: 409, description: No host is free. }] } }
      responses:
        "200": { description: Done. }
        "409":
          description: Failed.
          content:
            application/json:
              schema:
                type: object
                properties: { code: { enum: [no_host, action_unavailable] }, message: { type: string } }`,
  at: "operation",

  check(context, report) {
    const endpoints = mapsByEndpoint(context);
    const check = createInstanceCheck(context.upgraded, context.integers);
    for (const node of context.operations) {
      for (const action of (endpoints.get(node.operation) ?? []).flatMap(({ actions }) => Object.values(actions))) {
        const errors = actionErrorResponses(context, node, action);
        const declared = errors.map(({ status }) => status);
        for (const entry of errorsOf(action)) {
          const status = Number(own(entry, "status"));
          const code = ownString(entry, "code");
          const found = errors.find((one) => one.status === declaredKey(status, declared));
          if (code === undefined || !found?.error) continue;
          const { shape, schema = true } = found.error;
          const facts = { status, code, message: ownString(entry, "description") ?? "", requestId: "9b4de573-1c2d-4e5f-1" };
          const problems = check(schema, errorBody(shape, facts) as JsonValue, "response");
          const problem = problems.find(({ pointer }) => pointer === shape.code && shape.code !== shape.message);
          if (!problem) continue;
          const member = schemasIn(context.upgraded).at(schema, problem.pointer);
          const texts = member?.schema.texts ?? [];
          const near = suggest(code, texts);
          const list = texts.length > 0 ? ` It allows ${texts.slice(0, 10).join(", ")}.` : "";
          const mapped = `Add it there, or write x-platform-error-binding: { codes: { ${code}: … } } on the response.${list}`;
          const hint = near === undefined ? inPrefix(mapped, context) : { hint: `Did you mean ${quote(near)}?` };
          const place = isObject(schema) ? context.locations.value(schema) : undefined;
          report(
            { code, status: found.status, problem: `${problem.pointer} ${problem.message}` },
            context.locations.value(entry, "code"),
            {
              related: [place && { message: "the schema of the response", location: place }],
              ...hint,
            },
          );
        }
      }
    }
  },
});
