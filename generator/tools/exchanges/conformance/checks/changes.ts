import { isDeepStrictEqual } from "node:util";
import { formatPointer, valueAt, writeAt } from "../../../../../templates/runtime/json.js";
import type { JsonObject, JsonValue } from "../../../../document/json-value.js";
import type { MediaType } from "../../../../model/contract.js";
import { checkPlanned } from "../../fixtures/sampling/planned.js";
import { quote } from "../../../../diagnostics/escape.js";
import type { ResourceOperation } from "../../../../resources/resources.js";
import type { ExchangeRequest } from "../../exchange.js";
import type { CallTarget } from "../../find-target.js";
import type { CaseSource } from "../case.js";
import { aboutItem, type ItemChange, itemSchemas, sentItem } from "../change.js";
import { comparable } from "../compare-items.js";
import { itemIn } from "../item-paths.js";
import { ownItem, read, targetOf } from "../steps.js";
import { type Answer, Skipped, type Trial } from "../trial.js";

/** The members that are set to null. */
const maxNulls = 3;

/** Whether an operation takes a merge patch (RFC 7396). */
export function isMergePatch({ operation }: ResourceOperation): boolean {
  return operation.body?.content.some(isPatchMedia) === true;
}

function isPatchMedia({ name }: MediaType): boolean {
  return /^application\/merge-patch\+json(?:$|;)/i.test(name);
}

/** What a merge patch sets to null is removed. */
export async function tryNull(source: CaseSource, trial: Trial, { resource, use, shown }: ItemChange) {
  const target = targetOf(source, use.operation);
  const schemas = itemSchemas(source, resource, use);
  const { schema = true } = use.operation.body!.content.find(isPatchMedia)!;
  const names = [...schemas.request.members.keys()].filter((name) => {
    return (
      comparable({ [name]: null }, schemas).length > 0 &&
      source.contract.evaluate(schema, { [name]: null }, "request").isValid === true
    );
  });
  if (names.length === 0) throw new Skipped("no member can be set to null");
  const { path } = await ownItem(source, trial, resource);
  const known = source.plans.allValid(target).map(({ request }) => request);
  for (const name of names.slice(0, maxNulls)) {
    const send = (body: JsonObject) => trial.call(target, aboutItem(use, { ...known[0], body }, path));
    // It has another value before, if a request is known that gives it one.
    const value = known.map((request) => sentItem(request.body, use)?.[name]).find((one) => (one ?? null) !== null);
    if (value !== undefined) await send({ [name]: value });
    const answer = await send({ [name]: null });
    if (answer.status >= 300) throw new Skipped(`setting ${quote(name)} to null responds with ${answer.status}`);
    const found = await read(source, trial, shown, path);
    const item = itemIn(found, shown.responseAt);
    if (item && (item[name] ?? null) !== null)
      trial.fail(`${quote(name)} was set to null, but is still shown (RFC 7396, section 2)`, found.exchange);
  }
}

/**
 * Sets an item as a whole, then with fewer members: a replacement leaves the others out (RFC 9110, section 9.3.4), a patch leaves them as
 * they are, as a merge patch says (RFC 7396).
 */
export async function tryLess(source: CaseSource, trial: Trial, { resource, use, shown }: ItemChange) {
  const target = targetOf(source, use.operation);
  const schemas = itemSchemas(source, resource, use);
  const known = source.plans
    .allValid(target)
    .map(({ request }) => request)
    .filter(({ body }) => sentItem(body, use) !== undefined);
  const membersOf = (request: ExchangeRequest) =>
    Object.entries(sentItem(request.body, use)!).filter(([, value]) => value !== null);
  const least = [...known].sort((one, other) => membersOf(one).length - membersOf(other).length)[0];
  if (!least) throw new Skipped("no valid request was found");
  const most = known
    .flatMap(membersOf)
    .reduce((all, [name, value]) => withMember(source, target, all, `${use.requestAt}${formatPointer([name])}`, value), least);
  const left = new Set(membersOf(least).map(([name]) => name));
  const names = comparable(sentItem(most.body, use)!, schemas).filter((name) => !left.has(name));
  if (names.length === 0) throw new Skipped("no valid requests differ by an optional member");
  const { path } = await ownItem(source, trial, resource);
  const seen: Answer[] = [];
  for (const request of [most, least]) {
    const { answer } = await source.world.callAnew(trial, target, aboutItem(use, request, path));
    if (answer.status >= 300) throw new Skipped(`changing the item responds with ${answer.status}`);
    seen.push(await read(source, trial, shown, path));
  }
  const [full, rest] = seen.map((answer) => itemIn(answer, shown.responseAt));
  const { exchange } = seen[1]!;
  for (const name of full && rest ? names : []) {
    const [before, after] = [full![name] ?? null, rest![name] ?? null];
    const isKept = isDeepStrictEqual(before, after);
    if (before === null || isKept === (use.role === "change")) continue;
    if (isKept) trial.leaveOpen(`keeps ${quote(name)}, which the replacement doesn't have (RFC 9110, section 9.3.4)`, exchange);
    else if (isMergePatch(use) && after === null)
      trial.fail(`removes ${quote(name)}, which the request doesn't name (RFC 7396, section 2)`, exchange);
    else trial.leaveOpen(`changes ${quote(name)}, which the request doesn't name`, exchange);
  }
}

/** A request with one more member, if the contract allows it. */
function withMember({ contract }: CaseSource, target: CallTarget, request: ExchangeRequest, pointer: string, value: JsonValue) {
  if (valueAt(request.body, pointer) !== undefined) return request;
  const body = structuredClone(request.body!) as JsonObject;
  writeAt(body, pointer, value);
  const larger = { ...request, body };
  return checkPlanned(contract, target, { request: larger }).length === 0 ? larger : request;
}
