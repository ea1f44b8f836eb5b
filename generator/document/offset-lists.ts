/**
 * Lists of offsets in a file, one after the other. A large contract has hundreds of thousands; as arrays of their own they
 * would take four times as much memory.
 */
export class OffsetLists {
  /** Each list stands behind its length. */
  #words = new Uint32Array(256);
  #used = 0;

  /** Adds a list and returns where it stands. */
  add(offsets: readonly number[]): number {
    const at = this.#used;
    this.#used += offsets.length + 1;
    if (this.#used > this.#words.length) {
      const larger = new Uint32Array(2 * this.#used);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words[at] = offsets.length;
    this.#words.set(offsets, at + 1);
    return at;
  }

  /** The list that stands there. */
  read(at: number): Uint32Array {
    return this.#words.subarray(at + 1, at + 1 + this.#words[at]!);
  }
}
