import { nameOf } from "../../find-target.js";
import { isObject, type JsonValue } from "../../../../document/json-value.js";
import { plain } from "../../../../resources/pages.js";
import type { Resource } from "../../../../resources/resources.js";
import type { CaseSource, Check } from "../case.js";
import { type PagedCall, pagedCall, type PagesEnd, readAll, walk } from "../pager.js";
import { useOf } from "../../../../resources/uses.js";
import { effectOf, placeOf } from "../targets.js";
import { type Answer, Skipped, type Trial } from "../trial.js";
import type { PathValues } from "../things.js";

/** Names that are about nothing but the size of pages. */
const certainLimits: ReadonlySet<string> = new Set(["limit", "perpage", "pagesize", "maxresults", "maxitems"]);

/** The items that a list needs, to have pages. */
const wanted = 3;

/** The pages of lists end, repeat nothing, leave nothing out, and have at most as many items as was asked for. */
export const pages: Check = function* (source) {
  for (const target of source.targets) {
    if (effectOf(target) !== "read" || (!target.node && target.endpoint.operation.method !== "GET")) continue;
    const listed = source.world.resources.find((one) => useOf(one, "list")?.operation === target.endpoint.operation);
    const call = pagedCall(source, target, listed && useOf(listed, "list")!.responseAt);
    if (!call || (!call.limit && !call.position)) continue;
    const name = nameOf(target);
    const common = { name, code: "test-pages", place: placeOf(source.contract, target) } as const;
    yield {
      ...common,
      id: `pages/${name}`,
      title: "shows the same list in small pages and in large ones",
      effect: "read",
      run: async (trial) => tryPages(source, trial, call, listed, await source.world.pathOf(trial, target)),
    };
    if (!listed || !useOf(listed, "create") || !useOf(listed, "remove")) continue;
    yield {
      ...common,
      id: `pages/${name}/made`,
      title: "shows what was made in small pages and in large ones",
      effect: "write",
      run: async (trial) => {
        const path = await source.world.pathOf(trial, target, { own: true });
        for (let index = 0; index < wanted; index++) await source.world.create(trial, listed, path);
        await tryPages(source, trial, call, listed, path);
      },
    };
  }
};

async function tryPages(
  source: CaseSource,
  trial: Trial,
  call: PagedCall,
  listed: Resource | undefined,
  path: PathValues,
): Promise<void> {
  const before = await readAll(source, trial, call, path);
  const all = before.items;
  if (all.length < 2) throw new Skipped(`the list has ${all.length} items`);
  const size = Math.max(minimumOf(call), Math.ceil(all.length / 30));
  const small = await readSmall(source, trial, call, path, size, all.length);
  const again = (await readAll(source, trial, call, path)).items;
  const identify = identifierOf(all, again, listed);
  const after = new Set(again.map(identify));
  const stable = new Set(all.map(identify).filter((one) => after.has(one)));
  judge(trial, call, small, { stable, isDistinct: new Set(all.map(identify)).size === all.length, size, identify });
}

interface SmallPages {
  readonly items: readonly JsonValue[];
  readonly last: Answer;
  readonly largest: { readonly length: number; readonly answer: Answer };
  readonly end: PagesEnd;
}

async function readSmall(
  source: CaseSource,
  trial: Trial,
  call: PagedCall,
  path: PathValues,
  size: number,
  total: number,
): Promise<SmallPages> {
  const items: JsonValue[] = [];
  const steps = walk(source, trial, call, path, size, 2 * Math.ceil(total / size) + 20);
  for (let last: Answer | undefined, largest: SmallPages["largest"] | undefined; ;) {
    const step = await steps.next();
    if (step.done) return { items, last: last!, largest: largest!, end: step.value };
    last = step.value.answer;
    const { length } = step.value.items;
    if (!largest || length > largest.length) largest = { length, answer: last };
    items.push(...step.value.items);
  }
}

interface Expected {
  /** The items that the list has had all the time. */
  readonly stable: ReadonlySet<string>;
  readonly isDistinct: boolean;
  readonly size: number;
  readonly identify: (item: JsonValue) => string;
}

function judge(trial: Trial, call: PagedCall, { items, last, largest, end }: SmallPages, expected: Expected): void {
  const { stable, isDistinct, size, identify } = expected;
  const { limit, position } = call;
  if (limit && largest.length > size) {
    const problem = `has more items on a page than ${limit.name} says`;
    if (certainLimits.has(plain(limit.name))) trial.fail(problem, largest.answer.exchange);
    else trial.leaveOpen(problem, largest.answer.exchange);
  }
  if (!position) return;
  const found = items.map(identify);
  const repeated = found.find((one, index) => stable.has(one) && found.indexOf(one) < index);
  if (end === "same-cursor") return trial.fail("returns the same cursor again, so that its pages never end", last.exchange);
  if (end === "too-many" && repeated === undefined)
    return trial.fail("has more pages than items, and no last one", last.exchange);
  if (repeated !== undefined && isDistinct) return trial.fail("repeats an item on another page", last.exchange);
  if (end !== "end") return;
  const missing = [...stable].find((one) => !found.includes(one));
  if (missing !== undefined) trial.fail("leaves out an item that a larger page has", last.exchange);
}

/** What tells one item from another: its id, a member that it shares with no other and keeps, or all of it. */
function identifierOf(
  items: readonly JsonValue[],
  again: readonly JsonValue[],
  listed: Resource | undefined,
): (item: JsonValue) => string {
  const valuesOf = (list: readonly JsonValue[], member: string) =>
    list.map((item) => (isObject(item) ? item[member] : undefined));
  const known = [...(listed?.id ? [listed.id.member] : []), "id", "uuid", "key", "name"];
  const [first] = items;
  const telling = Object.keys(first !== undefined && isObject(first) ? first : {}).filter((member) => {
    const values = valuesOf(items, member);
    const kept = new Set(valuesOf(again, member));
    return values.every((value) => typeof value === "string" && kept.has(value)) && new Set(values).size === values.length;
  });
  const isThere = (member: string) => valuesOf(items, member).every((value) => value !== undefined);
  const member = known.find(isThere) ?? telling[0];
  return (item) => JSON.stringify(member !== undefined && isObject(item) ? item[member] : item);
}

/** The smallest size of a page that the contract allows. */
function minimumOf({ limit }: PagedCall): number {
  const minimum = limit?.schema.pieces.map((piece) => piece["minimum"]).find((one) => typeof one === "number");
  return Math.max(1, (minimum as number | undefined) ?? 1);
}
