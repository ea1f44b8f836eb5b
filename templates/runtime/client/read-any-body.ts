import { ClientError } from "./errors.js";
import { isJson, parseJson, type ReadBody } from "./read-json.js";

/** For contracts with other successes than JSON: text is a string, what is neither is bytes. */
export const readAnyBody: ReadBody = async (call, response, revive) => {
  const { answers = ["application/json"] } = call.route;
  const type = (response.headers.get("content-type") ?? "").replace(/ *;.*/, "").toLowerCase();
  const isText = isJson(type) || type.startsWith("text/");
  const content = isText ? await response.text() : new Uint8Array(await response.arrayBuffer());
  if (content.length === 0 && (!response.ok || answers.includes(""))) return undefined;
  const isDeclared = (declared: string) =>
    declared === (type || "application/octet-stream") ||
    (isJson(declared) && isJson(type)) ||
    (declared.endsWith("*") && type.startsWith(declared.replace(/\*.*/, "")));
  if (response.ok && !answers.some(isDeclared)) {
    const what = `${type || "untyped"} content, which the contract does not declare`;
    throw new ClientError("InvalidResponseError", call.name, `was answered ${what}`);
  }
  return typeof content === "string" && isJson(type) ? parseJson(call, response, content, revive) : content;
};
