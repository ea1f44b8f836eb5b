import { setTimeout as wait } from "node:timers/promises";
import { quote } from "../../../../diagnostics/escape.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import { valueAt } from "../../../../../templates/runtime/json.js";
import { defaultErrorShape } from "../../../../../templates/runtime/facts.js";
import { isObject, type JsonValue } from "../../../../document/json-value.js";
import type { Diagnostic } from "../../../../diagnostics/diagnostic.js";
import { responseFor } from "../../../../model/failures.js";
import { serviceResource } from "../../../../resources/services.js";
import { checkCapabilities } from "../../capabilities/check-capabilities.js";
import type { DeclaredAction } from "../../exchange-contract.js";
import { factOf, serviceViews } from "../../service-views.js";
import type { CaseSource, Check } from "../case.js";
import type { HttpRequest } from "../http.js";
import { isReached, mayMove, serviceIn, stateOf, statesOf } from "../states.js";
import { pathWithin, requestFor } from "../requests.js";
import { patienceFor, requestOf } from "../steps.js";
import { atLeast, effectOf, placeOf } from "../targets.js";
import { type Answer, Skipped, type Trial } from "../trial.js";
import type { PathValues } from "../things.js";

/** What a service says of an action. */
interface Offer {
  readonly isEnabled: boolean;
  /** Why it is not enabled, if the service says so. */
  readonly reason: string | undefined;
}

/** What services advertise is what they do: enabled actions run, others are rejected with the same reason. */
export const gate: Check = function* (source) {
  const { contract, targets } = source;
  for (const target of targets) {
    const { endpoint, node } = target;
    if (!node || !endpoint.operation.binding?.hasService) continue;
    const name = nameOf(target);
    // Each may be in another state and have another plan.
    for (let service = 0; service < source.world.services.count(node.action.serviceType); service++)
      yield {
        id: `gate/${name}${service > 0 ? `/${service + 1}` : ""}`,
        name,
        title: "is available where the service says so, and nowhere else",
        code: "test-gate",
        place: placeOf(contract, target),
        effect: effectOf(target),
        run: async (trial) => {
          const { params } = await requestOf(source, trial, target, { service });
          await tryOffer(source, trial, target, node, params);
        },
      };
    const { serviceType } = node.action;
    for (const state of mayMove(source, serviceType) ? statesOf(source, serviceType) : [])
      yield {
        id: `gate/${name}/${state}`,
        name,
        title: `is available in the state ${state} if the service says so, and does what the life cycle says`,
        code: "test-gate",
        place: placeOf(contract, target),
        effect: atLeast("write", effectOf(target)),
        run: async (trial) => {
          const path = await serviceIn(source, trial, node, (other) => other === state, `the state ${state}`);
          await tryOffer(source, trial, target, node, path);
        },
      };
  }
  for (const target of firstOfEach(targets)) {
    yield {
      id: `unknown/${target.endpoint.operation.id}`,
      name: target.endpoint.operation.id,
      title: "rejects an action that the contract doesn't have",
      code: "test-gate",
      place: placeOf(contract, target),
      effect: atLeast("write", effectOf(target)),
      run: (trial) => tryUnknown(source, trial, target),
    };
  }
  for (const { name: type, operationId } of contract.contract.serviceTypes) {
    const endpoint = contract.endpoints.get(operationId)!;
    if (!serviceResource(source.world, endpoint.operation)) continue;
    yield {
      id: `capabilities/${type}`,
      name: type,
      title: "advertises what the contract declares",
      code: "test-gate",
      place: contract.contract.locations.operation(endpoint.operation),
      effect: "read",
      run: async (trial) => {
        const node = [...contract.actions.get(type)!.values()][0];
        if (!node) throw new Skipped("the type has no actions");
        const path = await source.world.pathOf(trial, { endpoint, node });
        const { body, exchange } = await represent(source, trial, node, path);
        const problems: Diagnostic[] = [];
        checkCapabilities(
          contract,
          [{ path: "response.json", absolutePath: "/response.json", text: JSON.stringify(body) }],
          problems,
        );
        for (const { code, message } of problems) {
          if (code === "capability-shape" && endpoint.operation.binding?.service.actions === undefined)
            throw new Skipped("the contract doesn't say where services list their actions");
          // A service may hide what it doesn't offer.
          if (code === "capability-unadvertised") trial.leaveOpen(message, exchange);
          else trial.fail(message, exchange);
        }
      },
    };
  }
};

/** The first action of each endpoint. */
function firstOfEach(targets: readonly CallTarget[]): readonly CallTarget[] {
  return targets.filter(
    (one, index) => one.node && targets.findIndex((other) => other.node && other.endpoint === one.endpoint) === index,
  );
}

/** An action whose name stands in the path, under a name that none has. */
async function tryUnknown(source: CaseSource, trial: Trial, target: CallTarget): Promise<void> {
  const { name } = target.node!.action;
  const request = await requestOf(source, trial, target);
  const unknown = `${name}_that_is_unknown`;
  let isSent = false;
  const change = (sent: HttpRequest): HttpRequest => {
    const [path = "", ...rest] = sent.target.split("?");
    const changed = path.replace(new RegExp(`(?<=[/:])${name}(?=$|[/:])`), unknown);
    isSent = changed !== path;
    return { ...sent, target: [changed, ...rest].join("?") };
  };
  const { status, exchange } = await trial.call(target, request, { change, isDescribed: false });
  if (!isSent) throw new Skipped("the action's name is not in the path");
  if (status < 300) trial.fail(`responds with ${status} to an action that the contract doesn't have`, exchange, { isSure: true });
}

/** Calls an action, and once more if the service then no longer offers it. */
async function tryOffer(
  source: CaseSource,
  trial: Trial,
  target: CallTarget,
  node: DeclaredAction,
  path: PathValues,
): Promise<void> {
  const request = requestFor(source, target, path);
  let before = await offerOf(source, trial, node, path);
  for (let turn = 0; turn < 2; turn++) {
    const state = (await stateOf(source, trial, node, path))?.state;
    const answer = await trial.call(target, request);
    const after = await offerOf(source, trial, node, path);
    // It may have become available, or no longer, while it was called.
    if (before.isEnabled === after.isEnabled) judge(trial, before, answer, node, source);
    if (answer.status >= 300 || node.action.async || trial.deviations.length > 0) return;
    if (state !== undefined) await judgeState(source, trial, node, path, state, answer);
    if (after.isEnabled) return;
    before = after;
  }
}

/** What an action does at once to the state of its service is a transition of the life cycle: that of its name, if there is one. */
async function judgeState(
  source: CaseSource,
  trial: Trial,
  node: DeclaredAction,
  path: PathValues,
  before: string,
  answer: Answer,
): Promise<void> {
  const { lifecycle } = source.contract.contract;
  const from = lifecycle?.transitions.filter((one) => one.from === before) ?? [];
  const named = from.filter(({ event }) => event === node.action.name).map(({ to }) => to);
  if (!lifecycle || named.length === 0 || named.includes(before)) return;
  // What comes after it by itself may already be there, but not what another action leads to.
  const actions = source.contract.actions.get(node.action.serviceType)!;
  const byItself = { ...lifecycle, transitions: lifecycle.transitions.filter(({ event }) => !actions.has(event)) };
  const fits = (state: string) => state !== before && named.some((to) => isReached(byItself, to, state));
  const end = performance.now() + patienceFor(answer);
  for (let delay = 20; ; delay *= 2) {
    const { state, exchange } = (await stateOf(source, trial, node, path)) ?? {};
    if (state === undefined || fits(state)) return;
    if (performance.now() + delay > end) {
      const problem = `responds with ${answer.status}, but its service is ${quote(state)} instead of ${named.map(quote).join(" or ")}`;
      return trial.fail(
        `${problem}, to which the life cycle leads from ${quote(before)} by ${quote(node.action.name)}`,
        exchange,
      );
    }
    await wait(delay);
  }
}

/** The service as the API represents it. */
async function represent(source: CaseSource, trial: Trial, { endpoint }: DeclaredAction, path: PathValues): Promise<Answer> {
  const services = serviceResource(source.world, endpoint.operation);
  if (!services) throw new Skipped("the contract names no operation that shows the service");
  const read = source.contract.endpoints.get(services.read.operation.id)!;
  const answer = await trial.call({ endpoint: read }, { params: pathWithin(read.operation, path) });
  if (answer.status >= 300 || answer.body === undefined) throw new Skipped(`the service is not shown: ${answer.status}`);
  return answer;
}

/** What a service says of an action: its list of actions, or else the states and plans of the contract. */
async function offerOf(source: CaseSource, trial: Trial, node: DeclaredAction, path: PathValues): Promise<Offer> {
  const { body } = await represent(source, trial, node, path);
  const { action, endpoint } = node;
  const [view] = serviceViews(source.contract.contract, endpoint.operation);
  const facts = view?.facts ?? {};
  const entries = facts.actions === undefined ? undefined : (valueAt(body, facts.actions) as JsonValue | undefined);
  if (Array.isArray(entries)) {
    const entry = entries.find((one) => one === action.name || (isObject(one) && one["name"] === action.name));
    if (entry === undefined) return { isEnabled: false, reason: undefined };
    const reason = isObject(entry) ? entry["reason"] : undefined;
    return {
      isEnabled: !isObject(entry) || entry["enabled"] !== false,
      reason: typeof reason === "string" ? reason : undefined,
    };
  }
  const service = isObject(body!) ? body : {};
  const allows = (allowed: readonly string[] | undefined, fact: string | undefined) =>
    allowed === undefined || fact === undefined || allowed.includes(fact);
  const isEnabled = allows(action.states, factOf(service, facts.status)) && allows(action.plans, factOf(service, facts.plan));
  return { isEnabled, reason: undefined };
}

function judge(
  trial: Trial,
  { isEnabled, reason }: Offer,
  { status, exchange, body, isOwnError }: Answer,
  { endpoint }: DeclaredAction,
  { contract }: CaseSource,
): void {
  if (!isEnabled) {
    if (status < 400) return trial.fail(`responds with ${status} although the service doesn't offer it`, exchange);
    if (reason !== undefined && status < 500 && !JSON.stringify(body ?? "").includes(JSON.stringify(reason).slice(1, -1))) {
      trial.leaveOpen(`is rejected with another reason than the service advertises, ${JSON.stringify(reason)}`, exchange);
    }
    return;
  }
  const shape = responseFor(endpoint.operation, status)?.error ?? contract.contract.errorShape ?? defaultErrorShape;
  const written = shape.codes?.["action_unavailable"] ?? "action_unavailable";
  const isUnavailable = (status === 409 || status === 423) && !isOwnError && JSON.stringify(body ?? "").includes(`${written}`);
  if (isUnavailable) trial.fail(`is rejected with ${status} as unavailable although the service offers it`, exchange);
}
