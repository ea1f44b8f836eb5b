import { nameOf } from "../find-target.js";
import type { LongRunningOperation } from "../../../../templates/runtime/client/follow.js";
import { valueAt } from "../../../../templates/runtime/json.js";
import type { FollowingBinding, StateBinding } from "../../../binding/binding.js";
import { quote } from "../../../diagnostics/escape.js";
import { isObject, type JsonObject, type JsonValue } from "../../../document/json-value.js";
import { actionResponses } from "../../../model/action-responses.js";
import type { DeclaredAction } from "../exchange-contract.js";
import type { CaseSource } from "./case.js";
import type { HttpExchange } from "./http.js";
import { pathWithin, plainRequest, requestFor } from "./requests.js";
import { gone, targetOf } from "./steps.js";
import { type Answer, Skipped, type Trial } from "./trial.js";
import type { PathValues } from "./things.js";

/** Looks once at what an action has started. */
export type Look = () => Promise<Sight>;

/** What was seen. */
interface Sight {
  readonly isOver: boolean;
  /** Absent: it wasn't there. */
  readonly state: JsonValue | undefined;
  readonly exchange: HttpExchange;
}

/** What a binding says to follow. `undefined`: the response lacks what is needed, which is reported. */
export function followResource(
  source: CaseSource,
  trial: Trial,
  following: FollowingBinding,
  path: PathValues,
  { status, headers, body, exchange }: Answer,
): Look | undefined {
  const shown = following.kind === "header" ? following.shownBy : following;
  const operation = source.contract.contract.operations.find(
    (one) => one.path === shown?.path && one.method === shown.method.toUpperCase(),
  );
  if (!operation) throw new Skipped("the contract names no operation that shows what was started");
  const target = targetOf(source, operation);
  const { kind, state: states } = following;
  let params = pathWithin(operation, path);
  if (kind === "operation") {
    const id = body === undefined ? undefined : (valueAt(body, following.id) as JsonValue | undefined);
    if (typeof id !== "string" && typeof id !== "number") {
      trial.fail(`responds with ${status} without the id at ${quote(following.id)} by which it is followed`, exchange);
      return undefined;
    }
    params = { ...params, [following.parameter]: id };
  } else if (kind === "header") {
    const url = headers[following.header.toLowerCase()];
    if (url === undefined) {
      trial.fail(`responds with ${status} without the header ${following.header} by which it is followed`, exchange);
      return undefined;
    }
    const found = valuesInUrl(url, operation.path, exchange.request.target);
    if (!found) throw new Skipped(`the header ${following.header} leads to another URL than that of ${operation.id}`);
    params = { ...params, ...found };
  }
  let wasThere = kind === "service";
  return async () => {
    const seen = await trial.call(target, plainRequest(source, target, params));
    const { status: now } = seen;
    if (now >= 400 && !gone.has(now)) throw new Skipped(`${nameOf(target)} responds with ${now}`);
    // What is over may be removed, and its URL may lead on to what it made.
    if (now >= 300) return { isOver: wasThere || now < 400, state: undefined, exchange: seen.exchange };
    wasThere = true;
    const state = (seen.body === undefined ? undefined : (valueAt(seen.body, states.status) as JsonValue)) ?? states.absent;
    const error = states.error === undefined ? null : (valueAt(seen.body, states.error) ?? null);
    return { isOver: error !== null || isFinal(state, states), state, exchange: seen.exchange };
  };
}

/** What the results of actions show. `undefined`: the response lacks what is needed, which is reported. */
export function followResult(
  source: CaseSource,
  trial: Trial,
  node: DeclaredAction,
  { watch, state: member, pending, done, poll, list, key }: LongRunningOperation,
  path: PathValues,
  answer: Answer,
): Look | undefined {
  const asked = poll === undefined ? node : source.contract.actions.get(node.action.serviceType)!.get(poll)!;
  const watchedIn = (result: JsonObject) => (watch === undefined ? result : fieldsOf(result[watch]));
  const first = resultOf(source, node, answer);
  const watched = watchedIn(first);
  if (watched[member] === undefined) {
    trial.fail(`responds with ${answer.status} without the ${member} by which it is followed`, answer.exchange);
    return undefined;
  }
  const id = key === undefined ? undefined : (watched[key] ?? first[key]);
  let latest: Answer | undefined;
  return async () => {
    let current = watched;
    if (latest) {
      const request = requestFor(source, { endpoint: asked.endpoint, node: asked }, path);
      const body = key === undefined ? request.body : list === undefined ? { [key]: id! } : {};
      latest = await trial.call({ endpoint: asked.endpoint, node: asked }, { ...request, ...(body !== undefined && { body }) });
      if (latest.status >= 300)
        throw new Skipped(`${nameOf({ endpoint: asked.endpoint, node: asked })} responds with ${latest.status}`);
      const result = resultOf(source, asked, latest);
      const items = list === undefined ? undefined : result[list];
      current = Array.isArray(items) ? fieldsOf(items.find((item) => fieldsOf(item)[key!] === id)) : watchedIn(result);
    } else latest = answer;
    const state = current[member];
    const isOver = state !== undefined && isFinal(state, { pending, done, failed: [] });
    return { isOver, state, exchange: latest.exchange };
  };
}

/** Whether work in a state is over. */
function isFinal(
  state: JsonValue | undefined,
  { pending, done, failed }: Pick<StateBinding, "pending" | "done" | "failed">,
): boolean {
  const isOneOf = (states: readonly JsonValue[]) => state !== undefined && states.includes(state);
  if (isOneOf([...done, ...failed])) return true;
  if (state === undefined || pending.length === 0 || isOneOf(pending)) return false;
  throw new Skipped(`the contract doesn't say whether what was started is over in the state ${quote(String(state))}`);
}

function resultOf({ contract }: CaseSource, { action, endpoint }: DeclaredAction, { body }: Answer): JsonObject {
  const at = actionResponses(endpoint.operation, action, contract.contract).envelope.result;
  return fieldsOf(at === undefined || body === undefined ? undefined : (valueAt(body, at) as JsonValue));
}

function fieldsOf(value: JsonValue | undefined): JsonObject {
  return value !== undefined && isObject(value) ? value : {};
}

/** The values of a path's parameters in a URL; servers may have a path of their own before the contract's. */
function valuesInUrl(url: string, path: string, called: string): PathValues | undefined {
  const base = `http://api.invalid${called}`;
  if (!URL.canParse(url, base)) return undefined;
  const segments = new URL(url, base).pathname.split("/");
  const names = path.split("/").slice(1);
  const ends = segments.slice(-names.length);
  const fits = ends.length === names.length && names.every((name, index) => name.startsWith("{") || name === ends[index]);
  if (!fits) return undefined;
  const values = names.map((name, index) => [name, ends[index]!] as const).filter(([name]) => name.startsWith("{"));
  try {
    return Object.fromEntries(values.map(([name, value]) => [name.slice(1, -1), decodeURIComponent(value)]));
  } catch {
    return undefined;
  }
}
