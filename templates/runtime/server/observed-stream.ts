import type { BodyStream, StreamTarget } from "./http.js";

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
