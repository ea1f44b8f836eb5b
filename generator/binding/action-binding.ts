import { type Envelope, defaultEnvelope } from "../../templates/runtime/envelope.js";
import { quote } from "../diagnostics/escape.js";
import { isObject, own, ownObject, type JsonObject, type JsonValue } from "../document/json-value.js";
import { isFreeForm, isList, isText, memberAt, membersOf, textsOf } from "../json-schema/members.js";
import {
  bindingKeys,
  findOperation,
  isSuccess,
  responsesOf,
  type ActionBinding,
  type BindingProblem,
  type BindingSource,
  type BoundResponse,
  type ServiceBinding,
} from "./binding.js";
import { readFollowing } from "./following.js";
import { readMembers } from "./read-binding.js";

const bindingMembers = {
  action: "selector",
  type: "selector",
  body: "pointer",
  response: "object",
  async: "object",
  service: "object",
} as const;

const envelopeMembers = { action: "pointer", status: "pointer", message: "pointer", result: "pointer" } as const;

const serviceMembers = { operation: "name", type: "pointer", status: "pointer", plan: "pointer", actions: "pointer" } as const;

/** Reads what the contract writes and shows about the calls of an endpoint; problems are added to a list. */
export function actionBinding(source: BindingSource, problems: BindingProblem[] = []): ActionBinding {
  const { endpoint, document, prefix } = source;
  const written = ownObject(endpoint.operation, bindingKeys(prefix).action);
  const read = written ? readMembers(written, bindingMembers, problems) : {};
  const responses = responsesOf(endpoint.operation, document);
  const named = responses.filter(({ status }) => isSuccess(status));
  const successes = named.length > 0 ? named : responses.filter(({ status }) => status === "default");
  const service = readService(source, ownObject(written, "service"), problems);
  const { envelope, isAssumed } = readEnvelope(source, successes, read.response ?? undefined, problems);
  const statuses = successes.map(({ status }) => Number(status)).filter(Number.isInteger);
  const following = readFollowing(source, successes, ownObject(written, "async"), service, problems);
  checkAsync(source, statuses, written, problems);
  const schemas = successes.flatMap(({ json }) => json.flatMap(({ schema }) => (schema === undefined ? [] : [schema])));
  const status = envelope.status === undefined ? undefined : memberAt({ anyOf: schemas }, envelope.status, document);
  const texts = status && textsOf(status, document);
  return { envelope, isAssumed, service, following, statuses: texts, successes: statuses };
}

/** Actions that go on after their responses need a status that says so, or a binding that says how they are followed. */
function checkAsync(
  { serviceTypes }: BindingSource,
  successes: readonly number[],
  written: JsonObject | undefined,
  problems: BindingProblem[],
): void {
  if (successes.includes(202) || successes.length === 0 || ownObject(written, "async")) return;
  for (const actions of serviceTypes.values()) {
    for (const [name, action] of Object.entries(actions)) {
      if (own(action, "async") !== true) continue;
      problems.push({
        kind: "async-undeclared",
        text: `${quote(name)} goes on after its response, but its endpoint declares no 202`,
        holder: action as JsonObject,
        key: "async",
      });
    }
  }
}

function readEnvelope(
  { document, endpoint, serviceTypes }: BindingSource,
  successes: readonly BoundResponse[],
  written: JsonObject | undefined,
  problems: BindingProblem[],
): { envelope: Envelope; isAssumed: boolean } {
  const schemas = successes.flatMap(({ json }) => json.map(({ schema }) => schema));
  const silent = schemas.length === 0 && !successes.every(({ status }) => status === "204" || status === "205");
  const isSilent = silent || (schemas.length > 0 && schemas.every((schema) => isFreeForm(schema, document)));
  const inferred = isSilent ? defaultEnvelope : inferEnvelope(schemas, document);
  const read = written ? readMembers(written, envelopeMembers, problems) : {};
  const envelope: Record<string, string> = {};
  for (const name of ["action", "status", "message", "result"] as const) {
    const pointer = read[name] === undefined ? (written && isSilent ? undefined : inferred[name]) : read[name];
    if (typeof pointer === "string") envelope[name] = pointer;
    if (!written || typeof read[name] !== "string" || isSilent) continue;
    const isThere = schemas.some((schema) => memberAt(schema, read[name] as string, document) !== undefined);
    if (!isThere)
      problems.push({
        kind: "binding-invalid",
        text: `no success of the endpoint has anything at ${quote(read[name] as string)}`,
        holder: written,
        key: name,
      });
  }
  if (written || isSilent) return { envelope, isAssumed: !written && isSilent };
  if (envelope["result"] === undefined) {
    for (const actions of serviceTypes.values()) {
      for (const [name, action] of Object.entries(actions)) {
        if (!isObject(action) || !Object.hasOwn(action, "result")) continue;
        const key = [endpoint.operation, "responses"] as const;
        problems.push({
          kind: "binding-missing",
          text: `nothing says where the result of ${quote(name)} stands in the endpoint's response`,
          holder: key[0],
          key: key[1],
        });
        return { envelope, isAssumed: false };
      }
    }
  }
  return { envelope, isAssumed: false };
}

/**
 * The envelope by its schemas: text in `action`, `status` or `state`, and `message`; the result in `result`, else in the one
 * member that is an object of which nothing is said.
 */
function inferEnvelope(schemas: readonly (JsonValue | undefined)[], document: JsonObject): Envelope {
  const schema: JsonObject = { anyOf: schemas.filter((one) => one !== undefined) };
  const members = membersOf(schema, document);
  const isTextual = (name: string) => members.has(name) && isText(members.get(name)!, document);
  const action = isTextual("action") ? "/action" : undefined;
  const status = ["status", "state"].find(isTextual);
  const message = isTextual("message") ? "/message" : undefined;
  const open = [...members].filter(
    ([, member]) => member.schemas.length > 0 && member.schemas.every((one) => isOpenObject(one, document)),
  );
  const result = members.has("result") ? "result" : open.length === 1 ? open[0]![0] : undefined;
  return {
    ...(action === undefined ? {} : { action }),
    ...(status === undefined ? {} : { status: `/${status}` }),
    ...(message === undefined ? {} : { message }),
    ...(result === undefined ? {} : { result: `/${result}` }),
  };
}

function isOpenObject(schema: JsonObject, document: JsonObject): boolean {
  return own(schema, "type") !== undefined && isFreeForm(schema, document);
}

/** The path that leads to the service: what stands before the last parameter before the action, that one included. */
export function servicePathOf(path: string): string {
  const before = path.slice(0, path.indexOf("{action}"));
  const end = before.lastIndexOf("}");
  return end < 0 ? "" : before.slice(0, end + 1);
}

function readService(source: BindingSource, written: JsonObject | undefined, problems: BindingProblem[]): ServiceBinding {
  const { document, endpoint, operations, serviceTypes } = source;
  const read = written ? readMembers(written, serviceMembers, problems) : {};
  const named = read.operation === undefined ? undefined : findOperation(source, read.operation, written!, problems);
  const shown = named ?? operations.find(({ method, path }) => method === "get" && path === servicePathOf(endpoint.path));
  const schemas = shown
    ? responsesOf(shown.operation, document).flatMap(({ status, json }) =>
        isSuccess(status) ? json.map(({ schema }) => schema) : [],
      )
    : [];
  const schema: JsonObject = { anyOf: schemas.filter((one) => one !== undefined) };
  const members = membersOf(schema, document);
  const textAt = (pointer: string) => {
    const member = memberAt(schema, pointer, document);
    return member && isText(member, document) ? member : undefined;
  };
  const isKnown = members.size > 0;
  const inferred = {
    type: inferType(),
    status: isKnown ? ["/status", "/state"].find(textAt) : "/status",
    plan: isKnown ? ["/plan"].find(textAt) : "/plan",
    actions: isKnown ? ["/capabilities/actions", "/actions"].find(isActionList) : "/capabilities/actions",
  };
  const facts: Record<string, string> = {};
  for (const name of ["type", "status", "plan", "actions"] as const) {
    const pointer = read[name] === undefined ? inferred[name] : read[name];
    if (typeof pointer === "string") facts[name] = pointer;
    if (typeof read[name] === "string" && isKnown && !memberAt(schema, read[name], document))
      problems.push({
        kind: "binding-invalid",
        text: `what represents a service has nothing at ${quote(read[name])}`,
        holder: written!,
        key: name,
      });
  }
  return { representation: shown && { path: shown.path, method: shown.method }, ...facts };

  /** The text that may be one of the endpoint's types; one type alone needs none. */
  function inferType(): string | undefined {
    const fits = (pointer: string) => {
      const texts = textAt(pointer) && textsOf(textAt(pointer)!, document);
      return texts?.some((text) => serviceTypes.has(text)) === true;
    };
    const found = ["/type", "/kind", ...[...members.keys()].map((name) => `/${name}`)].find(fits);
    if (found !== undefined) return found;
    if (!isKnown || textAt("/type")) return "/type";
    return serviceTypes.size === 1 ? undefined : textAt("/kind") ? "/kind" : "/type";
  }

  function isActionList(pointer: string): boolean {
    const member = memberAt(schema, pointer, document);
    return member !== undefined && isList(member, document);
  }
}
