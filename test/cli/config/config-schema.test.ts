import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { configSchema } from "../../../generator/cli/config/config-schema.js";
import { date } from "../../../templates/runtime/formats.js";
import { load } from "./config-files.js";

const validate = new Ajv2020({ strict: true, allErrors: true, formats: { date } }).compile(configSchema());

/** JSON configs; the command line and the schema must agree about each. */
const configs: readonly (readonly [isRight: boolean, config: unknown])[] = [
  [true, {}],
  [
    true,
    {
      $schema: "x",
      input: "a",
      out: "b",
      scaffold: "c",
      handlerComments: true,
      baseline: "d",
      extensionPrefix: "acme",
      integers: "rounded",
      defaults: true,
      targets: ["types", "client"],
      importExtension: ".ts",
      maxWarnings: 0,
    },
  ],
  [true, { severities: { "open-body": "off", "redocly/info-license": "error", "acme/own": "warning" } }],
  [
    true,
    {
      suppressions: [
        { code: "open-body", reason: "r" },
        { code: "a/b", file: "f", pointer: "/a~1b", reason: "r" },
      ],
    },
  ],
  [true, { contracts: { api: {}, "billing-2": { input: "b", severities: {} } } }],
  [true, { rules: [], emitters: [] }],
  [
    true,
    {
      docs: {
        name: "a",
        logo: "b.svg",
        accent: "#000000",
        accentDark: "#ffffff",
        sourceUrl: "https://a/{path}",
        pages: "c",
        hideHandlers: true,
      },
    },
  ],
  [true, { docs: { released: "2028-02-29", previous: [{ version: "a", released: "2027-01-31" }] } }],
  [false, { docs: { released: "2027-02-31" } }],
  [false, { docs: { previous: [{ version: "a", released: "2027-02-29" }] } }],
  [false, { docs: { colour: "#000000" } }],
  [false, { docs: { logo: 1 } }],
  [false, { inptu: "a" }],
  [false, { input: 1 }],
  [false, { input: " " }],
  [false, { out: ["a"] }],
  [false, { extensionPrefix: "A" }],
  [false, { integers: "lossy" }],
  [false, { defaults: "true" }],
  [false, { targets: ["browser"] }],
  [false, { targets: [] }],
  [false, { importExtension: ".mjs" }],
  [false, { maxWarnings: 1.5 }],
  [false, { maxWarnings: -1 }],
  [false, { severities: { "open-body": "warn" } }],
  [false, { severities: { "open-bod": "off" } }],
  [false, { severities: { "ref-unresolved": "warning" } }],
  [false, { severities: [] }],
  [false, { suppressions: [{ code: "open-body" }] }],
  [false, { suppressions: [{ code: "open-body", reason: "r", line: 1 }] }],
  [false, { suppressions: [{ code: "open-body", reason: "r", pointer: "a" }] }],
  [false, { contracts: { "a b": {} } }],
  [false, { contracts: { api: { contracts: {} } } }],
  [false, { rules: ["a"] }],
  [false, { emitters: [{}] }],
  [false, []],
];

it.each(configs)("%j %j", async (isRight, config) => {
  const { problems } = await load({ "c.json": JSON.stringify(config) });
  expect(validate(config)).toBe(isRight);
  expect(problems.length === 0).toBe(isRight);
});

it("accepts one or several configs to extend", () => {
  expect(validate({ extends: "./a.yaml" })).toBe(true);
  expect(validate({ extends: ["./a.yaml", "acme"] })).toBe(true);
  expect(validate({ extends: 1 })).toBe(false);
});
