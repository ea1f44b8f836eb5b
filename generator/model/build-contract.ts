import type { Selector } from "../../templates/runtime/selector.js";
import { compare } from "../diagnostics/diagnostic.js";
import { isActionEndpoint } from "../document/action-endpoint.js";
import { actionsType } from "../document/extension.js";
import { factFields } from "../document/fact-places.js";
import { isObject, own, ownObject, ownString, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { LoadedContract } from "../document/load-contract.js";
import type { Locations } from "../document/locations.js";
import { operationFields } from "../document/path-operations.js";
import { resolveComponent, schemaReference } from "../document/reference.js";
import { schemasIn } from "../json-schema/schema.js";
import { withoutMember } from "../json-schema/root-member.js";
import { isRevealing } from "../document/reveals.js";
import { upgradeDocument } from "../document/upgrade-document.js";
import { actionBinding } from "../binding/action-binding.js";
import { collectOperations, type BoundOperation } from "../binding/binding.js";
import { requestSchema } from "../binding/request-schema.js";
import { actionResponses, resultIn } from "./action-responses.js";
import { buildActionOperation, componentPrefix, nameOwnParameters, operationOf, withNamingType } from "./action-operation.js";
import { buildAction } from "./build-action.js";
import { buildOperation } from "./build-operation.js";
import { buildSecuritySchemes, buildServers, buildTags } from "./build-facts.js";
import type { Action, ContractWithDocuments, Operation, ServiceType } from "./contract.js";
import { commonErrorShape } from "./failures.js";
import { mergeParameters } from "./merge-parameters.js";
import { advertisedOrder } from "./service-facts.js";
import { createNamer, handlersName, identifier, moduleName, pascalCase, sortKeys } from "./names.js";
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
  const offered = collectOperations(upgraded);
  const nameOperation = createNamer(offered.flatMap(({ operation }) => ownString(operation, "operationId") ?? []));

  for (const endpoint of offered) {
    const { path, method, operation } = endpoint;
    const id =
      ownString(operation, "operationId") ??
      nameOperation(identifier(`${method}${path}`.replace(/[^A-Za-z0-9]+/g, "_").replace(/_$/, "")));
    const described: JsonObject = {
      ...operation,
      operationId: id,
      parameters: mergeParameters(endpoint, (parameter) => resolveComponent(parameter, upgraded)),
    };
    const maps = Object.keys(operation)
      .filter(isActions)
      .map((key) => [key, own(operation, key)!] as const);
    if (isActionEndpoint(endpoint, prefix)) maps.push(...rootMaps);
    const actions = new Map(maps.flatMap(([key, map]) => (isObject(map) ? [[actionsType(key, prefix)!, map]] : [])));
    const source = { document: upgraded, endpoint, operations: offered, serviceTypes: actions, prefix };
    const binding = actions.size > 0 ? actionBinding(source) : undefined;
    const common = envelopeSchema(binding?.selector, endpoint, upgraded);
    const envelope = common && nameSchema(`${pascalCase(id)}Envelope`);
    if (envelope !== undefined) schemas[envelope] = common!;
    for (const [key, written] of maps) {
      if (!isObject(written)) continue;
      const withBodies = withOwnBodies(written, binding?.selector, upgraded, locations);
      const map = binding?.isText ? withTextResults(withBodies, locations) : withBodies;
      const reveals = (action: JsonObject) =>
        own(action, `x-${prefix}-reveal`) === true || isRevealing(operation, upgraded, prefix);
      const type = actionsType(key, prefix)!;
      const ownOperation = (name: string, action: JsonObject): Operation | undefined => {
        const endpointOf = { id, method, path, operation: described, serviceTypes: [type], binding, envelope };
        const typed = withNamingType(name, action, endpointOf, upgraded);
        const built = buildActionOperation(endpointOf, typed, { document: upgraded, extensionPrefix: prefix, locations });
        if (!built) return undefined;
        const prefixed = componentPrefix(pascalCase(type), name);
        return {
          ...built,
          ownParameters: nameOwnParameters(built, action, prefixed, { document: upgraded, schemas, nameSchema }),
        };
      };
      const serviceType = buildServiceType(
        type,
        map,
        id,
        schemas,
        nameSchema,
        reveals,
        (names) => advertisedOrder(type, names, binding?.service, source),
        ownOperation,
        binding?.statuses,
      );
      for (const action of serviceType.actions) locations.copy(map[action.name] as JsonObject, action);
      serviceTypes.push(serviceType);
      described[key] = referToBodies(map, serviceType);
    }
    const item = (paths[path] ??= {}) as JsonObject;
    Object.assign(item, operationFields(item, method, described));
    locations.copy(operation, described);
    const types = maps.map(([key]) => actionsType(key, prefix)!);
    const written = { id, method, path, operation: described, serviceTypes: types, binding, envelope };
    operations.push(buildOperation(written, { document: upgraded, extensionPrefix: prefix, locations }));
  }
  operations.sort((a, b) => compare(a.id, b.id));

  for (const { actions, operationId } of serviceTypes) {
    const endpoint = operations.find(({ id }) => id === operationId)!;
    for (const action of actions) {
      const result = undeclaredResult(endpoint, action, schemas);
      if (result !== undefined) schemas[action.result] = result;
    }
  }
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
    source: loaded.written,
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

/** The members of a request's body that all actions have in common; `undefined`: none. */
function envelopeSchema(selector: Selector | undefined, endpoint: BoundOperation, document: JsonObject): JsonObject | undefined {
  if (!selector?.others) return undefined;
  const { members } = schemasIn(document).of(requestSchema({ document, endpoint }));
  const properties = selector.others.map((name): [string, JsonValue] => {
    const parts = members.get(name)!.schema.descriptions.map((part) => structuredClone(part));
    return [name, parts.length === 1 ? parts[0]! : { anyOf: parts }];
  });
  return { type: "object", additionalProperties: false, properties: Object.fromEntries(properties) };
}

/**
 * The result of an action that declares none, if it is not any object: any value if the responses of its endpoint may lack a
 * result, as they are validated as a whole; the response's own schema if only some values are valid there.
 */
function undeclaredResult(endpoint: Operation, action: Action, schemas: JsonObject): JsonObject | undefined {
  if (!endpoint.binding || action.returnsResult) return undefined;
  const known = new Map(Object.entries(schemas));
  const operation = operationOf(endpoint, action);
  const { responses, isDefault } = actionResponses(operation, action, { schemas: known });
  if (!isDefault && responses.some(({ optional }) => optional.has("result"))) return {};
  const members = responses.flatMap((response) => resultIn(operation, response, known) ?? []);
  if (members.some(({ schema }) => schema.isFreeForm && !schema.isNullable)) return undefined;
  const parts = [...new Set(members.flatMap((member) => member.schema.descriptions))].map((part) => {
    const [component] = [...known].find(([, schema]) => schema === part) ?? [];
    return component === undefined ? structuredClone(part) : schemaReference(component);
  });
  return parts.length > 1 ? { anyOf: parts } : parts[0];
}

/**
 * A map of actions whose bodies don't describe the members that name the action and its type: if the whole body of a request is
 * the action's, a contract may describe these members in it.
 */
function withOwnBodies(map: JsonObject, selector: Selector | undefined, document: JsonObject, locations: Locations): JsonObject {
  const base = selector?.body ?? "";
  const fields = factFields(selector).flatMap((field) => (field.startsWith(`${base}/`) ? [field.slice(base.length)] : []));
  if (fields.length === 0) return map;
  const schemas = ownObject(ownObject(document, "components"), "schemas");
  const entries = Object.entries(map).map(([name, action]): [string, JsonValue] => {
    const body = own(action, "body");
    const described = fields.filter((field) => schemasIn(document).at(body, field));
    if (!isObject(action) || body === undefined || described.length === 0) return [name, action];
    const ownBody = described.reduce<JsonValue>(
      (schema, field) => withoutMember(schema, field.slice(1), schemas, (from, to) => locations.copy(from, to)),
      body,
    );
    const copy = { ...action, body: ownBody, ...withOwnExamples(action, described) };
    locations.copy(action, copy);
    return [name, copy];
  });
  return Object.fromEntries(entries);
}

/** A map of actions whose results are text, whatever their schemas: these have no effect. */
function withTextResults(map: JsonObject, locations: Locations): JsonObject {
  const entries = Object.entries(map).map(([name, action]): [string, JsonValue] => {
    if (!isObject(action)) return [name, action];
    const examples = Object.entries(ownObject(action, "examples") ?? {}).map(([title, example]): [string, JsonValue] => {
      if (!isObject(example) || ownString(example, "result") !== undefined) return [title, example];
      const { result: _, ...others } = example;
      return [title, others];
    });
    const result = { type: "string" };
    const copy = { ...action, result, ...(examples.length > 0 && { examples: Object.fromEntries(examples) }) };
    locations.copy(action, copy);
    locations.copy(action, result);
    return [name, copy];
  });
  return Object.fromEntries(entries);
}

/** The examples of an action, with bodies that lack the members that name it. */
function withOwnExamples(action: JsonObject, fields: readonly string[]): JsonObject {
  const examples = ownObject(action, "examples");
  if (!examples) return {};
  const names = fields.map((field) => field.slice(1));
  const stripped = Object.entries(examples).map(([name, example]): [string, JsonValue] => {
    const body = ownObject(example, "body");
    if (!isObject(example) || !body) return [name, example];
    return [name, { ...example, body: Object.fromEntries(Object.entries(body).filter(([key]) => !names.includes(key))) }];
  });
  return { examples: Object.fromEntries(stripped) };
}

function buildServiceType(
  name: string,
  map: JsonObject,
  operationId: string,
  schemas: JsonObject,
  nameSchema: (wanted: string) => string,
  reveals: (action: JsonObject) => boolean,
  order: (names: readonly string[]) => readonly string[],
  ownOperation: (name: string, action: JsonObject) => Operation | undefined,
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
      const operation = ownOperation(key, action);
      return [{ ...built, statuses: own, reveals: built.reveals || reveals(action), ...(operation && { operation }) }];
    });
  return {
    name,
    pascalName,
    handlersName: handlersName(pascalName),
    identifier: identifier(name),
    moduleName: moduleName(name),
    operationId,
    actions,
    advertised: order(actions.map((action) => action.name)),
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
  // Callers with the scopes of one alternative also satisfy an alternative that requires fewer.
  const needed = sets.filter((set, index) => {
    const asksForLess = (other: ReadonlySet<string>) => [...other].every((scope) => set.has(scope));
    return !sets.some((other, at) => at !== index && asksForLess(other) && (other.size < set.size || at < index));
  });
  return needed.flatMap((set) => (set.size > 0 ? [[...set]] : []));
}

/** Whether the security scheme that a caller uses decides which scopes it needs. */
export function scopesDepend({ security }: Pick<Operation, "security">): boolean {
  return new Set(security.map((requirement) => Object.values(requirement).flat().sort(compare).join(" "))).size > 1;
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
