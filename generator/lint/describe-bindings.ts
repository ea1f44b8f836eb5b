import { successResponses } from "../binding/action-binding.js";
import { bindingKeys, responsesOf, type FollowingBinding } from "../binding/binding.js";
import { bodyPointer } from "../../templates/runtime/selector.js";
import { describeActionPlace, describePlace } from "../document/fact-places.js";
import { describeMark } from "../binding/describe-mark.js";
import { envelopeFacts } from "../binding/envelope-binding.js";
import { errorFacts } from "../binding/error-binding.js";
import { terminalText } from "../diagnostics/escape.js";
import { own, ownObject, type JsonObject } from "../document/json-value.js";
import type { LoadedContract } from "../document/load-contract.js";
import { boundEndpoints, type BoundEndpoint } from "./bindings.js";
import { errorResponses, type ErrorResponse } from "./error-responses.js";
import { mapsByEndpoint } from "./operations.js";
import { createRuleContext } from "./rule-context.js";
import type { RuleContext } from "./rule.js";

/** The source of a fact's location. */
type Source = "contract" | "binding" | "assumed";

/**
 * Returns a block of lines for each endpoint of actions: the locations of the facts of its calls, and whether they come
 * from the contract's schemas or from a binding.
 */
export function describeBindings(loaded: LoadedContract): string {
  const context = createRuleContext(loaded);
  return boundEndpoints(context)
    .map((bound) => {
      const { method, path } = bound.endpoint;
      const lines = [
        ...describeRequest(bound).map((text) => ["request", text] as const),
        ["successes", describeSuccesses(context, bound)],
        ["envelope", describeEnvelope(context, bound)],
        ...describeErrors(context, bound).map((text) => ["error", text] as const),
        ["service", describeService(context, bound)],
        ["following", describeFollowing(context, bound)],
      ] as const;
      const title = `${method.toUpperCase()} ${path} (${bound.types.join(", ")})`;
      return [title, ...lines.map(([name, text]) => `  ${name.padEnd(9)}  ${text}`)]
        .map((line) => `${terminalText(line)}\n`)
        .join("");
    })
    .join("");
}

function writtenPart({ extensionPrefix }: RuleContext, { endpoint }: BoundEndpoint, part: string): JsonObject | undefined {
  return ownObject(ownObject(endpoint.operation, bindingKeys(extensionPrefix).action), part);
}

/** Returns the locations of facts in requests, if a binding defines them. */
function describeRequest({ binding: { selector, rpc } }: BoundEndpoint): string[] {
  if (!selector) return [];
  const { type, id } = selector;
  const pointer = bodyPointer(selector, "{action}");
  const typeText = type ? [`type in ${describePlace(type)}`] : [];
  const body = pointer === "" ? "the whole body is its own" : `its own body at ${pointer}`;
  const batchText = rpc?.batch === undefined ? [] : [`up to ${rpc.batch} calls in a batch`];
  const idText = id ? [`id at ${id.at}`] : [];
  return [`${[`action in ${describeActionPlace(selector)}`, ...typeText, body, ...idText, ...batchText].join("; ")} (binding)`];
}

function describeSuccesses({ upgraded, extensionPrefix }: RuleContext, { endpoint }: BoundEndpoint): string {
  const responses = responsesOf(endpoint.operation, upgraded);
  const shown = successResponses(responses, upgraded, extensionPrefix).map(({ status }) => status);
  return shown.length === 0 ? "none declared" : `${shown.join(", ")} (contract)`;
}

function describeEnvelope(context: RuleContext, bound: BoundEndpoint): string {
  const { envelope, isAssumed, statuses } = bound.binding;
  const written = writtenPart(context, bound, "response");
  const usual = isAssumed ? "assumed" : "contract";
  const facts = envelopeFacts.map((name) => fact(name, envelope[name], own(written, name) === undefined ? usual : "binding"));
  const values = statuses ? `; statuses: ${statuses.join(", ")}` : "";
  return `${list(facts)}${values}`;
}

function describeErrors(context: RuleContext, { endpoint }: BoundEndpoint): string[] {
  const node = context.operations.find(({ operation }) => operation === endpoint.operation);
  const byText = new Map<string, string[]>();
  for (const response of node ? errorResponses(context, node) : []) {
    const text = describeError(response);
    byText.set(text, [...(byText.get(text) ?? []), response.status]);
  }
  const lines = [...byText].map(([text, statuses]) => `${statuses.join(", ")}: ${text}`);
  return lines.length > 0 ? lines : ["none declared"];
}

function describeError({ error, hasContent }: ErrorResponse): string {
  if (!error) return hasContent ? "unknown" : "no content";
  const { shape, binding } = error;
  const sourceOf = (name: string): Source => (own(binding, name) === undefined ? "contract" : "binding");
  const isOneText = shape.code !== undefined && shape.code === shape.message;
  const facts = isOneText
    ? [fact('"code: message"', shape.code, sourceOf("code"))]
    : errorFacts.map((name) => fact(name, shape[name], sourceOf(name)));
  const mark = shape.failureMark && `status 200 if ${describeMark(shape.failureMark)} (binding)`;
  const statusText = fact("status as text", shape.statusText, sourceOf("status"));
  return `${shape.mediaType}, ${list([...facts, statusText, fact("details", shape.details?.at, sourceOf("details")), mark])}`;
}

function describeService(context: RuleContext, bound: BoundEndpoint): string {
  const { representation, ...service } = bound.binding.service;
  const written = writtenPart(context, bound, "service");
  const shown = representation ? `${representation.method.toUpperCase()} ${representation.path}` : "no operation";
  const usual = representation ? "contract" : "assumed";
  const facts = (["type", "status", "plan", "actions"] as const).map((name) =>
    fact(name, service[name], own(written, name) === undefined ? usual : "binding"),
  );
  return `${shown} (${own(written, "operation") === undefined ? "contract" : "binding"}), ${list(facts)}`;
}

function describeFollowing(context: RuleContext, bound: BoundEndpoint): string {
  const { following } = bound.binding;
  const written = own(ownObject(bound.endpoint.operation, bindingKeys(context.extensionPrefix).action), "async");
  if (!following) {
    if (written === null) return "none (binding)";
    const problem = bound.problems.find(({ kind }) => kind === "follow-unknown");
    if (problem) return `none: ${problem.text}. ${problem.hint}`;
    const key = bindingKeys(context.extensionPrefix).action;
    return `none: no operation resource can be inferred; ${key}: { async: … } names one`;
  }
  const isUsed = (mapsByEndpoint(context).get(bound.endpoint.operation) ?? []).some(({ actions }) =>
    Object.keys(actions).some((name) => own(actions[name], "async") === true),
  );
  const { status, pending, done, failed, error } = following.state;
  const states = (
    [
      ["pending", pending],
      ["done", done],
      ["failed", failed],
    ] as const
  )
    .filter(([, values]) => values.length > 0)
    .map(([name, values]) => `${name}: ${values.join(", ")}`)
    .concat(error === undefined ? [] : [`failed if ${error} is there`]);
  const unused = isUsed ? "" : "; follow is not exported: no action has async: true";
  return `${target(following)} (${written ? "binding" : "contract"}), ${[`status at ${status}`, ...states].join("; ")}${unused}`;
}

function target(following: FollowingBinding): string {
  if (following.kind === "header") {
    const { header, shownBy } = following;
    return `the URL in the header ${header}${shownBy ? `, of ${shownBy.method.toUpperCase()} ${shownBy.path}` : ""}`;
  }
  const operation = `${following.method.toUpperCase()} ${following.path}`;
  return following.kind === "service" ? operation : `${operation} with the id at ${following.id}`;
}

function fact(name: string, pointer: string | undefined, source: Source): string | undefined {
  return pointer === undefined ? undefined : `${name} at ${pointer === "" ? "the root" : pointer} (${source})`;
}

function list(facts: readonly (string | undefined)[]): string {
  const known = facts.filter((one) => one !== undefined);
  return known.length === 0 ? "nothing" : known.join(", ");
}
