import type { TestOptions } from "../../../../../generator/tools/exchanges/conformance/index.js";

/** A server, and how it is tested. */
export interface TestedServer {
  readonly options: TestOptions;
  readonly close: () => Promise<unknown>;
}

/** Starts a server that does one thing otherwise than its contract says: what the name of a fault means, its source shows. */
export type StartServer = (fault?: string) => Promise<TestedServer>;
