import { valueAt, writeAt } from "../json.js";
import { defaultSelector, listPointer, selectorAt } from "../selector.js";
import { rejectAction } from "./access.js";
import type { Awaitable } from "./application.js";
import { readSent } from "./body.js";
import type { Arrange, Call, CallResponse, Run, Step } from "./contract.js";
import { CallError, type Rejection } from "./errors.js";

/** For contracts whose requests are lists of actions: all are checked before the first handler runs, and handlers run in order. */
export const useLists: Arrange = (steps) => {
  const first = steps.findIndex(({ name }) => name === "action");
  const runs = { action: splitItems, handler: runItems } as const;
  return steps.map((step, index) => {
    const runList = step.name === "action" || step.name === "handler" ? runs[step.name] : checkItems;
    const prepare: Step["prepare"] = (route, server) => {
      const run = step.prepare(route, server);
      return run && route.selector?.item !== undefined ? (call) => runList(call, run) : run;
    };
    return index < first ? step : { name: step.name, prepare };
  });
};

/** Reads the list and finds the action of each item. */
function splitItems(call: Call, run: Run): Awaitable<Rejection | CallResponse | undefined> {
  return readSent(call, async (): Promise<Rejection | undefined> => {
    const { route, content } = call;
    const { selector = defaultSelector } = route;
    const list = valueAt(content?.value, listPointer(selector.item!));
    if (!Array.isArray(list) || list.length === 0) return rejectAction(call, selector, undefined);
    call.items = list.map((_, index) => {
      const ofItem = { ...route, selector: selectorAt(selector, index) };
      return { ...call, route: ofItem, content: { ...content!, isChecked: index > 0 } };
    });
    return (await checkItems(call, run)) as Rejection | undefined; // the step responds to nothing
  });
}

/** Runs a step for each item, until one is rejected. */
async function checkItems({ items = [] }: Call, run: Run): Promise<Rejection | CallResponse | undefined> {
  for (const item of items) {
    const outcome = await run(item);
    if (outcome) return "code" in outcome ? atItem(item, outcome) : outcome;
  }
  return undefined;
}

/** Runs the handlers one after the other. The first failure is that of the request, and no further one runs. */
async function runItems(call: Call, run: Run): Promise<Rejection | CallResponse> {
  const responses: CallResponse[] = [];
  for (const item of call.items!) {
    call.action = item.action;
    try {
      const outcome = (await run(item))!;
      if ("code" in outcome) return atItem(item, outcome);
      responses.push(outcome);
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      // The error may be one of the application's that it throws again.
      throw Object.create(error, { message: { value: atItem(item, error).text } });
    }
  }
  // The last one knows what the others have done: the members beside the list are its.
  const last = responses.at(-1)!;
  const at = call.route.selector!.results;
  if (at === undefined || typeof last.body !== "string") return last;
  const body: object = JSON.parse(last.body);
  writeAt(
    body,
    at,
    responses.map((response) => valueAt(JSON.parse(response.body as string), `${at}/0`)),
  );
  return { ...last, body: JSON.stringify(body) };
}

/** A rejection whose text has the pointer to its item; details have it already. */
function atItem({ route }: Call, rejection: Rejection): Rejection {
  const { status, code, text, headers, details } = rejection;
  const { item = "" } = route.selector ?? {};
  // An invalid member has its own location, which may be beside the list.
  const isPlaced = text.includes(item) || text.startsWith("/");
  return { status, code, text: isPlaced ? text : `${item}: ${text}`, headers, details };
}
