import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../../generator/compile.js";
import { hasErrors } from "../../../generator/diagnostics/diagnostic.js";
import { loadContract } from "../../../generator/document/load-contract.js";
import type { JsonObject, JsonValue } from "../../../generator/document/json-value.js";
import { createSchemaEvaluator } from "../../../generator/json-schema/interpreter.js";
import { createRandom } from "../../../generator/json-schema/samples/random.js";
import { sampleValue } from "../../../generator/json-schema/samples/sample-value.js";
import { createLiveContract } from "../../../generator/live/live-contract.js";
import { callsOf, type ContractCall } from "../../../generator/emit/mcp/describe-mcp.js";
import { argumentNames } from "../../../generator/model/client-names.js";
import type { Contract } from "../../../generator/model/contract.js";
import { readTemplate } from "../../../generator/package.js";
import { mockOf } from "../../../generator/tools/mock/mock.js";
import { corpus, hasCorpus } from "../../support/corpus.js";
import { runCli } from "../../support/command-line.js";
import { loadOutput } from "../../support/load-output.js";
import { repositoryPath } from "../../support/repository.js";
import type { Tool } from "../../../templates/runtime/mcp/contract.js";
import { connect, eras, mcpOf } from "./connect.js";

/** A contract of another maker. */
interface Foreign {
  readonly file: string;
  readonly extensionPrefix?: string;
  /** Whether its actions are declared by `adopt`, and in the files beside it. */
  readonly adopted?: readonly string[];
  /** The fewest tools of actions and of operations. */
  readonly tools: readonly [actions: number, operations: number];
}

const own = (folder: string, name: string) => repositoryPath(path.join("test", folder, `${name}.yaml`));
const others = (name: string) => path.join(corpus, "openapi", name);

const contracts: Readonly<Record<string, Foreign>> = {
  "dynamodb: X-Amz-Target": { file: own("clients", "dynamodb"), tools: [6, 0] },
  "nova: bodies with one key": { file: own("clients", "nova"), tools: [5, 4] },
  "hetzner: literal paths": { file: own("clients", "hetzner"), adopted: ["hetzner.additions.yaml"], tools: [3, 4] },
  "redfish: names with dots": { file: own("clients", "redfish"), tools: [1, 1] },
  "bank-accounts": { file: own("binding/contracts", "bank-accounts"), tools: [1, 0] },
  "cloud-machines": { file: own("binding/contracts", "cloud-machines"), tools: [1, 0] },
  databases: { file: own("binding/contracts", "databases"), tools: [1, 0] },
  "door-locks": { file: own("binding/contracts", "door-locks"), tools: [1, 0] },
  "hosting-servers": { file: own("binding/contracts", "hosting-servers"), tools: [1, 0] },
  printers: { file: own("binding/contracts", "printers"), tools: [1, 0] },
  "search-indexes": { file: own("binding/contracts", "search-indexes"), tools: [1, 0] },
  shipments: { file: own("binding/contracts", "shipments"), tools: [1, 0] },
  tickets: { file: own("binding/contracts", "tickets"), extensionPrefix: "acme", tools: [1, 0] },
  "hcloud, its own document": { file: others("hcloud/hcloud.json"), adopted: [], tools: [40, 40] },
  "openstack-manila, its own document": { file: others("openstack-manila/v2.97.yaml"), adopted: [], tools: [40, 40] },
};

/** What the API receives of a call. */
interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
}

/** The same call for a client: the arguments of an operation, or those of an action by what they are. */
interface Input {
  readonly path: JsonObject;
  readonly others: JsonObject;
  readonly body: JsonValue | undefined;
}

const baseUrl = "http://api.invalid/base";

/** Names for which every member of a client is one. */
type AnyClient = Readonly<Record<string, (...args: readonly unknown[]) => unknown>>;

/** Real documents take long: they are served in one era. */
const runs = Object.entries(contracts).flatMap(([name, foreign]) =>
  (foreign.file.startsWith(corpus) ? eras.slice(-1) : eras).map((era) => [name, era, foreign] as const),
);

describe.each(runs)("%s (%s)", (_, era, foreign) => {
  test.skipIf(foreign.file.startsWith(corpus) && !hasCorpus("openapi"))(
    "a tool sends what the generated client sends",
    async () => {
      const { contract, generated } = await compileForeign(foreign);
      const { model } = contract;
      const { tools } = mcpOf(contract);
      const kinds = tools.map(({ call }) => call.kind);
      expect(kinds.filter((kind) => kind === "action").length).toBeGreaterThanOrEqual(foreign.tools[0]);
      expect(kinds.filter((kind) => kind === "operation").length).toBeGreaterThanOrEqual(foreign.tools[1]);

      const mock = mockOf(contract, { control: false, log: () => undefined });
      let received: Received[] = [];
      const fetch = async (url: string, init?: RequestInit) => {
        const request = new Request(url, init);
        received.push({
          method: request.method,
          url,
          headers: plainHeaders(request.headers),
          body: (await request.clone().text()) || null,
        });
        return mock.fetch(url, init);
      };
      const credentials = Object.fromEntries([...model.securitySchemes].map(([name]) => [name, "key"]));
      const api = { baseUrl, token: "token", credentials, fetch };
      const { call, logs } = await connect({ contract, era, api, destructive: "allow", wait: 0 });
      const client = (generated as { createClient: (options: object) => AnyClient }).createClient(api);

      const evaluate = createSchemaEvaluator(model.schemas, { steps: 100_000, stepsInAll: Infinity, errors: 0 });
      const sample = (schema: JsonValue, seed: string) =>
        sampleValue({ schemas: model.schemas, evaluate, random: createRandom(seed), direction: "request" }, schema);

      const compared: string[] = [];
      for (const tool of tools) {
        const { name } = tool.listed;
        for (const seed of [1, 2]) {
          const input = inputOf(tool, model, (schema, part) => sample(schema, `${name} ${part} ${seed}`));
          if (!input) continue;
          const { text } = await call(name, argumentsOf(tool, input));
          const [sent] = received;
          received = [];
          const all = { ...input.path, ...input.others, ...(input.body !== undefined && { body: input.body }) };
          const calling =
            tool.call.kind === "operation"
              ? client[tool.call.method]!(all)
              : (client[tool.call.on]!(input.path) as AnyClient)[tool.call.method]!(input.body ?? {}, {
                  parameters: input.others,
                });
          await Promise.resolve(calling).catch(() => undefined);
          // What neither can send, the tool explains.
          const isUnsendable = !sent && /a value that its style can't represent/.test(text);
          expect({ name, text: sent || isUnsendable ? "" : text, input, sent }).toEqual({
            name,
            text: "",
            input,
            sent: received[0],
          });
          received = [];
          if (sent) compared.push(name);
        }
      }
      // Almost every tool has arguments that can be made up.
      expect(new Set(compared).size).toBeGreaterThan(tools.length * 0.9);
      expect(logs.errors).toEqual([]);
    },
  );
});

/** Compiles a contract, whatever its maker would be told about it. */
async function compileForeign({ file, extensionPrefix, adopted }: Foreign) {
  let folder = path.dirname(file);
  const name = path.basename(file);
  let overlays: readonly string[] = [];
  if (adopted) {
    folder = mkdtempSync(path.join(tmpdir(), "foreign-"));
    for (const each of [name, ...adopted]) copyFileSync(path.join(path.dirname(file), each), path.join(folder, each));
    expect(await runCli(folder, ["adopt", name])).toMatchObject({ code: 0 });
    overlays = [`${name.replace(/\.\w+$/, "")}.overlay.yaml`, ...adopted];
  }
  const options = { workingFolder: folder, overlays, ...(extensionPrefix !== undefined && { extensionPrefix }) };
  const { files, diagnostics } = await compile(name, { ...options, template: readTemplate, targets: ["client"] });
  expect([hasErrors(diagnostics), files === undefined]).toEqual([false, false]);
  const generated = await loadOutput(files!)("client/index.ts");
  const { contract } = loadContract(name, options);
  return { generated, contract: createLiveContract(contract!, options) };
}

/** Sampled arguments of a tool; `undefined`: none were found. */
function inputOf(
  tool: Tool,
  model: Contract,
  sample: (schema: JsonValue, part: string) => JsonValue | undefined,
): Input | undefined {
  const input = { path: {} as Record<string, JsonValue>, others: {} as Record<string, JsonValue> };
  const call = callsOf(model).find((one) => isOf(one, tool))!;
  const parameters = argumentNames(call.operation);
  for (const { argument, in: place } of Object.values(tool.input.parameters)) {
    const value = sample(parameters.get(argument)!.schema ?? true, argument);
    if (value === undefined) return undefined;
    (place === "path" ? input.path : input.others)[argument] = value;
  }
  if (tool.input.body === "none") return { ...input, body: undefined };
  const body = sample(bodySchema(call, model.schemas) ?? true, "body");
  return body === undefined ? undefined : { ...input, body };
}

function isOf(one: ContractCall, { call }: Tool): boolean {
  if (one.kind === "operation") return call.kind === "operation" && call.id === one.operation.id;
  return call.kind === "action" && call.type === one.type.name && call.action === one.action.name;
}

function bodySchema(call: ContractCall, schemas: ReadonlyMap<string, JsonValue>): JsonValue | undefined {
  if (call.kind === "action") return schemas.get(call.action.body);
  return call.operation.body?.content.find(({ kind }) => kind === "json")?.schema;
}

/** The arguments of a tool for the same input. */
function argumentsOf({ input: { parameters, body: kind } }: Tool, { path: inPath, others: rest, body }: Input): JsonObject {
  const given = Object.entries(parameters).map(([name, { argument }]) => [name, { ...inPath, ...rest }[argument]!] as const);
  const inBody = body === undefined ? {} : kind === "members" ? (body as JsonObject) : { body };
  return { ...Object.fromEntries(given), ...inBody };
}

/** Without what differs from call to call. */
function plainHeaders(headers: Headers): Record<string, string> {
  return Object.fromEntries([...headers].filter(([name]) => name !== "idempotency-key"));
}
