import { readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createRandom } from "../../generator/json-schema/samples/random.js";
import { createSchemaEvaluator } from "../../generator/json-schema/interpreter.js";
import { sampleValue } from "../../generator/json-schema/samples/sample-value.js";
import type { JsonValue } from "../../generator/document/json-value.js";
import { argumentNames, clientNames } from "../../generator/model/client-names.js";
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
const chosen = process.env["DOCS"] ? files.filter((file) => file.includes(process.env["DOCS"]!)) : files;

describe.runIf(hasCorpus("openapi"))("mocks of documents", () => {
  test.each(chosen)("%s", async (file) => {
    const options = { workingFolder: corpus };
    const { contract: loaded, checkable, diagnostics } = loadContract(file, options);
    if (!loaded || !checkable || hasErrors([...diagnostics, ...lintContract(checkable)])) return;
    const problems: string[] = [];
    const mock = mockOf(createLiveContract(loaded), { log: (message) => void problems.push(message) });
    const { calls, skipped, failed } = await callAll(mock, problems);
    const roles = mock.explain();
    const understood = roles.filter(({ role }) => role !== "sampled").length;
    console.log(`${file}: ${calls} calls, ${skipped} without a sample, ${roles.length} operations, ${understood} understood`);
    expect(failed).toEqual([]);
  });
});

async function callAll(mock: Mock, problems: string[]) {
  const { model } = mock.contract;
  const evaluate = createSchemaEvaluator(model.schemas, { steps: 100_000, stepsInAll: Infinity, errors: 0 });
  const sample = (schema: JsonValue, seed: string) =>
    sampleValue({ schemas: model.schemas, evaluate, random: createRandom(seed), direction: undefined }, schema);
  let status = 0;
  let text = "";
  const fetch = async (url: string, init: RequestInit) => {
    const response = await mock.fetch(url, init);
    status = response.status;
    text = response.status >= 500 ? await response.clone().text() : "";
    return response;
  };
  const credentials = Object.fromEntries([...model.securitySchemes.keys()].map((name) => [name, "key"]));
  const basic = Object.fromEntries(
    [...model.securitySchemes].map(([name, { type, scheme }]) => [
      name,
      type === "http" && scheme?.toLowerCase() === "basic" ? { username: "u", password: "p" } : "key",
    ]),
  );
  const client = createClient(mock.contract, {
    baseUrl: `http://mock.invalid${mock.contract.server.basePath ?? ""}`,
    fetch,
    token: "t",
    credentials: { ...credentials, ...basic },
  } as never);
  const failed: string[] = [];
  let calls = 0;
  let skipped = 0;
  for (const operation of model.operations.slice(0, 400)) {
    if (operation.isEndpoint) continue;
    const args: Record<string, unknown> = {};
    let isComplete = true;
    for (const [argument, parameter] of argumentNames(operation)) {
      if (!parameter.required) continue;
      const value = sample(parameter.schema, `${operation.id} ${argument}`);
      if (value === undefined) isComplete = false;
      args[argument] = value;
    }
    const media = operation.body?.content.find(({ kind }) => kind === "json");
    if (operation.body && media) {
      const value = sample(media.schema ?? {}, operation.id);
      if (value === undefined) isComplete = false;
      args["body"] = value;
      args["contentType"] = media.name;
    } else if (operation.body?.required) isComplete = false;
    const name = clientNames(model).operations.get(operation.id)!;
    if (!isComplete) {
      skipped++;
      continue;
    }
    calls++;
    status = 0;
    problems.length = 0;
    try {
      await client.operations[name]!(args);
    } catch (error) {
      if (status >= 500 || status === 0 || status === 400)
        failed.push(
          `${operation.method} ${operation.path}: ${status} ${(error as Error).message.slice(0, 150)} ${text.slice(0, 100)} ${problems.join("; ").slice(0, 300)}`,
        );
    }
  }
  return { calls, skipped, failed };
}
