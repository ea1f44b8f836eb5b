import { ClientError } from "./errors.js";

/** Sets a header of a call. What the platform says of a value that can't be sent would show it, and it may be a token. */
export function setHeader(headers: Headers, name: string, value: string, call: string): void {
  try {
    headers.set(name, value);
  } catch {
    throw new ClientError("InvalidCallError", call, `has a header ${name} that can't be sent`);
  }
}
