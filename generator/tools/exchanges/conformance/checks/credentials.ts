import type { Operation } from "../../../../model/contract.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import type { Caller } from "../callers.js";
import type { Check, TestCase } from "../case.js";
import { requestOf } from "../steps.js";
import { effectOf, needsCredentials, placeOf } from "../targets.js";
import type { Answer, Trial } from "../trial.js";

/** A token that no API has issued. */
const badToken = "openapi-actions-not-a-token";

/** Without credentials, and with wrong ones, nothing is served that the contract secures (RFC 9110, section 15.5.2). */
export const credentials: Check = function* (source) {
  const { contract, targets } = source;
  for (const target of targets) {
    if (!needsCredentials(target)) continue;
    const name = nameOf(target);
    const of = (variant: string, title: string, caller: Caller | null): TestCase => ({
      id: `credentials/${name}/${variant}`,
      name,
      title,
      code: "test-credentials",
      place: placeOf(contract, target),
      effect: effectOf(target),
      run: async (trial) => {
        const answer = await trial.call(target, await requestOf(source, trial, target, { madeUp: true }), { caller });
        judge(trial, target, answer, variant === "none" ? "without credentials" : "with wrong credentials");
      },
    });
    yield of("none", "is rejected without credentials", null);
    yield of("wrong", "is rejected with wrong credentials", wrongCaller(contract.contract.securitySchemes.keys()));
  }
};

function judge(trial: Trial, { endpoint }: CallTarget, { status, exchange }: Answer, how: string): void {
  if (status < 300) trial.fail(`responds with ${status} ${how}, although the contract requires credentials`, exchange);
  else if (status === 401 || status >= 500) return;
  // A server may hide what exists from those it doesn't know (RFC 9110, section 15.5.4), or lead them to a login; that it should
  // respond with 401 is no more than a wish of HTTP, unless the contract declares it.
  else if (status < 400 || status === 403 || status === 404 || !declares401(endpoint.operation))
    trial.leaveOpen(`responds with ${status} ${how} instead of 401`, exchange);
  else trial.fail(`responds with ${status} ${how} instead of 401 (RFC 9110, section 11.4)`, exchange);
}

function declares401({ responses }: Operation): boolean {
  return responses.some(({ status }) => status === "401");
}

function wrongCaller(schemes: Iterable<string>): Caller {
  const login = { username: badToken, password: badToken };
  const all = [...schemes].map((name) => [name, badToken] as const);
  return {
    token: badToken,
    credentials: Object.fromEntries(all.map(([name, key]) => [name, name.includes("asic") ? login : key])),
  };
}
