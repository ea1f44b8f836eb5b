import type { RepeatableActions } from "../../../templates/runtime/client/middleware.js";
import { clientNames } from "../../model/client-names.js";
import type { Contract } from "../../model/contract.js";
import { errorShapes } from "./errors.js";
import { findSecrets } from "./find-secrets.js";
import { findLongRunningOperations, type FollowableAction } from "./long-running-operations.js";
import { buildRoutes, hasMarks, type Route } from "./routes.js";
import { hasOpenOperations, isBearerOnly, schemeRules } from "./security.js";
import { describeServers } from "./servers.js";
import type { ServerRule } from "../../../templates/runtime/client/server-url.js";
import { routeParts, type DescribedParts } from "./route-parts.js";
import { findServiceRepresentations, type ServiceRepresentations } from "./service-representations.js";

/** Plain data, or a part of the runtime. */
export type ClientPart = { readonly data: object } | RuntimePart;

/** An export of a file of `runtime/client`, or with `of` what it returns for these arguments. */
export interface RuntimePart {
  readonly name: string;
  readonly from: string;
  readonly of?: readonly ClientPart[];
}

/** What a client knows of a contract: plain data, and the parts of the runtime that it needs. */
export interface ClientDescription {
  /** By the ids of operations. */
  readonly routes: ReadonlyMap<string, Route>;
  /** The functions that each route needs. */
  readonly parts: ReadonlyMap<string, DescribedParts>;
  /** The service types by their names on the client, each with the id of the operation that invokes its actions. */
  readonly services: ReadonlyMap<string, string>;
  /** The members of a `ClientContract`. */
  readonly members: Readonly<Record<string, ClientPart>>;
  /** The actions that may be repeated. */
  readonly repeatable: RepeatableActions;
  /** How asynchronous actions are followed, by service type and action. */
  readonly following: Readonly<Record<string, Readonly<Record<string, DescribedFollowing>>>>;
  /** How handles of services are created; absent: the contract does not define how services are represented. */
  readonly handle: ServiceRepresentations | undefined;
  /** The servers by their names; empty if their URLs have no variables. */
  readonly servers: ReadonlyMap<string, ServerRule>;
}

/** How an action is followed, with the id of the operation that returns the resource. */
export type DescribedFollowing = FollowableAction["operation"] & { readonly shownBy?: string | undefined };

/** Describes the client of a contract, which emitters print and live clients run. Parts that it does not need are absent. */
export function describeClient(contract: Contract): ClientDescription {
  const shapes = errorShapes(contract);
  const schemes = Object.fromEntries(schemeRules(contract));
  const hasKeys = Object.values(schemes).some(({ type }) => type === "key" || type === "basic");
  const routes = buildRoutes(contract);
  const names = clientNames(contract).serviceTypes;
  return {
    routes,
    parts: new Map(
      contract.operations.map((operation) => [operation.id, routeParts(operation, routes.get(operation.id)!, contract)]),
    ),
    services: new Map(contract.serviceTypes.map(({ name, operationId }) => [names.get(name)!, operationId])),
    members: {
      authorize: isBearerOnly(contract)
        ? hasOpenOperations(contract)
          ? part("authorizeIfNeeded", "secrets")
          : part("authorizeBearer", "create-client")
        : part("authorizeSchemes", "secrets", { data: schemes }),
      ...(hasKeys && { hideCredentials: part("hideCredentials", "secrets") }),
      ...(shapes && {
        readError:
          shapes.length === 1
            ? part("readErrorsOf", "action-calls", { data: shapes[0]! })
            : part("readErrors", "action-calls", { data: shapes }),
      }),
      ...([...routes.values()].some(hasMarks) && {
        readFailure: part("readFailure", "failures"),
      }),
    },
    repeatable: Object.fromEntries(
      contract.serviceTypes.map(({ name, actions }) => {
        return [name, actions.filter(({ readOnly, idempotent }) => readOnly || idempotent).map((action) => action.name)];
      }),
    ),
    following: Object.fromEntries(
      [...findLongRunningOperations(contract)].map(([{ name }, followable]) => {
        const described = followable.map(
          ({ action, operation, shownBy }) => [action.name, { ...operation, shownBy: shownBy?.id }] as const,
        );
        return [name, Object.fromEntries(described)];
      }),
    ),
    handle: findServiceRepresentations(contract),
    servers: describeServers(contract),
  };
}

function part(name: string, from: string, ...of: ClientPart[]): RuntimePart {
  return { name, from, ...(of.length > 0 && { of }) };
}

/** Whether any response contains secrets. */
export function revealsSecrets(contract: Contract): boolean {
  return contract.operations.some((operation) => findSecrets(operation, contract).length > 0);
}
