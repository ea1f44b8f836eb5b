import { isObject, own, type JsonObject, type JsonValue } from "../document/json-value.js";
import type { RuleContext } from "./rule.js";

/** A list of security requirements of an operation or of the document. */
export interface SecurityList {
  readonly holder: JsonObject;
  readonly requirements: readonly JsonValue[];
}

/** Every list of security requirements in the document, the document's own first. */
export function securityLists({ upgraded, operations }: RuleContext): SecurityList[] {
  return [upgraded, ...operations.map(({ operation }) => operation)].flatMap((holder) => {
    const requirements = own(holder, "security");
    return Array.isArray(requirements) ? [{ holder, requirements }] : [];
  });
}

/** What must be fulfilled to call an operation: its own list, else the document's; absent where neither says. */
export function effectiveSecurity({ upgraded }: RuleContext, operation: JsonObject): readonly JsonValue[] | undefined {
  const requirements = own(operation, "security") ?? own(upgraded, "security");
  return Array.isArray(requirements) ? requirements : undefined;
}

/** True if nobody calls without proof of who they are: some requirement is listed and none is empty. */
export function isProtecting(requirements: readonly JsonValue[] | undefined): boolean {
  return (
    !!requirements && requirements.length > 0 && requirements.every((item) => isObject(item) && Object.keys(item).length > 0)
  );
}
