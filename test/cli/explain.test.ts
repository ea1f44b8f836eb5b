import { expect, test } from "vitest";
import { catalog } from "../../generator/cli/catalog.js";
import { allRules } from "../../generator/tools/diff/rules/index.js";
import { runCli, temporaryFolder } from "../support/command-line.js";

const folder = temporaryFolder();

test("explain <code> prints cause, example and correction", async () => {
  const { code, stdout, stderr } = await runCli(folder, ["explain", "unknown-keyword"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^unknown-keyword \(warning\)\n/);
  expect(stdout).toContain("    Name: { type: string, summary: What it is called. }\n");
});

test("explain <code> prints the cause, a reported example, its correction and the hint", async () => {
  const { stdout } = await runCli(folder, ["explain", "action-name-clash"]);
  expect(stdout).toBe(`action-name-clash (error)

Both become the same name in the generated code, and people confuse them when they read a URL aloud.

Reported:

  x-platform-postgres-actions:
    add_ip: { label: Allow address }
    addIp: { label: Allow address }

Fix:

  x-platform-postgres-actions:
    add_ip: { label: Allow address }

Rename one of the two.
`);
});

test("explain describes Redocly's rules in general", async () => {
  const { stdout } = await runCli(folder, ["explain", "redocly/struct"]);
  expect(stdout).toMatch(/^redocly\/struct\n\n`redocly\/<rule>` is a lint rule of Redocly/);
});

test("explain without a code lists them all, with the changes that diff reports", async () => {
  const { code, stdout } = await runCli(folder, ["explain"]);
  expect(code).toBe(0);
  const codes = [...catalog.keys(), ...allRules.map(({ id }) => `diff/${id}`)].sort();
  expect(stdout).toBe(`${codes.join("\n")}\n`);
});

test("explain diff/<rule> prints the reason, who the change breaks, and an example", async () => {
  const { stdout } = await runCli(folder, ["explain", "diff/action-removed"]);
  const { why } = allRules.find(({ id }) => id === "action-removed")!;
  expect(stdout).toBe(`diff/action-removed (error)

${why}

Breaks clients.

Reported:

    paths:
      /services/{service_id}/actions/{action}:
        post:
          responses: { "200": { description: Done. } }
          x-platform-postgres-actions:
            add_ip: { label: Add an address }
  -         drop_all: { label: Drop everything, deprecated: true }
`);
});

test("an unknown code exits with 2 and a suggestion", async () => {
  const { code, stderr } = await runCli(folder, ["explain", "action-nam"]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "error: unknown code 'action-nam'\n(Did you mean action-name?)\n",
  });
});
