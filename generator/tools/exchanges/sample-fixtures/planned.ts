import type { Exchange } from "../exchange.js";
import type { ExpectedFinding } from "../fixture/fixture.js";
import type { NamedTarget } from "../fixture/layout.js";

/** What is written about one action or operation. */
export interface PlannedExchanges {
  readonly exchanges: readonly PlannedExchange[];
  /** What could not be made, in words: `no valid body`. */
  readonly missing: readonly string[];
}

/** A fixture file to be written. */
export interface PlannedFile extends PlannedExchanges {
  /** Below the folder of the fixtures: `postgres/add_ip.yaml`. */
  readonly path: string;
  /** What the exchanges call, where the path can't say it. */
  readonly target?: NamedTarget;
}

/** An exchange to be written. */
export interface PlannedExchange extends Pick<Exchange, "request" | "response"> {
  readonly name: string;
  /** What is invalid about it; none: it is valid. */
  readonly invalid: readonly ExpectedFinding[];
}
