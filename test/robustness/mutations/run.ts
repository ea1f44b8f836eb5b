import { fork, type ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { rolldown } from "rolldown";
import { repositoryPath } from "../../support/repository.js";
import { writeContracts } from "./contracts.js";
import { instrument, type Mutation } from "./instrument.js";
import type { Outcome, WorkerInput } from "./worker.js";

const runtime = repositoryPath("templates/runtime/server");

/** Files that are types only, or hooks of the application that no response shows. */
const without = new Set(["contract.ts", "observe.ts", "observed-call.ts"]);

/** How long one mutation may take, in milliseconds. */
const longest = 90_000;

/** The mutations of the generated server, and what tests them. */
export interface MutatedServer {
  readonly mutations: readonly Mutation[];
  readonly judge: (mutation: Mutation) => Promise<Outcome>;
  readonly close: () => void;
}

/** Bundles the server with all of its mutations. With `isWhole`, all contracts are tried, and one over a network. */
export async function startMutatedServer(isWhole: boolean): Promise<MutatedServer> {
  mkdirSync(repositoryPath("node_modules/.cache"), { recursive: true });
  // Modules are found from here.
  const folder = mkdtempSync(repositoryPath("node_modules/.cache/mutations-"));
  const { files, remove } = writeContracts(isWhole);
  const mutations: Mutation[] = [];
  const changed = new Map<string, string>();
  for (const file of readdirSync(runtime)
    .filter((name) => !without.has(name))
    .sort()) {
    const made = instrument(file, readFileSync(path.join(runtime, file), "utf8"), mutations.length + 1);
    mutations.push(...made.mutations);
    changed.set(path.join(runtime, file), made.code);
  }
  const here = (name: string) => repositoryPath(`test/robustness/mutations/${name}`);
  const subject = path.join(folder, "subject.mjs");
  const worker = path.join(folder, "worker.mjs");
  await bundle(here("subject.ts"), subject, changed);
  await bundle(here("worker.ts"), worker, new Map());
  const input: WorkerInput = { subject, files, hasNetwork: isWhole };
  const start = () => fork(worker, [JSON.stringify(input)], { stdio: ["ignore", "ignore", "inherit", "ipc"] });
  let running: Promise<ChildProcess> | undefined;
  const ready = () =>
    (running ??= new Promise((resolve, reject) => {
      const child = start();
      child.once("message", () => {
        child.removeAllListeners();
        resolve(child);
      });
      child.once("exit", () => reject(new Error("the server without a mutation can't be tested")));
    }));
  return {
    mutations,
    async judge(mutation) {
      const child = await ready();
      return new Promise<Outcome>((resolve) => {
        const done = (outcome: Outcome, isOver: boolean) => {
          clearTimeout(timer);
          child.removeAllListeners();
          if (isOver) {
            child.kill("SIGKILL");
            running = undefined;
          }
          resolve(outcome);
        };
        const timer = setTimeout(() => done({ kind: "found", by: "never ends" }, true), longest);
        child.once("message", ({ outcome }: { outcome: Outcome }) => done(outcome, false));
        child.once("exit", () => done({ kind: "found", by: "ends the process" }, true));
        child.send(mutation);
      });
    },
    close() {
      void running?.then((child) => child.kill());
      remove();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function bundle(input: string, file: string, changed: ReadonlyMap<string, string>): Promise<void> {
  const made = await rolldown({
    input,
    platform: "node",
    external: (id) => !id.startsWith(".") && !path.isAbsolute(id),
    treeshake: false,
    logLevel: "silent",
    plugins: [{ name: "mutations", load: (id) => changed.get(id) }],
  });
  await made.write({ file, format: "es", codeSplitting: false });
  await made.close();
}
