import { ownOf } from "../json.js";
import type { Awaitable, Limits, OperationLimits, WithLimits } from "./application.js";
import type { Arrange, Call, CallResponse, Route, Run, ServerContract, Step } from "./contract.js";
import { type Rejection, reject } from "./errors.js";
import { log } from "./failures.js";
import { ObservedStream } from "./observed-call.js";

/** The longest time of a timer. */
const maxTime = 2_147_483_647;

/** Limits the bodies and handlers of the operations for which the application has limits. */
export const limitOperations: Required<ServerContract>["limitOperations"] = (application, routes) => {
  const { limits } = application as WithLimits;
  if (!limits?.operations) return undefined;
  const { operations } = limits;
  checkLimits(operations, routes);
  return {
    arrange: limitHandlers(operations),
    serverOf: (server, operation) => {
      const { bodyBytes = server.bodyBytes, jsonDepth = server.jsonDepth } = ownOf(operations, operation) ?? {};
      return { ...server, bodyBytes, jsonDepth };
    },
  };
};

type LimitsByOperation = NonNullable<Limits["operations"]>;

/** Programs without a type check fail at the start. */
function checkLimits(operations: LimitsByOperation, routes: readonly Route[]): void {
  for (const [name, limits] of Object.entries(operations)) {
    if (!routes.some(({ operation }) => operation === name))
      throw new TypeError(`createServer: the contract has no operation "${name}", which "limits" names`);
    for (const [limit, value] of Object.entries(limits ?? {})) {
      if (!Number.isInteger(value) || value < (limit === "bodyBytes" ? 0 : 1) || value > maxTime)
        throw new TypeError(`createServer: the limit ${limit} of operation "${name}" is not a positive integer`);
    }
  }
}

/** Limits how long handlers of some operations run, and how many at once. */
function limitHandlers(operations: LimitsByOperation): Arrange {
  const running = new Map<string, number>();
  return (steps) =>
    steps.map((step) => {
      if (step.name !== "handler") return step;
      const prepare: Step["prepare"] = (route, server) => {
        const run = step.prepare(route, server);
        const limits = ownOf(operations, route.operation);
        return run && limits ? (call) => runLimited(call, limits, running, run) : run;
      };
      return { name: step.name, prepare };
    });
}

type Outcome = Rejection | CallResponse | undefined;

function runLimited(call: Call, limits: OperationLimits, running: Map<string, number>, run: Run): Awaitable<Outcome> {
  const { concurrency, handlerTime, retryAfter = 1 } = limits;
  if (concurrency === undefined) return handlerTime === undefined ? run(call) : runInTime(call, handlerTime, run);
  const { operation } = call.route;
  const count = running.get(operation) ?? 0;
  if (count >= concurrency) {
    const headers = { "retry-after": String(retryAfter) };
    return reject(declaredOf(call, [503, 429]), "too_many_calls", "Too many calls are running. Try again later.", headers);
  }
  running.set(operation, count + 1);
  let isOver = false;
  const leave = () => {
    if (!isOver) running.set(operation, running.get(operation)! - 1);
    isOver = true;
  };
  // A handler that was given up still runs, and a sequence until its end.
  const counted: Run = async (started) => {
    try {
      const outcome = await run(started);
      if (outcome && "stream" in outcome && outcome.stream)
        return { ...outcome, stream: new ObservedStream(outcome.stream, leave) };
      leave();
      return outcome;
    } catch (error) {
      leave();
      throw error;
    }
  };
  return handlerTime === undefined ? counted(call) : runInTime(call, handlerTime, counted);
}

/** Gives a handler up after some milliseconds. Its signal is aborted, and what it returns later is not sent. */
async function runInTime(call: Call, time: number, run: Run): Promise<Outcome> {
  const late = new AbortController();
  const { signal } = call.request;
  call.handlerSignal = signal ? AbortSignal.any([signal, late.signal]) : late.signal;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isLate = false;
  const pending = Promise.resolve(run(call));
  const end = new Promise<Rejection>((resolve) => {
    timer = setTimeout(() => {
      isLate = true;
      const { server, requestId, record } = call;
      log({ server, requestId, record, call }, { level: "warning", message: `The handler took longer than ${time} ms` });
      resolve(reject(declaredOf(call, [503, 504]), "handler_timeout", "The call took too long."));
      late.abort();
    }, time);
  });
  void pending.then(
    (outcome) => isLate && outcome && "stream" in outcome && outcome.stream?.cancel(),
    () => undefined,
  );
  try {
    return await Promise.race([pending, end]);
  } finally {
    clearTimeout(timer);
  }
}

/** The first status that the operation declares, else the first. */
function declaredOf({ route }: Call, statuses: readonly number[]): number {
  return statuses.find((status) => Object.hasOwn(route.responses, status)) ?? statuses[0]!;
}
