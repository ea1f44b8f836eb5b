import { createHash } from "node:crypto";

/**
 * A cache of results of earlier runs. Stages are pure functions, whose expensive parts look up their results in the
 * memo. Nothing depends on it: without one, everything is computed again.
 */
export interface Memo {
  /**
   * Returns the result of `make`, computed now or by an earlier run. `subject` describes all inputs except the program itself;
   * `undefined`: they are too long to describe, so nothing is recalled. A result of `undefined` is not stored.
   */
  recall<Made extends string | undefined>(kind: string, subject: () => string | undefined, make: () => Made): string | Made;
  /** The same for results that need modules which are loaded on demand. */
  recallLater<Made extends string | undefined>(
    kind: string,
    subject: () => string,
    make: () => Promise<Made>,
  ): Promise<string | Made>;
}

/** A memo that stores nothing. */
export const noMemo: Memo = {
  recall: (_kind, _subject, make) => make(),
  recallLater: (_kind, _subject, make) => make(),
};

/** A memo that records which results were requested. */
export interface RecordingMemo extends Memo {
  /** Whether a new result was computed. */
  readonly isNew: boolean;
  /** The requested results, by key; empty if they exceed the maximum size of a memo. */
  readonly used: ReadonlyMap<string, string>;
}

/** The maximum number of characters to store: more would cost more memory than the saved time is worth. */
const maxCharacters = 32 * 1024 * 1024;

/** Creates a memo with known results, by key. */
export function createMemo(known: ReadonlyMap<string, string> = new Map(), limit = maxCharacters): RecordingMemo {
  const used = new Map<string, string>();
  let isNew = false;
  let characters = 0;
  const keyOf = (kind: string, subject: string) => createHash("sha256").update(`${kind}\n`).update(subject).digest("base64url");
  const find = (key: string): string | undefined => used.get(key) ?? known.get(key);
  const keep = (key: string, text: string): string => {
    if (used.has(key)) return text;
    if (!known.has(key)) isNew = true;
    characters += text.length;
    if (characters <= limit) used.set(key, text);
    else used.clear();
    return text;
  };
  return {
    used,
    get isNew() {
      return isNew;
    },
    recall(kind, subject, make) {
      const described = characters > limit ? undefined : subject();
      if (described === undefined) return make();
      const key = keyOf(kind, described);
      const text = find(key) ?? make();
      return text === undefined ? text : keep(key, text);
    },
    async recallLater(kind, subject, make) {
      if (characters > limit) return make();
      const key = keyOf(kind, subject());
      const text = find(key) ?? (await make());
      return text === undefined ? text : keep(key, text);
    },
  };
}
