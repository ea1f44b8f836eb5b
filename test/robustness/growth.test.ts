import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { countWork } from "../support/counted-work.js";
import { growing, type Growing } from "./growing.js";

const folder = temporaryFolder();
const run = countWork();

/** The documents of a measurement: the contract, and a copy with another limit of its first text. */
interface Documents {
  readonly contract: string;
  readonly edited: string;
  readonly out: string;
}

const commands: Readonly<Record<string, (documents: Documents) => string[]>> = {
  lint: ({ contract }) => ["lint", contract],
  generate: ({ contract, out }) => ["generate", contract, "--no-cache", "--out", out],
  docs: ({ contract, out }) => ["docs", contract, "--out", out],
  expand: ({ contract, out }) => ["expand", contract, "--out", out],
  "expand to 3.0": ({ contract, out }) => ["expand", contract, "--openapi", "3.0", "--out", out],
  diff: ({ contract, edited }) => ["diff", contract, edited, "--all"],
  "fixtures init": ({ contract, out }) => ["fixtures", "init", "--contract", contract, "--out", out],
  adopt: ({ contract }) => ["adopt", contract, "--dry-run"],
};

/**
 * The maximum work from n to 4n, relative to that from n to 2n: 3 if it is linear, 5 if it is quadratic, and far more if it doubles
 * with each step. Loading and other constant work cancels out.
 */
const limit = 3.7;

/** Code and types of inline schemas are indented: a line is as long as it is deep. */
const limitOfIndented = 5.2;

let measured = 0;

async function workOf(command: string, { text }: Growing, size: number): Promise<number> {
  const own = path.join(folder, String(measured++));
  mkdirSync(own);
  const documents = { contract: `${own}/openapi.json`, edited: `${own}/edited.json`, out: `${own}/out` };
  const written = text(size);
  writeFileSync(documents.contract, written);
  writeFileSync(documents.edited, written.replace(/(?<key>"maxLength": ?)100/, "$<key>99"));
  const { code, output, work } = await run(commands[command]!(documents));
  // `diff` returns 4 for changes that break clients.
  if (code !== 0 && !(command === "diff" && code === 4)) throw new Error(output);
  return work;
}

describe.each(Object.keys(growing))("%s", (name) => {
  test.each(Object.keys(commands))("%s", async (command) => {
    const kind = growing[name]!;
    // The first run loads modules.
    await workOf(command, kind, 2);
    const [one, two, four] = [
      await workOf(command, kind, kind.size),
      await workOf(command, kind, 2 * kind.size),
      await workOf(command, kind, 4 * kind.size),
    ];
    const isIndented = command === "generate";
    expect((four - one) / Math.max(two - one, 1)).toBeLessThan(isIndented ? limitOfIndented : limit);
  });
});
