import type { ServiceBinding } from "../binding/binding.js";
import type { Contract, ServiceType } from "./contract.js";

/** Whether a service has its facts in `type`, `status` and `plan`, or lacks some of them. */
export function hasUsualFacts({ type, status, plan }: ServiceBinding): boolean {
  return type === "/type" && (status ?? "/status") === "/status" && (plan ?? "/plan") === "/plan";
}

/** Whether some services of a contract have their facts elsewhere. */
export function hasOwnFacts({ operations }: Contract): boolean {
  return operations.some(({ binding }) => binding !== undefined && !hasUsualFacts(binding.service));
}

/** Where a service of a type says of which type it is; `undefined`: nowhere. */
export function typePointer({ operationId }: ServiceType, { operations }: Contract): string | undefined {
  const binding = operations.find(({ id }) => id === operationId)?.binding;
  return binding ? binding.service.type : "/type";
}
