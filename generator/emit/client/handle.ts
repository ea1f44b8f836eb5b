import { clientNames, argumentNames } from "../../model/client-names.js";
import type { Contract, ServiceType } from "../../model/contract.js";
import { printMembers, propertyAccess, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { constant, createSourceFile, StructureKind } from "../../typescript/source-file.js";
import { fileHeader } from "../emitter.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { own, ownObject, ownStrings, type JsonValue } from "../../document/json-value.js";
import { resolveSchema } from "../../document/reference.js";
import { segmentParameters, servicePath } from "../server/path-segments.js";

/** `client/handle.ts`, if the contract says how services are shown: `createHandle`, which knows their types. */
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
  file.add(
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ServiceRepresentation",
      docs: ["A service as the API shows it."],
      type: services.join("\n  | "),
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "Handle",
      docs: ["A service together with its actions. `type` tells which ones it has."],
      typeParameters: [{ name: "Service", constraint: "ServiceRepresentation", default: "ServiceRepresentation" }],
      type: `Service extends ServiceRepresentation\n  ? ${handle}<Service, ${calls}[Service["type"]]>\n  : never`,
    },
    {
      kind: StructureKind.Function,
      isExported: true,
      name: "createHandle",
      docs: ["The actions of a service that was read from the API, and whether it advertised them then."],
      typeParameters: [{ name: "Service", constraint: "ServiceRepresentation" }],
      parameters: [
        { name: "client", type: file.type("Client", "./types.js") },
        { name: "service", type: "Service" },
        { name: "options", hasQuestionToken: true, type: file.type("HandleOptions", runtime) },
      ],
      returnType: "Handle<Service>",
      statements: [
        `const target = { ${target.join(", ")} };`,
        `const calls = client[${isRenamed ? "methods[service.type]" : "service.type"}](target);`,
        `return ${file.value("createHandle as create", runtime)}(service, calls, options) as Handle<Service>;`,
      ],
    },
  );
  return file.print();
}

/** How the API shows services, and where in them the arguments stand that lead to their actions. */
interface ServiceRepresentations {
  /** Component names, one for each service type. */
  readonly components: readonly string[];
  /** Fields of the services by the names of the arguments: `service_id` is in `id`. */
  readonly fields: ReadonlyMap<string, string>;
}

/**
 * Finds the components that show services: objects with capabilities, whose `type` is fixed. `undefined` unless there is one
 * for each service type and all hold in the same fields what leads to the actions.
 */
function findServiceRepresentations(contract: Contract): ServiceRepresentations | undefined {
  const components: string[] = [];
  let fields: ReadonlyMap<string, string> | undefined;
  for (const serviceType of contract.serviceTypes) {
    const shown = [...contract.schemas].find(([, schema]) => shows(schema, serviceType, contract));
    const found = shown && fieldsOf(shown[1], serviceType, contract);
    if (!shown || !found || (fields && !isSame(found, fields))) return undefined;
    components.push(shown[0]);
    fields = found;
  }
  return fields && { components, fields };
}

function shows(schema: JsonValue, { name }: ServiceType, { schemas }: Contract): boolean {
  const properties = ownObject(schema, "properties");
  const type = resolveSchema(own(properties, "type"), schemas);
  const values = ownStrings(type, "enum");
  const isFixed = own(type, "const") === name || (values.length === 1 && values[0] === name);
  return isFixed && own(properties, "capabilities") !== undefined;
}

/** Each argument stands in the field of its name; that of the last one in the path, the service's own, may be `id`. */
function fieldsOf(schema: JsonValue, { operationId }: ServiceType, contract: Contract): Map<string, string> | undefined {
  const endpoint = contract.operations.find(({ id }) => id === operationId)!;
  const required = ownStrings(schema, "required");
  const last = segmentParameters(servicePath(endpoint)).at(-1);
  const fields = new Map<string, string>();
  for (const [argument, parameter] of argumentNames(endpoint)) {
    if (argument === "action" || !parameter.required) continue;
    const field = [argument, ...(parameter.name === last ? ["id"] : [])].find((name) => required.includes(name));
    if (field === undefined) return undefined;
    fields.set(argument, field);
  }
  return fields;
}

function isSame(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}
