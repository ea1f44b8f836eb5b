import type { FactLocation } from "../../../templates/runtime/selector.js";
import { createSchemaEvaluator, documentLimits } from "../../json-schema/interpreter.js";
import { idempotencyKey } from "../../model/header-parameters.js";
import {
  actionResponses,
  hasOwnResponses,
  responseTypeNames,
  type ActionResponse,
  type ResponseTypeName,
} from "../../model/action-responses.js";
import { ownOperations } from "../../model/action-operation.js";
import { isBodiless } from "../../model/action-requests.js";
import { clientNames, argumentNames, factArguments } from "../../model/client-names.js";
import type { Contract, MediaType, Operation } from "../../model/contract.js";
import { parsePathTemplate } from "../../document/path-template.js";
import type { ActionRoute, EndpointRoute, OwnRoute, SuccessRule } from "../../../templates/runtime/client/action-calls.js";
import type { CheckedFormRoute } from "../../../templates/runtime/client/checked-forms.js";
import type { RouteParts } from "../../../templates/runtime/client/call.js";
import type { MarkedRoute } from "../../../templates/runtime/client/failures.js";
import type { KeyedRoute } from "../../../templates/runtime/client/idempotency.js";
import type { SegmentRoute } from "../../../templates/runtime/client/segments.js";
import type { PartRoute } from "../../../templates/runtime/client/parts.js";
import type { SequenceRoute } from "../../../templates/runtime/client/sequences.js";
import { describeSecurity } from "./security.js";
import { fieldRules, parameterRules, type ParameterRule } from "./parameter-rules.js";

/** An operation as clients of any contract know it. */
export interface Route extends Omit<
  EndpointRoute & CheckedFormRoute & KeyedRoute & MarkedRoute & PartRoute & SegmentRoute & SequenceRoute,
  keyof RouteParts | "parameters"
> {
  readonly parameters?: readonly ParameterRule[];
}
import { ambiguousFields, formFiles, largestFile } from "../form-files.js";
import { partResponses, partRules } from "../part-rules.js";
import { findSecrets } from "./find-secrets.js";
import { coveredTypes, defaultType, essenceOf, isRange, mediaKind } from "../../document/media-kind.js";
import { bodyFormat, sequenceRules } from "../../model/sequences.js";
import { factIn, successesOf } from "../../model/action-responses.js";

/** The operations of a contract as a client sends them, by their ids. */
export function buildRoutes(contract: Contract): Map<string, Route> {
  const names = clientNames(contract);
  const security = describeSecurity(contract);
  const read = responseTypeNames(contract);
  const sequences = sequenceRules(contract) ?? {};
  const lists = partResponses(contract) ?? {};
  return new Map(
    contract.operations.map((operation) => {
      const build = (one: Operation) => {
        const ofOne = read.filter((response) => response.operation === one);
        const action = actionRoute(one, ofOne, contract);
        return { ...buildRoute(one, names.operations.get(operation.id)!, security(one), contract), ...(action && { action }) };
      };
      const route = withOwnStatuses(build(operation), operation, contract);
      const actions = ownRoutes(operation, route, build, contract);
      const [rules, receivedParts] = [sequences[operation.id], lists[operation.id]];
      return [
        operation.id,
        { ...route, ...(actions && { actions }), ...(rules && { sequences: rules }), ...(receivedParts && { receivedParts }) },
      ];
    }),
  );
}

/** A route whose statuses are not checked if those of one of its actions can't be: an action can only replace them. */
function withOwnStatuses(route: Route, operation: Operation, contract: Contract): Route {
  if (ownOperations(contract).every((own) => own.id !== operation.id || statuses(own).statuses)) return route;
  const { statuses: _, ...rest } = route;
  return rest;
}

/** What differs in the calls of an endpoint's actions. */
function ownRoutes(
  operation: Operation,
  route: Route,
  build: (operation: Operation) => Route,
  contract: Contract,
): Route["actions"] {
  const types = contract.serviceTypes.flatMap(({ name, operationId, actions }) => {
    if (operationId !== operation.id) return [];
    const entries = actions.flatMap((action): [string, OwnRoute][] => {
      const built = action.operation && build(action.operation);
      const { action: _, ...rest } = built ?? {};
      const own =
        built &&
        (hasOwnResponses(operation, action, contract)
          ? built
          : ({ ...rest, ...(route.action && { action: route.action }) } as Route));
      const members = own ? differences(own, route) : {};
      const body = isBodiless(operation, action) ? ("never" as const) : action.mayLackBody ? ("optional" as const) : undefined;
      const all: OwnRoute = { ...members, ...(body && { body }) };
      return Object.keys(all).length > 0 ? [[action.name, all]] : [];
    });
    return entries.length > 0 ? [[name, Object.fromEntries(entries)] as const] : [];
  });
  return types.length > 0 ? Object.fromEntries(types) : undefined;
}

/** The members of an action's route that differ from its endpoint's; those that it lacks are empty. */
function differences(own: Route, route: Route): OwnRoute {
  const isOwn = (name: string) => JSON.stringify(own[name as keyof Route]) !== JSON.stringify(route[name as keyof Route]);
  const lacking = {
    ...(route.parameters && !own.parameters && { parameters: [] }),
    ...(route.responses && !own.responses && { responses: ["application/json"] }),
    ...(route.accept !== undefined && own.accept === undefined && { accept: "application/json" }),
    ...(route.action && !own.action && { action: { envelope: {}, successes: {} } }),
    ...(route.needs && !own.needs && { needs: [] }),
    ...(route.marks && !own.marks && { marks: [] }),
    ...(route.content && !own.content && { content: ["application/json"] }),
    ...(route.encoding && !own.encoding && { encoding: {} }),
    ...(route.fieldTypes && !own.fieldTypes && { fieldTypes: {} }),
  };
  return { ...lacking, ...Object.fromEntries(Object.entries(own).filter(([name]) => isOwn(name))) };
}

function buildRoute(operation: Operation, name: string, security: string[][] | undefined, contract: Contract): Route {
  const parameters = parameterRules(operation, contract);
  const secrets = findSecrets(operation, contract);
  const content = operation.body?.content.map((media) => defaultType(media) ?? media.name) ?? [];
  return {
    name,
    ...(name === operation.id ? {} : { id: operation.id }),
    method: operation.method,
    ...statuses(operation),
    ...needs(operation, contract),
    path: requestPath(operation),
    ...segmentsOf(operation),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(content.every((type) => type === "application/json") ? {} : { content }),
    ...fieldEncoding(operation, contract),
    ...bodyItems(operation),
    ...sentParts(operation, contract),
    ...fieldTypes(operation, contract),
    ...responses(operation, contract),
    ...marksOf(operation),
    ...selectorOf(operation),
    ...(security ? { security } : {}),
    ...(secrets.length > 0 ? { secrets } : {}),
    ...keyOf(operation, contract),
  };
}

/** The `Idempotency-Key` of an operation, in quotes as in the draft of the IETF unless its schema accepts only others. */
function keyOf(operation: Operation, contract: Contract): Pick<Route, "idempotencyKey"> {
  const found = [...argumentNames(operation)].find(([, { in: place, name }]) => {
    return place === "header" && name.toLowerCase() === idempotencyKey;
  });
  if (!found) return {};
  const [argument, { schema }] = found;
  const evaluate = createSchemaEvaluator(contract.schemas, documentLimits, contract.integers);
  const accepts = (text: string) => evaluate(schema, text).isValid === true;
  const id = "8e03978e-40d5-43dd-bc93-6894a57f9324";
  if (accepts(`"${id}"`)) return { idempotencyKey: { argument, isQuoted: true } };
  return accepts(id) ? { idempotencyKey: { argument } } : {};
}

/** Whether a client of a contract writes keys. */
export function writesKeys(routes: ReadonlyMap<string, Route>): boolean {
  return [...routes.values()].some((route) => route.idempotencyKey);
}

/**
 * The locations of the facts of a call in requests, if they differ from the defaults; parameters by the names of their arguments.
 */
function selectorOf(operation: Operation): Pick<Route, "selector"> {
  const selector = operation.binding?.selector;
  if (!selector) return {};
  const names = [...factArguments(operation)];
  const named = <Fact extends FactLocation>(fact: Fact): Fact => ({
    ...fact,
    name: names.find(([, one]) => one === fact)?.[0] ?? fact.name,
  });
  const { action, rest, type, names: _, others: __, ...others } = selector;
  return {
    selector: {
      ...others,
      action: named(action),
      ...(rest && { rest: named(rest) }),
      ...(type && { type: named(type) }),
      ...(operation.body ? {} : { isBodiless: true }),
    },
  };
}

/** The path of requests, with parameters named like the arguments of a call, and the query that all of them have. */
function requestPath(operation: Operation): string {
  const { path, query } = parsePathTemplate(operation.path);
  const inPath = [...argumentNames(operation)].filter(([, parameter]) => parameter.in === "path");
  const names = new Map(inPath.map(([argument, { name }]) => [name, argument]));
  const template = path.replace(/\{([^{}]+)\}/g, (_, name: string) => `{${names.get(name) ?? name}}`);
  const pairs = query.map((pair) => pair.map(encodeURIComponent).join("="));
  return pairs.length > 0 ? `${template}?${pairs.join("&")}` : template;
}

/** The segments of parameters that contain slashes. */
function segmentsOf(operation: Operation): Pick<Route, "segments"> {
  const { segments } = parsePathTemplate(operation.path);
  const inPath = [...argumentNames(operation)].filter(([, parameter]) => parameter.in === "path");
  const own = inPath.flatMap(([argument, { name }]) => (segments.has(name) ? [[argument, segments.get(name)!] as const] : []));
  return own.length > 0 ? { segments: Object.fromEntries(own) } : {};
}

/** How successes of an endpoint's actions are read, if one is more than its body. */
function actionRoute(operation: Operation, read: readonly ResponseTypeName[], contract: Contract): ActionRoute | undefined {
  const { binding } = operation;
  if (!binding || read.length === 0) return undefined;
  const plain = [false, true].flatMap((isAsync) => {
    const described = actionResponses(operation, { async: isAsync, returnsResult: true }, contract);
    return described.isDefault ? described.responses : [];
  });
  const { results } = binding.selector ?? {};
  const rules = read.flatMap(({ described: { responses: declared } }) =>
    declared.map((response): [string, SuccessRule] => {
      const { key = "default", mediaType, others, headers, envelope, isText } = response;
      const isOther = binding.envelope.result === "" && mediaType !== undefined && envelope.result === undefined;
      const hasNoResult =
        Boolean(binding.envelope.result) && mediaType !== undefined && !canHaveResult(operation, response, contract);
      const numbers = headers.flatMap(({ name, as }) => (as === "string" ? [] : [name]));
      const needsHeaders = headers.flatMap(({ name, required }) => (required ? [name] : []));
      const rule: SuccessRule = {
        ...(isOther ? { isOther } : {}),
        ...(hasNoResult ? { hasNoResult } : {}),
        ...(isText ? { isText } : {}),
        ...(declared.length > 1 ? { hasStatus: true } : {}),
        ...(others === "none" ? {} : { hasOthers: true }),
        ...(others === "none" || results === undefined ? {} : { facts: [results] }),
        ...(mediaType === undefined ? {} : { needs: neededFacts(operation, response, contract) }),
        ...(headers.length > 0 ? { headers: headers.map((header) => header.name) } : {}),
        ...(numbers.length > 0 ? { numbers } : {}),
        ...(needsHeaders.length > 0 ? { needsHeaders } : {}),
      };
      return [key, rule];
    }),
  );
  const asSent = plain.map((response): [string, SuccessRule] => [
    response.key ?? "default",
    { isAsSent: true, needs: neededFacts(operation, response, contract) },
  ]);
  return { envelope: binding.envelope, successes: Object.fromEntries([...asSent, ...rules]) };
}

/** Whether the body of a success has a location for the result of some action. */
function canHaveResult(operation: Operation, { key }: ActionResponse, contract: Contract): boolean {
  return [false, true].some((async) =>
    actionResponses(operation, { async, returnsResult: true }, contract).responses.some(
      (response) => response.key === key && response.envelope.result !== undefined,
    ),
  );
}

/** The locations of the required facts of an action in a success: JSON pointers. */
function neededFacts(operation: Operation, { key, envelope }: ActionResponse, { schemas }: Contract): string[] {
  const content = successesOf(operation).find(({ status }) => status === key)?.content ?? [];
  const schema = content.find(({ kind }) => kind === "json")?.schema;
  return [envelope.status, envelope.message, envelope.result].filter((pointer) => {
    if (pointer === undefined || pointer === "") return false;
    return factIn(operation, schema, pointer, schemas)?.isRequired;
  }) as string[];
}

/** The parts that all successes of an endpoint's actions must have, if they are read unchanged. */
function needs(operation: Operation, contract: Contract): Pick<Route, "needs"> {
  if (!operation.binding) return {};
  const declared = [false, true].map((isAsync) => actionResponses(operation, { async: isAsync, returnsResult: true }, contract));
  const responses = declared.flatMap(({ responses: own }) => own.map((response) => neededFacts(operation, response, contract)));
  const [first = [], ...others] = responses;
  const common = first.filter((pointer) => others.every((pointers) => pointers.includes(pointer)));
  return declared.every(({ isDefault }) => isDefault) && common.length > 0
    ? { needs: common.map((pointer) => pointer.slice(1)) }
    : {};
}

/** What distinguishes errors with the status 200 from successes. */
function marksOf({ responses: declared }: Operation): Pick<Route, "marks"> {
  const marks = new Map(
    declared.flatMap(({ error }) => (error?.failureMark ? [[JSON.stringify(error.failureMark), error.failureMark]] : [])),
  );
  return marks.size > 0 ? { marks: [...marks.values()] } : {};
}

/** Whether an error of an operation, or of one of its actions, has the status 200. */
export function hasMarks({ marks, actions = {} }: Route): boolean {
  return Boolean(marks) || Object.values(actions).some((own) => Object.values(own).some((one) => (one as Route).marks?.length));
}

/** Media types of errors with the status 200. */
function markedTypes({ responses: declared }: Operation): string[] {
  return declared.flatMap(({ error }) => (error?.failureMark ? error.mediaType : []));
}

/** How the successes of a call are requested and read, unless all are `application/json`. */
function responses(operation: Operation, contract: Contract): Pick<Route, "accept" | "responses"> {
  const types = [...new Set([...responseTypes(operation, contract), ...markedTypes(operation)])];
  const accept = acceptedTypes(operation, contract);
  return {
    ...(accept === "" || accept === "application/json" ? {} : { accept }),
    ...(types.every((type) => type === "application/json") ? {} : { responses: types }),
  };
}

/** Media types of successes without parameters, an empty text for one without a body. If the contract declares none, any is accepted. */
function responseTypes(operation: Operation, contract: Contract): string[] {
  if (operation.binding) return actionContent(operation, contract).map((name) => essenceOf(name ?? ""));
  const types = new Set(successesOf(operation).flatMap(({ content }) => (content.length > 0 ? content.map(readTypes) : [""])));
  if ([...types].every((type) => type === "")) types.add("*/*");
  if (operation.method === "HEAD" || types.has("*/*") || types.has("application/*")) types.add("");
  return [...types];
}

/** Media types of the responses of actions; `undefined`: one has no body. */
function actionContent(operation: Operation, contract: Contract): (string | undefined)[] {
  const declared = [false, true].flatMap(
    (isAsync) => actionResponses(operation, { async: isAsync, returnsResult: true }, contract).responses,
  );
  return [...new Set(declared.map(({ mediaType }) => mediaType))];
}

/** What a header can have: the key of a response's content may be any text, with a warning. */
const sendable = /^[ \t]*[!#$%&'*+.^`|~\w-]+\/[!#$%&'*+.^`|~\w-]+[ \t]*(?:;[\t\u0020-\u007e]*)?$/;

/** Media types of successes as the contract writes them. Servers may prefer the first one: JSON. */
function acceptedTypes(operation: Operation, contract: Contract): string {
  const declared = successesOf(operation).flatMap(({ content }) => content.map(requestedType));
  const names = operation.binding ? actionContent(operation, contract) : declared;
  const types = new Set(names.filter((name) => name !== undefined && sendable.test(name)));
  const isJson = (name: string | undefined) => mediaKind(name ?? "") === "json";
  return [...[...types].filter(isJson), ...[...types].filter((name) => !isJson(name))].join(", ");
}

/** The statuses that the type of the call covers: any, if the contract has a range or only `default`. */
function statuses(operation: Operation): Pick<Route, "statuses"> {
  const declared = successesOf(operation).map(({ status }) => status);
  const isExact = declared.length > 0 && declared.every((status) => /^\d+$/.test(status));
  return isExact ? { statuses: declared.map(Number) } : {};
}

/** The media types of a success. Below a range that includes JSON, the kind follows: `application/*+text`. */
function readTypes({ name, kind }: MediaType): string {
  const isAny = mediaKind(name) === "any" && kind !== "any" && kind !== "json";
  return isAny ? `${essenceOf(name)}+${kind}` : coveredTypes({ name, kind });
}

/** What a client requests: JSON below a range, not anything. */
function requestedType(media: MediaType): string | undefined {
  if (!isRange(media.name)) return media.name;
  return media.kind === "json" || essenceOf(media.name) === "*/*" ? defaultType(media) : essenceOf(media.name);
}

/** How the items of bodies that are sequences are separated. */
function bodyItems({ body }: Operation): Pick<Route, "items"> {
  const rules = (body?.content ?? []).flatMap(({ name, items }) => (items ? [[name, bodyFormat(items)] as const] : []));
  return rules.length > 0 ? { items: Object.fromEntries(rules) } : {};
}

/** How the parts of bodies that are lists of parts are written. */
function sentParts({ body }: Operation, contract: Contract): Pick<Route, "sentParts"> {
  const lists = (body?.content ?? [])
    .filter(({ parts }) => parts)
    .map((media) => [media.name, partRules(media, contract)] as const);
  return lists.length > 0 ? { sentParts: Object.fromEntries(lists) } : {};
}

/** How servers read the fields of a form whose strings may be those of other values. */
function fieldTypes({ body }: Operation, contract: Contract): Pick<Route, "fieldTypes"> {
  const found = (body?.content ?? []).flatMap((media) => Object.entries(ambiguousFields(media, contract)));
  return found.length > 0 ? { fieldTypes: Object.fromEntries(found) } : {};
}

/** How fields of a form are written, as the contract declares. */
function fieldEncoding({ body }: Operation, contract: Contract): Pick<Route, "encoding"> {
  const fields = fieldRules(body?.content ?? []);
  for (const media of body?.content ?? []) {
    if (media.kind !== "multipart") continue;
    for (const [name, { types = [] }] of Object.entries(formFiles(media, contract))) {
      const [contentType, ...others] = types;
      if (contentType === undefined || others.length > 0 || contentType.includes("*")) continue;
      fields[name] = { ...fields[name], contentType };
    }
    const last = largestFile(media, contract);
    if (last !== undefined) fields[last] = { ...fields[last], isLast: true };
  }
  return Object.keys(fields).length > 0 ? { encoding: fields } : {};
}
