import { defaultSelector, isNamedInBody } from "../../../templates/runtime/selector.js";
import type { RouteParts } from "../../../templates/runtime/client/call.js";
import { parsePathTemplate } from "../../document/path-template.js";
import { ownOperations } from "../../model/action-operation.js";
import { argumentNames } from "../../model/client-names.js";
import type { Contract, MediaType, Operation } from "../../model/contract.js";
import { callParameters } from "./call-types.js";
import { checksParameters, hasPlainParameters } from "./parameter-rules.js";
import type { Route } from "./routes.js";

/** An export of a file of `runtime/client`. */
export interface RoutePart {
  readonly name: string;
  readonly from: string;
}

/** The functions that a route needs, in the order in which they are printed. */
export type DescribedParts = { readonly [Name in keyof RouteParts]: Name extends "use" ? readonly RoutePart[] : RoutePart };

/** Returns the functions of the runtime that the calls of an operation, and of its actions, need beyond those of every call. */
export function routeParts(operation: Operation, route: Route, contract: Contract): DescribedParts {
  const all = [operation, ...ownOperations(contract).filter(({ id }) => id === operation.id)];
  const routes = [route, ...Object.values(route.actions ?? {}).flatMap((own) => Object.values(own))];
  const has = (member: keyof Route) => routes.some((one) => one[member as keyof typeof one] !== undefined);
  const write = parameterWriter(all, contract);
  const writeBody = bodyWriter(
    all.flatMap(({ body }) => body?.content ?? []),
    all.some(hasFactsInBody),
  );
  const readsAny = has("responses") && part("readAnyBody", "encoding");
  const readsItems = has("sequences") ? part("readSequences", "sequences") : readsAny;
  const read = has("receivedParts") ? part("readPartLists", "parts") : readsItems;
  const use = [
    ...(route.actions ? [part("useOwnRoutes", "action-calls")] : []),
    ...(all.some((one) => one.binding && callParameters(one).length > 0) ? [part("addParameters", "action-calls")] : []),
    ...(has("selector") ? [part("nameActions", "action-calls")] : []),
    ...(has("action") ? [part("readSuccesses", "action-calls")] : []),
    ...(has("fieldTypes") ? [part("checkForm", "checked-forms")] : []),
    ...(routes.some(hasReserved) ? [part("useReserved", "encoding")] : []),
  ];
  return {
    ...(write && { writeParameters: write }),
    ...(writeBody && { writeBody }),
    ...(has("items") && { sendBody: part("sendSequence", "sequences") }),
    ...(read && { readBody: read }),
    ...(has("secrets") && { wrapSecrets: part("wrapSecrets", "secrets") }),
    ...(operation.serviceTypes.length > 0 && {
      addActions: part(route.actions ? "addOwnActions" : "addActions", "action-calls"),
    }),
    ...(all.some(repeatsId) && { checkId: part("checkId", "action-calls") }),
    ...(use.length > 0 && { use }),
  };
}

/** Whether some reserved characters are sent as they are. */
function hasReserved({ parameters = [], encoding = {} }: Pick<Route, "parameters" | "encoding">): boolean {
  const fields = [encoding, ...parameters.map((rule) => rule.encoding ?? {})].flatMap((one) => Object.values(one));
  return [...parameters, ...fields].some(({ reserved }) => reserved !== undefined);
}

/** Whether responses of an operation have the id of the request. */
function repeatsId({ binding, responses }: Operation): boolean {
  return binding?.selector?.id !== undefined && (binding.envelope.id ?? responses.find(({ error }) => error?.id)) !== undefined;
}

function part(name: string, from: string): RoutePart {
  return { name, from };
}

/** The function that writes the parameters of all these; `undefined`: the path is enough. */
function parameterWriter(operations: readonly Operation[], contract: Contract): RoutePart | undefined {
  const isChecked = operations.some((operation) => checksParameters(operation, contract));
  if (operations.some(({ path }) => parsePathTemplate(path).segments.size > 0))
    return part(isChecked ? "writeCheckedSegments" : "writeSegments", "segments");
  if (isChecked) return part("writeChecked", "checked-parameters");
  if (!operations.every((operation) => hasPlainParameters(operation, contract))) return part("writeStyled", "encoding");
  const places = operations.flatMap((operation) => [...argumentNames(operation).values()].map((parameter) => parameter.in));
  const hasQuery = places.includes("query");
  if (places.includes("header")) return part(hasQuery ? "writePlain" : "writeHeaders", "encoding");
  return hasQuery ? part("writeQuery", "create-client") : undefined;
}

/** The function that writes the body; `undefined`: it is JSON. */
function bodyWriter(content: readonly MediaType[], hasFacts: boolean): RoutePart | undefined {
  const isForm = content.some(({ kind }) => kind === "form" || kind === "multipart");
  if (content.some(({ items }) => items)) return part(isForm ? "writeSequencesOrForms" : "writeSequences", "sequences");
  if (content.some(({ parts }) => parts)) return part(isForm ? "writePartListsOrForms" : "writePartLists", "parts");
  // Below a range, programs may send another type.
  const isJson = content.every(({ name }) => name === "application/json");
  if (hasFacts) return part(isJson ? "writeFacts" : isForm ? "writeFactsInForms" : "writeFactsInAny", "action-calls");
  return isJson ? undefined : part(isForm ? "writeForm" : "writeAnyBody", "encoding");
}

/** Whether the bodies contain more than the action's own. */
function hasFactsInBody({ binding }: Operation): boolean {
  const selector = binding && (binding.selector ?? defaultSelector);
  return selector !== undefined && (selector.body !== undefined || isNamedInBody(selector));
}
