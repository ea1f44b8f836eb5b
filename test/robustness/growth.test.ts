import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { temporaryFolder } from "../support/command-line.js";
import { countWork, type CountedRun } from "../support/counted-work.js";
import { partOf } from "./budget.js";
import { doubling, growing } from "./growing.js";

const folder = temporaryFolder();
const run = countWork();

/** The documents of a measurement: the contract, and a copy with another limit of each text. */
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
 * The maximum work from 2n to 4n, relative to that from n to 2n: 2 if it is linear, 4 if it is quadratic, and far more if it
 * doubles with each step. Loading and other constant work cancels out.
 */
const limit = 3;

/** Code and types of inline schemas are indented: a line is as long as it is deep. Nor is work on pairs less. */
const limitOfSquares = 4.2;

/** Each alternative is compared with each other one, and with what that one excludes. */
const limitOfCubes = 8.4;

let measured = 0;

async function commandOn(command: string, text: string): Promise<CountedRun> {
  const own = path.join(folder, String(measured++));
  mkdirSync(own);
  const documents = { contract: `${own}/openapi.json`, edited: `${own}/edited.json`, out: `${own}/out` };
  writeFileSync(documents.contract, text);
  writeFileSync(documents.edited, text.replaceAll(/(?<key>"maxLength": ?)100/g, "$<key>99"));
  return await run(commands[command]!(documents));
}

async function workOf(command: string, text: string): Promise<number> {
  const { code, output, work } = await commandOn(command, text);
  // `diff` returns 4 for changes that break clients.
  if (code !== 0 && !(command === "diff" && code === 4)) throw new Error(output);
  return work;
}

const pairs = (kinds: object) =>
  Object.keys(kinds).flatMap((kind) => Object.keys(commands).map((command) => [kind, command] as const));

test.each(partOf(pairs(growing), 0))("%s: %s grows linearly", async (kind, command) => {
  const { size, text, hasPairs } = growing[kind]!;
  // The first run loads modules.
  await workOf(command, text(size));
  const [one, two, four] = [
    await workOf(command, text(size)),
    await workOf(command, text(2 * size)),
    await workOf(command, text(4 * size)),
  ];
  const growth = (four - two) / Math.max(two - one, 1);
  // The name of a change is as long as the chain that leads to it.
  const isLong = command === "diff" && kind.startsWith("chain");
  const isSquare = hasPairs || isLong || (command === "generate" && kind.startsWith("nested"));
  const isCube = command === "diff" && kind === "nested oneOf";
  expect(growth, `${one}, ${two}, ${four}`).toBeLessThan(isCube ? limitOfCubes : isSquare ? limitOfSquares : limit);
});

/** The maximum number of blocks for a document of a few thousand bytes: some seconds. */
const most = 800_000_000;

test.each(partOf(pairs(doubling), 1))("%s that double: %s ends", async (kind, command) => {
  const { code, output, work } = await commandOn(command, doubling[kind]!(30));
  expect(output).not.toMatch(/^\s+at /m);
  expect([0, 1, 4]).toContain(code);
  expect(work).toBeLessThan(most);
});
