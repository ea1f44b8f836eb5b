import { successSchema, type BindingSource, type ServiceBinding } from "../binding/binding.js";
import { own } from "../document/json-value.js";
import { schemasIn, type Schema } from "../json-schema/schema.js";
import type { Contract, ServiceType } from "./contract.js";

/** Returns whether a service has its facts in `type`, `status` and `plan`, or lacks some of them. */
export function hasUsualFacts({ type, status, plan }: ServiceBinding): boolean {
  return type === "/type" && (status ?? "/status") === "/status" && (plan ?? "/plan") === "/plan";
}

/** Returns whether some services of a contract have their facts in other locations. */
export function hasOwnFacts({ operations }: Contract): boolean {
  return operations.some(({ binding }) => binding?.hasService && !hasUsualFacts(binding.service));
}

/** Returns the location of the type in a service; `undefined`: there is none. */
export function typePointer({ operationId }: ServiceType, { operations }: Contract): string | undefined {
  const binding = operations.find(({ id }) => id === operationId)?.binding;
  return binding ? binding.service.type : "/type";
}

/** Returns the plans or states that the schema of a service lists for those of a type; empty if it lists none. */
export function listedFacts({ name, operationId }: ServiceType, fact: "status" | "plan", contract: Contract): readonly string[] {
  const { operations, schemas } = contract;
  const service = operations.find(({ id }) => id === operationId)?.binding?.service;
  const pointer = service?.[fact];
  if (!service?.representation || pointer === undefined) return [];
  const { path, method } = service.representation;
  const read = operations.find((operation) => operation.path === path && operation.method === method.toUpperCase());
  const success = read?.responses.find(({ status }) => /^2(00|XX)$/i.test(status));
  const schema = success?.content.find(({ kind }) => kind === "json")?.schema;
  if (schema === undefined) return [];
  const ofType = alternatives(schemasIn(schemas).of(schema)).filter((part) => {
    return service.type === undefined || (part.at(service.type)?.schema.texts?.includes(name) ?? true);
  });
  const lists = ofType.map((part) => part.at(pointer)?.schema.texts);
  return lists.includes(undefined) ? [] : [...new Set(lists.flatMap((texts) => texts ?? []))];
}

/** Returns the schemas of which one describes a service: a service type can have one of its own. */
function alternatives({ branches, end }: Schema): readonly Schema[] {
  return own(end?.node, "properties") === undefined ? branches : [end!];
}

/**
 * Returns the order in which services of a type advertise their actions: that of the names in the list of actions in the schema
 * of such a service, as lists have an order and maps don't. Other names follow; without such a schema, the given order is kept.
 */
export function advertisedOrder(
  serviceType: string,
  names: readonly string[],
  service: ServiceBinding | undefined,
  { document, operations }: Pick<BindingSource, "document" | "operations">,
): readonly string[] {
  const { representation, type, actions } = service ?? {};
  if (actions === undefined) return names;
  const shown = operations.find(({ path, method }) => path === representation?.path && method === representation.method);
  // If no operation returns services, a component may still describe one.
  const schemas = schemasIn(document);
  const parts = shown
    ? alternatives(schemas.of(successSchema(shown, document)))
    : [...schemas.components.values()].map((component) => schemas.of(component));
  for (const part of parts) {
    const types = type === undefined ? undefined : part.at(type)?.schema.texts;
    if (types ? !types.includes(serviceType) : !shown) continue;
    const texts = part.at(`${actions}/0/name`)?.schema.texts ?? part.at(`${actions}/0`)?.schema.texts ?? [];
    const listed = texts.filter((name) => names.includes(name));
    if (listed.length > 0) return [...listed, ...names.filter((name) => !listed.includes(name))];
  }
  return names;
}
