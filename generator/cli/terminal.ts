import type { Palette } from "../diagnostics/print/pretty.js";

/** Where a command writes: data to `out`, diagnostics and progress to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Shows what is being done until something is written; does nothing where nobody watches. */
  readonly status: (text: string) => void;
  /** For what goes to `err`. */
  readonly palette: Palette;
}

export function createTerminal(environment: NodeJS.ProcessEnv = process.env, streams: Streams = process): Terminal {
  const { stdout, stderr } = streams;
  const hasColour = wantsColour(environment, stderr.isTTY === true);
  const colour = (code: number, end: number) => (text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[${end}m` : text);
  const isWatched = stderr.isTTY === true && environment["TERM"] !== "dumb" && !environment["CI"];
  let hasStatus = false;
  const clear = () => {
    if (hasStatus) stderr.write("\r\u001b[2K");
    hasStatus = false;
  };
  const write = (stream: Stream) => (text: string) => {
    if (text === "") return;
    clear();
    stream.write(text);
  };
  return {
    out: write(stdout),
    err: write(stderr),
    status(text) {
      clear();
      if (!isWatched || text === "") return;
      stderr.write(text);
      hasStatus = true;
    },
    palette: { red: colour(31, 39), yellow: colour(33, 39), blue: colour(34, 39), bold: colour(1, 22), dim: colour(2, 22) },
  };
}

/** What a terminal needs of the process. */
export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string): unknown;
}

/** NO_COLOR (no-color.org) over FORCE_COLOR over whether a terminal is there. */
export function wantsColour(environment: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment["TERM"] !== "dumb";
}
