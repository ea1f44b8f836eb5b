import type http from "node:http";

/** A request at an endpoint that is rejected. Its message is for the client. */
export class EndpointError extends Error {
  override readonly name = "EndpointError";

  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(message);
    this.status = status;
    this.code = code;
  }
}

/** The limits of a body, and the error of an endpoint for those beyond. */
interface BodyLimits {
  readonly maxBytes: number;
  /** In milliseconds. */
  readonly maxTime: number;
  readonly reject: (status: 408 | 413, message: string) => EndpointError;
}

/** Reads the body of a request. */
export async function readBytes(
  message: http.IncomingMessage,
  { maxBytes, maxTime, reject }: BodyLimits,
): Promise<Buffer<ArrayBuffer>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const timer = setTimeout(() => message.destroy(), maxTime);
  try {
    for await (const chunk of message as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw reject(413, `The body is larger than ${maxBytes} bytes.`);
      chunks.push(chunk);
    }
  } catch (error) {
    throw error instanceof EndpointError ? error : reject(408, "The body did not arrive.");
  } finally {
    clearTimeout(timer);
  }
  return Buffer.concat(chunks);
}

/** Parses JSON in UTF-8; anything else is a `SyntaxError` or a `TypeError`. */
export function parseJson(bytes: Uint8Array): unknown {
  return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
}
