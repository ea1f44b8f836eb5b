import { writtenFact } from "../../templates/runtime/selector.js";
import { essenceOf } from "../document/media-kind.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import { resolveComponent } from "../document/reference.js";
import { buildOperation, type OperationContext, type WrittenOperation } from "./build-operation.js";
import type { Action, Contract, Operation, OwnParameters, Parameter } from "./contract.js";
import { mergeParameters } from "./merge-parameters.js";
import { pascalCase } from "./names.js";
import { parametersSchema } from "./parameters-schema.js";

/** Returns the operation that calls of an action are: its endpoint, or that with what the action declares itself. */
export function operationOf(endpoint: Operation, { operation }: Pick<Action, "operation">): Operation {
  return operation ?? endpoint;
}

/** Returns all operations of a contract, and those of actions that declare parts themselves. */
export function allOperations(contract: Pick<Contract, "operations" | "serviceTypes">): Operation[] {
  return [...contract.operations, ...ownOperations(contract)];
}

/** Returns the operations of the actions that declare parts themselves. */
export function ownOperations({ serviceTypes }: Pick<Contract, "serviceTypes">): Operation[] {
  return serviceTypes.flatMap(({ actions }) => actions.flatMap(({ operation }) => operation ?? []));
}

/** Returns an Action Object whose body has the media type that names the action, if media types do. */
export function withNamingType(
  name: string,
  action: JsonObject,
  { operation, binding }: Pick<WrittenOperation, "operation" | "binding">,
  document: JsonObject,
): JsonObject {
  const { selector } = binding ?? {};
  if (selector?.action.in !== "media-type") return action;
  const written = writtenFact(selector.action, name);
  const declared = Object.keys(ownObject(resolveComponent(own(operation, "requestBody"), document), "content") ?? {});
  const type = declared.find((one) => essenceOf(one) === written.toLowerCase()) ?? written;
  return { ...action, requestBody: { ...ownObject(action, "requestBody"), content: { [type]: {} } } };
}

const ownFields = ["parameters", "requestBody", "responses"] as const;

/** Returns the operation of an Action Object that declares parameters, a request body or responses; else `undefined`. */
export function buildActionOperation(
  endpoint: WrittenOperation,
  action: JsonObject,
  context: OperationContext,
): Operation | undefined {
  const operation = mergeOperation(endpoint.operation, action, context);
  if (operation === endpoint.operation) return undefined;
  const hasContent = (status: string) =>
    ownObject(resolveComponent(own(ownObject(action, "responses"), status), context.document), "content") !== undefined;
  const { binding: common } = endpoint;
  const namesSuccesses = Object.keys(ownObject(action, "responses") ?? {}).some((status) => status.startsWith("2"));
  const binding = common && {
    ...common,
    namesSuccesses,
    withoutResult: common.withoutResult.filter((status) => !hasContent(status)),
  };
  return buildOperation({ ...endpoint, operation, binding }, context);
}

/** Returns an Operation Object with what an Action Object declares itself; the same object if it declares nothing. */
export function mergeOperation(
  written: JsonObject,
  action: JsonObject,
  { document, locations }: Pick<OperationContext, "document" | "locations">,
): JsonObject {
  if (!ownFields.some((field) => Object.hasOwn(action, field))) return written;
  const resolve = (value: JsonValue | undefined) => resolveComponent(value, document);
  const merged = (base: JsonValue | undefined, given: JsonValue | undefined): JsonObject => {
    const [from, over] = [resolve(base), resolve(given)];
    const both = { ...(isObject(from) && from), ...(isObject(over) && over) };
    const source = [over, from].find(isObject);
    if (source) locations?.copy(source, both);
    return both;
  };
  const operation: JsonObject = { ...written };
  if (Object.hasOwn(action, "parameters"))
    operation["parameters"] = mergeParameters({ pathItem: written, operation: action }, (parameter) => resolve(parameter));
  locations?.copy(written, operation);
  const responses = ownObject(action, "responses");
  if (responses) operation["responses"] = mergeResponses(ownObject(written, "responses") ?? {}, responses, merged);
  if (Object.hasOwn(action, "requestBody")) {
    const body = merged(own(written, "requestBody"), own(action, "requestBody"));
    const content = ownObject(resolve(own(action, "requestBody")), "content");
    const common = ownObject(resolve(own(written, "requestBody")), "content");
    if (content) body["content"] = mapValues(content, (media, name) => merged(own(common, name), media));
    // Without media types there is nothing to read.
    if (content && Object.keys(content).length === 0) delete operation["requestBody"];
    else operation["requestBody"] = body;
  }
  return operation;
}

/**
 * Returns the responses of an action. The endpoint's apply as well, except its successes if the action names its own: other
 * successes are those of other actions.
 */
function mergeResponses(
  common: JsonObject,
  given: JsonObject,
  merged: (base: JsonValue | undefined, over: JsonValue | undefined) => JsonObject,
): JsonObject {
  const isSuccess = (status: string) => status.startsWith("2");
  const hasSuccess = Object.keys(given).some(isSuccess);
  const kept = Object.entries(common).filter(([status]) => !hasSuccess || !isSuccess(status));
  return { ...Object.fromEntries(kept), ...mapValues(given, (response, status) => merged(own(common, status), response)) };
}

function mapValues(map: JsonObject, change: (value: JsonValue, name: string) => JsonValue): JsonObject {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value, name)]));
}

const suffixes = { path: "Path", query: "Query", querystring: "Querystring", header: "Headers", cookie: "Cookies" } as const;

/** Adds components for the parameters of an action in the locations where it declares some, as objects. */
export function nameOwnParameters(
  { parameters }: Operation,
  action: JsonObject,
  name: string,
  context: { readonly document: JsonObject; readonly schemas: JsonObject; readonly nameSchema: (wanted: string) => string },
): OwnParameters {
  const given = own(action, "parameters");
  const places = (Array.isArray(given) ? given : []).map(
    (item) => ownString(resolveComponent(item, context.document), "in") as Parameter["in"] | undefined,
  );
  const found: Partial<Record<Parameter["in"], string>> = {};
  for (const place of Object.keys(suffixes) as (keyof typeof suffixes)[]) {
    const own = parameters.filter((parameter) => parameter.in === place);
    if (!places.includes(place) || own.length === 0) continue;
    const component = context.nameSchema(`${name}${suffixes[place]}`);
    context.schemas[component] = place === "querystring" ? own[0]!.schema : parametersSchema(own);
    found[place] = component;
  }
  return found;
}

/** The start of the names of an action's own components: `PostgresAddIp`. */
export function componentPrefix(pascalType: string, action: string): string {
  return `${pascalType}${pascalCase(action)}`;
}
