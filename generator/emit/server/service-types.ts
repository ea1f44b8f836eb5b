import { commonNoun, withArticle } from "../../model/resource-words.js";
import type { Contract, Operation } from "../../model/contract.js";
import { hasOwnFacts, hasUsualFacts } from "../../model/service-facts.js";
import { docs, stringLiteral } from "../../typescript/encode.js";
import { factTypes, type Fact } from "../../typescript/fact-types.js";
import { StructureKind, type SourceFile, type StatementStructures } from "../../typescript/source-file.js";

/**
 * `FoundService` and `ReadCapabilities` of a contract whose services have facts in other locations:
 *
 *     export type FoundService = { readonly kind: "vm"; readonly state?: string | undefined };
 */
export function foundServiceTypes(file: SourceFile, contract: Contract): StatementStructures[] {
  if (!hasOwnFacts(contract)) return [];
  const endpoints = contract.operations.filter(({ binding }) => binding?.hasService);
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
      docs: [`The required properties of ${withArticle(commonNoun(contract))}: its type, state and plan.`],
      type: [...types].join(" | "),
    },
    {
      kind: StructureKind.TypeAlias,
      isExported: true,
      name: "ReadCapabilities",
      docs: docs([`Lists the actions that ${withArticle(commonNoun(contract))} advertises.`]),
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
  return facts.length > 0 ? factTypes(facts) : "object";
}
