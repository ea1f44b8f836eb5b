import { nameOf } from "../../find-target.js";
import { type Caller, lacksScopes } from "../callers.js";
import type { Check } from "../case.js";
import { requestOf } from "../steps.js";
import { effectOf, placeOf, scopesOf } from "../targets.js";
import { Skipped } from "../trial.js";

/** The callers that a scope is tried with. */
const maxCallers = 3;

/** Callers that lack a scope are rejected, those that have it are not. */
export const scopes = (callers: Readonly<Record<string, Caller>>): Check =>
  function* (source) {
    const { contract, targets } = source;
    for (const target of targets) {
      const alternatives = scopesOf(target);
      const needed = [...new Set(alternatives.flat())].sort();
      for (const scope of needed) {
        const name = nameOf(target);
        yield {
          id: `scope/${name}/${scope}`,
          name,
          title: `is rejected without the scope ${scope}`,
          code: "test-scope",
          place: placeOf(contract, target),
          effect: effectOf(target),
          run: async (trial) => {
            // Another scope may stand in for the missing one: those that have the most are tried first.
            const lacking = Object.values(callers)
              .filter((caller) => caller.scopes?.includes(scope) === false && lacksScopes(caller, alternatives))
              .sort((one, other) => other.scopes!.length - one.scopes!.length)
              .slice(0, maxCallers);
            if (lacking.length === 0) throw new Skipped(`no caller lacks only the scope ${scope}`);
            const request = await requestOf(source, trial, target);
            for (const caller of lacking) {
              const { status, exchange } = await trial.call(target, request, { caller });
              const how = `without the scope ${scope}`;
              if (status < 400) trial.fail(`responds with ${status} ${how}`, exchange);
              else if (status === 404) trial.leaveOpen(`responds with 404 ${how} instead of 403`, exchange);
              else if (status !== 403 && status < 500)
                trial.fail(`responds with ${status} ${how} instead of 403 (RFC 9110, section 15.5.4)`, exchange);
              if (trial.deviations.length > 0) return;
            }
          },
        };
      }
    }
  };
