import { createHash } from "node:crypto";
import { appendFileSync } from "node:fs";
import { afterAll, expect, test } from "vitest";
import { seed } from "../budget.js";
import { reasonOf } from "./explained.js";
import type { Mutation } from "./instrument.js";
import { startMutatedServer } from "./run.js";

const isWhole = process.env["ROBUSTNESS"] === "whole";
/** Of so many mutations one is tried; `EVERY=1` tries all, which takes hours. */
const every = Number(process.env["EVERY"] ?? (isWhole ? 40 : 200));

const server = await startMutatedServer(isWhole);
afterAll(server.close);

/** By its text, so that a change of one file doesn't choose others everywhere. */
function isChosen({ file, source, what }: Mutation): boolean {
  const digest = createHash("sha256").update(`${seed} ${file} ${source} ${what}`).digest();
  return digest.readUInt32BE() % every === 0;
}

test("each mutation of the server is found, changes no response, has a reason, or is a known gap", async () => {
  const unexplained: string[] = [];
  for (const mutation of server.mutations.filter(isChosen)) {
    const outcome = await server.judge(mutation);
    const reason = outcome.kind === "unfound" ? reasonOf(mutation) : undefined;
    const line = JSON.stringify({ ...mutation, ...outcome, reason });
    if (outcome.kind === "unfound" && reason === undefined) unexplained.push(line);
    if (process.env["REPORT"]) appendFileSync(process.env["REPORT"], `${line}\n`);
  }
  expect(unexplained).toEqual([]);
});
