import { parsePathTemplate } from "../../../../document/path-template.js";
import { serviceResource } from "../../../../resources/services.js";
import { roleOf } from "../../../../resources/uses.js";
import type { DeclaredAction } from "../../exchange-contract.js";
import type { ExchangeRequest } from "../../exchange.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import { type Caller, lacksScopes } from "../callers.js";
import type { CaseSource, Check, TestCase } from "../case.js";
import { missingValue } from "../missing-value.js";
import { mayMove, serviceIn } from "../states.js";
import { requestOf } from "../steps.js";
import { atLeast, effectOf, needsCredentials, placeOf, scopesOf } from "../targets.js";
import { Skipped } from "../trial.js";

/**
 * Of two reasons to reject a request, the response tells one: who may not call learns nothing about requests and things, and a request that
 * is never valid is told so whatever the state. The contract declares the statuses but not their order, so that another one is left open.
 */
export const order = (callers: Readonly<Record<string, Caller>>): Check =>
  function* (source) {
    const { contract, plans, world, targets, wants } = source;
    for (const target of targets) {
      const name = nameOf(target);
      if (!needsCredentials(target) || !wants(`order/${name}`)) continue;
      yield* beforeExistence(source, target, callers);
      const invalid = plans.of(target).invalid.find(({ broken }) => broken[0]?.pointer.startsWith("/request/body") === true);
      if (!invalid) continue;
      const of = (what: "credentials" | "scopes", expected: 401 | 403, choose: () => Caller | null | undefined): TestCase => ({
        id: `order/${name}/${what}`,
        name,
        title: `checks ${what} before the body`,
        code: "test-credentials",
        place: placeOf(contract, target),
        effect: effectOf(target),
        run: async (trial) => {
          const caller = choose();
          if (caller === undefined) throw new Skipped("no caller lacks the scopes");
          const path = await world.pathOf(trial, target, { own: effectOf(target) !== "read", madeUp: true });
          const request = { ...invalid.request, params: { ...invalid.request.params, ...path } };
          const { status, exchange } = await trial.call(target, request, { caller });
          if (status === 400 || status === 415 || status === 422) {
            trial.leaveOpen(`responds with ${status} instead of ${expected}: the body is checked before the ${what}`, exchange);
          }
        },
      });
      yield of("credentials", 401, () => null);
      const alternatives = scopesOf(target);
      if (alternatives.length > 0) {
        yield of("scopes", 403, () => Object.values(callers).find((caller) => lacksScopes(caller, alternatives)));
      }
      const { node } = target;
      if (node?.action.states && mayMove(source, node.action.serviceType))
        yield beforeAvailability(source, target, node, invalid.request);
    }
  };

/** Without a scope, what is there and what isn't are not told apart. Services are found first, as their types decide which scopes count. */
function* beforeExistence(
  source: CaseSource,
  target: CallTarget,
  callers: Readonly<Record<string, Caller>>,
): Generator<TestCase> {
  const found = target.node ? undefined : roleOf(source.world, target.endpoint.operation);
  const id = found?.resource.id?.parameter;
  const names = parsePathTemplate(target.endpoint.operation.path).parameters;
  const alternatives = scopesOf(target);
  const isService = source.contract.contract.operations.some((one) => {
    return one.isEndpoint && serviceResource(source.world, one)?.resource === found?.resource;
  });
  if (isService) return;
  // Access to the first level is often decided by what a caller belongs to.
  if (id === undefined || names.length < 2 || names.at(-1) !== id || alternatives.length === 0) return;
  const missing = missingValue(source, target, id);
  const name = nameOf(target);
  yield {
    id: `order/${name}/existence`,
    name,
    title: "checks scopes before it looks for what it is about",
    code: "test-scope",
    place: placeOf(source.contract, target),
    effect: effectOf(target),
    run: async (trial) => {
      const caller = Object.values(callers).find((one) => lacksScopes(one, alternatives));
      if (!caller || missing === undefined) throw new Skipped(caller ? "no id is sure to be free" : "no caller lacks the scopes");
      const request = await requestOf(source, trial, target);
      const there = await trial.call(target, request, { caller });
      const { status, exchange } = await trial.call(
        target,
        { ...request, params: { ...request.params, [id]: missing } },
        { caller },
      );
      if (there.status === 403 && status === 404)
        trial.leaveOpen(
          `responds with 404 instead of 403 without its scopes: callers without them learn which ${id} exist`,
          exchange,
        );
    },
  };
}

/** An invalid body is told before the state of the service, as it is invalid in each. */
function beforeAvailability(source: CaseSource, target: CallTarget, node: DeclaredAction, invalid: ExchangeRequest): TestCase {
  const name = nameOf(target);
  return {
    id: `order/${name}/availability`,
    name,
    title: "checks the body before the availability",
    code: "test-gate",
    place: placeOf(source.contract, target),
    effect: atLeast("write", effectOf(target)),
    run: async (trial) => {
      const isOther = (state: string) => node.action.states!.includes(state) === false;
      const path = await serviceIn(source, trial, node, isOther, "a state without the action");
      const request = { ...invalid, params: { ...invalid.params, ...path } };
      const { status, isOwnError, exchange } = await trial.call(target, request);
      if ((status === 409 || status === 423) && !isOwnError)
        trial.leaveOpen(`responds with ${status} instead of 400: the availability is checked before the body`, exchange);
    },
  };
}
