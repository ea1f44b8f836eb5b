/** The first Ctrl-C or SIGTERM that the process receives; the second one ends it as usual. */
export interface Interruption {
  /** Aborted by the interruption. */
  readonly signal: AbortSignal;
  /** Resolves at the interruption. */
  readonly happened: Promise<void>;
  /** Ends waiting for one, so that it ends the process as usual. */
  readonly forget: () => void;
}

/** Waits for an interruption. Call `forget` at the end of what can be interrupted. */
export function awaitInterruption(): Interruption {
  const controller = new AbortController();
  const { signal } = controller;
  const interrupt = () => {
    forget();
    controller.abort();
  };
  const forget = () => void process.off("SIGINT", interrupt).off("SIGTERM", interrupt);
  process.on("SIGINT", interrupt).on("SIGTERM", interrupt);
  const happened = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve(), { once: true }));
  return { signal, happened, forget };
}
