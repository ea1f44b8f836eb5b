import { quote } from "../../diagnostics/catalog/entry.js";
import type { Operation } from "../../model/contract.js";
import type { OperationSide } from "./operation-side.js";

/** One way to be let in: scopes by security scheme, all of which are needed; none: everybody is. */
export type Requirement = Operation["security"][number];

/** The ways to be let in to an operation. */
export function alternativesOf({ model }: OperationSide): readonly Requirement[] {
  return model.security.length > 0 ? model.security : [{}];
}

/** Whether who has the first has all of the second. */
export function isEnough(has: Requirement, needed: Requirement): boolean {
  return Object.entries(needed).every(
    ([scheme, scopes]) => Object.hasOwn(has, scheme) && scopes.every((scope) => has[scheme]!.includes(scope)),
  );
}

/** A requirement in words: `"bearer" with "service:read"`. */
export function describeRequirement(requirement: Requirement): string {
  const parts = Object.entries(requirement).map(([scheme, scopes]) => {
    const list = scopes.map(quote).join(", ");
    return list === "" ? quote(scheme) : `${quote(scheme)} (${list})`;
  });
  return parts.join(" and ") || "no credentials at all";
}
