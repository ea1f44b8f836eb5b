import type { Location } from "../diagnostics/diagnostic.js";
import type { OperationNode, RuleContext } from "./rule.js";

/** An operation as messages name it: `POST /pets`. */
export function describeOperation({ method, path }: OperationNode): string {
  return `${method.toUpperCase()} ${path}`;
}

/** Where an operation begins: its method's key. */
export function operationPlace(context: RuleContext, { method, operation, pathItem }: OperationNode): Location | undefined {
  return context.places.key(pathItem, method) ?? context.places.value(operation);
}
