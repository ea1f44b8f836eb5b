import type { Location } from "../../../diagnostics/diagnostic.js";
import type { ExchangeContract } from "../exchange-contract.js";
import type { CallTarget } from "../find-target.js";
import type { ConformanceCode } from "./diagnostics.js";
import type { Plans } from "./plans.js";
import type { Effect } from "./targets.js";
import type { Trial } from "./trial.js";
import type { World } from "./world.js";

/** One thing that the contract says, and that is tried. */
export interface TestCase {
  /** Stable and unique: `scope/postgres.add_ip/postgres:write`. */
  readonly id: string;
  /** `postgres.add_ip`, or the id of an operation. */
  readonly name: string;
  /** What is expected, as a sentence about the name: `is rejected without a token`. */
  readonly title: string;
  /** The code of its findings. */
  readonly code: ConformanceCode;
  /** Where the contract says so. */
  readonly place: Location | undefined;
  readonly effect: Effect;
  readonly run: (trial: Trial) => Promise<void>;
}

/** What checks make their cases from. */
export interface CaseSource {
  readonly contract: ExchangeContract;
  readonly plans: Plans;
  readonly world: World;
  /** All operations that invoke no actions, and all actions, in the order of their names. */
  readonly targets: readonly CallTarget[];
  /** Whether cases whose ids begin with some segments may be wanted; others needn't be planned. */
  readonly wants: (start: string) => boolean;
}

/** A rule that is checked: one file in `checks/`. */
export type Check = (source: CaseSource) => Iterable<TestCase>;
