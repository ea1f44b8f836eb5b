import { referencedName } from "../document/reference.js";
import { isObject, type JsonValue } from "../document/json-value.js";
import { responseTypeNames, successesOf } from "./action-responses.js";
import type { Contract, MediaType, Operation, Parameter, Response } from "./contract.js";
import { typeName } from "./names.js";

/** The names of types that people see: those of components, operations and actions. No two are the same. */
export interface TypeNames {
  /** By component. */
  readonly schemas: ReadonlyMap<string, string>;
  /** What other files call components whose names they use themselves, by the names of their types. */
  readonly imported: ReadonlyMap<string, string>;
  /** By operation id. */
  readonly operations: ReadonlyMap<string, OperationTypeNames>;
  /** By service type and action, separated by a space. */
  readonly actions: ReadonlyMap<string, string>;
  /** The options of the calls of actions with parameters of their own, in the same way. */
  readonly options: ReadonlyMap<string, string>;
}

/** The names of an operation's types: `GetUnitOperation`, `GetUnitPath`, `GetUnitArgs`. */
export interface OperationTypeNames {
  readonly operation: string;
  /** The parameters in each location. */
  readonly parameters: Partial<Readonly<Record<Parameter["in"], string>>>;
  /** Bodies of requests that are no component, by media type. */
  readonly bodies: ReadonlyMap<string, string>;
  /** Bodies of successes that are no component, by `responseKey`. */
  readonly responses: ReadonlyMap<string, string>;
  /** The arguments of its method on the client. */
  readonly args: string;
  /** The arguments that lead to a service, if it is an endpoint. */
  readonly target: string;
}

/** Identifies the body of a response. */
export function responseKey({ status }: Response, { name }: MediaType): string {
  return `${status} ${name}`;
}

/** The component that a schema is, if it is no other schema. */
export function componentOf(schema: JsonValue | undefined): string | undefined {
  return isObject(schema) && Object.keys(schema).length === 1 ? referencedName(schema) : undefined;
}

/** Returns the names of the types of a contract. */
export function typeNames(contract: Contract): TypeNames {
  const names = known.get(contract) ?? buildNames(contract);
  known.set(contract, names);
  return names;
}

const known = new WeakMap<Contract, TypeNames>();

/** Types that `types.ts` declares itself, or takes from the platform. */
const platform =
  "Array AsyncIterable Blob Exclude NonNullable Omit Partial Pick Promise Readonly Record Required WithRequired " +
  "components operations paths webhooks";

/** Types that other files declare, import or take from the platform, and their type parameters. */
const reserved =
  "ArrayBuffer Extract FormData Headers Parameters ReadableStream ReturnType URLSearchParams Uint8Array " +
  "Action ActionCallsByType ActionWithOptionalBody ActionEntry ActionHandler ActionInfo ActionName ActionResponse ActionTypes ActionWithDefaults " +
  "ActionsByType ApiError Application ApplicationBase Call CallOptions Client ClientResponse Code ConditionalHandler ContractTypes " +
  "DeclaredHeaders ErrorBody ErrorDetail Followable FoundService Handle HandleOf HandleOptions Handlers LowerCaseNames Name Now " +
  "OneOf OperationHandler OperationHandlers OperationWithDefaults PathParameters Principal Raw ReadCapabilities Received Schemas " +
  "Server Service ServiceFacts ServiceHandle ServiceHooks ServicePath ServiceRepresentation ServiceType Type Types WithDefaults " +
  "PlainHandler PlainServer WithBodyLimits WithIdempotency WithLimits WithObserver WithPolicies WithScopes WithSecrets WithUploads Without _Action _Principal _Service";

/** What the names of types of a service type end with. */
const endings = ["ActionCalls", "Actions", "CallOptions", "Handlers", "Parameters"];

function buildNames(contract: Contract): TypeNames {
  const elsewhere = new Set([
    ...reserved.split(" "),
    ...responseTypeNames(contract).map(({ name }) => name),
    ...contract.serviceTypes.flatMap(({ pascalName }) => endings.map((ending) => `${pascalName}${ending}`)),
    ...contract.operations.flatMap(({ id }) => [`${typeName(id)}ClientResponse`, `${typeName(id)}Secret`]),
  ]);
  const taken = new Set(platform.split(" "));
  const take = (wanted: string, isFree = (name: string) => !elsewhere.has(name)): string => {
    let name = wanted;
    for (let number = 2; taken.has(name) || !isFree(name); number++) name = `${wanted}${number}`;
    taken.add(name);
    return name;
  };
  // A component keeps its name before another one becomes it.
  const components = [...contract.schemas.keys()].map((name) => ({ name, wanted: safeTypeName(name) }));
  const inOrder = [
    ...components.filter((one) => one.name === one.wanted),
    ...components.filter((one) => one.name !== one.wanted),
  ];
  const schemas = new Map(inOrder.map(({ name, wanted }) => [name, take(wanted, () => true)]));
  const clashing = [...schemas.values()].filter((name) => elsewhere.has(name));
  const imported = new Map(clashing.map((name) => [name, take(`${name}Schema`)]));
  const operations = new Map(contract.operations.map((operation) => [operation.id, operationNames(operation, take)]));
  const actions = new Map(
    contract.serviceTypes.flatMap(({ name, pascalName, actions: own }) =>
      own.map((action) => [`${name} ${action.name}`, take(`${pascalName}${typeName(action.name)}`)] as const),
    ),
  );
  const options = new Map(
    contract.serviceTypes.flatMap(({ name, pascalName, actions: all }) =>
      all.flatMap(({ name: action, operation }) =>
        operation ? [[`${name} ${action}`, take(`${pascalName}${typeName(action)}Options`)] as const] : [],
      ),
    ),
  );
  return { schemas, imported, operations, actions, options };
}

/** Types may be called `Error` and `Date`, unlike variables. */
function safeTypeName(name: string): string {
  return typeName(name).replace(/^([A-Z]\w*)_$/, "$1");
}

const locations = { path: "Path", query: "Query", querystring: "Querystring", header: "Headers", cookie: "Cookies" } as const;

function operationNames(operation: Operation, take: (wanted: string) => string): OperationTypeNames {
  const { id, parameters, body } = operation;
  const name = typeName(id);
  const used = new Set(parameters.map((parameter) => parameter.in));
  const isUnnamed = ({ kind, items, schema }: MediaType) =>
    items !== undefined || (["json", "form", "multipart", "parts"].includes(kind) && componentOf(schema) === undefined);
  return {
    operation: take(`${name}Operation`),
    parameters: Object.fromEntries([...used].map((place) => [place, take(`${name}${locations[place]}`)])),
    bodies: new Map((body?.content ?? []).filter(isUnnamed).map((media) => [media.name, take(`${name}Body`)])),
    responses: new Map(
      successesOf(operation).flatMap((response) =>
        response.content.filter(isUnnamed).map((media) => [responseKey(response, media), take(`${name}Response`)] as const),
      ),
    ),
    args: take(`${name}Args`),
    target: take(`${name}Target`),
  };
}
