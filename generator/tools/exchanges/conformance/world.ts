import { setTimeout as wait } from "node:timers/promises";
import { valueAt } from "../../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { isFactParameter } from "../../../model/action-requests.js";
import type { Operation, ServiceType } from "../../../model/contract.js";
import { findResources, shapeOf, type Resource, type ResourceOperation } from "../../../resources/resources.js";
import { pointerInItem, serviceResource, type ServiceResource } from "../../../resources/services.js";
import { concretePath, roleOf, useOf } from "../../../resources/uses.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import { serviceParameter } from "../service-views.js";
import type { TestAccess } from "./callers.js";
import type { Fact, Plans } from "./plans.js";
import { type Answer, Skipped, type Trial } from "./trial.js";

/** Values of path parameters by name. */
export type PathValues = Readonly<Record<string, JsonValue>>;

/** Something that exists in the API. */
export interface Thing {
  /** Of the path of its item. */
  readonly path: PathValues;
  /** As the API showed it last; absent: not shown. */
  readonly item: JsonValue | undefined;
  /** Whether the run made it, or may change it. */
  readonly isOwn: boolean;
  /** How the run made it. */
  readonly creation?: Creation;
}

/** A call that made something. */
export interface Creation {
  readonly request: ExchangeRequest;
  readonly answer: Answer;
}

/** Which thing a case needs. */
export interface Need {
  /** Whether the case may change it, so that it must be the run's own. */
  readonly own?: boolean;
  /** Whether the case needs one of its own that no other case has used. */
  readonly fresh?: boolean;
  /** Whether a made-up value does if none can be had, as the call must fail before it matters. */
  readonly madeUp?: boolean;
  /** Which of the services that are named for a type; default: the first. */
  readonly service?: number;
}

/** Something that was made and is to be removed. */
interface Leftover {
  readonly resource: Resource;
  readonly path: PathValues;
}

/** The tries to create something: names may be taken. */
const maxTries = 4;

/** The longest time until a new service can be used, in milliseconds. */
const patience = 60_000;

/** Finds, makes and removes what cases need: items of resources, and services. */
export class World {
  readonly resources: readonly Resource[];
  readonly #contract: ExchangeContract;
  readonly #plans: Plans;
  readonly #access: TestAccess;
  readonly #things = new Map<string, Promise<Thing>>();
  readonly #made: Leftover[] = [];

  constructor(contract: ExchangeContract, plans: Plans, access: TestAccess) {
    this.#contract = contract;
    this.#plans = plans;
    this.#access = access;
    this.resources = findResources(contract.contract);
  }

  /** The values of the parameters in the path of a call. Throws `Skipped` if one can't be had. */
  async pathOf(trial: Trial, target: CallTarget, need: Need = {}): Promise<PathValues> {
    const { operation } = target.endpoint;
    const parameters = [...operation.path.matchAll(/\{([^{}]+)\}/g)].map((match) => ({ name: match[1]!, end: match.index }));
    let path: PathValues = {};
    for (const [index, { name, end }] of parameters.entries()) {
      if (isFactParameter(operation, { in: "path", name })) continue;
      const isLast = index === parameters.length - 1;
      // Only what the call is about must be new.
      const wanted = { ...need, fresh: need.fresh === true && isLast };
      try {
        path = { ...path, ...(await this.#valueOf(trial, target, name, operation.path.slice(0, end), path, wanted)) };
      } catch (error) {
        const value = need.madeUp && error instanceof Skipped ? this.#madeUp(target, name) : undefined;
        if (value === undefined) throw error;
        path = { ...path, [name]: value };
      }
    }
    return path;
  }

  /** A thing of a resource whose parents are known. */
  async itemOf(trial: Trial, resource: Resource, parents: PathValues, need: Need = {}): Promise<Thing> {
    const key = JSON.stringify([resource.path, parents, need.own === true]);
    if (need.fresh) return this.create(trial, resource, parents);
    let thing = this.#things.get(key);
    if (!thing) this.#things.set(key, (thing = this.#findOrCreate(trial, resource, parents, need)));
    return thing;
  }

  /** The number of services that are named for a type, at least one. */
  servicesOf(type: string): number {
    return Math.max(this.#access.services?.[type]?.length ?? 0, 1);
  }

  /** A service of a type. */
  async serviceOf(trial: Trial, type: string, endpoint: Operation, parents: PathValues, need: Need = {}): Promise<Thing> {
    const parameter = serviceParameter(endpoint);
    if (parameter === undefined) return { path: parents, item: undefined, isOwn: true };
    const given = this.#access.services?.[type]?.[need.service ?? 0];
    if (given !== undefined) return { path: { ...parents, [parameter]: given }, item: undefined, isOwn: true };
    const key = JSON.stringify(["service", type, parents, need.own === true]);
    let thing = need.fresh ? undefined : this.#things.get(key);
    if (!thing) this.#things.set(key, (thing = this.#findOrStart(trial, type, endpoint, parents, need)));
    return thing;
  }

  /** Creates an item, and remembers to remove it. `facts`: values of its members that matter. */
  async create(trial: Trial, resource: Resource, parents: PathValues, facts: readonly Fact[] = []): Promise<Thing> {
    const use = useOf(resource, "create");
    if (!use || !resource.id) throw new Skipped(`nothing creates items of ${resource.path}`);
    const target = this.#targetOf(use.operation);
    const inRequest = facts.map(([pointer, value]): Fact => [use.requestAt + pointer, value]);
    let last: Answer | undefined;
    for (let variation = 0; variation < maxTries; variation++) {
      const request = this.#plans.withFacts(target, inRequest, variation);
      if (!request) break;
      last = await trial.call(target, { ...request, params: { ...request.params, ...parents } });
      const thing = last.status < 300 ? this.#madeOf(last, resource, use, parents) : undefined;
      if (thing) return { ...thing, creation: { request, answer: last } };
      if (last.status !== 409 && last.status !== 422) break;
    }
    throw new Skipped(
      last
        ? `creating an item of ${resource.path} responds with ${last.status}`
        : `no valid request for ${use.operation.id} was found`,
    );
  }

  /** Whether a call creates items of a resource. */
  isCreation(target: CallTarget): boolean {
    return this.#useOf(target)?.use.role === "create";
  }

  /** Whether what a call is about can be removed. */
  removes(target: CallTarget): boolean {
    const found = this.#useOf(target);
    return found !== undefined && useOf(found.resource, "remove") !== undefined;
  }

  /** Remembers what a call has made. */
  remember(target: CallTarget, { params = {} }: ExchangeRequest, answer: Answer): void {
    const found = this.#useOf(target);
    if (!found || found.use.role !== "create" || answer.status >= 300) return;
    const thing = this.#madeOf(answer, found.resource, found.use, params);
    if (thing) this.#made.push({ resource: found.resource, path: thing.path });
  }

  /** Removes what was made, the newest first, but not what other cases use. Returns what could not be removed. */
  async clean(trial: Trial, isEnd: boolean): Promise<readonly string[]> {
    const left: string[] = [];
    const kept: Leftover[] = [];
    const used = new Set(await this.#usedPaths());
    for (const made of this.#made.splice(0).reverse()) {
      const { resource, path } = made;
      const remove = useOf(resource, "remove");
      if (!isEnd && (!remove || used.has(JSON.stringify(path)))) {
        kept.unshift(made);
        continue;
      }
      if (!remove) {
        left.push(`${concretePath(`${resource.path}/{${resource.id!.parameter}}`, path)} was made, and nothing removes it`);
        continue;
      }
      const target = this.#targetOf(remove.operation);
      const shown = `${target.endpoint.operation.method} ${concretePath(target.endpoint.operation.path, path)}`;
      try {
        const [valid] = this.#plans.of(target).valid;
        const { status } = await trial.call(target, { ...valid?.request, params: path });
        if (status >= 300 && status !== 404 && status !== 410) left.push(`${shown} responded with ${status}`);
      } catch (error) {
        left.push(`${shown}: ${(error as Error).message}`);
      }
    }
    this.#made.push(...kept);
    return left;
  }

  /** Forgets what can be removed, as a deviation may have changed it: what follows makes its own. */
  async renew(): Promise<void> {
    const isRemovable = ({ resource }: Leftover) => useOf(resource, "remove") !== undefined;
    const removable = new Set(this.#made.filter(isRemovable).map(({ path }) => JSON.stringify(path)));
    for (const [key, thing] of this.#things) {
      const path = await thing.then(
        (made) => JSON.stringify(made.path),
        () => undefined,
      );
      if (path !== undefined && removable.has(path)) this.#things.delete(key);
    }
  }

  async #valueOf(
    trial: Trial,
    target: CallTarget,
    name: string,
    before: string,
    parents: PathValues,
    need: Need,
  ): Promise<PathValues> {
    const { operation } = target.endpoint;
    const given = this.#access.path?.[name];
    if (given !== undefined && !need.fresh) return { [name]: given };
    if (target.node && name === serviceParameter(operation)) {
      return (await this.serviceOf(trial, target.node.action.serviceType, operation, parents, need)).path;
    }
    const collection = shapeOf(before.replace(/\/$/, ""));
    const resource = this.resources.find((one) => one.id?.parameter === name && shapeOf(one.path) === collection);
    if (resource) return (await this.itemOf(trial, resource, parents, need)).path;
    const parameter = operation.parameters.find((one) => one.in === "path" && one.name === name);
    const planned = this.#plans.of(target).valid[0]?.request.params?.[name];
    const isListed =
      isObject(parameter?.schema ?? true) &&
      ("enum" in (parameter!.schema as object) || "const" in (parameter!.schema as object));
    if (isListed && planned !== undefined) return { [name]: planned };
    throw new Skipped(`no value of the path parameter ${name} is known`);
  }

  #madeUp({ endpoint }: CallTarget, name: string): JsonValue | undefined {
    const parameter = endpoint.operation.parameters.find((one) => one.in === "path" && one.name === name);
    return this.#plans.valueOf(endpoint, parameter?.schema ?? { type: "string", minLength: 1 });
  }

  async #findOrCreate(trial: Trial, resource: Resource, parents: PathValues, need: Need): Promise<Thing> {
    const canCreate = useOf(resource, "create") !== undefined;
    if (canCreate) return this.create(trial, resource, parents);
    if (need.own) throw new Skipped(`nothing creates items of ${resource.path}, and none is named`);
    const [found] = await this.#listed(trial, resource, parents);
    if (!found) throw new Skipped(`there are no items of ${resource.path}`);
    return found;
  }

  /** The items of a collection that the API lists. */
  async #listed(trial: Trial, resource: Resource, parents: PathValues): Promise<readonly Thing[]> {
    const use = useOf(resource, "list");
    if (!use || !resource.id) throw new Skipped(`nothing lists items of ${resource.path}`);
    const target = this.#targetOf(use.operation);
    const [valid] = this.#plans.of(target).valid;
    const { params: _, query: __, ...rest } = valid?.request ?? {};
    const answer = await trial.call(target, { ...rest, params: parents });
    const items = answer.body === undefined ? undefined : (valueAt(answer.body, use.responseAt ?? "") as JsonValue | undefined);
    const { member, parameter } = resource.id;
    return (Array.isArray(items) ? items : []).flatMap((item): Thing[] => {
      const id = isObject(item) ? item[member] : undefined;
      return id === undefined ? [] : [{ path: { ...parents, [parameter]: id }, item, isOwn: false }];
    });
  }

  async #findOrStart(trial: Trial, type: string, endpoint: Operation, parents: PathValues, need: Need): Promise<Thing> {
    const services = serviceResource(this, endpoint);
    if (!services) throw new Skipped(`no service of type ${type} is named`);
    const { resource, read } = services;
    const typeAt = pointerInItem(endpoint.binding?.service.type, read);
    const facts: readonly Fact[] = typeAt === undefined ? [] : [[typeAt, type]];
    const create = useOf(resource, "create");
    const inRequest = facts.map(([pointer, value]): Fact => [(create?.requestAt ?? "") + pointer, value]);
    if (create && this.#plans.withFacts(this.#targetOf(create.operation), inRequest, 0)) {
      return this.#untilReady(trial, await this.create(trial, resource, parents, facts), services, type);
    }
    // Where all services have one type, a request needn't name it.
    const isOnlyType = this.#contract.contract.serviceTypes.filter(({ operationId }) => operationId === endpoint.id).length === 1;
    if (create && isOnlyType) return this.#untilReady(trial, await this.create(trial, resource, parents), services, type);
    if (need.own) throw new Skipped(`nothing creates services, and none of type ${type} is named`);
    const listed = await this.#listed(trial, resource, parents);
    const found = listed.find(({ item }) => typeAt === undefined || valueAt(item, typeAt) === type);
    if (!found) throw new Skipped(`there is no service of type ${type}`);
    return found;
  }

  /** Waits until a new service is in a state in which it has actions. */
  async #untilReady(trial: Trial, made: Thing, { read, endpoint }: ServiceResource, type: string): Promise<Thing> {
    const serviceType = this.#contract.contract.serviceTypes.find(({ name }) => name === type);
    const usable = statesWithActions(serviceType);
    const statusAt = endpoint.binding?.service.status;
    if (statusAt === undefined || usable.size === 0) return made;
    const target = this.#targetOf(read.operation);
    const end = performance.now() + patience;
    for (let delay = 20; ; delay = Math.min(delay * 2, 1_000)) {
      const { body } = await trial.call(target, { params: made.path });
      const status = body === undefined ? undefined : valueAt(body, statusAt);
      if (typeof status !== "string" || usable.has(status)) return { ...made, item: body };
      if (performance.now() > end) throw new Skipped(`the new service of type ${type} is still ${status}`);
      await wait(delay);
    }
  }

  #madeOf(answer: Answer, resource: Resource, { responseAt }: ResourceOperation, parents: PathValues): Thing | undefined {
    const { member, parameter } = resource.id!;
    const item =
      answer.body === undefined || responseAt === undefined ? undefined : (valueAt(answer.body, responseAt) as JsonValue);
    const id = isObject(item ?? null) ? (item as JsonObject)[member] : idInLocation(answer.headers["location"], resource.path);
    if (id === undefined || id === null) return undefined;
    const path = { ...parents, [parameter]: id };
    return { path, item, isOwn: true };
  }

  #useOf({ endpoint }: CallTarget): ReturnType<typeof roleOf> {
    return roleOf(this, endpoint.operation);
  }

  /** The paths of things that cases share. */
  async #usedPaths(): Promise<readonly string[]> {
    const things = await Promise.allSettled(this.#things.values());
    return things.flatMap((one) => (one.status === "fulfilled" ? [JSON.stringify(one.value.path)] : []));
  }

  #targetOf(operation: Operation): CallTarget {
    return { endpoint: this.#contract.endpoints.get(operation.id)! };
  }
}

/** The id in a URL of an item. Another URL, such as that of the work that makes the item, has none. */
export function idInLocation(location: string | undefined, collection: string): string | undefined {
  if (location === undefined || !URL.canParse(location, "http://api.invalid/")) return undefined;
  const { pathname } = new URL(location, "http://api.invalid/");
  const names = collection.split("/").filter((name) => name !== "");
  const segments = pathname
    .split("/")
    .filter((segment) => segment !== "")
    .map(decoded);
  const [last] = segments.slice(-1);
  // The URL may be relative to the collection, and servers may have a path of their own before the contract's.
  const before = segments.slice(0, -1).slice(-names.length);
  const fits = before.every((segment, index) => {
    const name = names[names.length - before.length + index]!;
    return name.startsWith("{") || name === segment;
  });
  return last !== undefined && fits ? last : undefined;
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** The states in which services of a type have actions; empty: all. */
function statesWithActions(type: ServiceType | undefined): ReadonlySet<string> {
  const lists = (type?.actions ?? []).map(({ states }) => states);
  return new Set(lists.includes(undefined) ? [] : lists.flatMap((states) => states ?? []));
}
