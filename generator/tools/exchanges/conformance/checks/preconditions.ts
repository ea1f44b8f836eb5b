import type { Operation } from "../../../../model/contract.js";
import { roleOf } from "../../../../resources/uses.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import type { CaseSource, Check, TestCase } from "../case.js";
import { changedPlaces } from "../compare-items.js";
import { changeOf, tryToChange } from "../change.js";
import { headerParameter, isSameETag, withHeader } from "../preconditions.js";
import { requestOf } from "../steps.js";
import { declares, effectOf, placeOf } from "../targets.js";
import { type Answer, Skipped, type Trial } from "../trial.js";

/** Conditions are evaluated where operations declare them, and ETags change with what is shown (RFC 9110, sections 8.8.3 and 13). */
export const preconditions: Check = function* (source) {
  for (const target of source.targets) {
    if (target.node) continue;
    const { operation } = target.endpoint;
    const of = (variant: string, title: string, run: TestCase["run"]): TestCase => ({
      id: `precondition/${nameOf(target)}/${variant}`,
      name: nameOf(target),
      title,
      code: "test-precondition",
      place: placeOf(source.contract, target),
      effect: effectOf(target),
      run,
    });
    const view = source.world.viewOf(operation);
    if (operation.method === "GET") {
      if (hasETag(operation) && (headerParameter(operation, "if-none-match") || declares(target, "304")))
        yield of("if-none-match", "sends nothing that the caller has", (trial) => tryUnmodified(source, trial, target));
    } else if (view) {
      if (headerParameter(operation, "if-match"))
        yield of("if-match", "is rejected with an ETag of something else", (trial) => tryOtherETag(source, trial, target));
      if (changeOf(source.world, operation) && hasETag(view.endpoint.operation)) {
        yield of("etag", "changes the ETag of what it changes", (trial) => tryChangedETag(source, trial, target));
        if (headerParameter(operation, "if-match"))
          yield of("lost-update", "is rejected with an ETag of before a change", (trial) => tryOldETag(source, trial, target));
      }
    }
  }
};

/** What has the ETag that the caller names is not sent again; anything else is. */
async function tryUnmodified(source: CaseSource, trial: Trial, target: CallTarget) {
  const request = await requestOf(source, trial, target);
  const etag = etagIn(await trial.call(target, request));
  const again = await trial.call(target, request, { change: withHeader("if-none-match", etag) });
  if (again.status === 200 && isSameETag(etag, again.headers["etag"]))
    trial.fail("responds with 200 although its ETag is the one of if-none-match (RFC 9110, section 13.1.2)", again.exchange);
  const other = await trial.call(target, request, { change: withHeader("if-none-match", otherETag(etag)) });
  if (other.status === 304)
    trial.fail("responds with 304 although its ETag is not the one of if-none-match (RFC 9110, section 13.1.2)", other.exchange);
}

async function tryOtherETag(source: CaseSource, trial: Trial, target: CallTarget) {
  const { operation } = target.endpoint;
  const request = await requestOf(source, trial, target, { fresh: operation.method === "DELETE" });
  const shown = await source.world.view(trial, operation, request.params);
  if (!shown) throw new Skipped("what it is about is not shown");
  const etag = otherETag(shown.headers["etag"] ?? '"1"');
  const { status, exchange } = await trial.call(target, request, { change: withHeader("if-match", etag) });
  if (status < 300)
    trial.fail(`responds with ${status} although if-match names another ETag (RFC 9110, section 13.1.1)`, exchange, {
      isSure: true,
    });
}

async function tryChangedETag(source: CaseSource, trial: Trial, target: CallTarget) {
  const { before, after } = await changed(source, trial, target);
  const [old, now] = [etagIn(before), etagIn(after)];
  if (old !== now || old.startsWith("W/") || changedPlaces(before.body ?? null, after.body ?? null).length === 0) return;
  trial.fail("changes what is shown, but not its ETag (RFC 9110, section 8.8.1)", after.exchange);
}

async function tryOldETag(source: CaseSource, trial: Trial, target: CallTarget) {
  const { before, after, path } = await changed(source, trial, target);
  const old = etagIn(before);
  if (isSameETag(old, etagIn(after))) throw new Skipped("the ETag stays the same");
  const { answer } = await tryToChange(source, trial, target, path, { change: withHeader("if-match", old) });
  if (answer.status < 300)
    trial.fail(
      `responds with ${answer.status} although if-match names the ETag of before another change (RFC 9110, section 13.1.1)`,
      answer.exchange,
    );
}

/** Changes something of the run's own. Returns what is shown before and after. */
async function changed(source: CaseSource, trial: Trial, target: CallTarget) {
  const { operation } = target.endpoint;
  const { resource } = roleOf(source.world, operation)!;
  const path = await source.world.pathOf(trial, target, {
    own: true,
    fresh: resource.id !== undefined && source.world.removes(target),
  });
  const before = await source.world.view(trial, operation, path);
  const { answer } = await tryToChange(source, trial, target, path);
  if (answer.status >= 300) throw new Skipped(`changing it responds with ${answer.status}`);
  const after = await source.world.view(trial, operation, path);
  if (!before || !after) throw new Skipped("what it changes is not shown");
  return { before, after, path };
}

function etagIn({ headers, status }: Answer): string {
  const etag = headers["etag"];
  if (status >= 300 || etag === undefined) throw new Skipped(`a response with ${status} has no ETag`);
  return etag;
}

/** An ETag of nothing, in the same form. */
function otherETag(etag: string): string {
  return etag.replace(/[A-Za-z0-9](?=[^A-Za-z0-9]*$)/, (last) => (last === "0" ? "1" : "0")).replace(/^""$/, '"0"');
}

function hasETag({ responses }: Operation): boolean {
  return responses.some(
    ({ status, headers }) => status.startsWith("2") && headers.some(({ name }) => name.toLowerCase() === "etag"),
  );
}
