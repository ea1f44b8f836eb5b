import { defaultSelector, type Selector } from "../../templates/runtime/selector.js";
import { quote } from "../diagnostics/escape.js";
import { readListEnvelope } from "./list-envelope.js";
import { actionOrigins } from "../document/derive-actions.js";
import { jsonSchemaOf } from "../document/derived-parts.js";
import { isObject, own, ownObject, type JsonObject } from "../document/json-value.js";
import { schemasIn } from "../json-schema/schema.js";
import { memberCode } from "./codes/members.js";
import { originCode } from "./codes/origins.js";
import {
  bindingKeys,
  isSuccess,
  responsesOf,
  textResponses,
  type ActionBinding,
  type BindingSource,
  type BoundOperation,
  type BoundResponse,
} from "./binding.js";
import { envelopeMembers, readEnvelope } from "./envelope-binding.js";
import { asyncActions, asyncMembers, readFollowing } from "./following.js";
import { errorShape, isFitting } from "./error-binding.js";
import { readMembers } from "./read-binding.js";
import { readSelector } from "./selector.js";
import { readService, serviceMembers } from "./service-binding.js";
import type { BindingProblem } from "./problem.js";

/** The members of an action binding. */
const bindingMembers = {
  action: "object",
  type: "object",
  body: "pointer",
  id: "pointer",
  batch: "count",
  list: "pointer",
  from: "name",
  response: "object",
  async: "object",
  service: "object",
} as const;

/** The part that owns each member, for bindings that have the member next to the part. */
const partsOf: Readonly<Record<string, string>> = (() => {
  const parts = { response: envelopeMembers, service: serviceMembers, async: asyncMembers };
  const found: Record<string, string> = {};
  for (const [part, members] of Object.entries(parts)) {
    for (const name of Object.keys(members)) found[name] = found[name] === undefined ? part : `${found[name]} or ${part}`;
  }
  return found;
})();

/**
 * Determines the binding of an endpoint from its written parts and from the contract's schemas. Adds problems to a
 * list.
 */
export function actionBinding(source: BindingSource, problems: BindingProblem[] = []): ActionBinding {
  const { endpoint, document, prefix } = source;
  const written = readWritten(endpoint.operation, bindingKeys(prefix).action, problems);
  const responses = responsesOf(endpoint.operation, document);
  const successes = successResponses(responses, document, prefix);
  const isWithoutSuccess =
    successes.length === 0 && responses.some(({ status }) => status === "default" || status.startsWith("3"));
  if (isWithoutSuccess) problems.push(noSuccess(endpoint));
  const read = readSelector(source, written, ownObject(endpoint.operation, bindingKeys(prefix).action), problems);
  const found = readService(source, written.service, read, problems);
  // With a single map of actions and no representation of services, the type is known.
  const isOnly = read.selector !== undefined && source.serviceTypes.size === 1;
  const hasService = found.representation !== undefined || !(read.isTypeKnown || (isOnly && !isObject(written.service)));
  if (read.selector && hasService && !found.representation && source.serviceTypes.size > 1)
    problems.push(unnamedType(endpoint.operation, bindingKeys(prefix).action));
  checkOrigin(source, written.from, ownObject(endpoint.operation, bindingKeys(prefix).action), problems);
  const service = hasService ? found : { representation: undefined };
  const holder = ownObject(endpoint.operation, bindingKeys(prefix).action);
  const {
    results,
    envelope: facts,
    isAssumed,
    withoutResult,
  } = read.selector?.item
    ? readListEnvelope(source, successes, written.response, holder!, problems)
    : { results: undefined, ...readEnvelope(source, successes, written.response, problems) };
  const statuses = successes.map(({ status }) => Number(status)).filter(Number.isInteger);
  const following = readFollowing({ ...source, selector: read.selector }, successes, written.async, service, problems);
  if (!written.async) checkAsync(source, statuses, problems);
  const schemas = successes.flatMap(({ json }) => json.flatMap(({ schema }) => (schema === undefined ? [] : [schema])));
  const idAt = facts.result === "" ? undefined : read.selector?.id?.at;
  const hasId = idAt !== undefined && schemasIn(document).at({ anyOf: schemas }, idAt) !== undefined;
  const envelope = hasId ? { ...facts, id: idAt } : facts;
  const status = envelope.status === undefined ? undefined : schemasIn(document).at({ anyOf: schemas }, envelope.status);
  const texts = status?.schema.texts;
  return {
    ...(read.selector &&
      !isUsual(read.selector) && { selector: results === undefined ? read.selector : { ...read.selector, results } }),
    ...jsonRpcOf(source, read.selector, written.batch, problems),
    hasService,
    envelope,
    isAssumed: isAssumed && !isWithoutSuccess,
    withoutResult,
    ...(envelope.result === "" && textResponses(successes).length > 0 && { isText: true }),
    service,
    following,
    statuses: texts,
    successes: statuses,
    reservesAccepted: asyncActions(source).length > 0 || hasUsualAccepted(successes),
  };
}

/** Returns what the requests of an endpoint have of JSON-RPC, if they are described so. */
function jsonRpcOf(
  { endpoint, document, prefix }: BindingSource,
  selector: Selector | undefined,
  batch: number | undefined,
  problems: BindingProblem[],
): Pick<ActionBinding, "rpc"> {
  const schema = jsonSchemaOf(own(endpoint.operation, "requestBody"), document);
  const id = selector?.action.in === "field" ? selector.id : undefined;
  if (!id || !schemasIn(document).at(schema, "/jsonrpc")) {
    const holder = ownObject(endpoint.operation, bindingKeys(prefix).action);
    const hint = "Name the location of the method and of the id, and describe the member jsonrpc of the request.";
    if (batch !== undefined && holder) problems.push(memberCode.problem("batch", {}, { holder, key: "batch" }, hint));
    return {};
  }
  const isOptional = schemasIn(document).at(schema, id.at)?.isRequired === false;
  return { rpc: { ...(batch !== undefined && { batch }), ...(isOptional && { notifications: id.isNumber ? 1 : "1" }) } };
}

/**
 * Returns the success responses of an endpoint. Without one, `default` counts as a success, unless it is an error or
 * there are redirects.
 */
export function successResponses(all: readonly BoundResponse[], document: JsonObject, prefix: string): readonly BoundResponse[] {
  const named = all.filter(({ status }) => isSuccess(status));
  if (named.length > 0 || all.some(({ status }) => status.startsWith("3"))) return named;
  return all.filter((one) => one.status === "default" && !isError(one, document, prefix));
}

function isError(one: BoundResponse, document: JsonObject, prefix: string): boolean {
  const key = bindingKeys(prefix).error;
  const shared = ownObject(document, key);
  return (
    own(one.response, key) !== undefined ||
    one.json.some(({ mediaType, schema }) => {
      if (shared && !schemasIn(document).of(schema).isFreeForm && isFitting(shared, schema, document)) return true;
      if (!errorShape(mediaType, schema, document)) return false;
      const members = schemasIn(document).of(schema).members;
      const has = (...names: readonly string[]) => names.some((name) => members.has(name));
      return mediaType.includes("problem") || (has("error", "errors", "code") && !has("action", "data", "output", "result"));
    })
  );
}

/** Returns whether a selector is the one that applies without a binding. */
function isUsual({ action, ...others }: Selector): boolean {
  const { in: place, name, before, after } = action;
  const isNamed = place === defaultSelector.action.in && name === defaultSelector.action.name;
  return isNamed && before === undefined && after === undefined && Object.keys(others).length === 0;
}

/** Reports an unknown `from`, or one from which no action can be derived. */
function checkOrigin(
  { endpoint, serviceTypes }: BindingSource,
  from: string | undefined,
  holder: JsonObject | undefined,
  problems: BindingProblem[],
): void {
  if (from === undefined || !holder) return;
  const at = { holder, key: "from" };
  if (!actionOrigins.some((origin) => origin === from)) {
    const hint = `Write ${actionOrigins.map(quote).join(" or ")}, or omit it and list the actions.`;
    problems.push(originCode.problem("unknown", { from }, at, hint));
  } else if ([...serviceTypes.values()].every((actions) => Object.keys(actions).length === 0)) {
    const { method, path } = endpoint;
    const describe = "Describe the body as oneOf with a schema for each action, or as an object with a property for each.";
    problems.push(
      from === "paths"
        ? originCode.problem(
            "pathless",
            { method, path },
            at,
            "Write the path that all actions share, with a parameter where they differ.",
          )
        : originCode.problem("bodiless", {}, at, describe),
    );
  }
}

/**
 * The problem of a service type that can't be determined. If actions are named elsewhere than in `{action}`, no default
 * applies.
 */
function unnamedType(operation: JsonObject, key: string): BindingProblem {
  return {
    kind: "binding-missing",
    text: "cannot determine the type of the service: the operation has actions of several types",
    hint: "Write type: { in: path, name: … }, or, if services contain it, service: { operation: …, type: /… }.",
    holder: ownObject(operation, key)!,
    key: "action",
  };
}

function noSuccess({ operation, method, path }: BoundOperation): BindingProblem {
  return {
    kind: "binding-missing",
    text: `${quote(`${method.toUpperCase()} ${path}`)} declares no success: its responses are errors or redirects`,
    hint: 'Declare the response of an action that succeeds: "200", "202" or "204".',
    holder: operation,
    key: "responses",
  };
}

/** Reads the parts of an operation's binding; `null` for a part that it declares absent. */
function readWritten(operation: JsonObject, key: string, problems: BindingProblem[]) {
  const written = own(operation, key);
  if (isObject(written)) return readMembers(written, bindingMembers, problems, partsOf);
  if (written !== undefined) {
    const hint = `Write ${key}: { response: { status: /…, result: /… } }, and service or async where they are needed.`;
    problems.push(memberCode.problem("kind", { name: key, kind: "an object" }, { holder: operation, key }, hint));
  }
  return {};
}

/** Asynchronous actions need a 202, or a binding that defines how to follow them. */
function checkAsync(source: BindingSource, successes: readonly number[], problems: BindingProblem[]): void {
  if (successes.includes(202) || successes.length === 0) return;
  for (const [name, holder] of asyncActions(source)) {
    const text = `${quote(name)} completes asynchronously, but its endpoint declares no 202`;
    problems.push({ kind: "async-undeclared", text, holder, key: "async" });
  }
}

/** Returns whether the body of a 202 is that of another success, so that only the status tells them apart. */
function hasUsualAccepted(successes: readonly BoundResponse[]): boolean {
  const accepted = successes.find(({ status }) => status === "202");
  const bodyOf = ({ json, text }: BoundResponse) => JSON.stringify([json, text]);
  return accepted !== undefined && successes.some((one) => one !== accepted && bodyOf(one) === bodyOf(accepted));
}
