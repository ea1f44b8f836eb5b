import { parsePointer } from "../../../../../templates/runtime/json.js";
import { roleOf, useOf } from "../../../../resources/uses.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import type { CaseSource, Check } from "../case.js";
import { isTally } from "../compare-items.js";
import { changesSince, observersOf, watch } from "../observe.js";
import { requestFor } from "../requests.js";
import { gone, targetOf } from "../steps.js";
import { effectOf, placeOf } from "../targets.js";
import { onlyIfSkipped, Skipped, type Trial } from "../trial.js";

/** PUT, DELETE and the actions that are flagged `idempotent` have the same effect when they are called once more (RFC 9110, section 9.2.2). */
export const idempotent: Check = function* (source) {
  for (const target of source.targets) {
    const { node, endpoint } = target;
    const isIdempotent = node
      ? node.action.idempotent && !node.action.readOnly && !node.action.async
      : ["PUT", "DELETE"].includes(endpoint.operation.method);
    if (!isIdempotent) continue;
    const name = nameOf(target);
    yield {
      id: `idempotent/${name}`,
      name,
      title: "has the same effect twice as once",
      code: "test-idempotent",
      place: placeOf(source.contract, target),
      effect: effectOf(target),
      run: (trial) => tryTwice(source, trial, target),
    };
  }
};

async function tryTwice(source: CaseSource, trial: Trial, target: CallTarget): Promise<void> {
  const found = target.node ? undefined : roleOf(source.world, target.endpoint.operation);
  const isRemoval = target.endpoint.operation.method === "DELETE" && !target.node;
  const fresh = isRemoval || (found !== undefined && source.world.removes(target));
  const path = await source.world.pathOf(trial, target, { own: true, fresh });
  const { request, answer: first } = await source.world.callAnew(trial, target, requestFor(source, target, path));
  if (first.status >= 300) throw new Skipped(`the first call responds with ${first.status}`);
  if (first.status === 202) throw new Skipped("its effect comes later");
  const rule = target.node ? ", although the contract says that it is idempotent" : " (RFC 9110, section 9.2.2)";
  const list = found && useOf(found.resource, "list");
  // A replaced item must not be added to its list once more.
  const observers = [...(isRemoval ? [] : observersOf(source, target)), ...(list ? [targetOf(source, list.operation)] : [])];
  const before = observers.length === 0 ? undefined : await watch(source, trial, observers, path).catch(onlyIfSkipped);
  const second = await trial.call(target, request);
  // What was removed isn't there any more.
  const isGone = gone.has(second.status) && (isRemoval || second.isDeclared);
  if (second.status >= 400 && second.status < 500 && !isGone) {
    trial.leaveOpen(`responds with ${second.status} when it is called once more`, second.exchange);
  }
  if (!before) return;
  for (const change of await changesSince(source, trial, observers, path, before)) {
    const [observer = ""] = parsePointer(change.pointer);
    const problem = `changes what ${observer} shows when it is called once more${rule}`;
    if (isTally(change)) trial.leaveOpen(problem, second.exchange);
    else return trial.fail(problem, second.exchange);
  }
}
