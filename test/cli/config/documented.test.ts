import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { configSchema } from "../../../generator/cli/config/config-schema.js";
import { repositoryPath } from "../../support/repository.js";
import { load } from "./config-files.js";

const text = readFileSync(repositoryPath("docs/configuration.md"), "utf8");
const examples = [...text.matchAll(/^```(yaml|ts)\n(.*?)^```$/gms)].map(
  ([, language, example]) => [language!, example!] as const,
);

/** The content of each example, with paths in a folder. */
const settings = (folder: string) => {
  const at = (file: string) => path.join(folder, file);
  return [
    { common: { input: at("api/openapi.yaml"), out: at("src/generated"), scaffold: at("src/handlers"), maxWarnings: 0 } },
    { common: { targets: ["types", "client"] } },
    { common: { features: ["retry", "pages", "follow"] } },
    {
      common: { severities: { "open-body": "error" } },
      contracts: {
        api: { input: at("services/api/openapi.yaml"), out: at("services/api/generated") },
        billing: {
          input: at("services/billing/openapi.yaml"),
          out: at("services/billing/generated"),
          scaffold: at("services/billing/src"),
        },
      },
    },
    {
      common: {
        baseline: at("openapi-actions.baseline.json"),
        severities: { "unbounded-input": "error", "redocly/info-license": "off" },
        suppressions: [{ code: "open-body", pointer: "/import/body", reason: "the caller's metadata is stored unchanged" }],
      },
    },
    {
      common: {
        input: at("api/openapi.yaml"),
        rules: [{ code: "acme/short-label", severity: "error" }],
        emitters: [expect.any(Function)],
      },
    },
  ];
};

test.each(examples.map(([language, example], index) => [language, index, example] as const))(
  "an example in %s is a config: %i",
  async (language, index, example) => {
    const { config, problems, folder } = await load({ [`openapi-actions.config.${language}`]: example });
    expect(problems).toEqual([]);
    expect(config!.settings).toMatchObject(settings(folder)[index]!);
  },
);

test("there are examples, and every setting is listed", () => {
  expect(examples.map(([language]) => language)).toEqual(["yaml", "yaml", "yaml", "yaml", "yaml", "ts"]);
  const listed = [...text.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names]) => names!.replaceAll("`", "").split(", "));
  expect(listed.sort()).toEqual(
    Object.keys(configSchema()["properties"]!)
      .filter((name) => name !== "$schema")
      .sort(),
  );
});
