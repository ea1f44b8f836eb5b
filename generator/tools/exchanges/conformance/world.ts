import { isDeepStrictEqual } from "node:util";
import { valueAt } from "../../../../templates/runtime/json.js";
import { isObject, type JsonValue } from "../../../document/json-value.js";
import { isFactParameter } from "../../../model/action-requests.js";
import type { Operation } from "../../../model/contract.js";
import { findResources, shapeOf, type Resource, type ResourceOperation } from "../../../resources/resources.js";
import { serviceResource } from "../../../resources/services.js";
import { chosenId, concretePath, creationOf, roleOf, useOf } from "../../../resources/uses.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import { serviceParameter } from "../service-views.js";
import type { TestAccess } from "./callers.js";
import { idInLocation, idOfItem, itemIn, isAllowedIn, itemPath, keyOf, pathSchema } from "./item-paths.js";
import { distinctFrom, otherText } from "./distinct.js";
import type { Fact, Plans } from "./plans.js";
import { Services, type ThingSource } from "./services.js";
import { effectOf, placeOf } from "./targets.js";
import type { Need, PathValues, Thing } from "./things.js";
import { pathWithin, plainRequest } from "./requests.js";
import { type Answer, Skipped, type Trial } from "./trial.js";

/** Something that was made and is to be removed. */
interface Leftover {
  readonly resource: Resource;
  readonly path: PathValues;
}

/** The tries to create something: names may be taken. */
const maxTries = 4;

/** Finds, makes and removes what cases need: items of resources. */
export class World implements ThingSource {
  readonly resources: readonly Resource[];
  readonly services: Services;
  readonly mayMake: boolean;
  readonly #contract: ExchangeContract;
  readonly #plans: Plans;
  readonly #access: TestAccess;
  readonly #things = new Map<string, Promise<Thing>>();
  readonly #ids = new Map<string, Promise<JsonValue | undefined>>();
  readonly #made: Leftover[] = [];
  /** The keys of paths of things that are not as they were made. */
  readonly #spent = new Set<string>();
  /** The requests until now that had to differ from others. */
  #turns = 0;

  /** `mayMake`: whether a run may make things. */
  constructor(contract: ExchangeContract, plans: Plans, access: TestAccess, mayMake: boolean) {
    this.#contract = contract;
    this.#plans = plans;
    this.#access = access;
    this.mayMake = mayMake;
    this.resources = findResources(contract.contract);
    this.services = new Services(contract, plans, access, this);
  }

  /** The values of the parameters in the path of a call. Throws `Skipped` if one can't be had. */
  async pathOf(trial: Trial, target: CallTarget, need: Need = {}): Promise<PathValues> {
    return this.#valuesOf(trial, target, need, false);
  }

  async #valuesOf(trial: Trial, target: CallTarget, need: Need, withoutLast: boolean): Promise<PathValues> {
    const { operation } = target.endpoint;
    const parameters = [...operation.path.matchAll(/\{([^{}]+)\}/g)]
      .map((match) => ({ name: match[1]!, end: match.index }))
      .filter(({ name }) => !isFactParameter(operation, { in: "path", name }));
    if (withoutLast) parameters.pop();
    let path: PathValues = {};
    for (const [index, { name, end }] of parameters.entries()) {
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

  /** The values of the parameters before the item that a call makes, which has its own in the path if `hasItem`. */
  async parentsOf(trial: Trial, target: CallTarget, hasItem: boolean): Promise<PathValues> {
    return this.#valuesOf(trial, target, { own: true }, hasItem);
  }

  /** A thing of a resource whose parents are known. */
  async itemOf(trial: Trial, resource: Resource, parents: PathValues, need: Need = {}): Promise<Thing> {
    if (need.fresh) return this.create(trial, resource, parents);
    return this.shared([resource.path, parents, need.own === true], () => this.#findOrCreate(trial, resource, parents, need));
  }

  /** What cases share: found or made when it is first needed. */
  shared(key: JsonValue, find: () => Promise<Thing>): Promise<Thing> {
    const text = JSON.stringify(key);
    let thing = this.#things.get(text);
    if (!thing) this.#things.set(text, (thing = find()));
    return thing;
  }

  /** Creates an item, and remembers to remove it. `facts`: values of its members that matter. */
  async create(trial: Trial, resource: Resource, parents: PathValues, facts: readonly Fact[] = []): Promise<Thing> {
    const use = creationOf(resource);
    if (!use || !resource.id) throw new Skipped(`nothing creates items of ${resource.path}`);
    const target = this.#targetOf(use.operation);
    if (use.role === "replace") return this.#put(trial, resource, use, parents);
    const inRequest = facts.map(([pointer, value]): Fact => [use.requestAt + pointer, value]);
    let last: Answer | undefined;
    for (let variation = 0; variation < maxTries; variation++) {
      const planned = this.#plans.withFacts(target, inRequest, variation);
      if (!planned) break;
      const params = { ...planned.params, ...parents };
      const { request, answer } = await this.callAnew(trial, target, { ...planned, params }, inRequest);
      const thing = answer.status < 300 ? this.#madeOf(request, answer, resource, use, parents) : undefined;
      if (thing) return { ...thing, creation: { request, answer } };
      last = answer;
      if (answer.status < 300) this.#leaveIdOpen(trial, answer, resource, use);
      if (answer.status !== 409 && answer.status !== 422) break;
    }
    throw new Skipped(
      last
        ? `creating an item of ${resource.path} responds with ${last.status}`
        : `no valid request for ${use.operation.id} was found`,
    );
  }

  /** Creates an item at a path of the run's choice, as PUT may (RFC 9110, section 9.3.4). */
  async #put(trial: Trial, resource: Resource, use: ResourceOperation, parents: PathValues): Promise<Thing> {
    const target = this.#targetOf(use.operation);
    const { parameter } = resource.id!;
    const [valid] = this.#plans.of(target).valid;
    const planned = valid?.request.params?.[parameter];
    if (!valid || planned === undefined) throw new Skipped(`no valid request for ${use.operation.id} was found`);
    const schema = pathSchema(use.operation, parameter) ?? true;
    const id = typeof planned === "string" ? otherText(planned, ++this.#turns) : planned;
    if (this.#contract.evaluate(schema, id).isValid !== true) throw new Skipped(`no value of ${parameter} is known that is free`);
    const path = { ...parents, [parameter]: id };
    const request = { ...valid.request, params: { ...valid.request.params, ...path } };
    const answer = await trial.call(target, request);
    if (answer.status >= 300) throw new Skipped(`creating an item of ${resource.path} responds with ${answer.status}`);
    this.#made.push({ resource, path });
    return { path, item: undefined, isOwn: true, creation: { request, answer } };
  }

  /** Calls with a request; if it sets something that is in conflict with what is there, with others that differ in their texts. */
  async callAnew(
    trial: Trial,
    target: CallTarget,
    request: ExchangeRequest,
    facts: readonly Fact[] = [],
  ): Promise<{ readonly request: ExchangeRequest; readonly answer: Answer }> {
    const kept = facts.map(([pointer]) => pointer);
    const role = this.#useOf(target)?.use.role;
    const sets = role === "create" || role === "replace" || role === "change";
    let next = request;
    for (let tries = 0; ; tries++) {
      const answer = await trial.call(target, next);
      if (answer.status !== 409 || !sets || tries === maxTries) return { request: next, answer };
      const other = distinctFrom(this.#contract, target, request, ++this.#turns, kept);
      if (isDeepStrictEqual(other, next)) return { request: next, answer };
      next = other;
    }
  }

  /** Whether a call creates items of a resource. */
  isCreation(target: CallTarget): boolean {
    return this.#useOf(target)?.use.role === "create";
  }

  /** The call that shows what an operation is about: at its own path, or the innermost item in it. */
  viewOf(operation: Operation): CallTarget | undefined {
    const shape = shapeOf(operation.path);
    const atPath = [...this.#contract.endpoints.values()].find(
      (one) => one.operation.method === "GET" && shapeOf(one.operation.path) === shape,
    );
    if (atPath) return { endpoint: atPath };
    const resource = this.#itemIn(operation);
    const use = resource && useOf(resource, "read");
    return use && this.#targetOf(use.operation);
  }

  /** Whether the innermost item in the path of a call can be made and removed. */
  makesAnother({ endpoint }: CallTarget): boolean {
    const resource = this.mayMake ? this.#itemIn(endpoint.operation) : undefined;
    return resource !== undefined && creationOf(resource) !== undefined && useOf(resource, "remove") !== undefined;
  }

  /** The resource of the innermost item in a path: `/servers/{id}`, `/servers/{id}/start`, `/servers/{id}:start`. */
  #itemIn({ path }: Operation): Resource | undefined {
    const shape = shapeOf(path);
    const isIn = ({ path: collection, id }: Resource) => {
      const item = `${shapeOf(collection)}/{}`;
      return id !== undefined && shape.startsWith(item) && /^(?:$|[/:])/.test(shape.slice(item.length));
    };
    return this.resources.filter(isIn).sort((one, other) => other.path.length - one.path.length)[0];
  }

  /** What the API shows of what an operation is about; `undefined`: nothing. */
  async view(trial: Trial, operation: Operation, path: PathValues): Promise<Answer | undefined> {
    const target = this.viewOf(operation);
    if (!target) return undefined;
    const answer = await trial.call(
      target,
      plainRequest({ plans: this.#plans }, target, pathWithin(target.endpoint.operation, path)),
    );
    return answer.status < 300 ? answer : undefined;
  }

  /** Whether what a call is about can be removed. */
  removes(target: CallTarget): boolean {
    const found = this.#useOf(target);
    return found !== undefined && useOf(found.resource, "remove") !== undefined;
  }

  /** Remembers what a call has made. */
  remember(target: CallTarget, request: ExchangeRequest, answer: Answer): void {
    const { params = {} } = request;
    const found = this.#useOf(target);
    if (answer.status >= 300) return;
    // What a call does to a thing, other than to set it, may forbid what other cases want of it.
    const item = found || target.node || effectOf(target) === "read" ? undefined : this.#itemIn(target.endpoint.operation);
    if (item && this.makesAnother(target)) this.#spent.add(keyOf(pathWithin({ path: itemPath(item) }, params)));
    if (found?.use.role !== "create") return;
    const thing = this.#madeOf(request, answer, found.resource, found.use, params);
    if (thing) this.#made.push({ resource: found.resource, path: thing.path });
  }

  /** Removes what was made, the newest first, but not what other cases use. Returns what could not be removed. */
  async clean(trial: Trial, isEnd: boolean): Promise<readonly string[]> {
    const left: string[] = [];
    const kept: Leftover[] = [];
    await this.#forget((key) => key !== undefined && this.#spent.has(key));
    const used = new Set(await this.#usedPaths());
    for (const made of this.#made.splice(0).reverse()) {
      const { resource, path } = made;
      const remove = useOf(resource, "remove");
      if (!isEnd && (!remove || used.has(keyOf(path)))) {
        kept.unshift(made);
        continue;
      }
      if (!remove) {
        left.push(`${concretePath(itemPath(resource), path)} was made, and nothing removes it`);
        continue;
      }
      const target = this.#targetOf(remove.operation);
      const shown = `${target.endpoint.operation.method} ${concretePath(target.endpoint.operation.path, path)}`;
      try {
        const { status } = await trial.call(target, { ...this.#plans.of(target).valid[0]?.request, params: path });
        if (status >= 300 && status !== 404 && status !== 410) left.push(`${shown} responded with ${status}`);
      } catch (error) {
        left.push(`${shown}: ${(error as Error).message}`);
      }
    }
    this.#made.push(...kept);
    return left;
  }

  /** Forgets what can be removed, as a deviation may have changed it, and what couldn't be made: what follows makes its own. */
  async renew(): Promise<void> {
    const isRemovable = ({ resource }: Leftover) => useOf(resource, "remove") !== undefined;
    const removable = new Set(this.#made.filter(isRemovable).map(({ path }) => keyOf(path)));
    await this.#forget((key) => key === undefined || removable.has(key));
  }

  /** Lets cases make things anew. `isGone` is given the key of a thing's path; absent: it couldn't be made. */
  async #forget(isGone: (key: string | undefined) => boolean): Promise<void> {
    for (const [name, thing] of this.#things) {
      const key = await thing.then(
        (made) => keyOf(made.path),
        () => undefined,
      );
      if (isGone(key)) this.#things.delete(name);
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
      return (await this.services.of(trial, target.node.action.serviceType, operation, parents, need)).path;
    }
    const started = this.mayMake ? await this.services.started(trial, operation, name, parents) : undefined;
    if (started !== undefined) return { [name]: started };
    const collection = shapeOf(before.replace(/\/$/, ""));
    const resource = this.resources.find((one) => one.id?.parameter === name && shapeOf(one.path) === collection);
    if (resource) return (await this.itemOf(trial, resource, parents, need)).path;
    const schema = pathSchema(operation, name);
    const planned = this.#plans.of(target).valid[0]?.request.params?.[name];
    const isListed = schema !== undefined && isObject(schema) && ("enum" in schema || "const" in schema);
    if (isListed && planned !== undefined) return { [name]: planned };
    const listed = need.own ? undefined : await this.#listedId(trial, collection, parents);
    if (listed !== undefined && isAllowedIn(this.#contract, operation, name, listed)) return { [name]: listed };
    throw new Skipped(`no value of the path parameter ${name} is known`);
  }

  #madeUp({ endpoint }: CallTarget, name: string): JsonValue | undefined {
    return this.#plans.valueOf(endpoint, pathSchema(endpoint.operation, name) ?? { type: "string", minLength: 1 });
  }

  async #findOrCreate(trial: Trial, resource: Resource, parents: PathValues, need: Need): Promise<Thing> {
    const named = need.own ? undefined : this.#namedService(resource);
    if (named !== undefined) return { path: { ...parents, [resource.id!.parameter]: named }, item: undefined, isOwn: true };
    if (this.mayMake && creationOf(resource)) return this.create(trial, resource, parents);
    if (need.own) throw new Skipped(`nothing creates items of ${resource.path}, and none is named`);
    const [found] = await this.listed(trial, resource, parents);
    if (!found) throw new Skipped(`there are no items of ${resource.path}`);
    return found;
  }

  /** A service that is named and an item of a resource: it can show more than a new one, such as its credential. */
  #namedService(resource: Resource): string | undefined {
    const { serviceTypes, operations } = this.#contract.contract;
    return serviceTypes
      .filter(({ operationId }) => {
        const endpoint = operations.find(({ id }) => id === operationId);
        return endpoint !== undefined && serviceResource(this, endpoint)?.resource === resource;
      })
      .map(({ name }) => this.#access.services?.[name]?.[0])
      .find((id) => id !== undefined);
  }

  /** The items of a collection that the API lists. */
  async listed(trial: Trial, resource: Resource, parents: PathValues): Promise<readonly Thing[]> {
    const use = useOf(resource, "list");
    if (!use || !resource.id) throw new Skipped(`nothing lists items of ${resource.path}`);
    const target = this.#targetOf(use.operation);
    const [valid] = this.#plans.of(target).valid;
    const { params: _, query: __, ...rest } = valid?.request ?? {};
    const answer = await trial.call(target, { ...rest, params: parents });
    const items = answer.body === undefined ? undefined : (valueAt(answer.body, use.responseAt ?? "") as JsonValue | undefined);
    const { parameter } = resource.id;
    return (Array.isArray(items) ? items : []).flatMap((item): Thing[] => {
      const id = idOfItem(this.#contract, resource, item);
      return id === undefined ? [] : [{ path: { ...parents, [parameter]: id }, item, isOwn: false }];
    });
  }

  /** The first entry of a list of ids, whether or not the contract describes the list. */
  async #listedId(trial: Trial, collection: string, parents: PathValues): Promise<JsonValue | undefined> {
    const isList = ({ operation }: CallTarget["endpoint"]) =>
      operation.method === "GET" && shapeOf(operation.path) === collection;
    const endpoint = [...this.#contract.endpoints.values()].find(isList);
    if (!endpoint) return undefined;
    const key = JSON.stringify(["ids", collection, parents]);
    const ask = async () => {
      const { params: _, query: __, ...rest } = this.#plans.of({ endpoint }).valid[0]?.request ?? {};
      const { body } = await trial.call({ endpoint }, { ...rest, params: parents });
      const [first] = Array.isArray(body) ? body : [];
      return typeof first === "string" || typeof first === "number" ? first : undefined;
    };
    let id = this.#ids.get(key);
    if (!id) this.#ids.set(key, (id = ask()));
    return id;
  }

  /** Says that what was made has an id that no request may contain. */
  #leaveIdOpen(trial: Trial, answer: Answer, { id }: Resource, { operation, responseAt }: ResourceOperation): void {
    if (itemIn(answer, responseAt)?.[id!.member] === undefined) return;
    const problem = `shows an id at ${JSON.stringify(id!.member)} that the path parameter ${id!.parameter} doesn't allow`;
    trial.leaveOpen(problem, answer.exchange, { name: operation.id, place: placeOf(this.#contract, this.#targetOf(operation)) });
  }

  /** What a call has made: under the id that the response shows, or that its request has chosen. */
  #madeOf({ query }: ExchangeRequest, answer: Answer, resource: Resource, use: ResourceOperation, parents: PathValues) {
    const item = itemIn(answer, use.responseAt);
    const chosen = query?.[chosenId(resource, use) ?? ""];
    const located = idInLocation(answer.headers["location"], resource.path);
    const id = item ? idOfItem(this.#contract, resource, item) : (located ?? chosen);
    return id === undefined || id === null
      ? undefined
      : { path: { ...parents, [resource.id!.parameter]: id }, item, isOwn: true };
  }

  #useOf({ endpoint }: CallTarget): ReturnType<typeof roleOf> {
    return roleOf(this, endpoint.operation);
  }

  /** The paths of things that cases share. */
  async #usedPaths(): Promise<readonly string[]> {
    const things = await Promise.allSettled(this.#things.values());
    return things.flatMap((one) => (one.status === "fulfilled" ? [keyOf(one.value.path)] : []));
  }

  #targetOf(operation: Operation): CallTarget {
    return { endpoint: this.#contract.endpoints.get(operation.id)! };
  }
}
