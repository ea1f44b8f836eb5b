import { valueAt } from "../../../../templates/runtime/json.js";
import type { JsonValue } from "../../../document/json-value.js";
import type { Operation, ServiceType } from "../../../model/contract.js";
import type { Resource } from "../../../resources/resources.js";
import { pointerInItem, serviceResource, type ServiceResource } from "../../../resources/services.js";
import { useOf } from "../../../resources/uses.js";
import type { DeclaredAction, ExchangeContract } from "../exchange-contract.js";
import type { CallTarget } from "../find-target.js";
import { serviceParameter } from "../service-views.js";
import type { TestAccess } from "./callers.js";
import type { Fact, Plans } from "./plans.js";
import { eventually } from "./eventually.js";
import { isAllowedIn } from "./item-paths.js";
import type { Need, PathValues, Thing } from "./things.js";
import { type Answer, Skipped, type Trial } from "./trial.js";

/** The longest time until a new service can be used, in milliseconds. */
const patience = 60_000;

/** The services of a type that are made beyond what cases share, where nothing removes them. */
const maxNew = 12;

/** Where services come from: items of resources. */
export interface ThingSource {
  readonly resources: readonly Resource[];
  /** Whether a run may make things. */
  readonly mayMake: boolean;
  create(trial: Trial, resource: Resource, parents: PathValues, facts?: readonly Fact[]): Promise<Thing>;
  listed(trial: Trial, resource: Resource, parents: PathValues): Promise<readonly Thing[]>;
  shared(key: JsonValue, find: () => Promise<Thing>): Promise<Thing>;
}

/** Finds and makes services, and what their actions start. */
export class Services {
  /** The state that an action has brought a service to, by its type, state and action. */
  readonly moves = new Map<string, string>();
  readonly #made = new Map<string, number>();
  readonly #contract: ExchangeContract;
  readonly #plans: Plans;
  readonly #access: TestAccess;
  readonly #things: ThingSource;

  constructor(contract: ExchangeContract, plans: Plans, access: TestAccess, things: ThingSource) {
    this.#contract = contract;
    this.#plans = plans;
    this.#access = access;
    this.#things = things;
  }

  /** Takes one of the few services that may be made although nothing removes them; false: none is left, or some are named. */
  takeNew({ action: { serviceType } }: DeclaredAction): boolean {
    if (this.#access.services?.[serviceType] !== undefined) return false;
    const made = this.#made.get(serviceType) ?? 0;
    this.#made.set(serviceType, made + 1);
    return made < maxNew;
  }

  /** The number of services that are named for a type, at least one. */
  count(type: string): number {
    return Math.max(this.#access.services?.[type]?.length ?? 0, 1);
  }

  /** A service of a type. */
  async of(trial: Trial, type: string, endpoint: Operation, parents: PathValues, need: Need = {}): Promise<Thing> {
    const parameter = serviceParameter(endpoint);
    if (parameter === undefined) return { path: parents, item: undefined, isOwn: true };
    const given = this.#access.services?.[type]?.[need.service ?? 0];
    if (given !== undefined) return { path: { ...parents, [parameter]: given }, item: undefined, isOwn: true };
    const find = () => this.#findOrStart(trial, type, endpoint, parents, need);
    return need.fresh ? find() : this.#things.shared(["service", type, parents, need.own === true], find);
  }

  /** The id of what an action has started, for the operation that shows it; `undefined`: no action starts such a thing. */
  async started(trial: Trial, operation: Operation, parameter: string, parents: PathValues): Promise<JsonValue | undefined> {
    for (const actions of this.#contract.actions.values()) {
      for (const node of actions.values()) {
        const following = node.endpoint.operation.binding?.following;
        if (!node.action.async || node.action.destructive || following?.kind !== "operation") continue;
        const isShown = following.path === operation.path && following.method.toUpperCase() === operation.method;
        if (!isShown || following.parameter !== parameter) continue;
        const { path } = await this.#things.shared(["started", operation.id, parents], () =>
          this.#start(trial, node, following.id, operation, parameter, parents),
        );
        return path[parameter];
      }
    }
    return undefined;
  }

  async #start(
    trial: Trial,
    node: DeclaredAction,
    at: string,
    shows: Operation,
    parameter: string,
    parents: PathValues,
  ): Promise<Thing> {
    const target: CallTarget = { endpoint: node.endpoint, node };
    const [valid] = this.#plans.of(target).valid;
    if (!valid) throw new Skipped("no valid request was found");
    const service = await this.of(trial, node.action.serviceType, node.endpoint.operation, parents, { own: true });
    const { status, body } = await trial.call(target, { ...valid.request, params: { ...valid.request.params, ...service.path } });
    const id = status < 300 && body !== undefined ? (valueAt(body, at) as JsonValue | undefined) : undefined;
    if (id === undefined) throw new Skipped(`${node.action.name} starts nothing: ${status}`);
    if (!isAllowedIn(this.#contract, shows, parameter, id))
      throw new Skipped(`${node.action.name} starts ${JSON.stringify(id)}, which the path parameter ${parameter} doesn't allow`);
    return { path: { ...parents, [parameter]: id }, item: undefined, isOwn: true };
  }

  async #findOrStart(trial: Trial, type: string, endpoint: Operation, parents: PathValues, need: Need): Promise<Thing> {
    const services = serviceResource(this.#things, endpoint);
    if (!services) throw new Skipped(`no service of type ${type} is named`);
    const { resource, read } = services;
    const typeAt = pointerInItem(endpoint.binding?.service.type, read);
    const facts: readonly Fact[] = typeAt === undefined ? [] : [[typeAt, type]];
    const create = this.#things.mayMake ? useOf(resource, "create") : undefined;
    const inRequest = facts.map(([pointer, value]): Fact => [(create?.requestAt ?? "") + pointer, value]);
    if (create && this.#plans.withFacts(this.#targetOf(create.operation), inRequest, 0)) {
      return this.#untilReady(trial, await this.#things.create(trial, resource, parents, facts), services, type);
    }
    // Where all services have one type, a request needn't name it.
    const isOnlyType = this.#contract.contract.serviceTypes.filter(({ operationId }) => operationId === endpoint.id).length === 1;
    if (create && isOnlyType) return this.#untilReady(trial, await this.#things.create(trial, resource, parents), services, type);
    if (need.own) throw new Skipped(`nothing creates services, and none of type ${type} is named`);
    const listed = await this.#things.listed(trial, resource, parents);
    const found = listed.find(({ item }) => typeAt === undefined || (item !== undefined && valueAt(item, typeAt) === type));
    if (!found) throw new Skipped(`there is no service of type ${type}`);
    return found;
  }

  /** Waits until a new service is in a state in which it has actions. */
  async #untilReady(trial: Trial, made: Thing, { read, endpoint }: ServiceResource, type: string): Promise<Thing> {
    const usable = statesWithActions(this.#contract.contract.serviceTypes.find(({ name }) => name === type));
    const statusAt = endpoint.binding?.service.status;
    if (statusAt === undefined || usable.size === 0) return made;
    const target = this.#targetOf(read.operation);
    const unusable = ({ body }: Answer) => {
      const status = body === undefined ? undefined : valueAt(body, statusAt);
      return typeof status === "string" && !usable.has(status) ? status : undefined;
    };
    const shown = await eventually(
      () => trial.call(target, { params: made.path }),
      (answer) => unusable(answer) === undefined,
      patience,
    );
    const status = unusable(shown);
    if (status !== undefined) throw new Skipped(`the new service of type ${type} is still ${status}`);
    return { ...made, item: shown.body };
  }

  #targetOf(operation: Operation): CallTarget {
    return { endpoint: this.#contract.endpoints.get(operation.id)! };
  }
}

/** The states in which services of a type have actions; empty: all. */
function statesWithActions(type: ServiceType | undefined): ReadonlySet<string> {
  const lists = (type?.actions ?? []).map(({ states }) => states);
  return new Set(lists.includes(undefined) ? [] : lists.flatMap((states) => states ?? []));
}
