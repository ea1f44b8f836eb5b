import { readMultipart } from "../../templates/runtime/server/multipart.js";
import type { RequestHandler } from "../../templates/runtime/server/http.js";
import { createReceiver as receive, type NameOf, type ReceiverOptions } from "../../templates/runtime/webhooks/receiver.js";
import {
  createSender as send,
  type SenderOptions,
  type SendWebhook,
  type WebhookRoute,
} from "../../templates/runtime/webhooks/sender.js";
import { describeWebhooks, sentType } from "../emit/webhooks/describe-webhooks.js";
import type { LiveContract } from "./live-contract.js";
import type { LiveHandlers } from "./server.js";

/** The part of a receiver of a live contract. */
export interface LiveReceiver extends ReceiverOptions {
  /** By the names of webhooks; a callback is `<operation>.<callback>`. */
  readonly handlers: LiveHandlers;
  /** Names a webhook; absent: a member of its body does, or there is only one. */
  readonly nameOf?: NameOf;
}

/** A sender of the webhooks and callbacks of a live contract, which behaves as the generated one. */
export function createSender({ model, validators }: LiveContract, options: SenderOptions = {}): { readonly send: SendWebhook } {
  const routes = describeWebhooks(model).webhooks.map(({ name, request, media }): [string, WebhookRoute] => {
    const guard = media?.kind === "json" ? validators.webhooks[request.name]![request.method]!.body : undefined;
    return [name, { method: request.operation.method, ...(media && { mediaType: sentType(media) }), ...(guard && { guard }) }];
  });
  return send(Object.fromEntries(routes), options);
}

/** A receiver of the webhooks and callbacks of a live contract. Connect it with `toNodeHandler` or `toFetchHandler`. */
export function createReceiver({ model, validators }: LiveContract, options: LiveReceiver): RequestHandler {
  const { webhooks, named, errorShape, takesMultipart } = describeWebhooks(model);
  const contract = {
    routes: webhooks.map(({ route }) => route),
    ...(named && { named }),
    ...(errorShape && { errorShape }),
    webhooks: validators.webhooks,
    loadAllErrors: validators.loadAllErrors,
    ...(takesMultipart && { readMultipart }),
  };
  return receive(contract, options as unknown as Parameters<typeof receive>[1]);
}
