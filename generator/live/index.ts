/** Servers and clients of a contract without generated files: the same runtime on the contract as data. */
export { createClient, retry, serverUrl, validate, type LiveClient, type LiveOperation } from "./client.js";
export { createLiveContract, load, type LiveContract, type LiveOptions } from "./live-contract.js";
export { createServer, type LiveApplication, type LiveCall, type LiveHandlers } from "./server.js";
export { createHandle, follow, type LiveHandle } from "./services.js";
export { createReceiver as createWebhookReceiver, createSender as createWebhookSender, type LiveReceiver } from "./webhooks.js";
export { DeliveryError, type Endpoint, type SenderOptions } from "../../templates/runtime/webhooks/sender.js";
export { createSecret } from "../../templates/runtime/webhooks/signature.js";
export type { LiveValidators } from "./validators.js";
export { ContractError } from "../lint/valid-contract.js";
export type { HandleOptions } from "../../templates/runtime/client/service-handle.js";
export { poll, type FollowOptions, type PollOptions } from "../../templates/runtime/client/follow.js";
export { ApiError, ClientError, hasCode } from "../../templates/runtime/client/call.js";
export { runAll, type CommandOf, type ListOptions } from "../../templates/runtime/client/lists.js";
export { items, pages } from "../../templates/runtime/client/pages.js";
export {
  CallError,
  NotImplementedError,
  forbidden,
  invalid,
  notFound,
  notImplemented,
  unavailable,
} from "../../templates/runtime/server/errors.js";
export { bearerToken, toFetchHandler } from "../../templates/runtime/server/http.js";
export type { IdempotencyOptions } from "../../templates/runtime/server/idempotency.js";
export {
  createMemoryStore,
  type IdempotencyClaim,
  type IdempotencyStore,
  type StoredCall,
} from "../../templates/runtime/server/idempotency-store.js";
export { limitConnections, respondToClientError, toNodeHandler } from "../../templates/runtime/server/node.js";
export type { Server } from "../../templates/runtime/server/create-server.js";
