import { bindingKeys } from "../../binding/binding.js";
import { serverCodes } from "../../binding/failures.js";
import { quote } from "../../diagnostics/escape.js";
import { suggest } from "../../diagnostics/suggest.js";
import { isObject, own, ownObject, type JsonObject } from "../../document/json-value.js";
import type { Kind } from "../../document/visitor.js";
import { errorResponses } from "../error-responses.js";
import { errorsOf, mapsByEndpoint } from "../operations.js";
import { defineRule } from "../rule.js";

/** A binding without effect is usually in the wrong location. */
export const bindingUnused = defineRule({
  code: "binding-unused",
  severity: "warning",
  comparesParts: true,
  message: ({ key, reason }: { key: string; reason: string }) => `${quote(key)} has no effect: ${reason}`,
  hint: "Move it to an operation with actions, or an error binding to a response or the root, or remove it.",
  cause:
    "An action binding belongs to the operation that invokes the actions. An error binding belongs to a response with JSON content for 4xx, 5xx or default, or to the root, where it applies to all responses without one. Elsewhere it has no effect. A code in `codes` has none if nothing fails with it.",
  bad: `
      /ping:
        get:
          operationId: ping
          x-platform-action-binding: { response: { result: "" } }
          responses: { "204": { description: Here. } }`,
  good: `
      /ping:
        get:
          operationId: ping
          responses: { "204": { description: Here. } }`,
  at: "paths",

  check(context, report) {
    const { action, error } = bindingKeys(context.extensionPrefix);
    const endpoints = mapsByEndpoint(context);
    const errors = context.operations.flatMap((node) => errorResponses(context, node)).filter(({ json }) => json.length > 0);
    const responses = new Set(errors.map(({ response }) => response));
    const used = new Set(errors.map((one) => one.error?.binding));
    // An unknown error body has a finding of its own, with instructions.
    const declared = new Set(context.actions.flatMap((node) => errorsOf(node.action).map((one) => own(one, "code"))));
    const isSharedUsed = (shared: JsonObject) => used.has(shared) || errors.some((one) => one.error === undefined);
    for (const kind of kinds) {
      for (const { value } of context.partsOf(kind)) {
        for (const key of [action, error]) {
          const written = own(value, key);
          if (written === undefined) continue;
          const reason = key === action ? actionReason(value) : errorReason(kind, value, written);
          if (reason !== undefined) report({ key, reason }, context.locations.key(value, key));
          else if (key === error) reportCodes(ownObject(written, "codes"));
        }
      }
    }

    /** Mistyped codes of servers have a finding of their own. */
    function reportCodes(codes: JsonObject = {}): void {
      const reason = "no failure of servers and no error of an action has this code";
      const hint =
        "Declare it in `errors` of an action, or remove it. Ignore this warning if a handler throws a CallError with this code.";
      for (const code of Object.keys(codes)) {
        if (declared.has(code) || serverCodes.includes(code) || suggest(code, serverCodes) !== undefined) continue;
        report({ key: code, reason }, context.locations.key(codes, code), { hint });
      }
    }

    function actionReason(holder: JsonObject): string | undefined {
      if (endpoints.has(holder)) return undefined;
      return "it does not belong to an operation with actions";
    }

    function errorReason(kind: Kind, holder: JsonObject, written: unknown): string | undefined {
      if (kind === "root") {
        const isUsed = !isObject(written) || isSharedUsed(written);
        return isUsed ? undefined : "every error of the contract has another shape or a binding of its own";
      }
      if (kind !== "response") return "it belongs neither to a response nor to the root";
      return responses.has(holder) ? undefined : "no operation fails with this response, or it has no JSON content";
    }
  },
});

const kinds = [
  "root",
  "paths",
  "pathItem",
  "operation",
  "requestBody",
  "responses",
  "response",
  "mediaType",
  "components",
] as const satisfies readonly Kind[];
