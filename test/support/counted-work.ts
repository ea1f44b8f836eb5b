import { createRequire } from "node:module";
import { Session } from "node:inspector";
import { onTestFinished, vi } from "vitest";
import type * as commandLine from "../../generator/cli/main.js";
import { repositoryPath } from "./repository.js";

/** How a command ended, what it printed, and how much it did. */
export interface CountedRun {
  readonly code: number;
  readonly output: string;
  /** The number of blocks of the built command line that were executed: the same on every machine. */
  readonly work: number;
}

/**
 * Loads the built command line so that V8 counts how often each block of it runs: functions that were compiled before the counting
 * are only counted as a whole.
 */
export function countWork(): (args: readonly string[]) => Promise<CountedRun> {
  const session = startCounting();
  const { main } = createRequire(import.meta.url)(repositoryPath("dist/main.cjs")) as typeof commandLine;
  return async (args) => {
    let output = "";
    const stream = {
      write: (text: string, done?: () => void) => {
        output += text;
        done?.();
      },
      on: () => undefined,
    };
    takeCount(session, built);
    const code = await main(args, { stdout: stream, stderr: stream });
    return { code, output, work: takeCount(session, built) };
  };
}

/** Loads a module of the sources anew, so that V8 counts how often each block of it and of its imports runs in a test. */
export async function countCalls<Module>(
  load: () => Promise<Module>,
): Promise<Module & { readonly workOf: (run: () => unknown) => Promise<number> }> {
  const session = startCounting();
  onTestFinished(() => session.disconnect());
  vi.resetModules();
  const module = await load();
  const workOf = async (run: () => unknown): Promise<number> => {
    takeCount(session, sources);
    await run();
    return takeCount(session, sources);
  };
  return { ...module, workOf };
}

function startCounting(): Session {
  const session = new Session();
  session.connect();
  session.post("Profiler.enable");
  session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: true });
  return session;
}

/** The built command line, and not the packages with a folder of this name. */
const built = [repositoryPath("dist/")];

const sources = [repositoryPath("generator/"), repositoryPath("templates/")];

/** Returns the executed blocks of some folders since the last call. */
function takeCount(session: Session, folders: readonly string[]): number {
  let work = 0;
  session.post("Profiler.takePreciseCoverage", (problem, counted) => {
    if (problem) throw problem;
    const scripts = counted.result.filter(({ url }) => folders.some((folder) => url.includes(folder)));
    const ranges = scripts.flatMap(({ functions }) => functions.flatMap((one) => one.ranges));
    for (const { count } of ranges) work += count;
  });
  return work;
}
