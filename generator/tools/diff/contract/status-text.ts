import { quote } from "../../../diagnostics/escape.js";

/** A status as messages name it; what is none is quoted. */
export function statusText(status: string): string {
  return /^(?:[1-5](?:\d\d|XX)|default)$/.test(status) ? status : quote(status);
}
