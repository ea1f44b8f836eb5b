import { invalid } from "../../../../../../generated/server/index.js";

/** Reads a time of a body. The contract also takes leap seconds and the like, which are no time here: they get 400. */
export function readInstant(pointer: string, text: string): Date {
  const time = new Date(text);
  if (Number.isNaN(time.getTime()) || !isYear(time.getUTCFullYear())) throw invalid(pointer, "is not a time that exists");
  return time;
}

/** Reads a time that may be absent. */
export function readOptionalInstant(pointer: string, text: string | undefined): Date | null {
  return text === undefined ? null : readInstant(pointer, text);
}

function isYear(year: number): boolean {
  return year >= 1 && year <= 9999;
}
