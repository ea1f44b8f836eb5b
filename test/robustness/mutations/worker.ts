// Runs in a process of its own, which is ended when a mutation never ends.
import http from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { readContract, testContract, type TestOptions } from "../../../generator/tools/exchanges/conformance/index.js";
import { normalized, oddRequests, type SentRequest } from "./corpus.js";
import type { Mutation } from "./instrument.js";
import type { Tokens } from "../../../generator/tools/mock/index.js";
import type * as Subject from "./subject.js";

/** What the worker is started with. */
export interface WorkerInput {
  /** The bundle of `subject.ts`. */
  readonly subject: string;
  /** Contracts by name. */
  readonly files: Readonly<Record<string, string>>;
  /** Whether one of them is tried over a network, too. */
  readonly hasNetwork: boolean;
}

/** What came of a mutation. */
export type Outcome =
  | { readonly kind: "found"; readonly by: string }
  /** No request gets to the place. */
  | { readonly kind: "unreached" }
  /** Each response is the same, byte by byte. */
  | { readonly kind: "same" }
  /** A request whose response is another one, and both. */
  | {
      readonly kind: "unfound";
      readonly request: string;
      readonly usual: string;
      readonly other: string;
      /** How many responses differ, by both statuses: `400 201`. */
      readonly differing: Readonly<Record<string, number>>;
    };

const { subject, files, hasNetwork } = JSON.parse(process.argv[2]!) as WorkerInput;
/** The mutation that is in force. */
let inForce: number | undefined;
/** The places that requests got to. */
let reached = new Set<number>();
(globalThis as { isMutated?: (id: number) => boolean }).isMutated = (id) => {
  reached.add(id);
  return id === inForce;
};
const project = "p-own";
const scopes = ["cache:read", "cache:write", "cache:reveal"];
const cacheTokens = Object.fromEntries(
  ["", ...scopes].map((missing) => {
    const own = scopes.filter((one) => one !== missing);
    return [`token-without-${missing.replace(":", "-")}`, { scopes: own, path: { project_id: [project] } }];
  }),
);
const callers = Object.fromEntries(
  Object.entries(cacheTokens).map(([token, { scopes: own }]) => [
    token.replaceAll("-", "_"),
    { token, ...(own.length < 3 && { scopes: own }) },
  ]),
);
const tokens: Readonly<Record<string, Tokens>> = {
  caches: cacheTokens,
  droplets: { "ada:a password of ada": { scopes: [] } },
};
const access: Readonly<Record<string, Omit<TestOptions, "contract">>> = {
  caches: { callers, path: { project_id: project }, foreign: { project_id: "p-others" } },
  droplets: { callers: { ada: { credentials: { login: { username: "ada", password: "a password of ada" } } } } },
  "every kind": {},
};
const contracts = Object.fromEntries(Object.entries(files).map(([name, file]) => [name, readContract(file)]));
const isOverHttp = (name: string) => name === "over http";

/** Headers of the connection and the time, which Node sets. */
const ofTransport = new Set(["date", "keep-alive", "connection", "transfer-encoding"]);

type Loaded = {
  readonly module: typeof Subject;
  readonly contracts: Readonly<Record<string, Awaited<ReturnType<typeof Subject.load>>>>;
};

async function loadSubject(query: string): Promise<Loaded> {
  const module = (await import(pathToFileURL(subject).href + query)) as typeof Subject;
  const loaded = await Promise.all(Object.entries(files).map(async ([name, file]) => [name, await module.load(file)] as const));
  return { module, contracts: Object.fromEntries(loaded) };
}

const usual = await loadSubject("");

/** What comes of an API when nothing is mutated. */
interface Usual {
  /** Requests that its test sends, and odd ones. */
  readonly requests: readonly SentRequest[];
  readonly responses: readonly string[];
  readonly reached: ReadonlySet<number>;
  /** What the test finds even so: the mock makes up operations that no action has started. */
  readonly known: Found;
}

const names = [...Object.keys(files), ...(hasNetwork ? ["over http"] : [])];
const recorded: Record<string, Usual> = {};
for (const name of names) recorded[name] = await record(name);
process.send!({ ready: true });

process.on("message", (mutation: Mutation) => {
  void judge(mutation).then(
    (outcome) => process.send!({ outcome }),
    (error: unknown) => process.send!({ outcome: { kind: "found", by: `fails: ${String(error)}` } }),
  );
});

async function record(name: string): Promise<Usual> {
  reached = new Set();
  const sent: SentRequest[] = [];
  const known = await findings(usual, name, undefined, (request) => sent.push(request));
  const requests = [...sent, ...oddRequests(sent)];
  const responses = await replay(usual, name, requests);
  return { requests, responses, reached, known };
}

/** Where an API is served: its contract may have a base path. */
function baseOf(name: string): string {
  return `http://api.invalid${name === "every kind" ? "/v1" : ""}`;
}

function nameOf(name: string): string {
  return isOverHttp(name) ? "caches" : name;
}

async function judge({ id, isAtLoad, file }: Mutation): Promise<Outcome> {
  // All others show without a network.
  const used = names.filter((name) => isOverHttp(name) === (file === "node.ts") && (isAtLoad || recorded[name]!.reached.has(id)));
  if (used.length === 0) return { kind: "unreached" };
  inForce = id;
  try {
    const loaded = isAtLoad ? await loadSubject(`?${id}`) : usual;
    for (const name of used) {
      const { known } = recorded[name]!;
      const by = (await findings(loaded, name, known)).diagnostics.find((one) => !known.diagnostics.includes(one));
      if (by !== undefined) return { kind: "found", by };
    }
    for (const name of used) {
      const { requests, responses } = recorded[name]!;
      const others = await replay(loaded, name, requests);
      const differing = responses.flatMap((response, index) => (response === others[index] ? [] : [index]));
      const [first] = differing;
      if (first === undefined) continue;
      const statuses: Record<string, number> = {};
      for (const index of differing) {
        const both = `${responses[index]!.slice(0, 3)} ${others[index]!.slice(0, 3)}`;
        statuses[both] = (statuses[both] ?? 0) + 1;
      }
      const request = `${name}: ${printRequest(requests[first]!)}`;
      return { kind: "unfound", request, usual: responses[first]!, other: others[first]!, differing: statuses };
    }
    return { kind: "same" };
  } finally {
    inForce = undefined;
  }
}

function printRequest({ method, target, headers, body }: SentRequest): string {
  return `${method} ${target} ${JSON.stringify(headers)} ${new TextDecoder().decode(body).slice(0, 200)}`;
}

/** Serves a new mock, without a network unless the name says so. */
async function serve({ module, contracts: loaded }: Loaded, name: string, now: () => number) {
  const options = {
    tempo: 5,
    now,
    log: () => undefined,
    control: false,
    ...(tokens[nameOf(name)] && { tokens: tokens[nameOf(name)]! }),
  };
  const mock = module.mockOf(loaded[nameOf(name)]!, options);
  if (!isOverHttp(name)) return { fetch: mock.fetch, url: undefined, close: () => undefined };
  const server = http.createServer(module.toNodeHandler(mock)).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { fetch, url, close: () => void (server.closeAllConnections(), server.close()) };
}

/** Findings, and the ids of the cases that failed. */
interface Found {
  readonly diagnostics: readonly string[];
  readonly cases: readonly string[];
}

/** What the test of a server finds; ends with the first failure that isn't known, if some are given. */
async function findings(loaded: Loaded, name: string, known?: Found, onRequest?: (request: SentRequest) => void): Promise<Found> {
  const cases: string[] = [];
  const { fetch: send, url: base = baseOf(name), close } = await serve(loaded, name, Date.now);
  const ending = new AbortController();
  const report = await testContract({
    ...access[nameOf(name)],
    contract: contracts[nameOf(name)]!,
    url: base,
    fetch: async (target, init) => {
      const { method = "GET", headers, body } = init;
      onRequest?.({
        method,
        target: String(target).slice(base.length),
        headers: headers as Record<string, string>,
        ...(body != null && { body: body as Uint8Array }),
      });
      return send(target, init);
    },
    allow: "destructive",
    signal: ending.signal,
    limits: { work: 400, timeout: 3_000, time: 40_000 },
    onCase: ({ case: { id }, outcome }) => {
      if (outcome !== "failed" && outcome !== "flaky") return;
      cases.push(id);
      if (known && !known.cases.includes(id)) ending.abort();
    },
  });
  close();
  // Ids are others in each run.
  const diagnostics = report.diagnostics
    .filter(({ message }) => !message.endsWith(": interrupted"))
    .map(({ code, message }) => normalized(`${code} ${message}`));
  return { diagnostics, cases };
}

/** Sends requests to a new mock, one after the other. Its time goes on by a step with each. */
async function replay(loaded: Loaded, name: string, requests: readonly SentRequest[]): Promise<readonly string[]> {
  let time = Date.UTC(2026, 0, 1);
  const { fetch: send, url = baseOf(name), close } = await serve(loaded, name, () => time);
  const responses: string[] = [];
  for (const { method, target, headers, body } of requests) {
    time += 1;
    const signal = AbortSignal.timeout(3_000);
    const init: RequestInit = { method, headers, redirect: "manual", signal, ...(body && { body: body as BodyInit }) };
    responses.push(await send(url + target, init).then(print, (error: Error) => `no response: ${error.name}`));
  }
  close();
  return responses;
}

async function print(response: Response): Promise<string> {
  const headers = [...response.headers].filter(([name]) => !ofTransport.has(name));
  return normalized(`${response.status} ${JSON.stringify(headers)} ${await response.text()}`);
}
