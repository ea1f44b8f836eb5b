import type { Call } from "./call.js";
import { ClientError } from "./errors.js";

/** Looks at each value of a JSON text and may replace it, as `JSON.parse` has it. */
export type Revive = (key: string, value: unknown) => unknown;

/**
 * Reads the whole body of a response: JSON as the value that it stands for, else what it is; `undefined`: there is none. Rejects
 * if a success is not what the contract declares, which would pass for what the call's type promises.
 */
export type ReadBody = (call: Call, response: Response, revive?: Revive) => Promise<unknown>;

/** Whether a media type, or a header that names one, is JSON. */
export const isJson = (type: string | null) => /^[^;]+[/+]json *(?:;|$)/i.test(type ?? "");

/** For contracts whose successes are all JSON. */
export const readJson: ReadBody = async (call, response, revive) => parseJson(call, response, await response.text(), revive);

/** The value of the JSON text of a response. Of an error any text will do. */
export function parseJson({ name }: Call, { headers, ok }: Response, text: string, revive?: Revive): unknown {
  try {
    if (isJson(headers.get("content-type"))) return JSON.parse(text, revive);
  } catch {
    // What the parser says would show a part of the text.
  }
  if (ok) throw new ClientError("InvalidResponseError", name, "was answered text that is no JSON");
  return text || undefined;
}
