import type { ValidationError } from "../json.js";
import type { BodyStream, RequestHeaders, StreamTarget } from "./http.js";

/** What is known of a call before anything is checked. */
export interface CallStart<Operation extends string = string> {
  readonly method: string;
  /** Path and query as sent. */
  readonly url: string;
  readonly headers: RequestHeaders;
  readonly requestId: string;
  /** Absent: the path or the method doesn't exist. */
  readonly operation?: Operation;
  /** The path of the operation, with its parameters in braces. */
  readonly route?: string;
}

/** What came of a call. It has no values of bodies. */
export interface CallEnd {
  readonly status: number;
  /** The code of the error; absent: it succeeded, or a handler chose its own response. */
  readonly code?: string;
  /** Of the action that is called, once it is known. */
  readonly serviceType?: string;
  readonly action?: string;
  /** The result of `authenticate`. */
  readonly principal?: unknown;
  /** Milliseconds until the response was created, or until its stream ended. */
  readonly duration: number;
  /** The size of the body that the request announces; absent: unknown. */
  readonly requestBytes?: number;
  /** The size of the body of the response. */
  readonly responseBytes: number;
  /** Whether a handler returned what the contract doesn't allow. */
  readonly isInvalidResponse: boolean;
  /** Why; without values. */
  readonly problems?: readonly ValidationError[];
  /** Whether the caller left, or the stream broke off, before the end. */
  readonly isAborted: boolean;
}

/** What is learned of a call while it runs. */
export interface CallRecord {
  code?: string;
  isInvalidResponse?: boolean;
  problems?: readonly ValidationError[];
}

/** A stream that tells its size when it ends, however it ends. */
export class ObservedStream implements BodyStream {
  readonly #stream: BodyStream;
  readonly #onEnd: (bytes: number, isBroken: boolean) => void;
  #bytes = 0;

  constructor(stream: BodyStream, onEnd: (bytes: number, isBroken: boolean) => void) {
    this.#stream = stream;
    this.#onEnd = onEnd;
  }

  async sendTo(target: StreamTarget): Promise<void> {
    let isEnded = false;
    await this.#stream.sendTo({
      get destroyed() {
        return target.destroyed;
      },
      flushHeaders: () => target.flushHeaders(),
      write: (chunk, onSent) => {
        this.#bytes += chunk.byteLength;
        return target.write(chunk, onSent);
      },
      end: () => {
        isEnded = true;
        return target.end();
      },
      destroy: () => target.destroy(),
      on: (event, listener) => target.on(event, listener),
    });
    this.#onEnd(this.#bytes, !isEnded || target.destroyed);
  }

  toWeb(): ReadableStream<Uint8Array> {
    const reader = this.#stream.toWeb().getReader();
    // Nothing is asked for before the caller is ready for it, as without the hook.
    return new ReadableStream<Uint8Array>(
      {
        pull: async (controller) => {
          try {
            const { done, value } = await reader.read();
            if (value) {
              this.#bytes += value.byteLength;
              controller.enqueue(value);
            }
            if (!done) return;
            controller.close();
            this.#onEnd(this.#bytes, false);
          } catch (error) {
            this.#onEnd(this.#bytes, true);
            throw error;
          }
        },
        cancel: async (reason) => {
          this.#onEnd(this.#bytes, true);
          await reader.cancel(reason);
        },
      },
      { highWaterMark: 0 },
    );
  }

  cancel(): void {
    this.#onEnd(this.#bytes, true);
    this.#stream.cancel();
  }
}
