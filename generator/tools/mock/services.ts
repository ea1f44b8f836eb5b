import { formatPointer, parsePointer, valueAt, writeAt } from "../../../templates/runtime/json.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { ServiceType } from "../../model/contract.js";
import type { Resource } from "../../resources/resources.js";
import { pointerInItem, representationOf, serviceResource, type ServiceResource } from "../../resources/services.js";
import type { MockContext } from "./context.js";
import { placeOfItem } from "./state.js";

/** Gives a new service the state and plan in which most of its actions are available, and lets it become ready later. */
export function startService(
  context: MockContext,
  resource: Resource,
  collection: string,
  item: JsonObject,
  given: JsonValue,
): void {
  const { contract, tempo, now, state } = context;
  for (const endpoint of contract.model.operations) {
    const services = endpoint.isEndpoint ? serviceResource(context, endpoint) : undefined;
    if (services?.resource !== resource) continue;
    const facts = endpoint.binding!.service;
    const typeAt = pointerInItem(facts.type, services.read);
    const type = typeAt === undefined ? undefined : valueAt(item, typeAt);
    const serviceType = contract.model.serviceTypes.find(({ name, operationId }) => {
      return operationId === endpoint.id && (type === undefined || name === type);
    });
    if (!serviceType) continue;
    const planAt = pointerInItem(facts.plan, services.read);
    if (planAt !== undefined && valueAt(given, planAt) === undefined)
      setValid(context, resource, item, planAt, mostAllowed(serviceType, "plans"));
    const statusAt = pointerInItem(facts.status, services.read);
    if (statusAt === undefined) continue;
    const transitions = contract.model.lifecycle?.transitions ?? [];
    const first = transitions.find(({ from }) => from === undefined)?.to;
    // What is named like an action waits for it.
    const isOwn = (event: string) => !serviceType.actions.some(({ name }) => name === event);
    const next = transitions.find(({ from, event }) => from !== undefined && from === first && isOwn(event))?.to;
    if (first !== undefined && next !== undefined && setValid(context, resource, item, statusAt, [first])) {
      state.later({ ...placeOfItem(resource, collection, item), pointer: statusAt, value: next, due: now() + tempo });
    } else setValid(context, resource, item, statusAt, mostAllowed(serviceType, "states"));
    return;
  }
}

/** Values in which actions are available, those of most actions first. */
export function mostAllowed({ actions }: ServiceType, fact: "states" | "plans"): string[] {
  const counts = new Map<string, number>();
  for (const action of actions) for (const value of action[fact] ?? []) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one).map(([value]) => value);
}

/** Sets a member of an item to the first value that is valid there. */
export function setValid(
  { samples }: MockContext,
  { schema }: Resource,
  item: JsonObject,
  pointer: string,
  values: readonly JsonValue[],
): boolean {
  for (const value of values) {
    const changed = structuredClone(item);
    writeAt(changed, pointer, value);
    if (!samples.isValid(schema, changed)) continue;
    writeAt(item, pointer, value);
    return true;
  }
  return false;
}

/** Where the representation of services lists their actions. */
export interface CapabilityPlace {
  readonly services: ServiceResource;
  /** JSON pointer into an item. */
  readonly at: string;
  /** The type of the services, if they don't show it. */
  readonly type: string | undefined;
  /** The members of an entry. */
  readonly members: ReadonlySet<string>;
}

/** Finds where the items of a resource list their actions. */
export function capabilityPlaces(context: MockContext, resource: Resource): readonly CapabilityPlace[] {
  return context.contract.model.operations.flatMap((endpoint): CapabilityPlace[] => {
    const services = endpoint.isEndpoint ? serviceResource(context, endpoint) : undefined;
    const { service } = endpoint.binding ?? {};
    const at = services?.resource === resource ? pointerInItem(service?.actions, services.read) : undefined;
    if (!services || at === undefined) return [];
    const isKnown = service!.type === undefined && endpoint.serviceTypes.length === 1;
    const type = isKnown ? endpoint.serviceTypes[0] : undefined;
    return [{ services, at, type, members: entryMembers(context, resource, at) }];
  });
}

/** Shows the actions of a service as the contract's capabilities, if its representation lists them. */
export async function showCapabilities(
  { samples }: MockContext,
  places: readonly CapabilityPlace[],
  item: JsonObject,
  capabilities: (service: object, type?: string) => Promise<readonly object[]>,
): Promise<JsonObject> {
  for (const { services, at, type, members } of places) {
    const entries = (await capabilities(representationOf(services, item), type)) as readonly JsonObject[];
    const names = entries.flatMap((entry) => (entry["enabled"] === true ? [entry["name"]!] : []));
    for (const list of [entries.map((entry) => fitEntry(entry, members)), names]) {
      const shown = structuredClone(item);
      writeAt(shown, at, list);
      if (samples.isValid(services.resource.schema, shown)) return shown;
    }
  }
  return item;
}

/** The members that the schema of capabilities describes. */
function entryMembers({ contract }: MockContext, { schema }: Resource, pointer: string): ReadonlySet<string> {
  const entry = schemasIn(contract.model.schemas).at(schema, formatPointer([...parsePointer(pointer), "0"]))?.schema;
  return new Set(entry?.members.keys());
}

function fitEntry(entry: JsonObject, known: ReadonlySet<string>): JsonObject {
  return known.size === 0 ? entry : Object.fromEntries(Object.entries(entry).filter(([name]) => known.has(name)));
}
