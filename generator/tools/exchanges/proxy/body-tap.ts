import type { Readable } from "node:stream";

/** The memory that all captured bodies share. */
export interface Budget {
  bytes: number;
}

/** Keeps a copy of a body while it passes, up to a limit. */
export class BodyTap {
  readonly #limit: number;
  readonly #budget: Budget;
  #chunks: Buffer[] = [];
  #size = 0;
  #total = 0;
  /** Whether the whole body has passed. */
  isComplete = false;
  /** Whether the body, or all bodies together, exceeds what may be kept. */
  isOver = false;

  constructor(limit: number, budget: Budget) {
    this.#limit = limit;
    this.#budget = budget;
  }

  push(chunk: Buffer): void {
    this.#total += chunk.byteLength;
    if (this.isOver) return;
    if (this.#size + chunk.byteLength > this.#limit || chunk.byteLength > this.#budget.bytes) {
      this.isOver = true;
      return;
    }
    this.#size += chunk.byteLength;
    this.#budget.bytes -= chunk.byteLength;
    this.#chunks.push(chunk);
  }

  /** The bytes that have passed, kept or not. */
  get total(): number {
    return this.#total;
  }

  /** Whether the whole body is known. */
  get isKnown(): boolean {
    return this.isComplete && !this.isOver;
  }

  /** What was kept, in one piece. */
  get bytes(): Buffer {
    if (this.#chunks.length !== 1) this.#chunks = this.#chunks.length === 0 ? [] : [Buffer.concat(this.#chunks)];
    return this.#chunks[0] ?? Buffer.alloc(0);
  }

  /** Frees the memory. */
  release(): void {
    this.#budget.bytes += this.#size;
    this.#size = 0;
    this.#chunks = [];
  }
}

/** A body that was held back. */
export interface HeldBody {
  /** Whether all of it arrived. */
  readonly isWhole: boolean;
  /** Ends holding. Returns what has arrived by then, and whether that is all: a short stream may end while it is paused. */
  release(): { readonly start: Buffer; readonly hasEnded: boolean };
}

/** Reads a body until its end or until it exceeds what may be kept; then the stream is paused. Rejects if it breaks off. */
export function holdBody(source: Readable, tap: BodyTap): Promise<HeldBody> {
  return new Promise((resolve, reject) => {
    const beyond: Buffer[] = [];
    let hasEnded = false;
    const release = () => {
      source.off("data", receive).off("end", end).off("error", fail).off("close", fail);
      return { start: Buffer.concat([tap.bytes, ...beyond]), hasEnded };
    };
    const receive = (chunk: Buffer) => {
      tap.push(chunk);
      if (!tap.isOver) return;
      beyond.push(chunk);
      source.pause();
      resolve({ isWhole: false, release });
    };
    const end = () => {
      hasEnded = tap.isComplete = true;
      resolve({ isWhole: !tap.isOver, release });
    };
    const fail = () => reject(new Error("the body ended early"));
    source.on("data", receive).on("end", end).on("error", fail).on("close", fail);
    if (source.destroyed) fail();
  });
}
