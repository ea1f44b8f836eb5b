import { nameOf } from "../../find-target.js";
import type { JsonObject } from "../../../../document/json-value.js";
import type { Resource, ResourceOperation } from "../../../../resources/resources.js";
import type { CaseSource, Check, TestCase } from "../case.js";
import { changeOf, itemSchemas, sentItem, tryToChange } from "../change.js";
import { comparable, type Difference, differencesFrom, type ItemSchemas, tellsServersMembers } from "../compare-items.js";
import { eventually } from "../eventually.js";
import { allItems } from "../pager.js";
import { pathWithin, requestFor } from "../requests.js";
import { gone, ownItem, patienceFor, read, targetOf } from "../steps.js";
import { creationOf, useOf } from "../../../../resources/uses.js";
import { placeOf } from "../targets.js";
import { type Answer, Skipped, type Trial } from "../trial.js";
import type { PathValues } from "../things.js";
import { hasId, idInLocation, idOfItem, itemIn } from "../item-paths.js";
import { isMergePatch, tryLess, tryNull } from "./changes.js";

/** What was created is shown and listed, what was changed is shown changed, what was removed is gone. */
export const resource: Check = function* (source) {
  for (const one of source.world.resources) {
    const create = creationOf(one);
    if (!create || !one.id) continue;
    const of = (use: ResourceOperation, variant: string, title: string, run: TestCase["run"]): TestCase => {
      const target = targetOf(source, use.operation);
      const name = nameOf(target);
      const place = placeOf(source.contract, target);
      return { id: `resource/${name}/${variant}`, name, title, code: "test-resource", place, effect: "write", run };
    };
    const shown = useOf(one, "read");
    const list = useOf(one, "list");
    if (shown) yield of(create, "shown", "makes what can be read", (trial) => tryShown(source, trial, one, create, shown));
    if (list) yield of(create, "listed", "makes what is listed", (trial) => tryListed(source, trial, one, list));
    for (const use of one.operations) {
      if (shown && (use.role === "change" || use.role === "replace"))
        yield of(use, "changed", "changes what is shown", (trial) => tryChange(source, trial, one, use, shown));
      const change = changeOf(source.world, use.operation);
      if (change && isMergePatch(use))
        yield of(use, "null", "removes what is set to null", (trial) => tryNull(source, trial, change));
      if (change)
        yield of(use, "less", "leaves out what a replacement doesn't have, and nothing else", (trial) =>
          tryLess(source, trial, change),
        );
      if (use.role === "remove" && (shown || list))
        yield of(use, "removed", "removes what was there", (trial) => tryRemoval(source, trial, one, use));
    }
  }
};

async function tryShown(source: CaseSource, trial: Trial, one: Resource, create: ResourceOperation, shown: ResourceOperation) {
  const { path, creation } = await ownItem(source, trial, one);
  const { request, answer } = creation!;
  checkLocation(trial, one, answer, path);
  const found = await eventually(
    () => read(source, trial, shown, path),
    ({ status }) => status < 300,
    patienceFor(answer),
  );
  rejectToGoOn(found);
  if (gone.has(found.status)) {
    const problem = `responds with ${answer.status}, but ${nameOf(targetOf(source, shown.operation))} then responds with ${found.status}`;
    if (answer.status === 201 && isCertain(one, answer, path))
      trial.fail(`${problem} (RFC 9110, section 15.3.2)`, found.exchange);
    else trial.leaveOpen(problem, found.exchange);
    return;
  }
  const item = itemIn(found, shown.responseAt);
  const sent = sentItem(request.body, create);
  if (item && sent) judge(trial, sent, item, itemSchemas(source, one, create), found);
}

async function tryListed(source: CaseSource, trial: Trial, one: Resource, list: ResourceOperation) {
  const { path, creation } = await ownItem(source, trial, one);
  const id = String(path[one.id!.parameter]);
  const { ids, last } = await listed(source, trial, one, list, path, (found) => found.has(id), patienceFor(creation!.answer));
  if (ids.has(id)) return;
  const problem = "the list has no item that was created before";
  // A list may leave items out unless it is asked for them.
  const mayFilter = list.operation.parameters.some(({ in: place }) => place !== "path");
  if (mayFilter && ids.size === 0) trial.leaveOpen(problem, last.exchange);
  else if (creation!.answer.status === 201 && isCertain(one, creation!.answer, path)) trial.fail(problem, last.exchange);
  else trial.leaveOpen(problem, last.exchange);
}

async function tryChange(source: CaseSource, trial: Trial, one: Resource, use: ResourceOperation, shown: ResourceOperation) {
  const { path } = await ownItem(source, trial, one);
  const { answer, sent, before, schemas } = await tryToChange(source, trial, targetOf(source, use.operation), path);
  if (answer.status >= 300) throw new Skipped(`changing the item responds with ${answer.status}`);
  const isSame = (found: Answer) => {
    const item = itemIn(found, shown.responseAt);
    return item !== undefined && !differencesFrom(sent, item, schemas).some(({ isReal }) => isReal);
  };
  const found = await eventually(() => read(source, trial, shown, path), isSame, patienceFor(answer));
  rejectToGoOn(found);
  const item = itemIn(found, shown.responseAt);
  if (gone.has(found.status)) trial.leaveOpen(`what it changes is no longer shown: ${found.status}`, found.exchange);
  if (!item) return;
  judge(trial, sent, item, schemas, found, before);
}

async function tryRemoval(source: CaseSource, trial: Trial, one: Resource, use: ResourceOperation) {
  const { path } = await ownItem(source, trial, one);
  const target = targetOf(source, use.operation);
  const answer = await trial.call(target, requestFor(source, target, pathWithin(use.operation, path)));
  if (answer.status >= 300) throw new Skipped(`removing the item responds with ${answer.status}`);
  const shown = useOf(one, "read");
  if (shown) {
    const found = await eventually(
      () => read(source, trial, shown, path),
      ({ status }) => status >= 400,
      patienceFor(answer),
    );
    rejectToGoOn(found);
    const problem = `responds with ${answer.status}, but ${nameOf(targetOf(source, shown.operation))} then responds with ${found.status}`;
    if (found.status < 300 && answer.status !== 202 && !isTombstone(itemIn(found, shown.responseAt) ?? {}))
      trial.fail(`${problem} (RFC 9110, section 9.3.5)`, found.exchange);
    else if (!gone.has(found.status)) trial.leaveOpen(problem, found.exchange);
    if (!gone.has(found.status)) return;
  }
  const list = useOf(one, "list");
  if (!list) return;
  const id = String(path[one.id!.parameter]);
  const { ids, last, items } = await listed(source, trial, one, list, path, (found) => !found.has(id), patienceFor(answer));
  const item = items.find((found) => hasId(source.contract, one, found, id));
  if (!ids.has(id) || (item && isTombstone(item))) return;
  trial.fail(`the list still has an item that was removed (RFC 9110, section 9.3.5)`, last.exchange);
}

/** Callers may be allowed to make what they may not read. */
function rejectToGoOn({ status }: Answer): void {
  if (status === 401 || status === 403) throw new Skipped(`what was made can't be read: ${status}`);
}

/** Whether an item's path is known for sure, and not only likely: `/servers/{server_id}` and `id`, or a URL that the API has told. */
function isCertain({ path: collection, id }: Resource, answer: Answer, path: PathValues): boolean {
  const { parameter, member } = id!;
  if (idInLocation(answer.headers["location"], collection) === String(path[parameter])) return true;
  const plain = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, "");
  const noun = plain(collection.split("/").at(-1)!).replace(/ies$/, "y").replace(/s$/, "");
  return (
    [plain(member), `${noun}${plain(member)}`].includes(plain(parameter)) ||
    (plain(member) === "id" && /[a-z](?:_id|Id)$/.test(parameter))
  );
}

/** The created thing is identified by `location`, if there is one (RFC 9110, sections 15.3.2 and 15.3.3). */
function checkLocation(trial: Trial, one: Resource, answer: Answer, path: PathValues): void {
  if (!answer.headers["location"]) return;
  const id = idInLocation(answer.headers["location"], one.path);
  const known = String(path[one.id!.parameter]);
  if (id === undefined || id === known) return;
  trial.leaveOpen(
    `responds with the location of ${JSON.stringify(id)} for what has the id ${JSON.stringify(known)}`,
    answer.exchange,
  );
}

/** What was sent is what is shown, where the contract describes it alike and doesn't say that the server sets it. */
function judge(
  trial: Trial,
  sent: JsonObject,
  item: JsonObject,
  schemas: ItemSchemas,
  { exchange }: Answer,
  before?: JsonObject,
): void {
  const differences = differencesFrom(sent, item, schemas);
  const isKept = ({ name }: Difference) => before !== undefined && JSON.stringify(item[name]) === JSON.stringify(before[name]);
  const names = comparable(sent, schemas);
  const isLost =
    names.length > 0 && differences.length === names.length && differences.every((one) => one.isReal && (!before || isKept(one)));
  const isTold = tellsServersMembers(schemas, sent, item);
  for (const one of differences) {
    const rule = before ? " (RFC 9110, section 9.3.4; RFC 5789, section 2)" : "";
    if (one.isReal && (isTold || (isLost && before)))
      trial.fail(`${one.text}${isKept(one) ? ", as before" : ""}${rule}`, exchange);
    else trial.leaveOpen(one.text, exchange);
  }
}

/** The ids in a whole list, once they are as expected. */
async function listed(
  source: CaseSource,
  trial: Trial,
  one: Resource,
  list: ResourceOperation,
  path: PathValues,
  isExpected: (ids: ReadonlySet<string>) => boolean,
  time: number,
) {
  let items: readonly JsonObject[] = [];
  let ids: ReadonlySet<string> = new Set();
  const last = await eventually(
    async () => {
      const whole = await allItems(source, trial, list, path);
      items = whole.items;
      ids = new Set(items.map((item) => String(idOfItem(source.contract, one, item))));
      return whole.last;
    },
    () => isExpected(ids),
    time,
  );
  return { ids, last, items };
}

/** Whether an item shows that it is removed, or being removed. */
function isTombstone(item: JsonObject): boolean {
  return Object.entries(item).some(([name, value]) => {
    if (/delet|remov|archiv|trash|terminat|destroy|cancel/i.test(name)) return value !== null && value !== false;
    return (
      typeof value === "string" &&
      /^(?:\w+[_ -])?(?:delet|remov|archiv|trash|terminat|destroy|cancel|inactiv|disabl|closed)\w*$/i.test(value)
    );
  });
}
