import type { LongRunningOperations } from "../../../templates/runtime/client/follow.js";
import type { RepeatableActions } from "../../../templates/runtime/client/middleware.js";
import type { SequenceRules } from "../../../templates/runtime/sequence.js";
import type { Contract } from "../../model/contract.js";
import { sequenceRules, takesSequences } from "../../model/sequences.js";
import { hasCallParameters } from "./call-types.js";
import { errorShapes } from "./errors.js";
import { findSecrets } from "./find-secrets.js";
import { findLongRunningOperations, followsResources } from "./long-running-operations.js";
import { checksParameters, hasHeaderParameters, hasPlainParameters } from "./parameter-rules.js";
import {
  buildRoutes,
  hasFactsInBodies,
  hasForms,
  hasJsonBodies,
  hasJsonResponses,
  hasOpenOperations,
  hasSelectors,
  isBearerOnly,
  readsSuccesses,
  schemeRules,
  type Route,
} from "./routes.js";
import { findServiceRepresentations, type ServiceRepresentations } from "./service-representations.js";

/** Plain data, a variable where the client is created, or a part of the runtime. */
export type ClientPart =
  | { readonly data: object }
  | { readonly variable: "routes" | "sequences" | "options.baseUrl" }
  | RuntimePart;

/** An export of a file of `runtime/client`, or with `of` what it returns for these arguments. */
export interface RuntimePart {
  readonly name: string;
  readonly from: string;
  readonly of?: readonly ClientPart[];
}

/** What a client knows of a contract: plain data, and the parts of the runtime that it needs. */
export interface ClientDescription {
  /** By the names of the client's methods. */
  readonly routes: ReadonlyMap<string, Route>;
  /** The responses that are sequences of items; absent: there are none. */
  readonly sequences: SequenceRules | undefined;
  /** The members of a `ClientContract` besides its routes. */
  readonly members: Readonly<Record<string, ClientPart>>;
  /** Runs before the middleware of callers. */
  readonly middleware: readonly RuntimePart[];
  /** The actions that may be repeated. */
  readonly repeatable: RepeatableActions;
  /** How asynchronous actions are followed. */
  readonly following: LongRunningOperations;
  /** How handles of services are created; absent: the contract does not define how services are represented. */
  readonly handle: ServiceRepresentations | undefined;
}

/** Describes the client of a contract, which emitters print and live clients run. Parts that it does not need are absent. */
export function describeClient(contract: Contract): ClientDescription {
  const routes = buildRoutes(contract);
  const sequences = sequenceRules(contract);
  const shapes = errorShapes(contract);
  const schemes = Object.fromEntries(schemeRules(contract));
  const hasKeys = Object.values(schemes).some(({ type }) => type === "key" || type === "basic");
  const readWhole = hasJsonResponses(contract) ? part("readJson", "create-client") : part("readAnyBody", "encoding");
  const readBody = sequences ? part("readSequences", "sequences", { variable: "sequences" }, readWhole) : readWhole;
  const writeWhole = bodyWriter(contract);
  const writeBody = takesSequences(contract) ? part("writeSequences", "sequences", writeWhole) : writeWhole;
  return {
    routes,
    sequences,
    members: {
      authorize: isBearerOnly(contract)
        ? hasOpenOperations(contract)
          ? part("authorizeIfNeeded", "secrets")
          : part("authorizeBearer", "create-client")
        : part("authorizeSchemes", "secrets", { data: schemes }),
      ...(contract.serviceTypes.length > 0 && { addServices: part("addServices", "action-calls") }),
      writeParameters: parameterWriter(contract),
      writeBody: hasFactsInBodies(contract) ? part("writeFacts", "action-calls", writeBody) : writeBody,
      ...(takesSequences(contract) && { sendBody: part("sendSequence", "sequences") }),
      readBody: hasKeys ? part("hideCredentials", "secrets", readBody) : readBody,
      ...(shapes && { readError: part("readErrors", "action-calls", { data: shapes }) }),
      ...(revealsSecrets(contract) && { wrapSecrets: part("wrapSecrets", "secrets") }),
    },
    middleware: [
      ...([...routes.values()].some(({ actions }) => actions) ? [part("useOwnRoutes", "action-calls")] : []),
      ...(followsResources(contract)
        ? [part("redirectPolls", "follow", { variable: "routes" }, { variable: "options.baseUrl" })]
        : []),
      ...(hasCallParameters(contract) ? [part("addParameters", "action-calls")] : []),
      ...(hasSelectors(contract) ? [part("nameActions", "action-calls")] : []),
      ...(readsSuccesses(contract) ? [part("readSuccesses", "action-calls")] : []),
    ],
    repeatable: Object.fromEntries(
      contract.serviceTypes.map(({ name, actions }) => {
        return [name, actions.filter(({ readOnly, idempotent }) => readOnly || idempotent).map((action) => action.name)];
      }),
    ),
    following: Object.fromEntries(
      [...findLongRunningOperations(contract)].map(([{ name }, followable]) => {
        return [name, Object.fromEntries(followable.map(({ action, operation }) => [action.name, operation]))];
      }),
    ),
    handle: findServiceRepresentations(contract),
  };
}

function part(name: string, from: string, ...of: ClientPart[]): RuntimePart {
  return { name, from, ...(of.length > 0 && { of }) };
}

/** The function that writes the contract's parameters. */
function parameterWriter(contract: Contract): RuntimePart {
  if (checksParameters(contract)) return part("writeChecked", "checked-parameters");
  if (!hasPlainParameters(contract)) return part("writeStyled", "encoding");
  return hasHeaderParameters(contract) ? part("writePlain", "encoding") : part("writeQuery", "create-client");
}

/** The function that writes the contract's bodies. */
function bodyWriter(contract: Contract): RuntimePart {
  if (hasJsonBodies(contract)) return part("writeJson", "create-client");
  return part(hasForms(contract) ? "writeForm" : "writeAnyBody", "encoding");
}

/** Whether any response contains secrets. */
export function revealsSecrets(contract: Contract): boolean {
  return contract.operations.some((operation) => findSecrets(operation, contract).length > 0);
}
