import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../generator/json-schema/samples/random.js";
import { createSchemaEvaluator } from "../../generator/json-schema/interpreter.js";
import { sampleValue } from "../../generator/json-schema/samples/sample-value.js";
import type { JsonValue } from "../../generator/document/json-value.js";
import { argumentNames, clientNames } from "../../generator/model/client-names.js";
import { findResources } from "../../generator/resources/resources.js";
import type { Operation } from "../../generator/model/contract.js";
import { createClient } from "../../generator/live/index.js";
import { mockOf, type Mock } from "../../generator/tools/mock/mock.js";
import { createLiveContract } from "../../generator/live/live-contract.js";
import { loadContract } from "../../generator/document/load-contract.js";
import { lintContract } from "../../generator/lint/lint.js";
import { hasErrors } from "../../generator/diagnostics/diagnostic.js";
import { corpus, hasCorpus } from "../support/corpus.js";

const { documents } = hasCorpus("openapi")
  ? (JSON.parse(readFileSync(path.join(corpus, "MANIFEST.json"), "utf8")) as { documents: { file: string }[] })
  : { documents: [] };
const files = documents.map(({ file }) => file);

const totals: {
  readonly file: string;
  readonly followed: number;
  readonly calls: number;
  readonly skipped: number;
  readonly unknown: number;
  readonly understood: number;
  readonly operations: number;
}[] = [];

describe.runIf(hasCorpus("openapi"))("mocks of documents", () => {
  test.each(files)("%s", async (file) => {
    const options = { workingFolder: corpus };
    const { contract: loaded, checkable, diagnostics } = loadContract(file, options);
    if (!loaded || !checkable || hasErrors([...diagnostics, ...lintContract(checkable)])) return;
    const problems: string[] = [];
    const mock = mockOf(createLiveContract(loaded), { log: (message) => void problems.push(message) });
    const caller = createCaller(mock, problems);
    const { followed, failed: inconsistent } = await followResources(mock, caller);
    const { calls, skipped, unknown, failed } = await callAll(mock, caller);
    const understood = mock.explain().filter(({ role }) => role !== "sampled").length;
    totals.push({ file, followed, calls, skipped, unknown, understood, operations: mock.contract.model.operations.length });
    expect([...inconsistent, ...failed]).toEqual([]);
  });

  test("most operations are called, and a response is found for nearly all", () => {
    const sum = (of: "followed" | "calls" | "skipped" | "unknown" | "understood" | "operations") =>
      totals.reduce((total, one) => total + one[of], 0);
    expect(sum("calls")).toBeGreaterThan(2_000);
    expect(sum("understood")).toBeGreaterThan(sum("operations") / 4);
    expect(sum("followed")).toBeGreaterThan(80);
    expect(sum("unknown")).toBeLessThan(sum("calls") / 50);
  });
});

/** The outcome of a call. */
interface Called {
  readonly status: number;
  readonly body: unknown;
  readonly problem: string;
}

/** Calls operations of a mock with sampled valid requests. */
function createCaller(mock: Mock, problems: string[]) {
  const { model } = mock.contract;
  const evaluate = createSchemaEvaluator(model.schemas, { steps: 100_000, stepsInAll: Infinity, errors: 0 });
  const sample = (schema: JsonValue, seed: string) =>
    sampleValue({ schemas: model.schemas, evaluate, random: createRandom(seed), direction: undefined }, schema);
  let status = 0;
  const credentials = Object.fromEntries(
    [...model.securitySchemes].map(([name, { type, scheme }]) => [
      name,
      type === "http" && scheme?.toLowerCase() === "basic" ? { username: "u", password: "p" } : "key",
    ]),
  );
  const client = createClient(mock.contract, {
    baseUrl: `http://mock.invalid${mock.contract.server.basePath ?? ""}`,
    fetch: async (url: string, init: RequestInit) => {
      const response = await mock.fetch(url, init);
      status = response.status;
      return response;
    },
    token: "t",
    credentials,
  } as never);
  return {
    /** The required arguments of an operation, `undefined` if no valid ones were found. */
    argsFor(operation: Operation): Record<string, unknown> | undefined {
      const args: Record<string, unknown> = {};
      for (const [argument, parameter] of argumentNames(operation)) {
        if (parameter.required) args[argument] = sample(parameter.schema, `${operation.id} ${argument}`);
      }
      const media = operation.body?.content.find(({ kind }) => kind === "json");
      // Fetch sends no bodies with these.
      const isSent = operation.method !== "GET" && operation.method !== "HEAD";
      if (media && isSent) Object.assign(args, { body: sample(media.schema ?? {}, operation.id), contentType: media.name });
      else if (operation.body?.required) return undefined;
      return Object.values(args).includes(undefined) ? undefined : args;
    },
    async call(operation: Operation, args: object): Promise<Called> {
      status = 0;
      problems.length = 0;
      try {
        const body = await client.operations[clientNames(model).operations.get(operation.id)!]!(args);
        return { status, body, problem: "" };
      } catch (error) {
        return {
          status,
          body: undefined,
          problem: `${(error as Error).message.slice(0, 150)} ${problems.join("; ").slice(0, 300)}`,
        };
      }
    },
  };
}

type Caller = ReturnType<typeof createCaller>;

async function callAll(mock: Mock, { argsFor, call }: Caller) {
  const failed: string[] = [];
  let calls = 0;
  let skipped = 0;
  let unknown = 0;
  for (const operation of mock.contract.model.operations.slice(0, 400)) {
    if (operation.isEndpoint) continue;
    const { responses } = operation;
    const args = argsFor(operation);
    if (!args) {
      skipped++;
      continue;
    }
    calls++;
    const { status, problem } = await call(operation, args);
    const hasSuccess = responses.length === 0 || responses.some((response) => /^2|default/.test(response.status));
    const isUnwritable = status === 0 && problem.includes("can't be sent");
    const isBad = status >= 500 || status === 0 || status === 400;
    if (problem.includes("no valid value")) unknown++;
    else if (isBad && hasSuccess && !isUnwritable) failed.push(`${operation.method} ${operation.path}: ${status} ${problem}`);
  }
  return { calls, skipped, unknown, failed };
}

/** Creates an item of each resource, reads it, finds it in the list and removes it. Returns what is not as it should be. */
async function followResources(mock: Mock, { argsFor, call }: Caller) {
  const failed: string[] = [];
  let followed = 0;
  const resources = findResources(mock.contract.model);
  const creatable = resources.filter(({ operations }) => operations.some(({ role }) => role === "create"));
  for (const { path: at, id, operations } of creatable) {
    // Below items that calls create.
    if (!id || creatable.some((other) => at.startsWith(`${other.path}/`))) continue;
    const of = (role: string) => operations.find((one) => one.role === role);
    const [create, read, list, remove] = [of("create"), of("read"), of("list"), of("remove")];
    const args = create && argsFor(create.operation);
    if (!create || !read || !args) continue;
    const size = () => Object.values(mock.state.read().collections).flat().length;
    const before = size();
    const created = await call(create.operation, args);
    if (created.problem.includes("no valid value") || size() === before) continue;
    const [collection, items] = Object.entries(mock.state.read().collections).at(-1)!;
    const item = items.at(-1)!;
    const inPath = Object.fromEntries(Object.entries(args).filter(([name]) => at.includes(`{${name}}`)));
    const own = (operation: Operation) => {
      const named = [...argumentNames(operation)].find(([, one]) => one.in === "path" && one.name === id.parameter)?.[0];
      return { ...argsFor(operation), ...inPath, ...(named !== undefined && { [named]: item[id.member] }) };
    };
    followed++;
    const shown = await call(read.operation, own(read.operation));
    if (shown.status !== 200 || !JSON.stringify(shown.body).includes(JSON.stringify(item[id.member])))
      failed.push(`${collection} is not read: ${shown.status} ${shown.problem}`);
    if (list) {
      const listed = await call(list.operation, { ...argsFor(list.operation), ...inPath });
      if (!JSON.stringify(listed.body ?? "").includes(JSON.stringify(item[id.member])))
        failed.push(`${collection} is not listed: ${listed.status} ${listed.problem}`);
    }
    if (!remove?.operation.responses.some(({ status }) => /^2|default/.test(status))) continue;
    const removed = await call(remove.operation, own(remove.operation));
    const gone = await call(read.operation, own(read.operation));
    if (removed.status >= 300 || gone.status !== 404)
      failed.push(`${collection} is not removed: ${removed.status} ${gone.status}`);
  }
  return { followed, failed };
}
