import type { Session } from "../cli/session.js";

/** A session that prints nothing: whoever runs it collects what it wants to know. */
export function silentSession(config: string | undefined, parts: Pick<Session, "report" | "say" | "onFile">): Session {
  const ignore = () => {};
  const palette = { red: String, yellow: String, blue: String, bold: String, dim: String };
  return {
    terminal: { out: ignore, err: ignore, status: ignore, palette },
    config,
    attach: ignore,
    print: ignore,
    onStage: ignore,
    isForPeople: true,
    ...parts,
  };
}
