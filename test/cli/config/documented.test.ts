import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { configSchema } from "../../../generator/cli/config/config-schema.js";
import { repositoryPath } from "../../support/repository.js";
import { load } from "./config-files.js";

const text = readFileSync(repositoryPath("docs/configuration.md"), "utf8");
const examples = [...text.matchAll(/^```(yaml|ts)\n(.*?)^```$/gms)].map(
  ([, language, example]) => [language!, example!] as const,
);

test.each(examples)("an example in %s is a config: %j", async (language, example) => {
  const { config, problems } = await load({ [`openapi-actions.config.${language}`]: example });
  expect(problems).toEqual([]);
  expect(config).toBeDefined();
});

test("there are examples, and every setting is listed", () => {
  expect(examples.map(([language]) => language)).toEqual(["yaml", "yaml", "yaml", "yaml", "ts"]);
  const listed = [...text.matchAll(/^\| (`.*?`) \|/gm)].flatMap(([, names]) => names!.replaceAll("`", "").split(", "));
  expect(listed.sort()).toEqual(
    Object.keys(configSchema()["properties"]!)
      .filter((name) => name !== "$schema")
      .sort(),
  );
});
