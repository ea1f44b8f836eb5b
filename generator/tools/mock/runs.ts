import type { LongRunningOperation } from "../../../templates/runtime/client/follow.js";
import { formatPointer } from "../../../templates/runtime/json.js";
import { isObject, type JsonObject, type JsonValue } from "../../document/json-value.js";
import { findLongRunningOperations } from "../../emit/client/long-running-operations.js";
import { schemasIn } from "../../json-schema/schema.js";
import type { Action, Contract, ServiceType } from "../../model/contract.js";
import type { MockContext } from "./context.js";
import type { Family } from "./families.js";

/** How an action that is invoked again to follow what it started shows the state of that. */
function ownProgress(action: Action, type: ServiceType, contract: Contract): LongRunningOperation | undefined {
  const followable = findLongRunningOperations(contract).get(type);
  const operation = followable?.find((one) => one.action === action)?.operation;
  return operation && !("by" in operation) && operation.poll === undefined ? operation : undefined;
}

/** Whether calls name what an earlier one started: an unknown one does not exist. */
export function namesRuns(type: ServiceType, action: Action, contract: Contract): boolean {
  return ownProgress(action, type, contract)?.key !== undefined;
}

/** The results that actions keep because they are invoked again to follow what they started: a family of each. */
export function findRuns(type: ServiceType, contract: Contract): readonly Family[] {
  return type.actions.flatMap((action): Family[] => {
    const progress = ownProgress(action, type, contract);
    if (!progress) return [];
    const schema = contract.schemas.get(action.result)!;
    const { members } = schemasIn(contract.schemas).of(schema);
    const sent = [...schemasIn(contract.schemas).of(contract.schemas.get(action.body)).members.keys()];
    const id = progress.key ?? sent.find((name) => members.get(name)?.isRequired);
    if (id === undefined || !members.has(id)) return [];
    return [{ name: action.name, schema, id, uses: new Map([[action.name, { role: "run", at: "", named: id }]]) }];
  });
}

/** What an action is called with, and where its results are kept. */
interface Started {
  readonly family: Family;
  readonly collection: string;
  /** The result, in some state. */
  readonly result: JsonObject;
}

/** Keeps the result of such an action: not done at first, and done later. Returns the first one. */
export function startRun(
  context: MockContext,
  type: ServiceType,
  action: Action,
  { family, collection, result }: Started,
): JsonObject {
  const { contract, samples, state, now, tempo } = context;
  const progress = ownProgress(action, type, contract.model)!;
  const inOneOf = (states: readonly string[]) =>
    resultsIn(progress, states, action, result).find((one) => samples.isValid(family.schema, one));
  const { done } = progress;
  const successful = done.filter((one) => !isFailure.test(one));
  const last = inOneOf(successful.length > 0 ? successful : done);
  const first = (last && inOneOf(progress.pending)) ?? last ?? result;
  state.put(collection, family.id, first);
  for (const [name, value] of Object.entries(last ?? {})) {
    const change = { collection, member: family.id, id: first[family.id]!, pointer: formatPointer([name]), value };
    if (JSON.stringify(value) !== JSON.stringify(first[name])) state.later({ ...change, due: now() + tempo });
  }
  return structuredClone(first);
}

/** States that are final without success. */
export const isFailure = /fail|error|cancel|abort/i;

/** A result in one of these states: with what the action's examples show in it, otherwise with another state. */
function resultsIn(
  { watch, state }: LongRunningOperation,
  states: readonly string[],
  action: Action,
  result: JsonObject,
): readonly JsonObject[] {
  const partOf = (whole: JsonValue | undefined) => (watch === undefined ? whole : isObject(whole) ? whole[watch] : undefined);
  const own = partOf(result);
  const shown = action.examples.map((example) => partOf(example.result));
  const inState = shown.filter((part) => isObject(part) && states.includes(String(part[state]))) as readonly JsonObject[];
  const changed = isObject(own) ? states.map((one) => ({ ...own, [state]: one })) : [];
  // Everything else in the result is about this call.
  return [...(watch === undefined ? [] : inState), ...changed].map((part) =>
    watch === undefined ? part : { ...result, [watch]: part },
  );
}
