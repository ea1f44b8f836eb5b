import { nameOf } from "../../find-target.js";
import { type Caller, lacksScopes } from "../callers.js";
import type { Check, TestCase } from "../case.js";
import { effectOf, needsCredentials, placeOf, scopesOf } from "../targets.js";
import { Skipped } from "../trial.js";

/**
 * Who may not call learns nothing about requests: credentials and scopes are checked before bodies. The contract declares the statuses but
 * not their order, so that another one is left open.
 */
export const order = (callers: Readonly<Record<string, Caller>>): Check =>
  function* ({ contract, plans, world, targets, wants }) {
    for (const target of targets) {
      const name = nameOf(target);
      if (!needsCredentials(target) || !wants(`order/${name}`)) continue;
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
    }
  };
