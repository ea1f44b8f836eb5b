import type { Call } from "./contract.js";
import { BodyError } from "./errors.js";

/** The bytes of a request's body while they arrive. Throws the error that the caller receives if the body ends early. */
export async function* chunksOf({ request }: Call): AsyncGenerator<Uint8Array> {
  const { body } = request;
  const given = body instanceof Uint8Array ? [body] : typeof body === "object" ? body : [];
  const chunks = request.streamBody ? request.streamBody() : given;
  try {
    yield* chunks;
  } catch {
    throw new BodyError(400, "invalid_body", "The body ended early.");
  }
}
