import { compare } from "../diagnostics/diagnostic.js";
import { actionsType } from "../document/extension.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue, ownStrings } from "../document/json-value.js";
import type { LoadedContract } from "../document/load-contract.js";
import type { Locations } from "../document/locations.js";
import { resolveComponent, schemaReference } from "../document/reference.js";
import { isRevealing } from "../document/reveals.js";
import { upgradeDocument } from "../document/upgrade-document.js";
import { actionBinding } from "../binding/action-binding.js";
import { collectOperations } from "../binding/binding.js";
import { buildAction } from "./build-action.js";
import { buildOperation } from "./build-operation.js";
import { buildSecuritySchemes, buildServers, buildTags } from "./build-facts.js";
import type { Action, ContractWithDocuments, Operation, ServiceType } from "./contract.js";
import { commonErrorShape } from "./failures.js";
import { createNamer, identifier, moduleName, pascalCase, sortKeys } from "./names.js";
import { readLifecycle } from "./read-lifecycle.js";
import { buildSentRequests } from "./sent-requests.js";
import { createLocations } from "./source-objects.js";

/** Turns a linted document into the model that emitters and tools read. */
export function buildContract(loaded: LoadedContract): ContractWithDocuments {
  const { extensionPrefix: prefix, locations } = loaded;
  const isActions = (key: string) => actionsType(key, prefix) !== undefined;
  const upgraded = upgradeDocument(loaded.document, locations, isActions);
  const components = ownObject(upgraded, "components") ?? {};
  const schemas: JsonObject = { ...ownObject(components, "schemas") };
  const nameSchema = createNamer(Object.keys(schemas));

  const paths: JsonObject = {};
  const operations: Operation[] = [];
  const serviceTypes: ServiceType[] = [];
  const rootMaps = Object.keys(upgraded)
    .filter(isActions)
    .map((key) => [key, own(upgraded, key)!] as const);
  const nameOperation = createNamer([]);
  const offered = collectOperations(upgraded);

  for (const endpoint of offered) {
    const { path, method, operation, pathItem } = endpoint;
    const id = nameOperation(
      ownString(operation, "operationId") ?? identifier(`${method}${path}`.replace(/[^A-Za-z0-9]+/g, "_").replace(/_$/, "")),
    );
    const described: JsonObject = {
      ...operation,
      operationId: id,
      parameters: mergeParameters(own(pathItem, "parameters"), own(operation, "parameters"), upgraded),
    };
    const maps = Object.keys(operation)
      .filter(isActions)
      .map((key) => [key, own(operation, key)!] as const);
    if (method === "post" && path.includes("{action}")) maps.push(...rootMaps);
    const actions = new Map(maps.flatMap(([key, map]) => (isObject(map) ? [[actionsType(key, prefix)!, map]] : [])));
    const source = { document: upgraded, endpoint, operations: offered, serviceTypes: actions, prefix };
    const binding = actions.size > 0 ? actionBinding(source) : undefined;
    for (const [key, map] of maps) {
      if (!isObject(map)) continue;
      const reveals = (action: JsonObject) =>
        own(action, `x-${prefix}-reveal`) === true || isRevealing(operation, upgraded, prefix);
      const serviceType = buildServiceType(
        actionsType(key, prefix)!,
        map,
        id,
        upgraded,
        schemas,
        nameSchema,
        reveals,
        binding?.statuses,
      );
      for (const action of serviceType.actions) locations.copy(map[action.name] as JsonObject, action);
      serviceTypes.push(serviceType);
      described[key] = referToBodies(map, serviceType);
    }
    const item = (paths[path] ??= {}) as JsonObject;
    item[method] = described;
    locations.copy(operation, described);
    const types = maps.map(([key]) => actionsType(key, prefix)!);
    const written = { id, method, path, operation: described, serviceTypes: types, binding };
    operations.push(buildOperation(written, { document: upgraded, extensionPrefix: prefix, locations }));
  }
  operations.sort((a, b) => compare(a.id, b.id));

  const sortedSchemas = sortKeys(schemas);
  const info = ownObject(upgraded, "info");
  const document: JsonObject = {
    ...upgraded,
    paths: sortKeys(paths),
    components: { ...components, schemas: sortedSchemas },
  };
  return {
    title: ownString(info, "title") ?? "API",
    version: ownString(info, "version") ?? "",
    summary: ownString(info, "summary"),
    description: ownString(info, "description"),
    servers: buildServers(document),
    tags: buildTags(document),
    securitySchemes: buildSecuritySchemes(document),
    source: loaded.document,
    document,
    schemas: new Map(Object.entries(sortedSchemas)),
    operations,
    sentRequests: buildSentRequests(document, operations),
    serviceTypes: serviceTypes.map((type) => withScopes(type, operations, locations)).sort((a, b) => compare(a.name, b.name)),
    lifecycle: readLifecycle(loaded.document, prefix),
    locations: createLocations(loaded, operations),
    errorShape: commonErrorShape(operations),
    integers: loaded.integers,
    writtenIntegers: loaded.writtenIntegers,
  };
}

/** An operation's own parameter replaces the path item's with the same place and name. */
function mergeParameters(shared: JsonValue | undefined, mine: JsonValue | undefined, document: JsonObject): JsonValue[] {
  const keyOf = (parameter: JsonValue) => {
    const target = resolveComponent(parameter, document);
    return `${ownString(target, "in")} ${ownString(target, "name")}`;
  };
  const merged = new Map<string, JsonValue>();
  for (const list of [shared, mine]) {
    if (Array.isArray(list)) for (const parameter of list) merged.set(keyOf(parameter), parameter);
  }
  return [...merged].flatMap(([key, parameter]) => (isDescribedElsewhere(key) ? [] : [parameter]));
}

/** OpenAPI wants parameters for these headers ignored: media types and security schemes describe them. */
function isDescribedElsewhere(key: string): boolean {
  return /^header (?:accept|content-type|authorization)$/i.test(key);
}

function buildServiceType(
  name: string,
  map: JsonObject,
  operationId: string,
  document: JsonObject,
  schemas: JsonObject,
  nameSchema: (wanted: string) => string,
  reveals: (action: JsonObject) => boolean,
  statuses: readonly string[] = [],
): ServiceType {
  const pascalName = pascalCase(name);
  const actions = Object.keys(map)
    .sort(compare)
    .flatMap((key) => {
      const action = ownObject(map, key);
      if (!action) return [];
      const built = buildAction(name, pascalName, key, action, schemas, nameSchema);
      const own = built.statuses.length > 0 ? built.statuses : statuses;
      return [{ ...built, statuses: own, reveals: built.reveals || reveals(action) }];
    });
  return {
    name,
    pascalName,
    identifier: identifier(name),
    moduleName: moduleName(name),
    operationId,
    actions,
    advertised: advertisedOrder(
      name,
      actions.map((action) => action.name),
      document,
    ),
  };
}

function withScopes(serviceType: ServiceType, operations: readonly Operation[], locations: Locations): ServiceType {
  const endpoint = operations.find(({ id }) => id === serviceType.operationId)!;
  const actions = serviceType.actions.map((action) => {
    const scoped = { ...action, effectiveScopes: effectiveScopes(action, endpoint) };
    locations.copy(action, scoped);
    return scoped;
  });
  return { ...serviceType, actions };
}

/** The scopes that calls of an action need: those of one alternative of its endpoint's security, and all of its own. */
export function effectiveScopes({ scopes }: Pick<Action, "scopes">, { security }: Pick<Operation, "security">): string[][] {
  const alternatives = security.length > 0 ? security.map((requirement) => Object.values(requirement).flat()) : [[]];
  const sets = alternatives.map((needed) => new Set([...needed, ...scopes]));
  // Whoever has the scopes of one has those of an alternative that asks for less.
  const needed = sets.filter((set, index) => {
    const asksForLess = (other: ReadonlySet<string>) => [...other].every((scope) => set.has(scope));
    return !sets.some((other, at) => at !== index && asksForLess(other) && (other.size < set.size || at < index));
  });
  return needed.flatMap((set) => (set.size > 0 ? [[...set]] : []));
}

/** The map with each body and result replaced by a reference to its component. */
function referToBodies(map: JsonObject, serviceType: ServiceType): JsonObject {
  const copy: JsonObject = {};
  for (const action of serviceType.actions) {
    copy[action.name] = {
      ...ownObject(map, action.name),
      body: schemaReference(action.body),
      result: schemaReference(action.result),
    };
  }
  return copy;
}

/**
 * The order in which a service advertises its actions: that of the `name` enum of `capabilities.actions` in the schema
 * whose `type` is fixed to the service type, as a list has an order and a map has none. Names that it does not list
 * follow; without such a schema the given order is kept.
 */
function advertisedOrder(serviceType: string, names: readonly string[], document: JsonObject): string[] {
  const schemas = ownObject(ownObject(document, "components"), "schemas") ?? {};
  const resolve = (value: JsonValue | undefined) => resolveComponent(value, document);
  const property = (schema: JsonValue | undefined, name: string) => resolve(own(ownObject(resolve(schema), "properties"), name));

  for (const schema of Object.values(schemas)) {
    if (!isObject(schema) || !isFixedTo(property(schema, "type"), serviceType)) continue;
    const entry = resolve(own(property(property(schema, "capabilities"), "actions"), "items"));
    const listed = ownStrings(property(entry, "name"), "enum").filter((name) => names.includes(name));
    if (listed.length > 0) return [...listed, ...names.filter((name) => !listed.includes(name))];
  }
  return [...names];
}

function isFixedTo(schema: JsonValue | undefined, value: string): boolean {
  const values = own(schema, "enum");
  return own(schema, "const") === value || (Array.isArray(values) && values.length === 1 && values[0] === value);
}
