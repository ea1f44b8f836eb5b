import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { loadConfig } from "../../generator/cli/config/load-config.js";
import type { JsonObject } from "../../generator/document/json-value.js";
import { readContract } from "../../generator/tools/exchanges/exchange-contract.js";
import { validateFiles } from "../../generator/tools/exchanges/validate-files.js";
import { temporaryFolder } from "../support/command-line.js";
import { repositoryPath } from "../support/repository.js";
import { randomInputs, seed } from "./budget.js";
import { mutateText, textMutation } from "./mutate-text.js";
import { mutateValue, valueMutation } from "./mutate-value.js";
import { wrongPlaces } from "./mutated-places.js";

const numRuns = randomInputs(400);
const textChanges = fc.array(textMutation, { minLength: 1, maxLength: 3 });
const valueChanges = fc.array(valueMutation, { minLength: 1, maxLength: 3 });

const fixtureFolder = repositoryPath("spec/fixtures");
const fixtures = readdirSync(fixtureFolder, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".yaml"))
  .sort()
  .filter((_, index) => index % 6 === 0)
  .map((file) => readFileSync(path.join(fixtureFolder, file), "utf8"));

const project = "https://api.test/v1/projects/5f0c7b1e-3a52-4e0b-9d7c-1b6a2f4e8c90";
const headers = [{ name: "content-type", value: "application/json" }];
const recording: JsonObject = {
  log: {
    version: "1.2",
    creator: { name: "browser", version: "1" },
    entries: [
      {
        request: { method: "GET", url: project, headers: [{ name: "authorization", value: "Bearer t" }], queryString: [] },
        response: { status: 404, headers, content: { mimeType: "application/json", text: '{"error":"not_found: No."}' } },
      },
      {
        request: {
          method: "POST",
          url: `${project}/services/7d1f2a60-94c3-4b8e-a5d2-0e6f3b9c1a47/actions/add_ip`,
          headers,
          postData: { mimeType: "application/json", text: '{"ip":"192.0.2.1"}' },
        },
        response: {
          status: 200,
          headers,
          content: { mimeType: "application/json", encoding: "base64", text: "eyJzdGF0dXMiOiJvayJ9" },
        },
      },
    ],
  },
};

const config = `input: api/openapi.yaml
out: generated
extensionPrefix: platform
severities: { open-body: off, redocly/info-license: warning }
suppressions:
  - { code: open-body, pointer: /paths, reason: "It is meant." }
maxWarnings: 3
docs: { name: Docs, accent: "#336699" }
contracts:
  one: { input: one.yaml, out: one }
  two: { input: two.yaml, scaffold: src }
`;

const counts = { files: 0, findings: 0, configs: 0, accepted: 0 };

const contractFolder = repositoryPath("spec");
const contract = readContract("openapi.yaml", { workingFolder: contractFolder });

async function checkExchanges(folder: string, file: string): Promise<void> {
  const { diagnostics } = await validateFiles(contract, [file], { workingFolder: folder });
  counts.files++;
  counts.findings += diagnostics.length;
  expect(wrongPlaces(diagnostics, folder, contractFolder)).toEqual([]);
}

test("fixtures that were changed are validated against the contract, or rejected at a location", async () => {
  const folder = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...fixtures), fc.oneof(textChanges, valueChanges), async (text, changes) => {
      const changed = changes.reduce<string>(
        (before, change) =>
          "text" in change ? mutateText(before, change) : stringify(mutateValue(parse(before) as JsonObject, change)),
        text,
      );
      writeFileSync(path.join(folder, "fixture.yaml"), changed);
      await checkExchanges(folder, "fixture.yaml");
    }),
    { numRuns, seed },
  );
});

test("recordings that were changed are validated against the contract, or rejected at a location", async () => {
  const folder = temporaryFolder();
  await fc.assert(
    fc.asyncProperty(valueChanges, fc.option(textMutation), async (changes, more) => {
      const text = JSON.stringify(changes.reduce(mutateValue, recording), undefined, 1);
      writeFileSync(path.join(folder, "recording.har"), more ? mutateText(text, more) : text);
      await checkExchanges(folder, "recording.har");
    }),
    { numRuns, seed },
  );
});

test("configs that were changed are read, or rejected at a location", async () => {
  const folder = temporaryFolder();
  const file = path.join(folder, "openapi-actions.config.yaml");
  await fc.assert(
    fc.asyncProperty(textChanges, async (changes) => {
      writeFileSync(file, changes.reduce(mutateText, config));
      const { config: loaded, diagnostics } = await loadConfig(file, { workingFolder: folder, modules: {} });
      counts.configs++;
      if (loaded) counts.accepted++;
      expect(loaded === undefined).toBe(diagnostics.length > 0);
      expect(wrongPlaces(diagnostics, folder)).toEqual([]);
    }),
    { numRuns, seed },
  );
});

afterAll(() => {
  const { files, findings, configs, accepted } = counts;
  process.stdout.write(
    `${files} changed fixtures and recordings with ${findings} findings; ${configs} changed configs, ${accepted} accepted\n`,
  );
});
