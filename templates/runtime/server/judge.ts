import type { ValidationError } from "../json.js";

/** What is done with a response that the contract doesn't allow. */
export interface Judge {
  /** Throws, reports or ignores that a response is invalid. */
  fail(message: string, problems?: readonly ValidationError[]): void;
  /** Fails if a value violates its schema. */
  check(
    guard: { (value: unknown): boolean; readonly errors: readonly ValidationError[] | null },
    value: unknown,
    what: string,
  ): void;
  /** A JSON value without secrets that a valid response would not have. */
  clean(value: unknown): unknown;
  /** The headers of a response that declares none. */
  headers(given: Readonly<Record<string, string>> | undefined): Readonly<Record<string, string>> | undefined;
  /** Whether a header is such a secret. */
  isHidden(name: string): boolean;
}
