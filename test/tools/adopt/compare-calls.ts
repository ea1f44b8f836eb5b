import { loadContract } from "../../../generator/document/load-contract.js";
import { createSchemaEvaluator } from "../../../generator/json-schema/interpreter.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { createRandom } from "../../../generator/json-schema/samples/random.js";
import { sampleValue, type Sampling } from "../../../generator/json-schema/samples/sample-value.js";
import { createClient, createServer, toFetchHandler } from "../../../generator/live/index.js";
import { createLiveContract } from "../../../generator/live/live-contract.js";
import { actionPath } from "../../../generator/model/action-requests.js";
import { operationOf } from "../../../generator/model/action-operation.js";
import { successesOf } from "../../../generator/model/action-responses.js";
import { argumentNames, clientNames, factArguments } from "../../../generator/model/client-names.js";
import type { Action, Operation } from "../../../generator/model/contract.js";
import { createExchangeContract } from "../../../generator/tools/exchanges/exchange-contract.js";
import { validateExchange } from "../../../generator/tools/exchanges/validate-exchange.js";

/** What was compared, and each difference in words. */
export interface Comparison {
  readonly operations: number;
  requests: number;
  responses: number;
  failures: number;
  readonly differences: string[];
}

/** An operation of a document, and the action that it became. */
interface Joined {
  readonly plain: Operation;
  readonly endpoint: Operation;
  readonly action: Action;
}

const text = new TextDecoder();

function read(file: string, folder: string, overlays: readonly string[]) {
  const { contract, diagnostics } = loadContract(file, { workingFolder: folder, overlays, untypedObjects: "any" });
  if (!contract) throw new Error(JSON.stringify(diagnostics[0]));
  return { live: createLiveContract(contract), exchanges: createExchangeContract(contract) };
}

/**
 * Compares a document with itself as its overlay makes it: the calls of each operation that became an action, by random valid
 * requests and responses. `runs` are calls of each operation.
 */
export async function compareCalls(
  folder: string,
  file: string,
  overlay: string,
  seed: string,
  runs: number,
): Promise<Comparison> {
  const [before, after] = [read(file, folder, []), read(file, folder, [overlay])];
  const joined = findJoined(before.live.model.operations, after);
  const result: Comparison = { operations: joined.length, requests: 0, responses: 0, failures: 0, differences: [] };
  const random = createRandom(seed);
  const { schemas } = before.live.model;
  const limits = { steps: 100_000, stepsInAll: Infinity, errors: 20 };
  const sampling: Sampling = { schemas, random, direction: "request", evaluate: createSchemaEvaluator(schemas, limits) };
  for (const one of joined)
    for (let run = 0; run < runs; run++) {
      await compareRequest(one, { before: before.live, after: after.live }, sampling, run, result);
      compareFailures(one, after.exchanges, before.exchanges, sampling, result);
    }
  return result;
}

type Live = ReturnType<typeof read>["live"];

/** The operations whose paths the actions of a contract have. */
function findJoined(operations: readonly Operation[], { live: { model } }: ReturnType<typeof read>): Joined[] {
  const plain = new Map(operations.map((operation) => [`${operation.method} ${shape(operation.path)}`, operation]));
  const kept = new Set(model.operations.map(({ id }) => id));
  return model.serviceTypes.flatMap(({ operationId, actions }) => {
    const endpoint = model.operations.find(({ id }) => id === operationId)!;
    return actions.flatMap((action): Joined[] => {
      const found = plain.get(`${endpoint.method} ${shape(actionPath(endpoint, action))}`);
      return found && !kept.has(found.id) && !found.path.includes("#") ? [{ plain: found, endpoint, action }] : [];
    });
  });
}

const shape = (path: string) => path.replaceAll(/\{[^{}]*\}/g, "{}");

/** A request as sent. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

async function compareRequest(
  { plain, endpoint, action }: Joined,
  { before, after }: { readonly before: Live; readonly after: Live },
  sampling: Sampling,
  run: number,
  result: Comparison,
): Promise<void> {
  const { random } = sampling;
  const given: Record<string, unknown> = {};
  for (const [name, { schema, required }] of argumentNames(plain)) {
    const value = required || random.pick([true, true, false]) ? sampleValue(sampling, schema) : undefined;
    if (value === undefined && required) return;
    if (value !== undefined) given[name] = value;
  }
  const media = plain.body?.content[0];
  const isSent = media !== undefined && (plain.body!.required || random.pick([true, true, false]));
  const body = isSent ? sampleValue(sampling, media.schema ?? {}) : undefined;
  if (isSent && body === undefined) return;
  const sent = await capture((fetch) => {
    const method = clientNames(before.model).operations.get(plain.id)!;
    return createClient(before, { baseUrl: "http://a", token: "t", fetch }).operations[method]!({
      ...given,
      ...(isSent && { body }),
    });
  });
  if (!sent) return;
  const type = clientNames(after.model).serviceTypes.get(action.serviceType)!;
  const own = operationOf(endpoint, action);
  const facts = factArguments(own);
  const named = new Map([...argumentNames(own)].map(([name, { in: place, name: parameter }]) => [`${place} ${parameter}`, name]));
  const [target, parameters]: Record<string, unknown>[] = [{}, {}];
  const paths = pathNames(plain.path, endpoint.path);
  for (const [name, parameter] of argumentNames(plain)) {
    if (!Object.hasOwn(given, name)) continue;
    const isPath = parameter.in === "path";
    const key = isPath ? paths.get(parameter.name)! : named.get(`${parameter.in} ${parameter.name}`);
    if (key === undefined || facts.has(key)) {
      result.differences.push(`${plain.id}: ${parameter.in} ${parameter.name} is lost`);
      return;
    }
    (isPath ? target : parameters)![key] = given[name];
  }
  const again = await capture((fetch) => {
    const client = createClient(after, { baseUrl: "http://a", token: "t", fetch });
    return client.services[type]!(target)[action.name]!(body as object | undefined, { parameters } as object);
  });
  result.requests++;
  if (JSON.stringify(again) !== JSON.stringify(sent))
    result.differences.push(`${plain.id}: the client sends ${JSON.stringify(again)}, not ${JSON.stringify(sent)}`);
  const one = { plain, endpoint, action };
  await compareServers(one, { before, after }, sent, run, sampling, result);
  if (plain.body || plain.method === "get") return;
  for (const [type, text] of superfluousBodies) {
    const more = { ...sent, headers: { ...sent.headers, ...(type !== undefined && { "content-type": type }) }, body: text };
    await compareServers(one, { before, after }, more, run, sampling, result);
  }
}

/** Bodies that are sent although the operation describes none. */
const superfluousBodies = [
  ["application/json", '{"t":5}'],
  ["application/json", "{"],
  ["application/x-www-form-urlencoded", "t=5"],
  ["text/plain", "now"],
] as const;

/** The names of path parameters in another template, by their order. */
function pathNames(from: string, to: string): Map<string, string> {
  const [a, b] = [from, to].map((path) => [...path.matchAll(/\{([^{}]*)\}/g)].map((match) => match[1]!));
  return new Map(a!.map((name, index) => [name, b![index]!]));
}

async function capture(
  call: (fetch: (url: string, init: RequestInit) => Promise<Response>) => Promise<unknown>,
): Promise<Sent | undefined> {
  let sent: Sent | undefined;
  await call(async (url, init) => {
    const request = new Request(url, init);
    const headers = Object.fromEntries([...request.headers].filter(([name]) => name !== "accept" && name !== "authorization"));
    const bytes = await request.arrayBuffer();
    sent = { method: request.method, url: request.url, headers, body: bytes.byteLength > 0 ? text.decode(bytes) : undefined };
    return new Response("{}", { status: 500 });
  }).catch(() => undefined);
  return sent;
}

async function compareServers(
  { plain, endpoint, action }: Joined,
  { before, after }: { readonly before: Live; readonly after: Live },
  sent: Sent,
  run: number,
  sampling: Sampling,
  result: Comparison,
): Promise<void> {
  const successes = successesOf(plain);
  const success = successes[run % Math.max(successes.length, 1)];
  const media = success?.content.find(({ kind }) => kind === "json");
  const status = Number(success?.status.replace("XX", "00").replace("default", "200") ?? 200);
  const isEmpty = status === 204 || status === 205;
  const value = media && !isEmpty ? sampleValue({ ...sampling, direction: "response" }, media.schema ?? {}) : undefined;
  if ((media && !isEmpty && value === undefined) || (success?.content.length && !media)) return;
  const headers: Record<string, string> = {};
  for (const { name, schema, required } of success?.headers ?? []) {
    const one = schema === undefined ? "a" : sampleValue({ ...sampling, direction: "response" }, schema);
    if (typeof one === "string" || typeof one === "number") headers[name.toLowerCase()] = String(one);
    else if (required) return;
  }
  const seen: Record<string, unknown>[] = [];
  const names = pathNames(plain.path, endpoint.path);
  const see = (call: Readonly<Record<string, unknown>>, namesInPath: Iterable<string>) => {
    const { path, query, querystring, headers: sentHeaders, cookies, body } = call;
    const inPath = [...namesInPath].map((name) => (path as Readonly<Record<string, unknown>>)[name]);
    seen.push({ path: inPath, query, querystring, headers: sentHeaders, cookies, body });
  };
  const plainAnswer = { status, ...(Object.keys(headers).length > 0 && { headers }), ...(media && !isEmpty && { body: value }) };
  const problems: string[] = [];
  const application = {
    authenticate: () => ({ scopes: everyScope(after) }),
    basePath: "",
    canAccess: () => true,
    findResource: () => ({ type: action.serviceType, status: "x", state: "x" }),
    log: ({ message, problems: list }: { message: string; problems?: unknown }) =>
      problems.push(`${message} ${JSON.stringify(list)}`),
  };
  const serverBefore = createServer(before, {
    ...application,
    handlers: { operations: { [plain.id]: (call: Readonly<Record<string, unknown>>) => (see(call, names.keys()), plainAnswer) } },
  } as never);
  const own = successesOf(operationOf(endpoint, action));
  const given = {
    ...(own.length > 1 && { httpStatus: status }),
    ...(Object.keys(headers).length > 0 && { headers }),
    ...(media && !isEmpty && { result: value }),
  };
  const serverAfter = createServer(after, {
    ...application,
    handlers: {
      actions: {
        [action.serviceType]: { [action.name]: (call: Readonly<Record<string, unknown>>) => (see(call, names.values()), given) },
      },
    },
  } as never);
  const answers = [];
  for (const server of [serverBefore, serverAfter]) {
    const response = await toFetchHandler(server)(
      new Request(sent.url, {
        method: sent.method,
        headers: { ...sent.headers, authorization: "Bearer t" },
        ...(sent.body !== undefined && { body: sent.body }),
      }),
    );
    const { status: code } = response;
    const returned = Object.keys(headers).map((name) => response.headers.get(name));
    answers.push({ status: code, body: await response.text(), headers: returned });
    if (answers.length === 1 && code >= 400) return;
  }
  result.responses++;
  const [first, second] = answers;
  if (JSON.stringify(first) !== JSON.stringify(second))
    result.differences.push(
      `${plain.id}: ${JSON.stringify(sent)} gets ${JSON.stringify(second)}, not ${JSON.stringify(first)} ${problems.join()}`,
    );
  // An action without a body always gets an empty object.
  const [a, b] = seen.map((call) => ({ ...call, ...(plain.body === undefined && { body: undefined }) }));
  if (b && JSON.stringify(a, sortKeys) !== JSON.stringify(b, sortKeys))
    result.differences.push(`${plain.id}: the handler gets ${JSON.stringify(b)}, not ${JSON.stringify(a)}`);
}

function everyScope({ model }: Live): string[] {
  return model.serviceTypes.flatMap(({ actions }) =>
    actions.flatMap(({ scopes, effectiveScopes }) => [...scopes, ...effectiveScopes.flat()]),
  );
}

function sortKeys(_: string, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Holds a failure that the document allows against the action that has become of its operation. */
function compareFailures(
  { plain, action }: Joined,
  after: ReturnType<typeof createExchangeContract>,
  before: ReturnType<typeof createExchangeContract>,
  sampling: Sampling,
  result: Comparison,
): void {
  for (const { status, content } of plain.responses) {
    const media = content.find(({ kind }) => kind === "json");
    if (!/^[45]\d\d$/.test(status) || !media) continue;
    const body: JsonValue | undefined = sampleValue({ ...sampling, direction: "response" }, media.schema ?? {});
    if (body === undefined) continue;
    const response = { status: Number(status), body };
    if (validateExchange(before, { operation: plain.id, response } as never).length > 0) continue;
    result.failures++;
    const exchange: JsonObject = { action: action.name, service_type: action.serviceType, response };
    const findings = validateExchange(after, exchange as never);
    if (findings.length > 0)
      result.differences.push(`${plain.id}: ${status} ${JSON.stringify(body)}: ${JSON.stringify(findings[0])}`);
  }
}
