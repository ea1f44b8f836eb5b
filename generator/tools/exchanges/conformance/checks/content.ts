import { nameOf } from "../../find-target.js";
import type { Check, TestCase } from "../case.js";
import type { HttpRequest } from "../http.js";
import { effectOf, placeOf } from "../targets.js";
import { Skipped } from "../trial.js";

const text = (body: string) => new TextEncoder().encode(body);

/** Bodies in another form than JSON's, and what they are. */
const malformed: readonly (readonly [variant: string, words: string, change: (request: HttpRequest) => HttpRequest])[] = [
  ["cut-off", "JSON that is cut off", (request) => ({ ...request, body: request.body!.slice(0, -1) })],
  ["not-json", "text that is not JSON", (request) => ({ ...request, body: text("not json") })],
  ["not-utf-8", "bytes that are not UTF-8", (request) => ({ ...request, body: Uint8Array.of(0x22, 0xff, 0xfe, 0x22) })],
  ["deep", "JSON of 100,000 levels", (request) => ({ ...request, body: text(`${"[".repeat(100_000)}${"]".repeat(100_000)}`) })],
];

/** Bodies of undeclared media types and malformed ones are rejected (RFC 9110, section 15.5.16; RFC 8259). */
export const content: Check = function* ({ contract, plans, world, targets }) {
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
