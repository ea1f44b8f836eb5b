import { escapeSegment } from "../../../../templates/runtime/json.js";
import { isObject, type JsonValue } from "../../../document/json-value.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { ExchangeRequest } from "../exchange.js";
import type { CallTarget } from "../find-target.js";
import { checkPlanned } from "../fixtures/sampling/planned.js";
import { withPart } from "../fixtures/sampling/positions.js";

/** The requests that making one smaller may take. */
const maxTries = 30;

/**
 * Returns a request with less in it that the contract allows too, and for which `isSame` is still true; parameters and members are left
 * out one by one.
 */
export async function shrink(
  contract: ExchangeContract,
  target: CallTarget,
  request: ExchangeRequest,
  isSame: (smaller: ExchangeRequest) => Promise<boolean>,
): Promise<ExchangeRequest> {
  let smallest = request;
  let tries = 0;
  for (const leaveOut of omissions(request)) {
    const smaller = leaveOut(smallest);
    if (!smaller || checkPlanned(contract, target, { request: smaller }).length > 0) continue;
    if (++tries > maxTries) break;
    if (await isSame(smaller)) smallest = smaller;
  }
  return smallest;
}

/** Ways to leave something out, the largest parts first; `undefined`: it is no longer there. */
function* omissions(request: ExchangeRequest): Generator<(from: ExchangeRequest) => ExchangeRequest | undefined> {
  for (const part of ["query", "headers", "cookies"] as const) {
    for (const name of Object.keys(request[part] ?? {})) {
      yield (from) => {
        const { [name]: _, ...others } = from[part] ?? {};
        return { ...from, [part]: others };
      };
    }
  }
  if (request.body === undefined) return;
  for (const pointer of pointersIn(request.body)) {
    yield (from) => {
      const body = withPart(from.body!, pointer, undefined);
      return body === undefined || JSON.stringify(body) === JSON.stringify(from.body) ? undefined : { ...from, body };
    };
  }
}

/** The members of objects in a value, outer ones first. */
function pointersIn(value: JsonValue): string[] {
  const found: string[] = [];
  const queue: [JsonValue, string][] = [[value, ""]];
  for (const [part, at] of queue) {
    if (typeof part !== "object" || part === null) continue;
    for (const [name, item] of Object.entries(part)) {
      const pointer = `${at}/${escapeSegment(name)}`;
      if (isObject(part)) found.push(pointer);
      queue.push([item, pointer]);
    }
  }
  return found;
}
