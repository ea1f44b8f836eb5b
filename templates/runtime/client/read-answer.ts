import type { Answer } from "./call.js";
import { ClientError } from "./errors.js";

/** Looks at each value of a JSON text and may replace it, as `JSON.parse` has it. */
export type Revive = (key: string, value: unknown) => unknown;

/** Reads a whole response: JSON as the value that it stands for, other text as a string, the rest as bytes. */
export async function readAnswer(name: string, response: Response, revive?: Revive): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: await readBody(name, response, revive) };
}

async function readBody(name: string, response: Response, revive?: Revive): Promise<unknown> {
  const type = response.headers.get("content-type") ?? "";
  const isJson = /^[^;]+[/+]json *(?:;|$)/i.test(type);
  if (!isJson && !/^text\//i.test(type)) {
    const bytes = new Uint8Array(await response.arrayBuffer());
    return bytes.length > 0 ? bytes : undefined;
  }
  const text = await response.text();
  if (!isJson) return text;
  try {
    return text === "" ? undefined : JSON.parse(text, revive);
  } catch {
    // What the parser says would show a part of the text.
    if (response.ok) throw new ClientError("InvalidAnswerError", name, "was answered text that is no JSON");
    return undefined;
  }
}
