/** One line of the log: what happened, and plain facts about it. Never bodies, headers, credentials or SQL. */
export type Facts = Readonly<Record<string, string | number | boolean | null | undefined>>;

type Level = "info" | "warning" | "error";

/** Writes one line of the log. */
export type Log = (level: Level, message: string, facts?: Facts) => void;

/** A log of JSON lines. */
export function createLog(write: (line: string) => void, now: () => Date = () => new Date()): Log {
  return (level, message, facts) => write(`${JSON.stringify({ time: now().toISOString(), level, message, ...facts })}\n`);
}

function causeCode(cause: Error): string {
  const { code } = cause as { code?: unknown };
  return typeof code === "string" ? code : cause.name;
}

/**
 * The parts of an error that may be logged: its class, its code and where it was thrown. Messages of PostgreSQL and of the network
 * can hold values, so only the first line of our own errors is kept.
 */
export function describeError(error: unknown): Facts {
  if (!(error instanceof Error)) return { error: typeof error };
  const { code, cause } = error as { code?: unknown; cause?: unknown };
  const isOurs = code === undefined;
  return {
    error: error.name,
    ...(typeof code === "string" ? { code } : {}),
    ...(cause instanceof Error ? { cause: causeCode(cause) } : {}),
    ...(isOurs ? { reason: error.message.split("\n", 1)[0]! } : {}),
    at:
      error.stack
        ?.split("\n")
        .find((line) => line.trimStart().startsWith("at "))
        ?.trim() ?? null,
  };
}
