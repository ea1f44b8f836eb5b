import { expect, test } from "vitest";
import { createConfig } from "@redocly/openapi-core";
import { coveredBy } from "../../generator/lint/redocly/severities.js";

// Look at the findings of a new one: this project may report the same.
test("these rules of Redocly run", async () => {
  const config = await createConfig({ extends: ["recommended"] });
  config.skipRules(Object.keys(coveredBy));
  const names = config.getRulesForSpecVersion("oas3")!.flatMap((rules) => Object.keys(rules));
  const isOn = (id: string) =>
    (["oas3_0", "oas3_1", "oas3_2"] as const).some((version) => config.getRuleSettings(id, version).severity !== "off");
  expect(names.filter(isOn).sort()).toMatchInlineSnapshot(`
    [
      "info-license",
      "info-license-strict",
      "no-ambiguous-paths",
      "no-duplicated-tag-names",
      "no-empty-servers",
      "no-example-value-and-externalValue",
      "no-illogical-composition-keywords",
      "no-mixed-number-range-constraints",
      "no-path-trailing-slash",
      "no-required-schema-properties-undefined",
      "no-schema-type-mismatch",
      "no-server-example.com",
      "no-server-trailing-slash",
      "no-server-variables-empty-enum",
      "no-undefined-server-variable",
      "no-unsafe-markdown",
      "no-unused-components",
      "nullable-type-sibling",
      "operation-2xx-response",
      "operation-4xx-response",
      "operation-operationId",
      "operation-parameters-unique",
      "operation-summary",
      "spec-discriminator-defaultMapping",
      "spec-example-values",
      "spec-no-invalid-encoding-combinations",
      "spec-no-invalid-tag-parents",
      "spec-ref-siblings",
      "struct",
      "tag-description",
    ]
  `);
});
