import http from "node:http";
import { responseBody, isKnown, path } from "../action-call.mjs";
import { checksByHand, moreHeaders } from "./checks-by-hand.mjs";
import { bodyGuard, load } from "./load.mjs";

/**
 * Token, path and body.
 * @type {import("./index.mjs").MakeServer}
 */
export async function bodyOnly(folder) {
  const guard = await bodyGuard(folder);
  /** @type {(request: http.IncomingMessage, body: string) => Reply} */
  const decide = ({ url, headers }, body) => {
    if (!isKnown(headers.authorization)) return [401, { error: "unauthenticated" }];
    if (url !== path) return [404, { error: "resource_not_found" }];
    return guard(JSON.parse(body)) ? [200, responseBody] : [400, { error: "invalid_action_body" }];
  };
  return http.createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => send(response, decide(request, Buffer.concat(chunks).toString("utf8")), {}));
  });
}

/** The limits of the generated server. */
const limits = { bytes: 1_048_576, depth: 64 };

/**
 * The checks of the generated server, with its limits of bodies. It reads JSON the same way: UTF-8 only, with a maximum depth, without
 * `__proto__`. A body that ends early is dropped.
 * @type {import("./index.mjs").MakeServer}
 */
export async function allByHand(folder) {
  const check = await checksByHand(folder);
  const { decodeUtf8, parseJson } = await load(folder, "runtime/server/text.js");
  return http.createServer((request, response) => {
    /** @type {Buffer[]} */
    const chunks = [];
    let size = 0;
    const reply = (/** @type {Reply} */ value) => send(response, value, moreHeaders(request.headers));
    request.on("data", (chunk) => {
      size += chunk.length;
      if (size <= limits.bytes) chunks.push(chunk);
      else if (!response.headersSent) reply([413, { error: "payload_too_large" }]);
    });
    request.on("end", () => {
      if (size > limits.bytes) return;
      const bytes = chunks.length === 1 ? chunks[0] : Buffer.concat(chunks);
      reply(check(request, () => parseJson(decodeUtf8(bytes), limits.depth)));
    });
    request.on("error", () => undefined);
  });
}

/** @typedef {[status: number, value: unknown]} Reply */

/**
 * @param {http.ServerResponse} response
 * @param {Reply} reply
 * @param {Record<string, string>} more
 */
function send(response, [status, value], more) {
  const text = JSON.stringify(value);
  // In this order: V8 takes microseconds for a literal with members after a spread.
  response.writeHead(status, { "content-type": "application/json", "content-length": Buffer.byteLength(text), ...more });
  response.end(text);
}
