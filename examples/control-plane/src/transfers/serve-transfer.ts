import { createReadStream } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import { bearerToken } from "../../../../generated/server/index.js";
import { findCaller } from "../access/caller.js";
import { DatabaseUnavailable } from "../database/connections.js";
import type { Engine } from "../engines/engine.js";
import { describeError } from "../log.js";
import { sendError } from "../http/send-error.js";
import type { Platform } from "../platform.js";
import { uuidPattern } from "../uuid.js";
import { type StoredTransfer, transferPath, transfers } from "./transfer.js";

const pathPattern = new RegExp(`^/transfers/(${uuidPattern})$`);

/** Serves `/transfers/{id}` to the token that asked for the transfer; to all others it doesn't exist. */
export function createTransferServer(platform: Pick<Platform, "config" | "database" | "engines" | "log">) {
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    const id = pathPattern.exec(request.url ?? "")?.[1];
    if (id === undefined || (request.method !== "GET" && request.method !== "PUT")) return false;
    serve(platform, request, response, id).catch((error: unknown) => {
      platform.log("error", "A transfer was interrupted", describeError(error));
      if (response.writableEnded) return;
      if (response.headersSent || !(error instanceof DatabaseUnavailable)) response.destroy();
      else sendError(response, error.status, `${error.code}: ${error.text}`, error.headers);
    });
    return true;
  };
}

async function serve(
  { config, database, engines }: Pick<Platform, "config" | "database" | "engines">,
  request: IncomingMessage,
  response: ServerResponse,
  id: string,
): Promise<void> {
  const token = bearerToken(request.headers);
  const caller = token === undefined ? undefined : await findCaller(database, token);
  if (!caller) return sendError(response, 401, "unauthenticated: A valid bearer token is required.");
  for (const engine of Object.values(engines) as Engine[])
    if (await engine.serveTransfer?.({ id, caller, message: request }, response)) return;
  const transfer = request.method === "GET" ? await transfers.findById(database, id) : undefined;
  if (!transfer || transfer.token_id !== caller.tokenId || !caller.scopes.includes("service:data") || !isReady(transfer)) {
    return sendError(response, 404, "resource_not_found: The resource does not exist, or you may not see it.");
  }
  response.writeHead(200, {
    "content-type": transfer.content_type,
    "content-length": String(transfer.size_bytes),
    "content-disposition": `attachment; filename="${transfer.filename}"`,
    "cache-control": "no-store",
  });
  await pipeline(createReadStream(transferPath(config, transfer)), response);
}

function isReady({ state, expires_at }: StoredTransfer): boolean {
  return state === "ready" && expires_at !== null && expires_at > new Date();
}
