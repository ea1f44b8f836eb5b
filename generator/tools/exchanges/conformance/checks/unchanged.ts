import { isDeepStrictEqual } from "node:util";
import { parsePointer } from "../../../../../templates/runtime/json.js";
import { isObject, type JsonValue } from "../../../../document/json-value.js";
import { roleOf, useOf } from "../../../../resources/uses.js";
import type { ExchangeRequest } from "../../exchange.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import type { CaseSource, Check } from "../case.js";
import { type Change, isTally } from "../compare-items.js";
import { changesSince, observersOf, watch } from "../observe.js";
import { requestFor } from "../requests.js";
import { targetOf } from "../steps.js";
import { effectOf, placeOf } from "../targets.js";
import { type Answer, Skipped, type Trial } from "../trial.js";
import type { PathValues } from "../things.js";

/** The rejected requests to a target that are tried. */
const maxRejected = 8;

/** What is rejected changes nothing, and neither does what only reads (RFC 9110, section 9.2.1; the flag `readOnly`). */
export const unchanged: Check = function* (source) {
  for (const target of source.targets) {
    const { node, endpoint } = target;
    const isReading = effectOf(target) === "read" && (node?.action.readOnly ?? endpoint.operation.method === "GET");
    const found = node ? undefined : roleOf(source.world, endpoint.operation);
    const list = isReading && found ? useOf(found.resource, "list") : undefined;
    const all = [...observersOf(source, target), ...(list ? [targetOf(source, list.operation)] : [])];
    // What changes with each look at it can't be told from what changes by itself.
    const observers = isReading ? all.filter((one) => nameOf(one) !== nameOf(target)) : all;
    if (observers.length === 0) continue;
    const name = nameOf(target);
    yield {
      id: `unchanged/${name}`,
      name,
      title: isReading ? "changes nothing" : "changes nothing where it is rejected",
      code: "test-unchanged",
      place: placeOf(source.contract, target),
      effect: effectOf(target),
      run: (trial) => (isReading ? tryReading(source, trial, target, observers) : tryRejected(source, trial, target, observers)),
    };
  }
};

async function tryReading(source: CaseSource, trial: Trial, target: CallTarget, observers: readonly CallTarget[]) {
  const path = await source.world.pathOf(trial, target);
  const before = await watch(source, trial, observers, path);
  const answer = await trial.call(target, requestFor(source, target, path));
  // The work that it began may be shown.
  if (answer.status === 202) throw new Skipped("its effect comes later");
  const changes = await changesSince(source, trial, observers, path, before);
  const rule = target.node
    ? "although the contract says that it is readOnly"
    : "although it only reads (RFC 9110, section 9.2.1)";
  judge(trial, changes, answer, undefined, (what) => `changes ${what}, ${rule}`);
}

async function tryRejected(source: CaseSource, trial: Trial, target: CallTarget, observers: readonly CallTarget[]) {
  const rejected = rejectedRequests(source, target);
  if (rejected.length === 0) throw new Skipped("no request is sure to be rejected");
  let isRejected = false;
  for (const request of rejected) {
    const path = await pathFor(source, trial, target);
    const before = await watch(source, trial, observers, path);
    const answer = await trial.call(target, { ...request, params: { ...request.params, ...path } });
    if (answer.status < 400 || answer.status >= 500) continue;
    isRejected = true;
    const changes = await changesSince(source, trial, observers, path, before);
    judge(
      trial,
      changes,
      answer,
      request.body,
      (what) => `changes ${what}, although it responds with ${answer.status} (RFC 9110, section 15.5)`,
    );
    if (changes.length > 0) return;
  }
  if (!isRejected) throw new Skipped("nothing was rejected");
}

/** Once more, the change would not be seen on the same thing. */
async function pathFor(source: CaseSource, trial: Trial, target: CallTarget): Promise<PathValues> {
  const role = roleOf(source.world, target.endpoint.operation)?.use.role;
  const isAtItem = !target.node && role !== "create" && role !== "list";
  return source.world.pathOf(trial, target, { own: true, fresh: isAtItem && source.world.removes(target) });
}

/** Requests that break one rule of the body, those that break different rules first; then one that breaks a parameter's. */
function rejectedRequests({ plans }: CaseSource, target: CallTarget): readonly ExchangeRequest[] {
  const { invalid } = plans.of(target);
  const byRule = new Map<string, ExchangeRequest>();
  for (const { request, broken } of invalid) {
    const [first] = broken;
    if (!first || first.pointer.startsWith("/request/params") || first.rule === "format") continue;
    if (!byRule.has(first.rule)) byRule.set(first.rule, request);
  }
  return [...byRule.values()].slice(0, maxRejected);
}

function judge(
  trial: Trial,
  changes: readonly Change[],
  { exchange }: Answer,
  sent: JsonValue | undefined,
  text: (what: string) => string,
): void {
  for (const change of changes) {
    const [observer = "", ...rest] = parsePointer(change.pointer);
    const what = rest.length === 0 ? `what ${observer} shows` : `${JSON.stringify(rest.at(-1))} in what ${observer} shows`;
    // What counts or notes the time of calls is no change of what they are about.
    if (isTally(change) && !isSent(change, sent)) trial.leaveOpen(text(what), exchange);
    else return trial.fail(text(what), exchange);
  }
}

/** Whether a member has become what the request would set it to. */
function isSent({ pointer, after }: Change, body: JsonValue | undefined): boolean {
  const name = parsePointer(pointer).at(-1)!;
  const isIn = (value: JsonValue | undefined): boolean =>
    value !== undefined && isObject(value) && (isDeepStrictEqual(value[name], after) || Object.values(value).some(isIn));
  return after !== undefined && isIn(body);
}
