import type { ContractPart, Subject } from "../change.js";
import type { Anchor, ChangeAnchors } from "../rule.js";
import type { ActionPair, ActionVersion, ServiceTypeVersion } from "./actions.js";
import type { ContractPair } from "./contract-pair.js";
import type { OperationPair, OperationVersion } from "./operations.js";

/** Returns the subject of changes of an operation. */
export function operationSubject({ before, after }: OperationPair): Subject {
  return { before: operationPart(before), after: operationPart(after) };
}

/** Returns the subject of changes of an action. */
export function actionSubject({ before, after }: ActionPair): Subject {
  return { before: actionPart(before), after: actionPart(after) };
}

/** Returns the subject of changes of a service type. */
export function typeSubject({
  before,
  after,
}: {
  readonly before: ServiceTypeVersion;
  readonly after: ServiceTypeVersion;
}): Subject {
  return { before: typePart(before), after: typePart(after) };
}

function operationPart({ role, model: { method, path } }: OperationVersion): ContractPart {
  return { kind: "operation", role, method, path };
}

function actionPart({ model }: ActionVersion): ContractPart {
  return { kind: "action", type: model.serviceType, action: model.name };
}

function typePart({ name }: ServiceTypeVersion): ContractPart {
  return { kind: "type", type: name };
}

/** Returns a function that finds the parts at the anchors of a change: those that were added, removed or renamed. */
export function createSubjectFinder({ operations, serviceTypes }: ContractPair): (anchors: ChangeAnchors) => Subject {
  const parts = new Map<object, Map<string | undefined, ContractPart>>();
  const note = ({ object, key }: Anchor, part: ContractPart) =>
    parts.set(object, (parts.get(object) ?? new Map<string | undefined, ContractPart>()).set(key, part));
  for (const version of ["before", "after"] as const) {
    for (const operation of operations[version].values()) note(operation.anchor, operationPart(operation));
    for (const type of serviceTypes[version].values()) {
      note(type.anchor, typePart(type));
      for (const action of type.actions.values()) note(action.anchor, actionPart(action));
    }
  }
  const find = (anchor: Anchor | undefined) => anchor && parts.get(anchor.object)?.get(anchor.key);
  return (anchors) => {
    const [before, after] = [find(anchors.before), find(anchors.after)];
    return { ...(before && { before }), ...(after && { after }) };
  };
}
