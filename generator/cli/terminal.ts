import type { Palette } from "../diagnostics/print/pretty.js";

/** The streams of a command: data goes to `out`, diagnostics and progress to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** Shows the current stage until something is written; does nothing without a terminal. */
  readonly status: (text: string) => void;
  /** The colors and marks of `err`. */
  readonly palette: Palette;
}

/** The terminal of a process, which can be flushed before the process ends. */
export interface ProcessTerminal extends Terminal {
  /** Waits until everything is written. Returns false after a write error, which is reported if possible. */
  readonly flush: () => Promise<boolean>;
}

/** Creates the terminal of a process. */
export function createTerminal(environment: NodeJS.ProcessEnv = process.env, streams: Streams = process): ProcessTerminal {
  const { stdout, stderr } = streams;
  const hasColour = wantsColour(environment, stderr.isTTY === true);
  const colour = (code: number, end: number) => (text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[${end}m` : text);
  const isWatched = stderr.isTTY === true && environment["TERM"] !== "dumb" && !environment["CI"];
  const [out, err] = [watchStream(stdout), watchStream(stderr)];
  let hasStatus = false;
  const clear = () => {
    if (hasStatus) err.write("\r\u001b[2K");
    hasStatus = false;
  };
  const write = (stream: WatchedStream) => (text: string) => {
    if (text === "") return;
    clear();
    stream.write(text);
  };
  return {
    out: write(out),
    err: write(err),
    status(text) {
      clear();
      if (!isWatched || text === "") return;
      err.write(text);
      hasStatus = true;
    },
    palette: { red: colour(31, 39), yellow: colour(33, 39), blue: colour(34, 39), bold: colour(1, 22), dim: colour(2, 22) },
    async flush() {
      await out.flush();
      if (out.failure !== undefined) err.write(`error: cannot write to stdout: ${out.failure}\n`);
      await err.flush();
      return out.failure === undefined && err.failure === undefined;
    },
  };
}

/** A stream whose errors don't end the process. */
interface WatchedStream {
  write(text: string): void;
  flush(): Promise<void>;
  /** The reason for a write error. A reader that closes the pipe, such as `head`, is not an error. */
  readonly failure: string | undefined;
}

function watchStream(stream: Stream): WatchedStream {
  let isBroken = false;
  let failure: string | undefined;
  stream.on("error", (error) => {
    isBroken = true;
    if (error.code !== "EPIPE") failure ??= error.code ?? error.message;
  });
  return {
    write: (text) => void (isBroken || stream.write(text)),
    // An error is reported after the write that caused it.
    flush: () => new Promise((resolve) => (isBroken ? resolve() : stream.write("", () => setImmediate(resolve)))),
    get failure() {
      return failure;
    },
  };
}

/** The parts of the process that a terminal needs. */
export interface Streams {
  readonly stdout: Stream;
  readonly stderr: Stream;
}

interface Stream {
  readonly isTTY?: boolean;
  write(text: string, done?: () => void): unknown;
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** NO_COLOR (no-color.org) takes precedence over FORCE_COLOR, and that over whether there is a terminal. */
export function wantsColour(environment: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment["TERM"] !== "dumb";
}
