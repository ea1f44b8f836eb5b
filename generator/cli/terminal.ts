import type { Palette } from "../diagnostics/print/pretty.js";

/** Where a command writes: data to `out`, diagnostics and progress to `err`. */
export interface Terminal {
  readonly out: (text: string) => void;
  readonly err: (text: string) => void;
  /** For what goes to `err`. */
  readonly palette: Palette;
}

export function createTerminal(environment: NodeJS.ProcessEnv = process.env): Terminal {
  const hasColour = wantsColour(environment, process.stderr.isTTY === true);
  const colour = (code: number, end: number) => (text: string) => (hasColour ? `\u001b[${code}m${text}\u001b[${end}m` : text);
  return {
    out: (text) => void process.stdout.write(text),
    err: (text) => void process.stderr.write(text),
    palette: { red: colour(31, 39), yellow: colour(33, 39), blue: colour(34, 39), bold: colour(1, 22), dim: colour(2, 22) },
  };
}

/** NO_COLOR (no-color.org) over FORCE_COLOR over whether a terminal is there. */
export function wantsColour(environment: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  if (environment["NO_COLOR"]) return false;
  const forced = environment["FORCE_COLOR"];
  if (forced !== undefined) return forced !== "0" && forced !== "false";
  return isTerminal && environment["TERM"] !== "dumb";
}
