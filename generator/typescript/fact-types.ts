import { parsePointer } from "../../templates/runtime/json.js";
import type { Contract, ServiceType } from "../model/contract.js";
import { typePointer } from "../model/service-facts.js";
import { propertyKey, stringLiteral } from "./encode.js";

/** A fact and its location. */
export interface Fact {
  readonly pointer: string;
  readonly type: string;
  readonly isOptional: boolean;
}

/** The type of an object that has some facts: `{ readonly spec?: { readonly plan?: string | undefined } | undefined }`. */
export function factTypes(facts: readonly Fact[], depth = 0): string {
  const byKey = new Map<string, Fact[]>();
  for (const fact of facts) {
    const key = parsePointer(fact.pointer)[depth]!;
    byKey.set(key, [...(byKey.get(key) ?? []), fact]);
  }
  const members = [...byKey].map(([key, inner]) => {
    const isOptional = inner.every((fact) => fact.isOptional);
    const leaf = inner.find(({ pointer }) => parsePointer(pointer).length === depth + 1);
    const type = leaf?.type ?? `${factTypes(inner, depth + 1)}${isOptional ? " | undefined" : ""}`;
    return `readonly ${propertyKey(key)}${isOptional ? "?" : ""}: ${type}`;
  });
  return `{ ${members.join("; ")} }`;
}

/** The type of services of one type: `Service & { readonly type: "vm" }`, or just `Service` if nothing determines the type. */
export function serviceOfType(serviceType: ServiceType, contract: Contract): string {
  const pointer = typePointer(serviceType, contract);
  if (pointer === undefined) return "Service";
  return `Service & ${factTypes([{ pointer, type: stringLiteral(serviceType.name), isOptional: false }])}`;
}
