import { servicePathOf } from "../../binding/binding.js";
import { formatPointer, parsePointer, valueAt } from "../../../templates/runtime/json.js";
import type { JsonObject, JsonValue } from "../../document/json-value.js";
import type { Contract, Operation } from "../../model/contract.js";

/** How an endpoint's contract maps an object to a service. */
export interface ServiceView {
  readonly endpoint: Operation;
  /** The locations of its facts in the object. Without a location of the type, the service has the endpoint's only type. */
  readonly facts: ServicePointers;
  /** Whether the object is the whole response of the operation that represents services, and not a part of it. */
  readonly isWhole: boolean;
}

type ServicePointers = Readonly<Partial<Record<(typeof factNames)[number], string>>>;

const factNames = ["type", "status", "plan", "actions"] as const;

/** Returns the views of services in a contract: those of its endpoints, and the same without the wrapper of a single service. */
export function serviceViews({ operations }: Pick<Contract, "operations">, endpoint?: Operation): ServiceView[] {
  const seen = new Set<string>();
  return operations.flatMap((operation) => {
    if (!operation.binding || (endpoint && operation !== endpoint)) return [];
    const { type, status, plan, actions } = operation.binding.service;
    const whole = pick({ type, status, plan, actions });
    return [whole, unwrapped(whole)].flatMap((facts) => {
      const key = JSON.stringify([facts, type === undefined && operation.serviceTypes]);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ endpoint: operation, facts: { ...defaultFacts(facts), ...facts }, isWhole: facts === whole }];
    });
  });
}

/** Default locations of facts, as servers assume them if schemas are open. */
function defaultFacts({ type }: ServicePointers): ServicePointers {
  return { ...(type === "/type" && { status: "/status", plan: "/plan" }), actions: "/capabilities/actions" };
}

function pick(facts: Readonly<Record<string, string | undefined>>): ServicePointers {
  return Object.fromEntries(Object.entries(facts).filter(([, pointer]) => pointer !== undefined));
}

/** Removes the common prefix of all facts: in lists, services lack the wrapper of a single one. */
function unwrapped(facts: ServicePointers): ServicePointers {
  const paths = Object.values(facts).map(parsePointer);
  const [first] = paths;
  const isShared = paths.every((path) => path.length > 1 && path[0] === first![0]);
  if (!first || !isShared) return facts;
  return Object.fromEntries(
    Object.entries(facts).map(([name, pointer]) => [name, formatPointer(parsePointer(pointer).slice(1))]),
  );
}

/** Returns the type of a service, as the first matching view reads it, and its location. */
export function typeOfService(
  service: JsonValue | undefined,
  views: readonly ServiceView[],
): { readonly type: string; readonly pointer: string; readonly view: ServiceView } | undefined {
  for (const view of views) {
    const { type: pointer } = view.facts;
    if (pointer === undefined || service === undefined) continue;
    const type = valueAt(service, pointer);
    if (typeof type === "string") return { type, pointer, view };
  }
  const [view] = views;
  const [type, ...others] = [...new Set(views.flatMap(({ endpoint }) => endpoint.serviceTypes))];
  const isOnly = views.every(({ facts }) => facts.type === undefined) && others.length === 0;
  return isOnly && view && type !== undefined ? { type, pointer: "", view } : undefined;
}

/** Returns a fact of a service that is a string. */
export function factOf(service: JsonObject, pointer: string | undefined): string | undefined {
  const value = pointer === undefined ? undefined : valueAt(service, pointer);
  return typeof value === "string" ? value : undefined;
}

/** Returns the schema of an endpoint's service: that of the operation which its binding names. */
export function serviceSchema({ operations }: Pick<Contract, "operations">, { binding }: Operation): JsonValue | undefined {
  const { representation } = binding?.service ?? {};
  const read = operations.find(
    ({ method, path }) => method === representation?.method.toUpperCase() && path === representation.path,
  );
  const response = read?.responses.find(({ status }) => status === "200" || status.toUpperCase() === "2XX");
  return response?.content.find(({ kind }) => kind === "json")?.schema;
}

/** Returns the path parameter that identifies the service of an endpoint. */
export function serviceParameter({ path, binding }: Operation): string | undefined {
  return [...servicePathOf(path, binding?.selector).matchAll(/\{([^{}]*)\}/g)].at(-1)?.[1];
}
