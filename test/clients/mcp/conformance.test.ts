import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test, type TestContext } from "vitest";
import { installNode } from "../../package/registry/install-binary.js";
import { temporaryFolder } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { install } from "../install.js";
import { program, type Program } from "../programs.js";
import { startMcp } from "./start-mcp.js";

/** The checks of a scenario that don't succeed, by the reason. */
type Exceptions = Readonly<Record<string, readonly string[]>>;

/** Scenarios about what this server doesn't have: prompts, resources, completion and a log for clients. */
const otherCapabilities = [
  "completion-complete",
  "prompts-get-embedded-resource",
  "prompts-get-simple",
  "prompts-get-with-args",
  "prompts-get-with-image",
  "prompts-list",
  "resources-list",
  "resources-read-binary",
  "resources-read-text",
  "resources-templates-read",
];

/** Scenarios whose tools return what no API described by OpenAPI does: content of the protocol's own kinds. */
const otherContent = ["tools-call-audio", "tools-call-embedded-resource", "tools-call-image", "tools-call-mixed-content"];

const itself = (scenarios: readonly string[]): Exceptions => Object.fromEntries(scenarios.map((name) => [name, [name]]));

/** All scenarios that fail or warn, with the checks that do. All others succeed. */
const exceptions: Readonly<Record<string, Exceptions>> = {
  "2025-11-25": {
    ...itself([...otherCapabilities, ...otherContent]),
    ...itself(["logging-set-level", "tools-call-with-logging", "resources-subscribe", "resources-unsubscribe"]),
    // References are replaced and dialects left out, because providers reject them.
    "json-schema-2020-12": ["json-schema-2020-12-tool-found"],
    // Models are not asked, and forms of other kinds are not needed.
    ...itself(["tools-call-sampling"]),
    "elicitation-sep1034-defaults": ["elicitation-sep1034-general"],
    "elicitation-sep1330-enums": ["elicitation-sep1330-general"],
    // There are no sessions over HTTP: clients of this revision can't be asked there, and streams are not resumed.
    "tools-call-elicitation": ["tools-call-elicitation"],
    "server-sse-multiple-streams": ["server-sse-multiple-streams-session"],
    "server-sse-polling": ["server-sse-polling-session", "server-sse-priming-event", "server-sse-retry-field"],
  },
  "2026-07-28": {
    ...itself([...otherCapabilities, ...otherContent]),
    "json-schema-2020-12": ["json-schema-2020-12-tool-found"],
    caching: [
      "sep-2549-prompts-list-caching-hints",
      "sep-2549-resources-list-caching-hints",
      "sep-2549-resources-templates-list-caching-hints",
    ],
    "sep-2164-resource-not-found": ["sep-2164-error-code", "sep-2164-data-uri"],
    "input-required-result-non-tool-request": ["sep-2322-non-tool-incomplete"],
    // No tool repeats its arguments in headers.
    "http-custom-header-server-validation": [
      "sep-2243-server-no-xmcp-tool",
      "sep-2243-server-decode-base64",
      "sep-2243-server-validate-param-match",
      "sep-2243-server-reject-invalid-param-chars",
      "sep-2243-server-reject-param-mismatch",
    ],
    // Elicitation is the only input that is required, in one round; its key is another one than that of the suite.
    "input-required-result-basic-elicitation": ["sep-2322-elicitation-incomplete"],
    "input-required-result-ignore-extra-params": ["sep-2322-ignore-unexpected-params"],
    "input-required-result-basic-list-roots": ["sep-2322-list-roots-incomplete"],
    "input-required-result-basic-sampling": ["sep-2322-sampling-incomplete"],
    "input-required-result-capability-check": ["sep-2322-respect-client-capabilities"],
    "input-required-result-multi-round": ["sep-2322-multi-round-r1"],
    "input-required-result-multiple-input-requests": ["sep-2322-multiple-inputs-incomplete"],
    "server-stateless": ["sep-2575-server-rejects-undeclared-capability"],
  },
};

/** Scenarios that call tools of the suite: contracts of others don't have them. */
const needsFixtures = /^(?:tools-call|input-required-result|elicitation|server-sse-polling|server-stateless$)/;

let suite: Program | string;
let script = "";

beforeAll(() => {
  const installed = install("@modelcontextprotocol/conformance", "0.2.0-alpha.12");
  const node = installNode("22");
  if ("reason" in installed) suite = installed.reason;
  else if ("reason" in node) suite = node.reason;
  else {
    suite = program(node.binary);
    script = path.join(installed.folder, "dist/index.js");
  }
}, 600_000);

/** Runs all scenarios of a revision, and returns the checks of each that fail or warn, and those that succeed. */
async function run(context: TestContext, url: string, revision: string) {
  if (typeof suite === "string") return context.skip(suite);
  const folder = temporaryFolder();
  const flags = ["--suite", "all", "--spec-version", revision, "--output-dir", folder];
  const { stdout, stderr } = await suite(script, "server", "--url", url, ...flags);
  const failed: Record<string, string[]> = {};
  const succeeded: string[] = [];
  for (const name of readdirSync(folder)) {
    const scenario = /^server-(.*?)-\d{4}-\d\d-\d\dT/.exec(name)![1]!;
    const file = path.join(folder, name, "checks.json");
    const checks = existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as { id: string; status: string }[]) : [];
    const bad = checks.filter(({ status }) => status === "FAILURE" || status === "WARNING").map(({ id }) => id);
    if (bad.length > 0) failed[scenario] = bad;
    else if (checks.some(({ status }) => status === "SUCCESS")) succeeded.push(scenario);
  }
  expect(Object.keys(failed).length + succeeded.length, stdout + stderr).toBeGreaterThan(20);
  return { failed, succeeded };
}

describe.each(Object.entries(exceptions))("revision %s", (revision, expected) => {
  test("every scenario that applies succeeds, with the tools that the suite calls", async (context) => {
    const url = await startMcp(repositoryPath("test/clients/mcp/conformance.yaml"), "--mock");
    const { failed, succeeded } = await run(context, url, revision);
    expect(failed).toEqual(expected);
    expect(succeeded).toEqual(
      expect.arrayContaining(["tools-list", "tools-call-simple-text", "tools-call-error", "tools-call-with-progress"]),
    );
  });

  test("every scenario that needs no tools of the suite succeeds with the repository's contract", async (context) => {
    const url = await startMcp(repositoryPath("spec/openapi.yaml"), "--mock", "--budget", "1000000");
    const { failed, succeeded } = await run(context, url, revision);
    const isOther = ([scenario]: [string, unknown]) => !needsFixtures.test(scenario);
    expect(Object.fromEntries(Object.entries(failed).filter(isOther))).toEqual(
      Object.fromEntries(Object.entries(expected).filter(isOther)),
    );
    expect(succeeded).toContain("tools-list");
  });
});
