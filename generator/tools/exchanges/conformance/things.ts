import type { JsonValue } from "../../../document/json-value.js";
import type { ExchangeRequest } from "../exchange.js";
import type { Answer } from "./trial.js";

/** Values of path parameters by name. */
export type PathValues = Readonly<Record<string, JsonValue>>;

/** Something that exists in the API. */
export interface Thing {
  /** Of the path of its item. */
  readonly path: PathValues;
  /** As the API showed it last; absent: not shown. */
  readonly item: JsonValue | undefined;
  /** Whether the run made it, or may change it. */
  readonly isOwn: boolean;
  /** How the run made it. */
  readonly creation?: Creation;
}

/** A call that made something. */
export interface Creation {
  readonly request: ExchangeRequest;
  readonly answer: Answer;
}

/** Which thing a case needs. */
export interface Need {
  /** Whether the case may change it, so that it must be the run's own. */
  readonly own?: boolean;
  /** Whether the case needs one of its own that no other case has used. */
  readonly fresh?: boolean;
  /** Whether a made-up value does if none can be had, as the call must fail before it matters. */
  readonly madeUp?: boolean;
  /** Which of the services that are named for a type; default: the first. */
  readonly service?: number;
}
