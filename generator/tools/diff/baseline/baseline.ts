import { date } from "../../../../templates/runtime/formats.js";

/** A change that was agreed on. */
export interface AcceptedChange {
  readonly rule: string;
  /** As reports give it. */
  readonly pointer: string;
  /** If given, only a change that is told in these words is accepted: one that grows is reported again. */
  readonly message?: string;
  readonly reason: string;
  /** The last day on which it is accepted, as 2027-01-31. */
  readonly expires?: string;
}

/** True for a day of the calendar such as 2027-01-31. */
export function isDay(text: string): boolean {
  return date(text);
}
