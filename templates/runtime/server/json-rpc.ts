import { bodyPointer, readAction } from "../selector.js";
import { valueAt, writeAt } from "../json.js";
import { readSent } from "./body.js";
import { type Arrange, type Call, type CallResponse, type JsonRpcRule, type Run, type Step, prepareSteps } from "./contract.js";
import { CallError, type Rejection, reject } from "./errors.js";
import { explainFailure, renderRejection } from "./failures.js";

/** For operations that are JSON-RPC: everything from the choice of the action on happens for each call of a batch, one after the other. */
export const runJsonRpc: Arrange = (steps) => {
  const at = steps.findIndex(({ name }) => name === "action");
  const rest = steps.slice(at);
  const prepare: Step["prepare"] = (route, server) => {
    const run = prepareSteps(rest, route, server);
    const { rpc } = route;
    return rpc ? (call) => runCalls(call, rpc, run) : run;
  };
  return [...steps.slice(0, at), { name: "calls", prepare }];
};

async function runCalls(call: Call, rule: JsonRpcRule, run: Run<never>): Promise<Rejection | CallResponse> {
  const unread = await readSent(call, () => undefined);
  if (unread) return unread.code === "invalid_body" ? { ...unread, code: "parse_error" } : unread;
  const value = call.content?.value;
  if (!Array.isArray(value)) return isNotification(call, rule) ? notify(call, rule, run) : runOne(call, run);
  const { batch } = rule;
  if (batch === undefined) return reject(400, "invalid_body", "Send one call: there are no batches.");
  if (value.length === 0 || value.length > batch)
    return reject(400, "invalid_body", `A batch has 1 to ${batch} ${batch === 1 ? "call" : "calls"}.`);
  const responses: string[] = [];
  for (const one of value as readonly unknown[]) {
    const own: Call = { ...call, content: { ...call.content!, value: one } };
    if (isNotification(own, rule)) await notify(own, rule, run);
    else responses.push(await printOne(own, run));
  }
  if (responses.length === 0) return { status: 204 };
  return { status: 200, contentType: "application/json", body: `[${responses.join(",")}]` };
}

/** Runs a call whose response nobody gets. It has an id meanwhile, as responses are validated. */
async function notify(call: Call, { notifications }: JsonRpcRule, run: Run<never>): Promise<CallResponse> {
  writeAt(call.content!.value as object, call.route.selector!.id!.at, notifications);
  await printOne(call, run);
  return { status: 204 };
}

/** The response to one call, whatever happens. */
async function printOne(call: Call, run: Run<never>): Promise<string> {
  const { server, request, requestId, record } = call;
  const begun = { server, request, requestId, record, call };
  const outcome = await runOne(call, run).catch((error: unknown) => explainFailure(error, begun));
  return String(("code" in outcome ? renderRejection(outcome, begun) : outcome).body);
}

/** Runs one call; a rejection has the code that the protocol has for it. */
async function runOne(call: Call, run: Run<never>): Promise<Rejection | CallResponse> {
  const name = nameIn(call);
  if (name === undefined) return reject(400, "invalid_body", "The request names no method.");
  const id = valueAt(call.content!.value, call.route.selector!.id!.at);
  if (typeof id === "number" && !Number.isSafeInteger(id))
    return reject(400, "invalid_body", "The id is not a string or an integer below 2^53.");
  const outcome = await run(call);
  if (!("code" in outcome) || outcome instanceof CallError) return outcome;
  if (!call.action) return outcome.code === "invalid_body" ? { ...outcome, code: "resource_not_found" } : outcome;
  const own = `${bodyPointer(call.route.selector!, name)}/`;
  const isAround = outcome.details?.some(({ pointer }) => !`${pointer}/`.startsWith(own));
  return outcome.code === "invalid_action_body" && isAround ? { ...outcome, code: "invalid_body" } : outcome;
}

/** Whether a request gets no response: it is one, and has no id. */
function isNotification(call: Call, { notifications }: JsonRpcRule): boolean {
  const { id } = call.route.selector!;
  return notifications !== undefined && valueAt(call.content?.value, id!.at) === undefined && nameIn(call) !== undefined;
}

function nameIn({ route, parameters, content }: Call): string | undefined {
  return readAction(route.selector!, parameters, content?.value);
}
