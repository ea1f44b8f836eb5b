import { type CallTarget, nameOf } from "../../find-target.js";
import type { CaseSource, Check, TestCase } from "../case.js";
import type { HttpRequest } from "../http.js";
import { requestFor } from "../requests.js";
import { effectOf, placeOf } from "../targets.js";
import { type Answer, Skipped, type Trial } from "../trial.js";

/** Megabytes that no API needs in a request of JSON. */
const oversized = 20 * 1024 * 1024;

/** HEAD responds as GET does without its body, and unusual bodies are rejected or accepted, but don't make the server fail. */
export const http: Check = function* (source) {
  const seen = new Set<string>();
  for (const target of source.targets) {
    const { operation } = target.endpoint;
    const name = nameOf(target);
    const of = (variant: string, title: string, run: TestCase["run"]): TestCase => {
      const place = placeOf(source.contract, target);
      return { id: `http/${name}/${variant}`, name, title, code: "test-response", place, effect: effectOf(target), run };
    };
    if (operation.method === "GET" && !target.node)
      yield of("head", "responds to HEAD as to GET", (trial) => tryHead(source, trial, target));
    const content = operation.body?.content ?? [];
    if (content.length === 0 || content.some(({ kind }) => kind !== "json")) continue;
    // A server that responds with 5xx has failed; the call reports that. A server may ignore what it doesn't know.
    yield of("content-encoding", "survives a content encoding that it doesn't know", async (trial) => {
      const { status, exchange } = await send(source, trial, target, (body) => body, { "content-encoding": "x-undeclared" });
      if (status < 300 && operation.responses.some((response) => response.status === "415"))
        trial.leaveOpen(`reads a body of an unknown content encoding, and responds with ${status} instead of 415`, exchange);
    });
    yield of("duplicate-names", "survives JSON with a name twice", async (trial) => {
      await send(source, trial, target, (body) => body.replace(/^\{("(?:[^"\\]|\\.)*":)/, "{$1 0,$1"));
    });
    // The actions of an endpoint are read by the same server.
    if (seen.has(operation.id)) continue;
    seen.add(operation.id);
    // RFC 9110, section 15.5.14: a server may close the connection.
    yield of("oversized", "survives a body of 20 MB", async (trial) => {
      await send(source, trial, target, (body) => body + " ".repeat(oversized), {}, true);
    });
  }
};

async function tryHead(source: CaseSource, trial: Trial, target: CallTarget): Promise<void> {
  const path = await source.world.pathOf(trial, target);
  const request = requestFor(source, target, path);
  const before = await trial.call(target, request);
  const change = (one: HttpRequest) => ({ ...one, method: "HEAD" });
  const head = await trial.call(target, request, { change, isDescribed: false });
  const after = await trial.call(target, request);
  if (before.status >= 300 || after.status !== before.status) throw new Skipped(`GET responds with ${before.status}`);
  if (head.status === 405 || head.status === 501 || head.status === 404)
    return trial.leaveOpen(`responds to HEAD with ${head.status} and to GET with ${after.status}`, head.exchange);
  if (head.status !== after.status) {
    if (head.status < 500)
      trial.fail(`responds to HEAD with ${head.status} and to GET with ${after.status} (RFC 9110, section 9.3.2)`, head.exchange);
    return;
  }
  const header = (answer: Answer, name: string) => answer.headers[name];
  const isSteady = (name: string) => header(before, name) !== undefined && header(before, name) === header(after, name);
  for (const [name, section] of [
    ["content-length", "8.6"],
    ["content-type", "9.3.2"],
  ] as const) {
    const value = header(head, name);
    if (value !== undefined && isSteady(name) && value !== header(after, name))
      trial.fail(`responds to HEAD with another ${name} than to GET (RFC 9110, section ${section})`, head.exchange);
  }
}

/** Sends a valid request with its body written otherwise. */
async function send(
  source: CaseSource,
  trial: Trial,
  target: CallTarget,
  rewrite: (body: string) => string,
  more: Readonly<Record<string, string>> = {},
  mayBreak = false,
): Promise<Answer> {
  const valid = source.plans.of(target).valid.find(({ request }) => request.body !== undefined);
  if (!valid) throw new Skipped("no valid request with a body was found");
  const path = await source.world.pathOf(trial, target, { own: effectOf(target) !== "read" });
  const change = (request: HttpRequest): HttpRequest => {
    const body = rewrite(new TextDecoder().decode(request.body));
    return { ...request, headers: { ...request.headers, ...more }, body: new TextEncoder().encode(body) };
  };
  const params = { ...valid.request.params, ...path };
  return trial.call(target, { ...valid.request, params }, { change, isDescribed: false, mayBreak });
}
