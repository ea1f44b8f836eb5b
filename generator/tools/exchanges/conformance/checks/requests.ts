import type { Check, TestCase } from "../case.js";
import { effectOf, nameOf, placeOf } from "../targets.js";
import type { Answer, Trial } from "../trial.js";

/** Requests that the contract allows are not refused as invalid; those that it forbids are. */
export const requests: Check = function* (source) {
  const { contract, plans, targets } = source;
  for (const target of targets) {
    const name = nameOf(target);
    const { valid, invalid } = plans.of(target);
    const common = { name, place: placeOf(contract, target), effect: effectOf(target) };
    const send = async (trial: Trial, request: (typeof valid)[number]["request"], isInvalidPath = false): Promise<Answer> => {
      const need = { own: common.effect !== "read", fresh: target.endpoint.operation.method === "DELETE" };
      const path = await source.world.pathOf(trial, target, need);
      return trial.call(target, {
        ...request,
        params: isInvalidPath ? { ...path, ...request.params } : { ...request.params, ...path },
      });
    };
    for (const [index, { name: what, request }] of valid.entries()) {
      yield {
        ...common,
        id: `valid/${name}/${index + 1}`,
        title: `accepts ${what === "valid" ? "a valid request" : `the request "${what}"`}`,
        code: "test-valid",
        run: async (trial) => judgeValid(trial, await send(trial, request)),
      } satisfies TestCase;
    }
    for (const { name: what, request, broken } of invalid) {
      const [first] = broken;
      // A path that is invalid in another way is another path.
      const isInPath = first?.pointer.startsWith("/request/params") === true;
      yield {
        ...common,
        id: `invalid/${name}/${what}`,
        title: `rejects a request ${what}`,
        code: "test-invalid",
        run: async (trial) => {
          const { status, exchange } = await send(trial, request, isInPath);
          const rules = broken
            .map(({ pointer, rule }) => `${pointer.replace(/^\/request\//, "")} breaks the rule "${rule}"`)
            .join(", ");
          if (status >= 400) return;
          // JSON Schema 2020-12 (Validation, section 7.2.1): formats are annotations unless agreed otherwise.
          if (broken.every(({ rule }) => rule === "format"))
            trial.leaveOpen(`accepts a value of another format: ${rules}`, exchange);
          else trial.fail(`accepts a request with ${status} that the contract forbids: ${rules}`, exchange);
        },
      } satisfies TestCase;
    }
  }
};

/** The statuses that say that a request is malformed, or of a form that the server doesn't know. */
const rejections: ReadonlySet<number> = new Set([400, 405, 406, 411, 413, 414, 415, 417, 431]);

function judgeValid(trial: Trial, { status, exchange, isDeclared, isOwnError }: Answer): void {
  if (status < 400 || status >= 500 || isOwnError) return;
  if (status === 401) trial.fail("responds with 401 to a caller with valid credentials", exchange);
  else if (rejections.has(status)) trial.fail(`responds with ${status} to a request that the contract allows`, exchange);
  // 409, 422 and the like may depend on facts that the contract doesn't state.
  else if (!isDeclared) trial.leaveOpen(`responds with ${status} to a valid request`, exchange);
}
