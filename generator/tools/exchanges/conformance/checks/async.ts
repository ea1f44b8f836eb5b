import { setTimeout as wait } from "node:timers/promises";
import { quote } from "../../../../diagnostics/escape.js";
import { findLongRunningOperations } from "../../../../emit/client/long-running-operations.js";
import type { DeclaredAction } from "../../exchange-contract.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import { followResource, followResult, type Look } from "../follow.js";
import type { CaseSource, Check } from "../case.js";
import { isReached, serviceThatOffers, stateOf } from "../states.js";
import { requestFor } from "../requests.js";
import { effectOf, placeOf } from "../targets.js";
import { type Answer, Skipped, type Trial } from "../trial.js";
import type { Need, PathValues } from "../things.js";

/** What an asynchronous action has started comes to an end, and its service only goes through states as the contract lets it. */
export const asynchronous: Check = function* (source) {
  for (const target of source.targets) {
    const { node } = target;
    if (!node?.action.async) continue;
    const name = nameOf(target);
    yield {
      id: `async/${name}`,
      name,
      title: "comes to an end, as the contract follows it",
      code: "test-async",
      place: placeOf(source.contract, target),
      effect: effectOf(target),
      run: async (trial) => {
        const { path, answer, state } = await start(source, trial, target, node);
        // That another success is none of the action's is checked with every response.
        if (answer.status !== 202 && trial.deviations.length > 0) return;
        const look = followerOf(source, trial, node, path, answer);
        if (look) await untilEnd(trial, look, stateWatcher(source, trial, node, path, state));
      },
    };
  }
};

/** What was started, and the state of its service before. */
interface Started {
  readonly path: PathValues;
  readonly answer: Answer;
  readonly state: string | undefined;
}

/** Calls an action on the first service that is in a state in which it runs: one that is named, or else a new one. */
async function start(source: CaseSource, trial: Trial, target: CallTarget, node: DeclaredAction): Promise<Started> {
  const own = effectOf(target) !== "read";
  const named = Array.from({ length: source.world.services.count(node.action.serviceType) }, (_, service): Need => ({
    own,
    service,
  }));
  let rejected = 0;
  for (const need of [...named, { own, fresh: true }]) {
    const path = await source.world.pathOf(trial, target, need);
    const hasTransitions = (source.contract.contract.lifecycle?.transitions.length ?? 0) > 0;
    const state = hasTransitions ? (await stateOf(source, trial, node, path))?.state : undefined;
    const answer = await trial.call(target, requestFor(source, target, path));
    if (answer.status < 300) return { path, answer, state };
    rejected = answer.status;
  }
  const path = await serviceThatOffers(source, trial, node);
  if (path) {
    const state = (await stateOf(source, trial, node, path))?.state;
    const answer = await trial.call(target, requestFor(source, target, path));
    if (answer.status < 300) return { path, answer, state };
  }
  const isState = rejected === 409 || rejected === 423;
  throw new Skipped(`it is rejected with ${rejected}${isState ? ": no service is in a state that offers it" : ""}`);
}

/** How to look at what was started; `undefined`: the response lacks what is needed, which is reported. */
function followerOf(source: CaseSource, trial: Trial, node: DeclaredAction, path: PathValues, answer: Answer): Look | undefined {
  const following = node.endpoint.operation.binding?.following;
  if (following) return followResource(source, trial, following, path, answer);
  const known = findLongRunningOperations(source.contract.contract);
  const [, followable = []] = [...known].find(([{ name }]) => name === node.action.serviceType) ?? [];
  const found = followable.find(({ action }) => action.name === node.action.name)?.operation;
  if (!found || "by" in found) throw new Skipped("the contract doesn't say how to follow it");
  return followResult(source, trial, node, found, path, answer);
}

/** States in which work waits for somebody to do something, such as to publish a record. */
const waitsForOthers = /verif|approv|confirm|review|invit|payment|awaiting|requires|action|manual/i;

/** Looks until the work has ended. */
async function untilEnd(trial: Trial, look: Look, onLook: () => Promise<void>): Promise<void> {
  const { patience } = trial.context;
  const end = performance.now() + patience;
  for (let delay = 20; ; delay = Math.min(delay * 2, 1_000)) {
    const { isOver, state, exchange } = await look();
    await onLook();
    if (isOver) return;
    if (performance.now() + delay > end) {
      const is = state === undefined ? "is still not there" : `is still ${quote(String(state))}`;
      const problem = `what it started ${is} after ${patience / 1_000} s`;
      if (waitsForOthers.test(String(state))) return trial.leaveOpen(problem, exchange);
      return trial.fail(problem, exchange);
    }
    await wait(delay);
  }
}

/** Reports states of a service that don't follow the state before. */
function stateWatcher(
  source: CaseSource,
  trial: Trial,
  node: DeclaredAction,
  path: PathValues,
  first: string | undefined,
): () => Promise<void> {
  const { lifecycle } = source.contract.contract;
  let before = first;
  return async () => {
    if (!lifecycle || lifecycle.transitions.length === 0 || before === undefined) return;
    const { state, exchange } = (await stateOf(source, trial, node, path)) ?? {};
    if (state === undefined || state === before) return;
    const isDirect = lifecycle.transitions.some(({ from, to }) => from === before && to === state);
    const problem = `its service goes from ${quote(before)} to ${quote(state)}, and no transition of the life cycle does`;
    // A short state may not be seen.
    if (!isDirect && isReached(lifecycle, before, state)) trial.leaveOpen(`${problem} so in one step`, exchange);
    else if (!isDirect) trial.fail(problem, exchange);
    before = state;
  };
}
