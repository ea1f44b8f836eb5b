import { negotiation, rejectUnacceptable } from "../../../templates/runtime/server/accept.js";
import {
  authenticate,
  checkAvailability,
  checkAccess,
  checkScopes,
  findAction,
  findResource,
  listCapabilities,
} from "../../../templates/runtime/server/access.js";
import { checkBody, readEnvelope } from "../../../templates/runtime/server/body.js";
import type { ParameterRule, Route } from "../../../templates/runtime/server/contract.js";
import { steps } from "../../../templates/runtime/server/create-server.js";
import { asSent } from "../../../templates/runtime/server/errors-with-200.js";
import { writeError } from "../../../templates/runtime/server/failures.js";
import { limitOperations } from "../../../templates/runtime/server/handler-limits.js";
import { onceByHeader } from "../../../templates/runtime/server/idempotency.js";
import { runJsonRpc } from "../../../templates/runtime/server/json-rpc.js";
import { useLists } from "../../../templates/runtime/server/lists.js";
import { readMultipart } from "../../../templates/runtime/server/multipart.js";
import { readFormOrParts } from "../../../templates/runtime/server/part-lists.js";
import { observeCalls } from "../../../templates/runtime/server/observe.js";
import { useOwnRoutes } from "../../../templates/runtime/server/own-routes.js";
import { checkParameters, fillBody, fillParameters, readPlainParameters } from "../../../templates/runtime/server/parameters.js";
import { requirePreconditions, runConditional } from "../../../templates/runtime/server/preconditions.js";
import { readParameters } from "../../../templates/runtime/server/read-parameters.js";
import { readItems } from "../../../templates/runtime/server/received-items.js";
import { checkHeaders } from "../../../templates/runtime/server/response-headers.js";
import { createJudges } from "../../../templates/runtime/server/response-policy.js";
import { runAction } from "../../../templates/runtime/server/run-action.js";
import { runHandler } from "../../../templates/runtime/server/run-handler.js";
import { createSegmentRouter } from "../../../templates/runtime/server/segments.js";
import { readUpload } from "../../../templates/runtime/server/uploads.js";
import { type Feature, wants } from "../features.js";
import type { ServerDescription } from "./describe-server.js";

/** What decides on the parts of a server. */
type Needs = ServerDescription & { readonly features?: readonly Feature[] };

/** A part of the runtime that only some servers have. */
interface Part {
  /** Absent: the name of the part. */
  readonly key?: string;
  /** The module below `runtime/server` or `runtime`. */
  readonly from: string;
  /** The function by its name. */
  readonly value: Readonly<Record<string, unknown>>;
  readonly isNeeded: (needs: Needs) => boolean;
}

const some = (test: (route: Route) => unknown) => (needs: Needs) => needs.routes.some(test);

const hasActions = some(({ serviceTypes }) => serviceTypes.length > 0);

const hasAuthentication = some(({ authentication }) => authentication !== "none");

const takesAccept = some(({ responses }) => Object.hasOwn(responses, "406"));

const hasErrorShape = ({ errorShape, routes }: Needs) => errorShape !== undefined || routes.some(({ errors }) => errors);

const hasParameters = ({ parameters }: Route) => parameters.length > 0;

/** Whether a parameter is a single value in the usual style. */
function isPlain({ in: place, as, style, fields, taken }: ParameterRule): boolean {
  return ["path", "query", "header"].includes(place) && Array.isArray(as) && style === undefined && !fields && !taken;
}

/** Whether the responses of any operation have several media types. */
const negotiates = some(({ responses }) => {
  const types = new Set(Object.values(responses).flat());
  return types.size > 1 || Object.hasOwn(responses, "406") || [...types].some((type) => type.includes("*"));
});

/** By the names of the steps; the runtime has their order. */
const stepParts: Readonly<Record<string, Part>> = {
  authenticate: { from: "server/access", value: { authenticate }, isNeeded: hasAuthentication },
  parameters: {
    from: "server/parameters",
    value: { checkParameters },
    isNeeded: some(hasParameters),
  },
  access: { from: "server/access", value: { checkAccess }, isNeeded: hasAuthentication },
  resource: { from: "server/access", value: { findResource }, isNeeded: some(({ hasService }) => hasService) },
  action: { from: "server/access", value: { findAction }, isNeeded: hasActions },
  scopes: {
    from: "server/access",
    value: { checkScopes },
    isNeeded: ({ routes, hasActionScopes }) =>
      hasActionScopes || routes.some(({ scopes, schemes }) => schemes !== undefined || scopes.some(({ length }) => length > 0)),
  },
  body: {
    from: "server/body",
    value: { checkBody },
    // What is arranged has its place before or after it.
    isNeeded: (needs) => needs.takesKeys || takesAccept(needs) || hasActions(needs) || needs.routes.some(({ body }) => body),
  },
  availability: {
    from: "server/access",
    value: { checkAvailability },
    isNeeded: some(({ serviceTypes, hasService }) => hasService && serviceTypes.length > 0),
  },
  handler: { from: "server/run-handler", value: { runHandler }, isNeeded: () => true },
};

/** Members of the contract that the runtime gets. */
const memberParts: Readonly<Record<string, Part>> = {
  writeError: { from: "server/failures", value: { writeError }, isNeeded: hasErrorShape },
  createRouter: { from: "server/segments", value: { createSegmentRouter }, isNeeded: some(({ joined, ends }) => joined ?? ends) },
  asSent: { from: "server/errors-with-200", value: { asSent }, isNeeded: some(({ errorsWith200 }) => errorsWith200) },
  readParameters: {
    from: "server/read-parameters",
    value: { readParameters },
    isNeeded: ({ routes }) => !routes.every(({ parameters }) => parameters.every(isPlain)),
  },
  readPlainParameters: {
    key: "readParameters",
    from: "server/parameters",
    value: { readPlainParameters },
    isNeeded: ({ routes }) => routes.some(hasParameters) && routes.every(({ parameters }) => parameters.every(isPlain)),
  },
  fillParameters: { from: "server/parameters", value: { fillParameters }, isNeeded: some(({ defaults }) => defaults) },
  fillBody: { from: "server/parameters", value: { fillBody }, isNeeded: some(({ defaults }) => defaults) },
  negotiation: { from: "server/accept", value: { negotiation }, isNeeded: negotiates },
  readMultipart: {
    from: "server/multipart",
    value: { readMultipart },
    isNeeded: ({ takesMultipart, takesParts }) => takesMultipart && !takesParts,
  },
  readParts: {
    key: "readMultipart",
    from: "server/part-lists",
    value: { readFormOrParts },
    isNeeded: ({ takesParts }) => takesParts,
  },
  readItems: { from: "server/received-items", value: { readItems }, isNeeded: ({ takesItems }) => takesItems },
  readUpload: { from: "server/uploads", value: { readUpload }, isNeeded: ({ takesUploads }) => takesUploads },
  callHandler: {
    from: "server/preconditions",
    value: { runConditional },
    isNeeded: ({ takesPreconditions }) => takesPreconditions,
  },
  runAction: { from: "server/run-action", value: { runAction }, isNeeded: hasActions },
  readEnvelope: { from: "server/body", value: { readEnvelope }, isNeeded: some(({ selector }) => selector?.others) },
  listCapabilities: { from: "server/access", value: { listCapabilities }, isNeeded: hasActions },
  checkHeaders: {
    from: "server/response-headers",
    value: { checkHeaders },
    isNeeded: some(({ responseHeaders }) => responseHeaders),
  },
  createJudges: { from: "server/response-policy", value: { createJudges }, isNeeded: (needs) => wants(needs, "responses") },
  limitOperations: { from: "server/handler-limits", value: { limitOperations }, isNeeded: (needs) => wants(needs, "limits") },
  observeCalls: { from: "server/observe", value: { observeCalls }, isNeeded: (needs) => wants(needs, "observe") },
};

/** What changes the steps, the first one first. */
const arrangementParts: readonly Part[] = [
  { from: "server/lists", value: { useLists }, isNeeded: some(({ selector }) => selector?.item !== undefined) },
  { from: "server/accept", value: { rejectUnacceptable }, isNeeded: takesAccept },
  { from: "server/preconditions", value: { requirePreconditions }, isNeeded: ({ takesPreconditions }) => takesPreconditions },
  { from: "server/idempotency", value: { onceByHeader }, isNeeded: ({ takesKeys }) => takesKeys },
  // Last, as they run the steps that the others have arranged.
  { from: "server/own-routes", value: { useOwnRoutes }, isNeeded: some(({ actions }) => actions !== undefined) },
  { from: "server/json-rpc", value: { runJsonRpc }, isNeeded: some(({ rpc }) => rpc) },
];

/** A function of the runtime that a server gets. */
export interface ServerPart {
  /** The step or the member of the contract that it is. */
  readonly key: string;
  /** Its module, such as `server/access`. */
  readonly from: string;
  readonly name: string;
  readonly value: unknown;
}

/** The routes of a server, and those that single actions have. */
function allRoutes(routes: readonly Route[]): readonly Route[] {
  return routes.flatMap((route) => {
    const own = Object.values(route.actions ?? {}).flatMap((ofType) => Object.values(ofType));
    return [route, ...own.map((members) => ({ ...route, ...members }))];
  });
}

/** Whether callers can choose the media types of responses. */
export function hasNegotiation(needs: Needs): boolean {
  return negotiates({ ...needs, routes: allRoutes(needs.routes) });
}

/** The functions that a server needs, which emitters print and live servers pass. */
export function serverParts(described: Needs): Readonly<Record<"steps" | "members" | "arrangements", readonly ServerPart[]>> {
  const needs = { ...described, routes: allRoutes(described.routes) };
  const pick = (parts: readonly (readonly [string, Part])[]) =>
    parts.flatMap(([own, { key = own, from, value, isNeeded }]): ServerPart[] => {
      const [name] = Object.keys(value);
      return isNeeded(needs) ? [{ key, from, name: name!, value: value[name!] }] : [];
    });
  return {
    steps: pick(steps.map(({ name }) => [name, stepParts[name]!])),
    members: pick(Object.entries(memberParts)),
    arrangements: pick(arrangementParts.map((part, index) => [String(index), part])),
  };
}
