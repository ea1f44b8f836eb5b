import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { temporaryFolder } from "../../../support/command-line.js";

/** A new git repository. */
export interface Repository {
  readonly folder: string;
  /** Writes files; one that starts with `->` is a link. */
  write(files: Readonly<Record<string, string>>): void;
  git(...args: string[]): string;
  commit(message: string): void;
}

export function createRepository(): Repository {
  const folder = temporaryFolder();
  const env = { ...process.env, GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_SYSTEM: "/dev/null" };
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" });
  git("init", "--quiet", "--initial-branch=main");
  git("config", "user.name", "Tester");
  git("config", "user.email", "tester@example.com");
  return {
    folder,
    git,
    write(files) {
      for (const [name, text] of Object.entries(files)) {
        const file = path.join(folder, name);
        mkdirSync(path.dirname(file), { recursive: true });
        if (text.startsWith("->")) symlinkSync(text.slice(2), file);
        else writeFileSync(file, text);
      }
    },
    commit(message) {
      git("add", "--all");
      git("commit", "--quiet", "--message", message);
    },
  };
}

/** A contract with one operation that answers with a schema of another file. */
export function shop(title: string, schemaFile = "schemas.yaml"): string {
  return [
    "openapi: 3.1.0",
    `info: { title: ${title}, version: 1.0.0 }`,
    "paths:",
    "  /orders:",
    "    get:",
    "      operationId: listOrders",
    "      responses:",
    '        "200":',
    "          description: Done.",
    "          content:",
    `            application/json: { schema: { $ref: "${schemaFile}#/Orders" } }`,
    "",
  ].join("\n");
}
