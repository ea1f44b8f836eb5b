import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";

/** More requests that wait for an earlier one of their connection than clients send. */
const maxWaiting = 100;

const waiting = new WeakMap<Duplex, number>();

/**
 * Pipelined requests are forwarded in their order: returns a promise if an earlier request of the connection has no response yet.
 * It never settles if the connection is closed, as happens if too many wait.
 */
export function holdPosition({ socket }: IncomingMessage, response: ServerResponse): Promise<void> | undefined {
  const current = currentOf(socket);
  if (!current || current === response) return undefined;
  const count = (waiting.get(socket) ?? 0) + 1;
  waiting.set(socket, count);
  if (count > maxWaiting) socket.destroy();
  return new Promise<void>((resolve) => {
    response.once("socket", () => {
      waiting.set(socket, waiting.get(socket)! - 1);
      resolve();
    });
  });
}

/** Waits until all requests of a connection have their responses. Returns whether the connection is still open. */
export async function finishEarlier(socket: Duplex): Promise<boolean> {
  for (let current = currentOf(socket); current; current = currentOf(socket))
    await new Promise<void>((resolve) => void current!.once("close", () => resolve()));
  return !socket.destroyed && socket.writable;
}

/** The response that a connection is about to send. Node.js has no public name for it. */
function currentOf(socket: Duplex): ServerResponse | undefined {
  return (socket as { _httpMessage?: ServerResponse | null })._httpMessage ?? undefined;
}
