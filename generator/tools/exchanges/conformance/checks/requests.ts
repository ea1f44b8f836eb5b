import { schemasIn } from "../../../../json-schema/schema.js";
import { parameterPointer } from "../../check-parameters.js";
import type { ExpectedFinding } from "../../fixtures/read-fixtures.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import type { CaseSource, Check, TestCase } from "../case.js";
import { createSentFindings } from "../sent-request.js";
import { shrink } from "../shrink.js";
import { serviceThatOffers } from "../states.js";
import { effectOf, needsCredentials, placeOf } from "../targets.js";
import type { PathValues } from "../things.js";
import { type Answer, isChange, Skipped, type Trial } from "../trial.js";

/** The response to a request, and the values in its path. */
interface Sent extends Answer {
  readonly params: PathValues;
}

/** Requests that the contract allows are not rejected as invalid; those that it forbids are. */
export const requests: Check = function* (source) {
  const { contract, plans, targets } = source;
  const sentFindings = createSentFindings(contract);
  for (const target of targets) {
    const name = nameOf(target);
    if (!source.wants(`valid/${name}`) && !source.wants(`invalid/${name}`)) continue;
    const { valid, invalid } = plans.of(target);
    const common = { name, place: placeOf(contract, target), effect: effectOf(target) };
    const send = async (trial: Trial, request: (typeof valid)[number]["request"], isInvalidPath = false): Promise<Sent> => {
      const { world } = source;
      const need = { own: common.effect !== "read", fresh: target.endpoint.operation.method === "DELETE" };
      const path = await world.pathOf(trial, target, need);
      const params = isInvalidPath ? { ...path, ...request.params } : { ...request.params, ...path };
      const { answer } = await world.callAnew(trial, target, { ...request, params });
      const isUnavailable = (answer.status === 409 || answer.status === 423) && !answer.isOwnError;
      // Other cases may have brought the service into another state.
      const offering = target.node && isUnavailable ? await serviceThatOffers(source, trial, target.node) : undefined;
      if (!offering) return { ...answer, params };
      const there = { ...params, ...offering };
      return { ...(await trial.call(target, { ...request, params: there })), params: there };
    };
    // What is made and can't be removed is made as rarely as possible.
    const isKept = source.world.isCreation(target) && !source.world.removes(target);
    for (const { name: what, request, mayHaveForm } of isKept ? valid : plans.allValid(target)) {
      yield {
        ...common,
        id: `valid/${name}/${slug(what)}`,
        title: `accepts ${what === "valid" ? "a valid request" : `a valid request: ${what}`}`,
        code: "test-valid",
        run: async (trial) => {
          const answer = await send(trial, request);
          const problem = rejection(target, answer);
          if (problem === undefined) return judgeOthers(source, trial, target, answer);
          if (sentFindings(target, answer.exchange)?.length !== 0) throw new Skipped("its values can't be sent as they are");
          if (mayHaveForm) return trial.leaveOpen(problem, answer.exchange);
          let last = answer;
          await shrink(contract, target, request, async (smaller) => {
            const next = await send(trial, smaller);
            const isSame = rejection(target, next) === problem;
            if (isSame) last = next;
            return isSame;
          });
          trial.fail(problem, last.exchange);
        },
      } satisfies TestCase;
    }
    for (const { name: what, request, broken } of invalid) {
      if (broken.every((one) => mayBeIgnored(one) || isText(source, target, one))) continue;
      const [first] = broken;
      // A path that is invalid in another way is another path.
      const isInPath = first?.pointer.startsWith("/request/params") === true;
      yield {
        ...common,
        id: `invalid/${name}/${slug(what)}`,
        title: `rejects an invalid request: ${what}`,
        code: "test-invalid",
        run: async (trial) => {
          const { status, exchange } = await send(trial, request, isInPath);
          // A redirection leaves it open.
          if (status >= 300) return;
          const sent = sentFindings(target, exchange) ?? [];
          if (sent.length === 0) throw new Skipped("what is invalid can't be written");
          const rules = broken
            .map(({ pointer, rule }) => `${pointer.replace(/^\/request\//, "")} breaks the rule "${rule}"`)
            .join(", ");
          // JSON Schema 2020-12 (Validation, section 7.2.1): formats are annotations unless agreed otherwise.
          if (sent.every(({ rule }) => rule === "format"))
            trial.leaveOpen(`accepts a value of another format: ${rules}`, exchange);
          else
            trial.fail(`accepts a request with ${status} that the contract forbids: ${rules}`, exchange, {
              isSure: isChange(exchange, status),
            });
        },
      } satisfies TestCase;
    }
  }
};

/**
 * Headers that servers ignore if they don't understand or can't follow their value: RFC 7240, section 2; RFC 9110, sections 12.5, 13.1.3,
 * 13.1.4 and 14.2; RFC 9111, section 5.2; Trace Context, section 3.2.
 */
const ignorable: ReadonlySet<string> = new Set(
  (
    "prefer range if-range if-modified-since if-unmodified-since cache-control pragma " +
    "accept-charset accept-encoding accept-language traceparent tracestate"
  ).split(" "),
);

/** Whether a server may ignore what is invalid: the value of a header, not that it is missing. */
function mayBeIgnored({ pointer }: ExpectedFinding): boolean {
  const [, header] = /^\/request\/headers\/([^/]+)/.exec(pointer) ?? [];
  return header !== undefined && ignorable.has(header.toLowerCase());
}

/** Whether a parameter has another type than text, as every value of it that is sent has. */
function isText({ contract }: CaseSource, { endpoint }: CallTarget, { pointer, rule }: ExpectedFinding): boolean {
  const parameter = endpoint.operation.parameters.find((one) => pointer === parameterPointer(one));
  return (
    rule === "type" && parameter !== undefined && schemasIn(contract.contract.schemas).of(parameter.schema).types.has("string")
  );
}

/** Words as a part of an id. */
function slug(words: string): string {
  return words.replaceAll(/[^\p{L}\p{N}_.*/-]+/gu, "-").replaceAll(/^-+|-+$/g, "");
}

/** The statuses that say that a request is malformed, or of a form that the server doesn't know. */
const malformedStatuses: ReadonlySet<number> = new Set([400, 405, 406, 411, 413, 414, 415, 417, 431]);

/** Why the response to a valid request is against the contract; `undefined`: it is not. */
function rejection(target: CallTarget, { status, isOwnError }: Answer): string | undefined {
  if (isOwnError) return undefined;
  if (status === 401 && needsCredentials(target)) return "responds with 401 to a caller with valid credentials";
  // A login has the credentials in its parameters or body, and no security.
  const { body, parameters } = target.endpoint.operation;
  if (status === 401 && body === undefined && parameters.length === 0) return "responds with 401 where no credentials are needed";
  return malformedStatuses.has(status) ? `responds with ${status} to a request that the contract allows` : undefined;
}

/**
 * 409, 422 and the like may depend on facts that the contract doesn't state. 404 doesn't, if there is nothing in the request but the path of
 * something that the API shows.
 */
async function judgeOthers({ world }: CaseSource, trial: Trial, target: CallTarget, answer: Sent): Promise<void> {
  const { status, exchange, isDeclared } = answer;
  if (status < 400 || status >= 500) return;
  const { operation } = target.endpoint;
  if (status === 404 && !isDeclared && !operation.path.includes("{"))
    return trial.fail("responds with 404, and its path has no parameter (RFC 9110, section 15.5.5)", exchange);
  const isBare = exchange.request.body === undefined && !exchange.request.target.includes("?") && !target.node;
  if (status === 404 && isBare && (await world.view(trial, operation, answer.params)))
    return trial.fail("responds with 404 to a valid request about something that the API shows", exchange);
  if (trial.open.some((one) => one.exchange === exchange)) return;
  if (isDeclared) throw new Skipped(`a valid request is rejected with ${status}, which the contract declares`);
  trial.leaveOpen(`responds with ${status} to a valid request`, exchange);
}
