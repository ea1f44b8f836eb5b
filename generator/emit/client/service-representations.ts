import type { ServiceFacts } from "../../../templates/runtime/client/service-handle.js";
import { failureStatus } from "../../binding/failures.js";
import type { JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { successesOf } from "../../model/action-responses.js";
import { argumentNames, clientNames, factArguments } from "../../model/client-names.js";
import type { Contract, ServiceType } from "../../model/contract.js";
import { responseFor } from "../../model/failures.js";
import { segmentParameters, servicePath } from "../server/path-segments.js";
import { commonNoun } from "../../model/resource-words.js";
import { errorShapes } from "./errors.js";

/** How the API represents services, and the locations of their facts and of the arguments for their actions. */
export interface ServiceRepresentations {
  /** Component names, at most one for each service type. */
  readonly components: readonly string[];
  /** Fields of the services by the names of the arguments: `service_id` is in `id`. */
  readonly fields: Readonly<Record<string, string>>;
  /** The client's methods by service type. */
  readonly methods: Readonly<Record<string, string>>;
  /** The location of the type; absent if there is only one type. */
  readonly type: string | undefined;
  /** Whether each component is of one type. */
  readonly isFixed: boolean;
  /** The location of the advertised actions. */
  readonly actions: string;
  /** How the API rejects unavailable actions; absent: the default. */
  readonly unavailable: ServiceFacts["unavailable"];
  /** What messages call the services. */
  readonly noun: string;
  /** Whether the type is fixed and everything is where it is by default. */
  readonly isUsual: boolean;
}

/**
 * The components that represent services, by the binding of their endpoints. `undefined` unless each service type has one, all of
 * them advertise actions, and all have the arguments of their endpoints in the same fields.
 */
export function findServiceRepresentations(contract: Contract): ServiceRepresentations | undefined {
  const found: { component: string; values: readonly string[] | undefined; schema: JsonValue; serviceType: ServiceType }[] = [];
  const places = new Set<string>();
  let fields: ReadonlyMap<string, string> | undefined;
  for (const serviceType of contract.serviceTypes) {
    const { service } = contract.operations.find(({ id }) => id === serviceType.operationId)!.binding!;
    const { representation, type, actions } = service;
    const shownBy = contract.operations.find(
      ({ method, path }) => method === representation?.method.toUpperCase() && path === representation.path,
    );
    const branches = (shownBy ? successesOf(shownBy) : []).flatMap(({ content }) =>
      content.flatMap(({ schema }) => componentsOf(schema, contract)),
    );
    const shown = branches
      .map((component) => ({ component, ...look(component, type, contract), serviceType }))
      .find(({ values }) => values === undefined || values.includes(serviceType.name));
    const mine = shown && fieldsOf(shown.schema, serviceType, contract);
    if (!shown || !mine || actions === undefined || !isReadable(shown.schema, actions, contract)) return undefined;
    if (fields && !isSame(mine, fields)) return undefined;
    places.add(`${type} ${actions}`);
    fields = mine;
    found.push(shown);
  }
  const types = new Set(contract.serviceTypes.map(({ name }) => name));
  const isKnown = found.every(({ values }) =>
    values === undefined ? types.size === 1 : values.every((value) => types.has(value)),
  );
  if (!fields || places.size !== 1 || !isKnown) return undefined;
  const { service } = contract.operations.find(({ id }) => id === contract.serviceTypes[0]!.operationId)!.binding!;
  const type = found.every(({ values }) => values !== undefined) ? service.type : undefined;
  const isFixed = found.every(({ values }) => values?.length === 1);
  const unavailable = unavailableError(contract);
  const noun = commonNoun(contract);
  const isUsual =
    type === "/type" && isFixed && service.actions === "/capabilities/actions" && !unavailable && noun === "service";
  const components = [...new Set(found.map(({ component }) => component))];
  const methods = Object.fromEntries(clientNames(contract).serviceTypes);
  return {
    components,
    fields: Object.fromEntries(fields),
    methods,
    type,
    isFixed,
    actions: service.actions!,
    unavailable,
    noun,
    isUsual,
  };
}

/** The types that a component represents; `undefined`: any. */
function look(component: string, type: string | undefined, { schemas }: Contract) {
  const schema = schemas.get(component) ?? true;
  const member = type === undefined ? undefined : schemasIn(schemas).at(schema, type);
  return { schema, values: member?.isRequired ? member.schema.texts : undefined };
}

/** Whether a list of actions contains names, or objects with a name. */
function isReadable(schema: JsonValue, actions: string, { schemas }: Contract): boolean {
  const items = schemasIn(schemas).at(schema, `${actions}/0`);
  return (
    items !== undefined &&
    (items.schema.isOnly("string") || items.schema.descriptions.every((item) => schemasIn(schemas).of(item).members.has("name")))
  );
}

/** The components that a schema refers to, directly or as alternatives. */
function componentsOf(schema: JsonValue | undefined, { schemas }: Contract): string[] {
  return schemasIn(schemas)
    .of(schema)
    .branches.flatMap(({ component }) => component ?? []);
}

/** How the endpoints' servers reject unavailable actions; `undefined` if they use 409 and a text with a code. */
function unavailableError(contract: Contract): ServiceFacts["unavailable"] {
  const endpoint = contract.operations.find(({ binding }) => binding)!;
  const status = failureStatus(
    "action_unavailable",
    endpoint.responses.map((response) => response.status),
  );
  if (status === 409 && !errorShapes(contract)) return undefined;
  const { codes = {}, otherCode } = responseFor(endpoint, status)?.error ?? contract.errorShape;
  const own = codes["action_unavailable"] ?? otherCode;
  // Clients translate a number into its name.
  const isNamed = Object.values(codes).filter((one) => one === own).length === 1;
  const code = own === undefined || (typeof own === "number" && isNamed) ? undefined : `${own}`;
  return { status, ...(code === undefined ? {} : { code }) };
}

/** Each argument is in the field of the same name; the last one in the path, which identifies the service, may be in `id`. */
function fieldsOf(schema: JsonValue, { operationId }: ServiceType, contract: Contract): Map<string, string> | undefined {
  const endpoint = contract.operations.find(({ id }) => id === operationId)!;
  const members = schemasIn(contract.schemas).of(schema).members;
  const last = segmentParameters(servicePath(endpoint)).at(-1);
  const facts = factArguments(endpoint);
  const fields = new Map<string, string>();
  for (const [argument, parameter] of argumentNames(endpoint)) {
    if (facts.has(argument) || parameter.in !== "path") continue;
    const names = [argument, ...(parameter.name === last ? ["id"] : [])];
    const field = names.find((name) => members.get(name)?.isRequired);
    if (field === undefined) return undefined;
    fields.set(argument, field);
  }
  return fields;
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
