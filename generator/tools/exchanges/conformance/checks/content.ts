import type { ExchangeRequest } from "../../exchange.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import { checkPlanned } from "../../fixtures/sampling/planned.js";
import { withPart } from "../../fixtures/sampling/positions.js";
import type { CaseSource, Check, TestCase } from "../case.js";
import { textsIn } from "../distinct.js";
import type { HttpRequest } from "../http.js";
import { effectOf, placeOf } from "../targets.js";
import { isChange, Skipped, type Trial } from "../trial.js";

const text = (body: string) => new TextEncoder().encode(body);

/** Bodies in another form than JSON's, and what they are. */
const malformed: readonly (readonly [variant: string, words: string, change: (request: HttpRequest) => HttpRequest])[] = [
  ["cut-off", "JSON that is cut off", (request) => ({ ...request, body: request.body!.slice(0, -1) })],
  ["not-json", "text that is not JSON", (request) => ({ ...request, body: text("not json") })],
  ["deep", "JSON of 100,000 levels", (request) => ({ ...request, body: text(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) })],
];

/** Bodies of undeclared media types and malformed ones are rejected (RFC 9110, section 15.5.16; RFC 8259). */
export const content: Check = function* (source) {
  const { contract, plans, world, targets } = source;
  for (const target of targets) {
    const { body } = target.endpoint.operation;
    if (!body || body.content.length === 0) continue;
    const name = nameOf(target);
    const of = (
      variant: string,
      title: string,
      code: TestCase["code"],
      what: string,
      change: (request: HttpRequest) => HttpRequest,
    ): TestCase => ({
      id: `content/${name}/${variant}`,
      name,
      title,
      code,
      place: placeOf(contract, target),
      effect: effectOf(target),
      run: async (trial) => {
        const valid = plans.of(target).valid.find(({ request }) => request.body !== undefined);
        if (!valid) throw new Skipped("no valid request with a body was found");
        const path = await world.pathOf(trial, target, { own: effectOf(target) !== "read" });
        const request = { ...valid.request, params: { ...valid.request.params, ...path } };
        const { status, exchange } = await trial.call(target, request, { change });
        if (status < 300) trial.fail(`accepts ${what} with ${status}`, exchange, { isSure: isChange(exchange, status) });
      },
    });
    const isJsonOnly = body.content.every(({ kind }) => kind === "json");
    if (isJsonOnly) yield* [notUtf8(source, target), nullCharacter(source, target)];
    if (isJsonOnly)
      for (const [variant, words, change] of malformed) yield of(variant, `rejects ${words}`, "test-content", words, change);
    if (body.content.every(({ name: range }) => !range.includes("*"))) {
      const change = (request: HttpRequest) => ({
        ...request,
        headers: { ...request.headers, "content-type": "application/x-undeclared" },
      });
      yield of("media-type", "rejects an undeclared media type", "test-content", "a body of an undeclared media type", change);
    }
  }
};

/** U+FFFD, which decoders put where bytes are no UTF-8. */
const replacement = "\uFFFD";

/**
 * A text with a byte that UTF-8 doesn't have. The contract would allow what a lenient decoder makes of it, so that nothing else rejects
 * it. A parser may accept more than JSON (RFC 8259, section 9), but then it has stored another text than was sent.
 */
function notUtf8(source: CaseSource, target: CallTarget): TestCase {
  return {
    ...ofText(source, target, "not-utf-8"),
    title: "rejects bytes that are not UTF-8",
    run: async (trial) => {
      const request = await requestWith(source, trial, target, replacement);
      const { status, exchange } = await trial.call(target, request, {
        change: (sent) => ({ ...sent, body: withInvalidByte(sent.body!) }),
      });
      if (status < 300) trial.leaveOpen(`accepts bytes that are not UTF-8 with ${status} (RFC 8259, section 8.1)`, exchange);
    },
  };
}

/** U+0000, which JSON allows and many databases don't: rejecting it is no fault, failing is one. */
function nullCharacter(source: CaseSource, target: CallTarget): TestCase {
  return {
    ...ofText(source, target, "null-character"),
    title: "doesn't fail at a text with U+0000",
    run: async (trial) => {
      await trial.call(target, await requestWith(source, trial, target, "\0"));
    },
  };
}

function ofText({ contract }: CaseSource, target: CallTarget, variant: string): Omit<TestCase, "title" | "run"> {
  const name = nameOf(target);
  const place = placeOf(contract, target);
  return { id: `content/${name}/${variant}`, name, code: "test-content", place, effect: effectOf(target) };
}

/** A valid request with a character in one of the texts of its body. */
async function requestWith(source: CaseSource, trial: Trial, target: CallTarget, character: string) {
  const { plans, world } = source;
  const found = plans
    .allValid(target)
    .flatMap(({ request }) => withCharacter(request, character))
    .find((request) => isAllowed(source, target, request));
  if (!found) throw new Skipped("no text of the body may have any character");
  const path = await world.pathOf(trial, target, { own: effectOf(target) !== "read" });
  return { ...found, params: { ...found.params, ...path } };
}

/** The request with a character in one of the texts of its body, for each of them. */
function withCharacter(request: ExchangeRequest, character: string): readonly ExchangeRequest[] {
  return textsIn(request.body ?? null).map(([pointer, text]) => {
    return { ...request, body: withPart(request.body!, pointer, `${text.slice(0, -1)}${character}`)! };
  });
}

function isAllowed({ contract }: CaseSource, target: CallTarget, request: ExchangeRequest): boolean {
  return checkPlanned(contract, target, { request }).length === 0;
}

function withInvalidByte(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body);
  const at = bytes.indexOf(replacement);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), Uint8Array.of(0xff), bytes.subarray(at + 3)]));
}
