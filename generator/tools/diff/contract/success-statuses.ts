import { isObject, own } from "../../../document/json-value.js";
import { actionResponses } from "../../../model/action-responses.js";
import type { OperationPair, OperationVersion } from "./operations.js";

/** A change of the success statuses of an endpoint's actions. */
export interface ChangedSuccess {
  /** Whether it affects the actions that complete asynchronously, or the others. */
  readonly isAsync: boolean;
  /** Statuses as written in the contract: `200`, `2XX`. Neither list is empty. */
  readonly before: readonly string[];
  readonly after: readonly string[];
}

/** Returns the success statuses of an endpoint's actions that were replaced by others. */
export function changedSuccesses({ before, after }: OperationPair): ChangedSuccess[] {
  return [false, true].flatMap((isAsync): ChangedSuccess[] => {
    const known = actionNames(before, isAsync);
    if (!actionNames(after, isAsync).some((name) => known.includes(name))) return [];
    const statuses = { before: statusesOf(before, isAsync), after: statusesOf(after, isAsync) };
    const gone = statuses.before.filter((status) => !isListed(status, statuses.after));
    const found = statuses.after.filter((status) => !isListed(status, statuses.before));
    return gone.length > 0 && found.length > 0 ? [{ isAsync, before: gone, after: found }] : [];
  });
}

/** Returns types and names of the actions of an endpoint that complete asynchronously, or of the others. */
function actionNames({ endpoint }: OperationVersion, isAsync: boolean): string[] {
  return (endpoint?.maps ?? []).flatMap(({ type, actions }) =>
    Object.entries(actions).flatMap(([name, action]) =>
      isObject(action) && (own(action, "async") === true) === isAsync ? [`${type} ${name}`] : [],
    ),
  );
}

/** Returns whether both versions of an endpoint share an action that completes asynchronously. */
export function haveAsyncActions({ before, after }: OperationPair): boolean {
  const known = actionNames(before, true);
  return actionNames(after, true).some((name) => known.includes(name));
}

function statusesOf({ model, version }: OperationVersion, isAsync: boolean): string[] {
  const { responses } = actionResponses(
    model,
    { async: isAsync, returnsResult: true },
    { schemas: new Map(Object.entries(version.schemas)) },
  );
  return responses.flatMap(({ key }) => key ?? []);
}

function isListed(status: string, statuses: readonly string[]): boolean {
  return [status, `${status[0]}XX`, "default"].some((key) => statuses.includes(key));
}
