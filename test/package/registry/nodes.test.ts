import path from "node:path";
import { beforeAll, expect, test } from "vitest";
import { temporaryFolder } from "../../support/command-line.js";
import { packPackage, type PackedPackage } from "../pack.js";
import { run } from "../run.js";
import { installNode } from "./install-binary.js";

let packed: PackedPackage;

beforeAll(() => {
  packed = packPackage();
});

test.for(["20", "22", "24", "26"])(
  "with Node %s a fresh project is set up, installed, generated, checked and run",
  (major, context) => {
    const node = installNode(major);
    if ("reason" in node) return context.skip(node.reason);
    const environment = { PATH: `${path.dirname(node.binary)}${path.delimiter}${process.env["PATH"]}` };
    const project = temporaryFolder();
    const npm = (...args: string[]) => run(project, "npm", args, environment);

    expect(npm("exec", "--yes", "--", "node", "--version")).toMatch(new RegExp(`^v${major}\\.`, "m"));
    npm("exec", "--yes", `--package=${packed.tarball}`, "--", "openapi-actions", "init");
    // The version that init asks for is this one, which nobody may have published yet.
    npm("pkg", "set", `devDependencies.openapi-actions=file:${packed.tarball}`);
    npm("install", "--no-audit", "--no-fund");
    expect(npm("run", "generate")).toContain("Example API 0.1.0: 1 operation, 2 actions of 1 service type; no problems\n");
    expect(npm("test")).toMatch(/^(?:#|ℹ) pass 4$/m);
    expect(npm("exec", "--no", "--", "openapi-actions", "generate", "--check")).toMatch(/^generated: unchanged, \d+ files$/m);
  },
);
