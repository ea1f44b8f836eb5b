import { escapeSegment } from "../../../../../templates/runtime/json.js";
import type { JsonValue } from "../../../../document/json-value.js";
import type { ExchangeRequest } from "../../exchange.js";
import { type CallTarget, nameOf } from "../../find-target.js";
import { checkPlanned } from "../../fixtures/sampling/planned.js";
import { withPart } from "../../fixtures/sampling/positions.js";
import type { CaseSource, Check, TestCase } from "../case.js";
import type { HttpRequest } from "../http.js";
import { effectOf, placeOf } from "../targets.js";
import { Skipped } from "../trial.js";

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
        if (status < 300) trial.fail(`accepts ${what} with ${status}`, exchange);
      },
    });
    const isJsonOnly = body.content.every(({ kind }) => kind === "json");
    if (isJsonOnly) yield notUtf8(source, target);
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
  const { contract, plans, world } = source;
  const name = nameOf(target);
  return {
    id: `content/${name}/not-utf-8`,
    name,
    title: "rejects bytes that are not UTF-8",
    code: "test-content",
    place: placeOf(contract, target),
    effect: effectOf(target),
    run: async (trial) => {
      const bodies = [...plans.of(target).valid, ...plans.boundaries(target)].map(({ request }) => request);
      const found = bodies.flatMap((request) => withReplacement(request)).find((request) => isAllowed(source, target, request));
      if (!found) throw new Skipped("no text of the body may have any character");
      const path = await world.pathOf(trial, target, { own: effectOf(target) !== "read" });
      const request = { ...found, params: { ...found.params, ...path } };
      const { status, exchange } = await trial.call(target, request, {
        change: (sent) => ({ ...sent, body: withInvalidByte(sent.body!) }),
      });
      if (status < 300) trial.leaveOpen(`accepts bytes that are not UTF-8 with ${status} (RFC 8259, section 8.1)`, exchange);
    },
  };
}

/** The request with U+FFFD in one of the texts of its body, for each of them. */
function withReplacement(request: ExchangeRequest): readonly ExchangeRequest[] {
  return textsIn(request.body ?? null).map(([pointer, text]) => {
    return { ...request, body: withPart(request.body!, pointer, `${text.slice(0, -1)}${replacement}`)! };
  });
}

function textsIn(value: JsonValue, at = ""): readonly (readonly [pointer: string, text: string])[] {
  if (typeof value === "string") return [[at, value]];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, item]) => textsIn(item, `${at}/${escapeSegment(name)}`));
}

function isAllowed({ contract }: CaseSource, target: CallTarget, request: ExchangeRequest): boolean {
  return checkPlanned(contract, target, { request }).length === 0;
}

function withInvalidByte(body: Uint8Array): Uint8Array {
  const bytes = Buffer.from(body);
  const at = bytes.indexOf(replacement);
  return new Uint8Array(Buffer.concat([bytes.subarray(0, at), Uint8Array.of(0xff), bytes.subarray(at + 3)]));
}
