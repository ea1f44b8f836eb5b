import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import Ajv2020 from "ajv/dist/2020.js";
import { beforeAll, describe, expect, test } from "vitest";
import { runCli } from "../../support/command-line.js";
import { repositoryPath } from "../../support/repository.js";
import { createRepository, type Repository } from "./versions/repository.js";

let repository: Repository;

const contract = (body: string, more = "", version = "1.4.2") => `openapi: 3.1.0
info: { title: Shop, version: ${version} }
paths:
  /services/{service_id}/actions/{action}:
    post:
      responses: { "200": { description: Done. } }
      x-platform-postgres-actions:
        add_ip:
          body:
            type: object
            additionalProperties: false
            ${body}
${more}`;

beforeAll(() => {
  repository = createRepository();
  repository.write({
    "spec/openapi.yaml": contract("properties: { cidr: { type: string }, note: { type: string } }"),
    "same.yaml": contract("properties: { note: { type: string }, cidr: { type: string } }", "", "1.5.0"),
    "words.yaml": contract("properties: { cidr: { type: string, description: A network. }, note: { type: string } }"),
    "grown.yaml": contract("properties: { cidr: { type: string }, note: { type: string }, name: { type: string } }"),
    "odd.yaml": contract("properties: { cidr: { type: string } }", "", "may-2026"),
  });
  repository.commit("First");
  repository.write({ "spec/openapi.yaml": contract("properties: { cidr: { type: string } }") });
});

function diff(...args: string[]) {
  return runCli(repository.folder, ["diff", ...args]);
}

describe("exit code and summary", () => {
  test("4 for a change that breaks clients, which is shown with both locations", async () => {
    const { code, stdout, stderr } = await diff("git:main");
    expect({ code, stdout, stderr }).toEqual({
      code: 4,
      stdout: "",
      stderr: `spec/openapi.yaml:11:13 error diff/request-property-removed: "note" in the body of "add_ip" of "postgres" is no longer accepted
  11 |             additionalProperties: false
     |             ^^^^^^^^^^^^^^^^^^^^
  git:main:spec/openapi.yaml:12:51 before
  hint: Breaks clients. The object is closed, so clients that still send the property are rejected. For example: {"note":"a"}

git:main:spec/openapi.yaml -> spec/openapi.yaml: 1 breaking change, 0 warnings, 0 compatible; next version: 2.0.0
`,
    });
  });

  test("0 for a change that breaks nobody", async () => {
    const { code, stderr } = await diff("git:main:spec/openapi.yaml", "grown.yaml");
    expect({ code, stderr }).toEqual({
      code: 0,
      stderr: "git:main:spec/openapi.yaml -> grown.yaml: 0 breaking changes, 0 warnings, 1 compatible; next version: 1.5.0\n",
    });
  });

  test("a commit without a path has the contract at the revision's path", async () => {
    const { code, stderr } = await diff("git:main", "grown.yaml");
    expect({ code, stderr }).toEqual({ code: 0, stderr: "git:main:grown.yaml -> grown.yaml: no changes\n" });
  });

  test("0 if only the order, the version or words differ", async () => {
    const [same, words] = [await diff("git:main:spec", "same.yaml"), await diff("git:main:spec", "words.yaml")];
    expect(same.stderr).toBe("git:main:spec/openapi.yaml -> same.yaml: no changes\n");
    expect(words.stderr).toBe(
      "git:main:spec/openapi.yaml -> words.yaml: 0 breaking changes, 0 warnings, 0 compatible; next version: 1.4.3\n",
    );
    expect([same.code, words.code]).toEqual([0, 0]);
  });

  test("1 for a version that can't be read", async () => {
    const { code, stderr } = await diff("git:maim");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `error git-ref-unknown: unknown git commit "maim"
  hint: Give a branch, a tag or a commit. In CI, fetch the history first: a shallow clone has only one commit.

`,
    });
  });

  test.each([
    [
      ["git:main", "--severity", "request-property-remove=off"],
      "error: unknown diff rule 'request-property-remove'\n(Did you mean request-property-removed?)\n",
    ],
    [
      ["git:main", "--severity", "request-property-removed=ok"],
      "error: option '--severity <rule=severity>' argument 'request-property-removed=ok' is invalid. Expected <rule>=<severity>, where the severity is error, warning, info or off.\n",
    ],
    [["git:main", "--accept", "agreed"], "error: --accept requires --baseline <file>.\n"],
    [
      ["git:main", "--baseline", "new.json", "--accept", " "],
      "error: option '--accept <reason>' argument ' ' is invalid. It is blank.\n",
    ],
    [["git:main", "--until", "2027-01-31"], "error: --until requires --accept.\n"],
    [
      ["git:main", "--baseline", "new.json", "--accept", "agreed", "--until", "soon"],
      "error: --until must be a date such as 2027-01-31.\n",
    ],
    [
      ["git:main", "--format", "markdwn"],
      "error: option '--format <format>' argument 'markdwn' is invalid. Expected one of pretty, concise, json, sarif, junit, github, gitlab.\n",
    ],
  ])("2 for %j", async (args, expected) => {
    const { code, stderr } = await diff(...args);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expected });
  });
});

describe("output", () => {
  test("--next-version prints the level and the number", async () => {
    const { code, stdout } = await diff("git:main", "--next-version");
    expect({ code, stdout }).toEqual({ code: 4, stdout: "major 2.0.0\n" });
    const odd = await diff("odd.yaml", "grown.yaml", "--next-version");
    expect({ code: odd.code, stdout: odd.stdout }).toEqual({ code: 0, stdout: "minor\n" });
  });

  test("--all also prints compatible changes", async () => {
    const { stdout } = await diff("git:main:spec", "grown.yaml", "--all");
    expect(stdout).toBe(
      'grown.yaml:12:75 info diff/request-property-added: "name" in the body of "add_ip" of "postgres" is a new property\n',
    );
  });

  test("--format markdown goes to stdout, or into a file", async () => {
    const [shown, written] = [
      await diff("git:main", "--format", "markdown"),
      await diff("git:main", "--format", "markdown=out/comment.md"),
    ];
    expect(shown.stdout).toContain(
      "## Contract changes\n\n`git:main:spec/openapi.yaml` → `spec/openapi.yaml`: **1 breaking change.** Next version: `2.0.0` (major).\n",
    );
    expect(written.stdout).toBe("");
    expect(readFileSync(path.join(repository.folder, "out/comment.md"), "utf8")).toBe(shown.stdout);
  });

  test("--format json has every change as data", async () => {
    const { code, stdout } = await diff("git:main", "--format", "json");
    const report = JSON.parse(stdout) as { diagnostics: { code: string }[]; diff: unknown };
    const schema = JSON.parse(readFileSync(repositoryPath("schemas/report.schema.json"), "utf8")) as object;
    const ajv = new Ajv2020.default({ strict: true });
    expect(ajv.validate(schema, report) || ajv.errors).toBe(true);
    expect(code).toBe(4);
    expect(report.diagnostics.map((diagnostic) => diagnostic.code)).toEqual(["diff/request-property-removed"]);
    expect(report.diff).toEqual({
      base: "git:main:spec/openapi.yaml",
      revision: "spec/openapi.yaml",
      level: "major",
      nextVersion: "2.0.0",
      changes: [
        {
          rule: "request-property-removed",
          severity: "error",
          breaks: "client",
          message: '"note" in the body of "add_ip" of "postgres" is no longer accepted',
          why: "The object is closed, so clients that still send the property are rejected.",
          pointer:
            "/paths/~1services~1{service_id}~1actions~1{action}/post/x-platform-postgres-actions/add_ip/body/properties/note",
          before: { path: "git:main:spec/openapi.yaml", line: 12, column: 51 },
          after: { path: "spec/openapi.yaml", line: 11, column: 13 },
          uses: ['the body of "add_ip" of "postgres"'],
          witness: { note: "a" },
          certain: true,
        },
      ],
    });
  });

  test.each(["concise", "sarif", "junit", "github", "gitlab"])("--format %s has the change", async (format) => {
    const { stdout, stderr } = await diff("git:main", "--format", format);
    expect(stdout + stderr).toContain("request-property-removed");
  });
});

describe("severities", () => {
  test("a flag applies", async () => {
    const { code, stderr } = await diff("git:main", "--severity", "request-property-removed=warning", "--format", "concise");
    expect(code).toBe(0);
    expect(stderr).toContain("spec/openapi.yaml:11:13 warning diff/request-property-removed:");
    const off = await diff("git:main", "--severity", "request-property-removed=off");
    expect({ code: off.code, stderr: off.stderr.split("\n").at(-2) }).toEqual({
      code: 0,
      stderr:
        "git:main:spec/openapi.yaml -> spec/openapi.yaml: 0 breaking changes, 0 warnings, 0 compatible; next version: 1.4.3",
    });
  });

  test("the config applies, and a flag overrides it", async () => {
    const config = path.join(repository.folder, "diff.config.yaml");
    writeFileSync(config, "severities: { diff/request-property-removed: warning }\n");
    const [configured, flagged] = [
      await diff("git:main", "--config", config),
      await diff("git:main", "--config", config, "--severity", "request-property-removed=error"),
    ];
    expect([configured.code, flagged.code]).toEqual([0, 4]);
  });
});

describe("accepted changes", () => {
  test("are written with a reason, then hidden, and counted", async () => {
    const accepted = await diff(
      "git:main",
      "--baseline",
      "accepted.json",
      "--accept",
      "agreed with everybody",
      "--until",
      "2999-12-31",
    );
    expect({ code: accepted.code, stderr: accepted.stderr }).toEqual({ code: 0, stderr: "accepted.json: 1 change accepted\n" });
    const after = await diff("git:main", "--baseline", "accepted.json");
    expect({ code: after.code, stderr: after.stderr }).toEqual({
      code: 0,
      stderr:
        "git:main:spec/openapi.yaml -> spec/openapi.yaml: 0 breaking changes, 0 warnings, 0 compatible, 1 accepted; next version: 2.0.0\n",
    });
  });

  test("are reported again after their last day", async () => {
    const file = path.join(repository.folder, "expired.json");
    await diff("git:main", "--baseline", "expired.json", "--accept", "for now", "--until", "2020-01-31");
    expect(existsSync(file)).toBe(true);
    const { code, stderr } = await diff("git:main", "--baseline", "expired.json", "--format", "concise");
    expect(code).toBe(4);
    expect(stderr).toContain(
      'expired.json:3:5 warning diff-baseline-expired: the accepted change "request-property-removed" expired on 2020-01-31\n',
    );
  });

  test("a malformed baseline is a usage error", async () => {
    writeFileSync(path.join(repository.folder, "wrong.json"), "{}");
    const { code, stderr } = await diff("git:main", "--baseline", "wrong.json");
    expect(code).toBe(2);
    expect(stderr).toContain("wrong.json:1:1 error diff-baseline-invalid: invalid baseline");
  });
});
