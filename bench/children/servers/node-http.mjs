import http from "node:http";
import { responseBody, isKnown, path } from "../action-call.mjs";
import { checksByHand, moreHeaders } from "./checks-by-hand.mjs";
import { bodyGuard } from "./load.mjs";

/**
 * Token, path and body.
 * @type {import("./index.mjs").MakeServer}
 */
export async function bodyOnly(folder) {
  const guard = await bodyGuard(folder);
  return plainServer(
    ({ url, headers }, body) => {
      if (!isKnown(headers.authorization)) return [401, { error: "unauthenticated" }];
      if (url !== path) return [404, { error: "resource_not_found" }];
      return guard(JSON.parse(body)) ? [200, responseBody] : [400, { error: "invalid_action_body" }];
    },
    () => ({}),
  );
}

/** @type {import("./index.mjs").MakeServer} */
export async function allByHand(folder) {
  const check = await checksByHand(folder);
  return plainServer((request, body) => check(request, () => JSON.parse(body)), moreHeaders);
}

/**
 * A server on node:http that reads the body and sends the result of `decide`.
 * @param {(request: http.IncomingMessage, body: string) => [status: number, value: unknown]} decide
 * @param {() => Record<string, string>} more
 */
function plainServer(decide, more) {
  return http.createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const [status, value] = decide(request, Buffer.concat(chunks).toString("utf8"));
      const text = JSON.stringify(value);
      // In this order: V8 takes microseconds for a literal with members after a spread.
      response.writeHead(status, {
        "content-type": "application/json",
        "content-length": Buffer.byteLength(text),
        ...more(),
      });
      response.end(text);
    });
  });
}
