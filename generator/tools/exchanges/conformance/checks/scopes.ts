import type { Caller } from "../callers.js";
import type { Check } from "../case.js";
import { effectOf, nameOf, placeOf, scopesOf } from "../targets.js";
import { Skipped } from "../trial.js";

/** Callers that lack a scope are refused, those that have it are not. */
export const scopes = (callers: Readonly<Record<string, Caller>>): Check =>
  function* ({ contract, plans, world, targets }) {
    for (const target of targets) {
      const alternatives = scopesOf(target);
      const needed = [...new Set(alternatives.flat())].sort();
      for (const scope of needed) {
        const name = nameOf(target);
        yield {
          id: `scope/${name}/${scope}`,
          name,
          title: `is refused without the scope ${scope}`,
          code: "test-scope",
          place: placeOf(contract, target),
          effect: effectOf(target),
          run: async (trial) => {
            const lacking = Object.values(callers).find((caller) => lacks(caller, scope, alternatives));
            if (!lacking) throw new Skipped(`no caller lacks only the scope ${scope}`);
            const [valid] = plans.of(target).valid;
            if (!valid) throw new Skipped("no valid request was found");
            const path = await world.pathOf(trial, target, { own: effectOf(target) !== "read" });
            const request = { ...valid.request, params: { ...valid.request.params, ...path } };
            const { status, exchange } = await trial.call(target, request, { caller: lacking });
            const how = `without the scope ${scope}`;
            if (status < 400) trial.fail(`responds with ${status} ${how}`, exchange);
            else if (status === 404) trial.leaveOpen(`responds with 404 ${how} instead of 403`, exchange);
            else if (status !== 403 && status < 500)
              trial.fail(`responds with ${status} ${how} instead of 403 (RFC 9110, section 15.5.4)`, exchange);
          },
        };
      }
    }
  };

/** Whether a caller has no alternative of the needed scopes because it lacks one of them. */
function lacks({ scopes: own }: Caller, scope: string, alternatives: readonly (readonly string[])[]): boolean {
  if (!own || own.includes(scope)) return false;
  return alternatives.every((needed) => !needed.every((one) => own.includes(one)));
}
