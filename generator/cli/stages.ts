import type { Terminal } from "./terminal.js";

/** A run that ends sooner shows no progress. */
const patience = 300;

/** Follows the stages of a command: on a terminal a line of progress, with `--verbose` a line with the time of each. */
export interface Stages {
  readonly begin: (stage: string) => void;
  readonly end: () => void;
}

export function createStages(terminal: Terminal, isVerbose: boolean): Stages {
  const start = performance.now();
  let current: { name: string; since: number } | undefined;
  const end = () => {
    if (current && isVerbose) terminal.err(`${current.name.padEnd(8)} ${seconds(performance.now() - current.since)}\n`);
    current = undefined;
  };
  return {
    begin(name) {
      end();
      current = { name, since: performance.now() };
      if (!isVerbose && current.since - start > patience) terminal.status(`${name} …`);
    },
    end() {
      end();
      terminal.status("");
      if (isVerbose) terminal.err(`${"all".padEnd(8)} ${seconds(performance.now() - start)}\n`);
    },
  };
}

function seconds(milliseconds: number): string {
  return `${(milliseconds / 1000).toFixed(2).padStart(6)} s`;
}
