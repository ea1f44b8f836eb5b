import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import http from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, onTestFinished, test } from "vitest";
import reportSchema from "../../../schemas/report.schema.json" with { type: "json" };
import { runCli } from "../../support/command-line.js";
import { folderOf } from "./validate-texts.js";
import { shopContract } from "./shop-contract.js";

const good = "exchanges:\n  - request: { body: { cake: Sacher } }\n";
const bad = "request: { body: { cake: 5 } }\n";

/** A folder with the small contract where the command looks for one, and some fixtures. */
function project(files: Readonly<Record<string, string>>): string {
  return folderOf({ "spec/openapi.yaml": shopContract, ...files });
}

const shop = (name: string, more: object = {}) => ({
  id: 7,
  type: "bakery",
  status: "open",
  plan: "large",
  capabilities: {
    actions: ["bake", "open_up"].map((action) => ({
      name: action === "bake" ? name : action,
      label: action === "bake" ? "Bake" : "Open",
      enabled: true,
      scopes: ["shop:write"],
    })),
  },
  ...more,
});

describe("validate", () => {
  test("reports that everything is valid, and what was covered", async () => {
    const folder = project({ "fixtures/bakery/bake.yaml": good });
    expect(await runCli(folder, ["validate", "fixtures"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "1 exchange in 1 file: no problems; coverage 3.3 % (1 of 30)\n",
    });
  });

  test("exits with 1 if something is invalid", async () => {
    const folder = project({ "fixtures/bakery/bake.yaml": bad });
    const { code, stdout, stderr } = await runCli(folder, ["validate", "fixtures/**/*.yaml", "fixtures/none.yaml"]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toBe(
      [
        'error file-unreadable: cannot read "fixtures/none.yaml": no such file',
        "  hint: Specify the path of a readable file.",
        "",
        'fixtures/bakery/bake.yaml:1:26 error request-invalid: "/request/body/cake" must be string (rule "type")',
        "  1 | request: { body: { cake: 5 } }",
        "    |                          ^",
        "  spec/openapi.yaml:86:29 defined here",
        "",
        "1 exchange in 1 file: 2 errors; coverage 0 % (0 of 30)",
        "",
      ].join("\n"),
    );
  });

  test.each<[string, string[], string]>([
    [
      "nothing to validate",
      [],
      "error: nothing to validate; specify files, --capabilities or --url. See openapi-actions validate --help.\n",
    ],
    [
      "an unknown flag",
      ["fixtures", "--min-covrage", "5"],
      "error: unknown option '--min-covrage'\n(Did you mean --min-coverage?)\n",
    ],
    [
      "a percentage that is none",
      ["fixtures", "--min-coverage", "101"],
      "error: option '--min-coverage <percent>' argument '101' is invalid. Expected a number from 0 to 100.\n",
    ],
    [
      "an unknown type",
      ["fixtures", "--service-type", "7=bakry"],
      "error: unknown service type 'bakry'\n(Did you mean bakery?)\n",
    ],
    [
      "a token that is not there",
      ["--url", "http://127.0.0.1:1/", "--token-env", "SHOP_TOKEN"],
      "error: the environment variable SHOP_TOKEN is empty or not set\n",
    ],
  ])("exits with 2 for %s", async (_, args, stderr) => {
    expect(await runCli(project({ "fixtures/bakery/bake.yaml": good }), ["validate", ...args])).toEqual({
      code: 2,
      stdout: "",
      stderr,
    });
  });

  test("validates nothing against a contract with errors", async () => {
    const folder = project({ "fixtures/bakery/bake.yaml": good });
    writeFileSync(path.join(folder, "spec/openapi.yaml"), shopContract.replace("label: Bake\n", "labell: Bake\n"));
    const { code, stderr } = await runCli(folder, ["validate", "fixtures"]);
    expect(code).toBe(1);
    expect(stderr).toContain('spec/openapi.yaml:77:11 error action-shape: unknown key "labell" in an action');
    expect(stderr).toContain("nothing was validated\n");
  });

  test("--contract and --extension-prefix choose the contract", async () => {
    const folder = folderOf({ "api.yaml": shopContract.replaceAll("x-platform-", "x-shop-"), "bakery/bake.yaml": good });
    const { code, stderr } = await runCli(folder, ["validate", "bakery", "--contract", "api.yaml", "--extension-prefix", "shop"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: "1 exchange in 1 file: no problems; coverage 3.3 % (1 of 30)\n" });
  });

  test("--min-coverage fails below, --coverage shows the table on stdout", async () => {
    const folder = project({ "fixtures/bakery/bake.yaml": good });
    const { code, stdout, stderr } = await runCli(folder, ["validate", "fixtures", "--coverage", "--min-coverage", "50"]);
    expect(code).toBe(1);
    expect(stdout).toContain("bakery.bake         1        0         0  missing 409, 422\n");
    expect(stdout).toContain("\ncoverage 3.3 % (1 of 30)\n");
    expect(stderr).toContain(
      "error coverage-low: coverage of 3.3 % is below the minimum of 50 %: 29 kinds of exchanges are missing\n",
    );
    expect((await runCli(folder, ["validate", "fixtures", "--min-coverage", "3"])).code).toBe(0);
  });

  test("--format json has problems and coverage, as the schema of reports defines", async () => {
    const folder = project({ "fixtures/bakery/bake.yaml": bad });
    const { code, stdout } = await runCli(folder, ["validate", "fixtures", "--format", "json"]);
    expect(code).toBe(1);
    const report = JSON.parse(stdout) as { diagnostics: { code: string }[]; coverage: { total: number; rows: unknown[] } };
    expect(report.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(["request-invalid"]);
    expect(report.coverage).toMatchObject({ covered: 0, total: 30, percent: 0 });
    expect(report.coverage.rows[0]).toEqual({
      service_type: "bakery",
      action: "bake",
      operation: "invokeAction",
      seen: { "valid request": 0, "invalid request": 0, response: 0, "error 409": 0, "error 422": 0 },
    });
    const validate = new Ajv2020({ strict: false }).compile(reportSchema);
    expect(validate(report), JSON.stringify(validate.errors)).toBe(true);
  });

  test("recordings take their base URL and the type of their services from flags", async () => {
    const entry = {
      request: {
        method: "POST",
        url: "https://shop.example/v2/shops/7/actions/bake",
        headers: [],
        postData: { mimeType: "application/json", text: '{"cake":1}' },
      },
      response: {
        status: 200,
        headers: [],
        content: { mimeType: "application/json", text: '{"action":"bake","status":"ok","result":{"minutes":1}}' },
      },
    };
    const folder = project({ "a.har": JSON.stringify({ log: { entries: [entry] } }) });
    const args = ["validate", "a.har", "--base-url", "https://shop.example/v2", "--format", "concise"];
    expect((await runCli(folder, args)).stderr).toContain("error har-service-type: ");
    const { code, stderr } = await runCli(folder, [...args, "--service-type", "7=bakery"]);
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^a\.har:1:\d+ error request-invalid: "\/request\/body\/cake" must be string \(rule "type"\)\n1 exchange in 1 file: 1 error; /,
    );
  });

  test("--capabilities validates a recorded service against the contract", async () => {
    const folder = project({ "good.json": JSON.stringify(shop("bake")), "bad.yaml": JSON.stringify(shop("bakee")) });
    expect(await runCli(folder, ["validate", "--capabilities", "good.json"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "capabilities of 1 service: no problems\n",
    });
    const { code, stderr } = await runCli(folder, ["validate", "--capabilities", "bad.yaml", "--format", "concise"]);
    expect(code).toBe(1);
    expect(stderr.replace(/:\d+:\d+/g, "")).toBe(
      [
        'bad.yaml error capability-unadvertised: no service of type "bakery" advertises "bake", which the contract declares',
        'bad.yaml error capability-undeclared: the service advertises "bakee", which the contract does not declare for "bakery"',
        "capabilities of 1 service: 2 errors",
        "",
      ].join("\n"),
    );
  });

  test("--url fetches a service with the token of the environment, which is never printed", async () => {
    const asked: (string | undefined)[] = [];
    const server = http.createServer((request, response) => {
      asked.push(request.headers.authorization);
      if (request.headers.authorization === "Bearer t0ken-t0ken")
        response.end(JSON.stringify(shop("bake", { note: "t0ken-t0ken" })));
      else response.writeHead(401).end();
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/shops/7`;
    const folder = project({});
    const run = (args: string[], environment: NodeJS.ProcessEnv) =>
      runCli(folder, ["validate", "--url", `${url}?a=b`, ...args], environment);

    expect(await run([], { OPENAPI_ACTIONS_TOKEN: "t0ken-t0ken" })).toEqual({
      code: 0,
      stdout: "",
      stderr: "capabilities of 1 service: no problems\n",
    });
    expect((await run(["--token-env", "SHOP_TOKEN"], { SHOP_TOKEN: "t0ken-t0ken" })).code).toBe(0);
    const refused = await run([], { OPENAPI_ACTIONS_TOKEN: "wrong-t0ken" });
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`error capability-fetch: cannot fetch "${url}": the response status is 401\n`);
    expect(refused.stderr).not.toContain("t0ken");
    expect((await run([], { OPENAPI_ACTIONS_TOKEN: "" })).stderr).toContain("the response status is 401");
    expect(asked).toEqual(["Bearer t0ken-t0ken", "Bearer t0ken-t0ken", "Bearer wrong-t0ken", undefined]);
  });
});

describe("fixtures init", () => {
  test("writes fixtures that validate accepts, and leaves existing ones untouched", async () => {
    const folder = project({ "fixtures/bakery/bake.yaml": good });
    const first = await runCli(folder, ["fixtures", "init"]);
    expect(first).toEqual({
      code: 0,
      stdout: "",
      stderr: expect.stringMatching(/^fixtures: 7 files written, \d+ exchanges; 1 file unchanged\n$/),
    });
    expect(readFileSync(path.join(folder, "fixtures/bakery/bake.yaml"), "utf8")).toBe(good);
    expect(await runCli(folder, ["fixtures", "init"])).toEqual({
      code: 0,
      stdout: "",
      stderr: "fixtures: 0 files written, 0 exchanges; 8 files unchanged\n",
    });
    const { code, stderr } = await runCli(folder, ["validate", "fixtures"]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining(": no problems; coverage 86.6 % (26 of 30)\n") });
  });

  test("for some, elsewhere, with another seed", async () => {
    const folder = project({});
    expect((await runCli(folder, ["fixtures", "init", "bakery", "closeShop", "--out", "a", "--seed", "7"])).code).toBe(0);
    expect(readdirSync(path.join(folder, "a"), { recursive: true, encoding: "utf8" }).sort()).toEqual([
      "bakery",
      "bakery/bake.yaml",
      "bakery/open_up.yaml",
      "operations",
      "operations/closeShop.yaml",
    ]);
  });

  test.each<[string, string[], string]>([
    ["an unknown name", ["bakry"], "error: unknown service type, action or operation 'bakry'\n(Did you mean bakery?)\n"],
    [
      "a seed that is no number",
      ["--seed", "x"],
      "error: option '--seed <number>' argument 'x' is invalid. Expected a whole number, 0 or above.\n",
    ],
  ])("exits with 2 for %s", async (_, args, stderr) => {
    expect(await runCli(project({}), ["fixtures", "init", ...args])).toEqual({ code: 2, stdout: "", stderr });
  });

  test("reports what it can't write", async () => {
    const folder = project({ fixtures: "a file" });
    const { code, stderr } = await runCli(folder, ["fixtures", "init", "bakery.bake"]);
    expect(code).toBe(1);
    expect(stderr).toContain('error fixture-unwritable: cannot write "fixtures/bakery/bake.yaml": ENOTDIR\n');
  });
});
