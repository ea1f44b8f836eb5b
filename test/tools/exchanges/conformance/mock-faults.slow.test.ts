import { expect, test } from "vitest";
import { isObject, type JsonObject, type JsonValue } from "../../../../generator/document/json-value.js";
import type { ConformanceCode } from "../../../../generator/tools/exchanges/conformance/diagnostics.js";
import { readContract, testContract } from "../../../../generator/tools/exchanges/conformance/index.js";
import { createMock } from "../../../../generator/tools/mock/index.js";
import { repositoryPath } from "../../../support/repository.js";

const file = repositoryPath("test/tools/exchanges/conformance/servers/caches.yaml");
const contract = readContract(file);
const project = "p-own";
const scopes = ["cache:read", "cache:write", "cache:reveal"];
const tokens = Object.fromEntries(
  [undefined, ...scopes].map((missing) => {
    const own = scopes.filter((one) => one !== missing);
    return [missing === undefined ? "owner" : `without-${missing}`, { scopes: own, path: { project_id: [project] } }];
  }),
);
const callers = Object.fromEntries(Object.entries(tokens).map(([token, { scopes: own }]) => [token, { token, scopes: own }]));

/** A request to the mock. */
interface Sent {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: BodyInit | null;
}

/** Stands between the test and the mock. */
type Fault = (sent: Sent, usual: (changed?: Partial<Sent>) => Promise<Response>) => Promise<Response>;

const asOwner = (sent: Sent) => ({ headers: { ...sent.headers, authorization: "Bearer owner" } });
const isCache = ({ method, url }: Sent) => method === "GET" && /\/caches\/[^/]+$/.test(url);
const isList = ({ method, url }: Sent) => method === "GET" && /\/caches(?:\?|$)/.test(url);
const isAction = ({ url }: Sent, name: string) => url.endsWith(`/actions/${name}`);
const item = "00000000-0000-4000-8000-000000000000";

/** The same response with another body. */
async function edited(response: Response, edit: (body: JsonObject) => JsonObject): Promise<Response> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined);
  if (!isObject(body as JsonValue)) return response;
  const { status, headers } = response;
  return Response.json(edit(body as JsonObject), { status, headers: { "content-type": headers.get("content-type")! } });
}

const withStatus = (response: Response, status: number) => new Response(response.body, { status, headers: response.headers });

/** Changes what successes of some requests show. */
const showing =
  (isMeant: (sent: Sent) => boolean, edit: (body: JsonObject) => JsonObject): Fault =>
  async (sent, usual) => {
    const response = await usual();
    return isMeant(sent) && response.ok ? edited(response, edit) : response;
  };

/** Changes the entries of the actions that a cache shows. */
const offering = (edit: (entry: JsonObject) => JsonObject): Fault =>
  showing(isCache, (body) => ({
    ...body,
    capabilities: { actions: ((body["capabilities"] as JsonObject)["actions"] as JsonObject[]).map(edit) },
  }));

/** Each call that is counted changes the name of every cache. */
function counting(counts: (sent: Sent, response: Response) => boolean): Fault {
  let count = 0;
  return async (sent, usual) => {
    const response = await usual();
    if (counts(sent, response)) count++;
    return isCache(sent) && response.ok ? edited(response, (body) => ({ ...body, name: `name-${count}` })) : response;
  };
}

/** The last credential that was revealed occurs elsewhere. */
function leaking(leak: (sent: Sent, response: Response, password: string) => Promise<Response> | Response): Fault {
  let password: string | undefined;
  return async (sent, usual) => {
    const response = await usual();
    if (!response.ok) return response;
    if (sent.url.endsWith("/credential")) {
      password = ((await response.clone().json()) as { password: string }).password;
      return response;
    }
    return password === undefined ? response : leak(sent, response, password);
  };
}

const failing =
  (status: number, edit: (body: JsonObject) => JsonObject): Fault =>
  async (_, usual) => {
    const response = await usual();
    return response.status === status ? edited(response, edit) : response;
  };

/** The request without the cursor. */
function atStart({ url }: Sent): Partial<Sent> {
  const changed = new URL(url);
  changed.searchParams.delete("cursor");
  return { url: changed.href };
}

const notFound = { error: { code: "resource_not_found", message: "No." } };

const faults: readonly (readonly [fault: string, code: ConformanceCode, only: readonly string[], of: Fault])[] = [
  [
    "any token will do",
    "test-credentials",
    ["credentials/getCache"],
    (sent, usual) => usual("authorization" in sent.headers ? asOwner(sent) : {}),
  ],
  ["no token is needed", "test-credentials", ["credentials/getCache"], (sent, usual) => usual(asOwner(sent))],
  [
    "a scope is forgotten",
    "test-scope",
    ["scope/cache.flush"],
    (sent, usual) => usual(isAction(sent, "flush") ? asOwner(sent) : {}),
  ],
  [
    "400 for 403",
    "test-scope",
    ["scope/listCaches"],
    async (_, usual) => {
      const response = await usual();
      return response.status === 403 ? withStatus(response, 400) : response;
    },
  ],
  [
    "a foreign project is served",
    "test-access-denied",
    ["foreign/listCaches"],
    (sent, usual) => usual({ url: sent.url.replace("p-others", project) }),
  ],
  [
    "what is missing is made up",
    "test-access-denied",
    ["missing/getCache"],
    async (sent, usual) => {
      const response = await usual();
      return isCache(sent) && response.status === 404 ? Response.json(shown()) : response;
    },
  ],
  ["a field too much", "test-response", ["valid/getCache"], showing(isCache, (body) => ({ ...body, owner: "x" }))],
  ["a field too few", "test-response", ["valid/getCache"], showing(isCache, ({ memory_mb: _, ...body }) => body)],
  [
    "HTML for JSON",
    "test-response",
    ["valid/getCache"],
    async (sent, usual) => {
      const response = await usual();
      return isCache(sent)
        ? new Response(await response.text(), { status: response.status, headers: { "content-type": "text/html" } })
        : response;
    },
  ],
  ["an error without a code", "test-response", ["credentials/getCache"], failing(401, () => ({ error: { message: "No." } }))],
  [
    "405 without allow",
    "test-method",
    ["method"],
    async (_, usual) => {
      const response = await usual();
      return response.status === 405 ? Response.json({ error: { code: "x", message: "x" } }, { status: 405 }) : response;
    },
  ],
  [
    "everything is enabled",
    "test-gate",
    ["gate/cache.resume"],
    offering(({ reason: _, ...entry }) => ({ ...entry, enabled: true })),
  ],
  ["nothing is enabled", "test-gate", ["gate/cache.statistics"], offering((entry) => ({ ...entry, enabled: false }))],
  [
    "another reason",
    "test-open",
    ["gate/cache.resume"],
    offering((entry) => ("reason" in entry ? { ...entry, reason: "No." } : entry)),
  ],
  ["another label", "test-gate", ["capabilities"], offering((entry) => ({ ...entry, label: "?" }))],
  [
    "the gate is ignored",
    "test-gate",
    ["gate/cache.resume"],
    async (sent, usual) => {
      const response = await usual();
      return isAction(sent, "resume") && response.status === 409 ? Response.json({ action: "resume", status: "done" }) : response;
    },
  ],
  [
    "a read changes something",
    "test-unchanged",
    ["unchanged/cache.statistics"],
    counting((sent) => isAction(sent, "statistics")),
  ],
  [
    "what is rejected changes something",
    "test-unchanged",
    ["unchanged/cache.resize"],
    counting((_, { status }) => status === 400),
  ],
  ["not idempotent", "test-idempotent", ["idempotent/cache.resize"], counting((sent) => isAction(sent, "resize"))],
  [
    "what was deleted is still shown",
    "test-resource",
    ["resource/deleteCache"],
    async (sent, usual) => (sent.method === "DELETE" ? new Response(null, { status: 204 }) : usual()),
  ],
  ["a lost name", "test-resource", ["resource/createCache"], showing(isCache, (body) => ({ ...body, name: "other" }))],
  ["the cursor is ignored", "test-pages", ["pages/listCaches"], (sent, usual) => usual(atStart(sent))],
  [
    "a page leaves something out",
    "test-pages",
    ["pages/listCaches"],
    showing(
      (sent) => /[?&]cursor=/.test(sent.url),
      (body) => ({ ...body, items: (body["items"] as JsonValue[]).slice(1) }),
    ),
  ],
  [
    "operations never end",
    "test-async",
    ["async/cache.restart"],
    showing(
      ({ url }) => url.includes("/operations/"),
      (body) => ({ ...body, status: "running" }),
    ),
  ],
  [
    "operations aren't there",
    "test-async",
    ["async/cache.restart"],
    async (sent, usual) => (sent.url.includes("/operations/") ? Response.json(notFound, { status: 404 }) : usual()),
  ],
  [
    "200 for 202",
    "test-response",
    ["async/cache.restart"],
    async (_, usual) => {
      const response = await usual();
      return response.status === 202 ? withStatus(response, 200) : response;
    },
  ],
  [
    "a credential in a header",
    "test-secret",
    ["valid/revealCredential", "http/getCache/head"],
    leaking((_, response, password) => {
      response.headers.set("x-debug", password);
      return response;
    }),
  ],
  [
    "a credential in a list",
    "test-secret",
    ["valid/revealCredential", "pages/listCaches"],
    leaking((sent, response, password) =>
      isList(sent)
        ? edited(response, (body) => ({
            ...body,
            items: (body["items"] as JsonObject[]).map((one) => ({ ...one, name: password })),
          }))
        : response,
    ),
  ],
];

/** A cache that the mock doesn't have. */
function shown(): JsonObject {
  return { id: item, type: "cache", name: "x", status: "active", memory_mb: 64, capabilities: { actions: [] } };
}

async function run(fault: Fault | undefined, only: readonly string[]) {
  const mock = await createMock(file, { tokens, tempo: 5 });
  return testContract({
    contract,
    callers,
    path: { project_id: project },
    foreign: { project_id: "p-others" },
    allow: "destructive",
    limits: { work: 500 },
    only,
    fetch: async (url, { method = "GET", headers, body }) => {
      const sent: Sent = { method, url, headers: headers as Record<string, string>, body: body ?? null };
      const usual = (changed: Partial<Sent> = {}) => {
        const { url: target, ...init } = { ...sent, ...changed };
        return mock.fetch(target, { ...init, redirect: "manual" });
      };
      return fault ? fault(sent, usual) : usual();
    },
  });
}

test("the mock without a fault has no finding", async () => {
  const { diagnostics } = await run(
    undefined,
    faults.flatMap(([, , only]) => only),
  );
  expect(diagnostics).toEqual([]);
});

test.each(faults)("the fault is found: %s", async (_, code, only, fault) => {
  const { diagnostics } = await run(fault, only);
  expect(diagnostics).toContainEqual(expect.objectContaining({ code }));
});
