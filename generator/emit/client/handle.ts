import { parsePointer } from "../../../templates/runtime/json.js";
import { failureStatus } from "../../binding/failures.js";
import type { JsonValue } from "../../document/json-value.js";
import { schemasIn } from "../../json-schema/schema.js";
import { clientNames, argumentNames, factArguments } from "../../model/client-names.js";
import type { Contract, ServiceType } from "../../model/contract.js";
import { responseFor } from "../../model/failures.js";
import { printLiteral, printMembers, propertyAccess, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { constant, createSourceFile, StructureKind, type StatementStructures } from "../../typescript/source-file.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { segmentParameters, servicePath } from "../server/path-segments.js";
import { errorShapes } from "./errors.js";
import { successesOf } from "../../model/action-responses.js";

/** `client/handle.ts`, if the contract defines how services are represented: `createHandle`, with their types. */
export function printHandle(contract: Contract): OutputFile | undefined {
  const shown = findServiceRepresentations(contract);
  if (!shown) return undefined;
  const file = createSourceFile("client/handle.ts", fileHeader(contract));
  const runtime = "../runtime/client/create-client.js";
  const schemas = `${file.type("components", "../types.js")}["schemas"]`;
  const services = shown.components.map((name) => `${schemas}[${stringLiteral(name)}]`);
  const target = [...shown.fields].map(([argument, field]) => `${propertyKey(argument)}: service${propertyAccess(field)}`);
  const names = [...clientNames(contract).serviceTypes];
  const isRenamed = names.some(([type, method]) => type !== method);
  if (isRenamed)
    file.add(constant("methods", `${printMembers(names)} as const`, { docs: ["The client's methods by service type."] }));
  const handle = file.type("ServiceHandle", runtime);
  const calls = file.type("ActionCallsByType", "./types.js");
  const isPlain = shown.type === "/type" && shown.isFixed;
  const type = shown.type === undefined ? stringLiteral(contract.serviceTypes[0]!.name) : `Service${typeAt(shown.type)}`;
  const service = isPlain ? "service.type" : shown.type === undefined ? type : `service${valueAt(shown.type)}`;
  const create =
    shown.facts === undefined ? file.value("createHandle as create", runtime) : file.value("createHandleOf as create", runtime);
  const facts = `{ type: ${service}, actions: service${valueAt(shown.actions)}${shown.facts ? `, unavailable: ${shown.facts}` : ""} }`;
  const handleOf: StatementStructures = {
    kind: StructureKind.TypeAlias,
    name: "HandleOf",
    typeParameters: [{ name: "Service" }, { name: "Type" }],
    type: `Type extends keyof ${calls}\n  ? ${handle}<Service, ${calls}[Type], Type>\n  : never`,
  };
  file.add(
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ServiceRepresentation",
      docs: ["A service as the API represents it."],
      type: services.join("\n  | "),
    },
    ...(isPlain ? [] : [handleOf]),
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "Handle",
      docs: ["A service together with its actions, discriminated by `type`."],
      typeParameters: [{ name: "Service", constraint: "ServiceRepresentation", default: "ServiceRepresentation" }],
      type: `Service extends ServiceRepresentation\n  ? ${isPlain ? `${handle}<Service, ${calls}[Service["type"]]>` : `HandleOf<Service, ${type}>`}\n  : never`,
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createHandle",
      docs: ["Creates a handle of a service that was read from the API: its actions, and whether it advertised them."],
      typeParameters: [{ name: "Service", constraint: "ServiceRepresentation" }],
      parameters: [
        { name: "client", type: file.type("Client", "./types.js") },
        { name: "service", type: "Service" },
        { name: "options", hasQuestionToken: true, type: file.type("HandleOptions", runtime) },
      ],
      returnType: "Handle<Service>",
      statements: [
        `const target = { ${target.join(", ")} };`,
        `const calls = client[${isRenamed ? `methods[${service}]` : service}](target);`,
        `return ${create}(${shown.facts === undefined ? "" : `${facts}, `}service, calls, options) as ${shown.facts === undefined ? "" : "unknown as "}Handle<Service>;`,
      ],
    },
  );
  return file.print();
}

/** The access to the target of a pointer, as an expression and as a type. */
const valueAt = (pointer: string) =>
  parsePointer(pointer)
    .map((key, index) => (index === 0 ? propertyAccess(key) : `?.${propertyAccess(key).replace(/^\./, "")}`))
    .join("");
const typeAt = (pointer: string) =>
  parsePointer(pointer)
    .map((key) => `[${stringLiteral(key)}]`)
    .join("");

/** How the API represents services, and the locations of their facts and of the arguments for their actions. */
export interface ServiceRepresentations {
  /** Component names, at most one for each service type. */
  readonly components: readonly string[];
  /** Fields of the services by the names of the arguments: `service_id` is in `id`. */
  readonly fields: ReadonlyMap<string, string>;
  /** The location of the type; absent if there is only one type. */
  readonly type: string | undefined;
  /** Whether each component is of one type. */
  readonly isFixed: boolean;
  /** The location of the advertised actions. */
  readonly actions: string;
  /** How the API rejects unavailable actions, as code; empty: the default. Absent: type, actions and this are the defaults. */
  readonly facts: string | undefined;
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
  const isUsual = type === "/type" && isFixed && service.actions === "/capabilities/actions" && unavailable === "";
  const components = [...new Set(found.map(({ component }) => component))];
  return { components, fields, type, isFixed, actions: service.actions!, facts: isUsual ? undefined : unavailable };
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

/** How the endpoints' servers reject unavailable actions, as code; empty if they use 409 and a text with a code. */
function unavailableError(contract: Contract): string {
  const endpoint = contract.operations.find(({ binding }) => binding)!;
  const status = failureStatus(
    "action_unavailable",
    endpoint.responses.map((response) => response.status),
  );
  if (status === 409 && !errorShapes(contract)) return "";
  const { codes = {}, otherCode } = responseFor(endpoint, status)?.error ?? contract.errorShape;
  const own = codes["action_unavailable"] ?? otherCode;
  // Clients translate a number into its name.
  const isNamed = Object.values(codes).filter((one) => one === own).length === 1;
  const code = own === undefined || (typeof own === "number" && isNamed) ? undefined : `${own}`;
  return printLiteral({ status, ...(code === undefined ? {} : { code }) });
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
