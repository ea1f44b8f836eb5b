import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readContract } from "../../../../generator/tools/exchanges/exchange-contract.js";
import { testContract } from "../../../../generator/tools/exchanges/conformance/test-contract.js";
import { contractPath, mockedServices } from "./mocked-services.js";
import { reply } from "./parts-server.js";

const text = { type: "string" };
const json = (properties: object, required = Object.keys(properties)) => ({
  content: { "application/json": { schema: { type: "object", required, properties } } },
});
const inPath = (name: string) => ({ name, in: "path", required: true, schema: text });
const failure = { description: "An error.", ...json({ error: text }) };
const failures = { "404": failure, "409": failure };
const states = { enum: ["active", "moving", "suspended", "lost"] };
const status = { enum: ["running", "awaiting_approval", "succeeded", "failed"] };
const location = { headers: { Location: { required: true, schema: text } } };

const followings = {
  operation: { operation: "getJob", id: "/job" },
  header: { header: "Location", operation: "getJob" },
  service: { pending: ["moving"] },
} as const;

type Kind = keyof typeof followings;

/** Services with an action that moves them, which is followed in one of the ways that bindings have. */
function contractOf(kind: Kind | undefined): string {
  const document = {
    openapi: "3.1.0",
    info: { title: "Services", version: "1" },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
    "x-platform-lifecycle": {
      states: { active: {}, moving: {}, suspended: {}, lost: {} },
      transitions: [
        { from: "active", event: "move", to: "moving" },
        { from: "moving", event: "done", to: "active" },
        { from: "moving", event: "suspend", to: "suspended" },
      ],
    },
    paths: {
      "/services/{service_id}": {
        parameters: [inPath("service_id")],
        get: {
          operationId: "getService",
          responses: {
            "200": { description: "It.", ...json({ id: text, type: { const: "box" }, status: states }) },
            ...failures,
          },
        },
      },
      "/jobs/{job_id}": {
        parameters: [inPath("job_id")],
        get: { operationId: "getJob", responses: { "200": { description: "It.", ...json({ status }) }, ...failures } },
      },
      "/services/{service_id}/actions/{action}": {
        parameters: [inPath("service_id"), inPath("action")],
        post: {
          operationId: "act",
          ...(kind && { "x-platform-action-binding": { async: followings[kind] } }),
          "x-platform-box-actions": {
            move: {
              label: "Move",
              summary: "Moves it.",
              async: true,
              scopes: ["box:write"],
              availability: { states: ["active"] },
            },
          },
          requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
          responses: {
            "200": { description: "Done.", ...json({ action: text, status: text }) },
            "202": {
              description: "It runs.",
              ...json({ action: text, status: text, job: text }, ["action", "status"]),
              ...(kind === "header" && location),
            },
            ...failures,
          },
        },
      },
    },
  };
  const file = path.join(mkdtempSync(path.join(tmpdir(), "async-")), "openapi.json");
  writeFileSync(file, JSON.stringify(document));
  return file;
}

interface Behaviour {
  readonly status?: number;
  /** The states of the job, and of the service, at each read after the call; the last one stays. */
  readonly jobs?: readonly string[];
  readonly states?: readonly string[];
  /** Whether it names no job. */
  readonly isSilent?: boolean;
  /** The services that are suspended. */
  readonly suspended?: readonly string[];
}

async function run(kind: Kind | undefined, behaviour: Behaviour = {}, services: readonly string[] = ["s1"]) {
  const { jobs = ["running", "succeeded"], states: seen = ["moving", "active"], suspended = [] } = behaviour;
  let reads: { job: number; service: number } | undefined;
  const at = (list: readonly string[], index: number) => list[Math.min(index, list.length - 1)];
  const server = async (url: string, { method }: RequestInit): Promise<Response> => {
    const [collection, id = "", more] = new URL(url).pathname.slice(1).split("/");
    if (collection === "jobs")
      return id === "j1" ? reply(200, { status: at(jobs, reads!.job++) }) : reply(404, { error: "none" });
    if (suspended.includes(id) && more) return reply(409, { error: "suspended" });
    if (!more) {
      const state = suspended.includes(id) ? "suspended" : reads ? at(seen, reads.service++) : "active";
      return reply(200, { id, type: "box", status: state });
    }
    if (method !== "POST") return reply(405);
    reads = { job: 0, service: 0 };
    const named = { ...(kind === "operation" && !behaviour.isSilent && { job: "j1" }) };
    const headers: Record<string, string> = kind === "header" && !behaviour.isSilent ? { location: "/v1/jobs/j1" } : {};
    return reply(behaviour.status ?? 202, { action: "move", status: "accepted", ...named }, headers);
  };
  const report = await testContract({
    contract: contractOf(kind),
    fetch: server,
    callers: { owner: { token: "token" } },
    services: { box: [...services] },
    only: ["async"],
    limits: { work: 300 },
  });
  const [one] = report.cases;
  return {
    texts: report.diagnostics.map(({ code, message }) => `${code} ${message}`).filter((line) => !line.startsWith("test-nothing")),
    outcome: `${one!.case.id} ${one!.outcome}${one!.reason === undefined ? "" : `: ${one!.reason}`}`,
  };
}

const kinds = Object.keys(followings) as Kind[];

test.each(kinds)("what ends as the contract follows it has no findings: by %s", async (kind) => {
  expect(await run(kind)).toEqual({ texts: [], outcome: "async/box.move passed" });
});

test.each(["operation", "header"] as const)("what never ends is found: by %s", async (kind) => {
  const { texts } = await run(kind, { jobs: ["running"] });
  expect(texts).toEqual(['test-async box.move: what it started is still "running" after 0.3 s']);
});

test("work that waits for somebody is left open", async () => {
  const { texts } = await run("operation", { jobs: ["running", "awaiting_approval"] });
  expect(texts).toEqual(['test-open box.move: what it started is still "awaiting_approval" after 0.3 s']);
});

test("a service that stays in a passing state is found", async () => {
  const { texts } = await run("service", { states: ["moving"] });
  expect(texts).toEqual(['test-async box.move: what it started is still "moving" after 0.3 s']);
});

test.each(kinds)("another success than 202 is found: by %s", async (kind) => {
  const { texts } = await run(kind, { status: 200 });
  expect(texts).toContainEqual(expect.stringMatching(/^test-response box\.move: .*must be 202/));
});

test.each(["operation", "header"] as const)("202 without what is followed is found: by %s", async (kind) => {
  const { texts } = await run(kind, { isSilent: true });
  expect(texts).toContainEqual(expect.stringMatching(/^test-async box\.move: responds with 202 without the (id|header)/));
});

test.each(["operation", "header"] as const)("a state that no transition leads to is found: by %s", async (kind) => {
  const { texts } = await run(kind, { states: ["lost", "active"] });
  expect(texts).toContainEqual(expect.stringContaining('test-async box.move: its service goes from "active" to "lost"'));
});

test("a state that is reached in several steps is left open", async () => {
  const { texts } = await run("operation", { jobs: ["succeeded"], states: ["suspended"] });
  expect(texts).toEqual([expect.stringMatching(/^test-open box\.move: its service goes from "active" to "suspended"/)]);
});

test("another service is called if one doesn't offer the action", async () => {
  expect((await run("operation", { suspended: ["s0"] }, ["s0", "s1"])).outcome).toBe("async/box.move passed");
  expect((await run("operation", { suspended: ["s0"] }, ["s0"])).outcome).toBe(
    "async/box.move skipped: it is rejected with 409: no service is in a state that offers it",
  );
});

test("what the contract doesn't follow is skipped", async () => {
  expect((await run(undefined)).outcome).toBe("async/box.move skipped: the contract doesn't say how to follow it");
});

const carried = readContract(contractPath);

/** Runs the cases of actions that are followed by the results of actions. */
async function ofResults(tempo: number, only: readonly string[]) {
  const { mock, access } = await mockedServices({ tempo });
  const report = await testContract({ ...access, contract: carried, fetch: mock.fetch, only, limits: { work: 300 } });
  const outcomes = report.cases.map(({ case: { id }, outcome }) => `${id} ${outcome}`);
  return { outcomes, texts: report.diagnostics.map(({ code, message }) => `${code} ${message}`) };
}

test("what results of actions show is followed", async () => {
  const only = ["async/postgres.backup_now", "async/search.create_index"];
  expect(await ofResults(5, only)).toEqual({ outcomes: only.map((id) => `${id} passed`), texts: [] });
  const { texts } = await ofResults(1e9, only.slice(0, 1));
  expect(texts).toEqual([expect.stringMatching(/^test-async postgres\.backup_now: what it started is still ".*" after 0\.3 s$/)]);
});
