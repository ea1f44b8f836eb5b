import { parsePointer } from "../../../templates/runtime/json-pointer.js";
import type { Contract, Operation, ServiceType } from "../../model/contract.js";
import { docs, propertyKey, stringLiteral } from "../../typescript/encode.js";
import { StructureKind, type SourceFile, type StatementStructures } from "../../typescript/source-file.js";
import { hasUsualFacts } from "./route-binding.js";

/** Whether some services of a contract have their facts elsewhere than in `type`, `status` and `plan`. */
export function hasOwnFacts({ operations }: Contract): boolean {
  return operations.some(({ binding }) => binding !== undefined && !hasUsualFacts(binding.service));
}

/** What a service of one type is known to have: `{ readonly kind: "vm" }`; `undefined`: nothing tells its type. */
export function typeOfService({ name, operationId }: ServiceType, { operations }: Contract): string | undefined {
  const { type } = operations.find(({ id }) => id === operationId)!.binding!.service;
  return type === undefined ? undefined : printType([{ pointer: type, type: stringLiteral(name), isOptional: false }]);
}

/**
 * `FoundService` and `ReadCapabilities` of a contract whose services have facts elsewhere:
 *
 *     export type FoundService = { readonly kind: "vm"; readonly state?: string | undefined };
 */
export function foundServiceTypes(file: SourceFile, contract: Contract): StatementStructures[] {
  if (!hasOwnFacts(contract)) return [];
  const endpoints = contract.operations.filter(({ serviceTypes }) => serviceTypes.length > 0);
  const types = new Set(endpoints.map((endpoint) => foundService(file, endpoint, contract)));
  const silent = endpoints.filter(({ binding }) => binding!.service.type === undefined);
  const entry = file.type("ActionEntry", "../runtime/server/application.js");
  const actionName = file.type("ActionName", "../actions.js");
  const [only, ...others] = contract.serviceTypes;
  const serviceType = () => file.type("ServiceType", "../actions.js");
  const capabilities =
    others.length === 0
      ? `(service: FoundService) => Promise<${entry}<${actionName}<${stringLiteral(only!.name)}>>[]>`
      : `<Type extends ${serviceType()} = ${serviceType()}>(service: FoundService, type${silent.length > 1 ? "" : "?"}: Type) => Promise<${entry}<{ [Name in Type]: ${actionName}<Name> }[Type]>[]>`;
  return [
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "FoundService",
      docs: ["What a service has at least, so that the server knows its type, state and plan."],
      type: [...types].join(" | "),
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ReadCapabilities",
      docs: docs(["Lists the actions that a service advertises."]),
      type: capabilities,
    },
  ];
}

function foundService(file: SourceFile, endpoint: Operation, { serviceTypes }: Contract): string {
  const own = serviceTypes.filter(({ operationId }) => operationId === endpoint.id);
  const names = own.map(({ name }) => stringLiteral(name)).join(" | ");
  const { service } = endpoint.binding!;
  if (hasUsualFacts(service)) return `${file.type("ServiceFacts", "../runtime/server/application.js")}<${names}>`;
  const actions = own.flatMap((type) => type.actions);
  const facts: Fact[] = [];
  if (service.type !== undefined) facts.push({ pointer: service.type, type: names, isOptional: false });
  const optional = { type: "string | undefined", isOptional: true };
  if (service.status !== undefined && actions.some(({ states }) => states)) facts.push({ pointer: service.status, ...optional });
  if (service.plan !== undefined && actions.some(({ plans }) => plans)) facts.push({ pointer: service.plan, ...optional });
  return facts.length > 0 ? printType(facts) : "object";
}

/** A fact and where it stands. */
interface Fact {
  readonly pointer: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** The type of an object that has some facts: `{ readonly spec?: { readonly plan?: string | undefined } | undefined }`. */
function printType(facts: readonly Fact[], depth = 0): string {
  const byKey = new Map<string, Fact[]>();
  for (const fact of facts) {
    const key = parsePointer(fact.pointer)[depth]!;
    byKey.set(key, [...(byKey.get(key) ?? []), fact]);
  }
  const members = [...byKey].map(([key, inner]) => {
    const isOptional = inner.every((fact) => fact.isOptional);
    const leaf = inner.find(({ pointer }) => parsePointer(pointer).length === depth + 1);
    const type = leaf?.type ?? `${printType(inner, depth + 1)}${isOptional ? " | undefined" : ""}`;
    return `readonly ${propertyKey(key)}${isOptional ? "?" : ""}: ${type}`;
  });
  return `{ ${members.join("; ")} }`;
}
