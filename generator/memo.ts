import { createHash } from "node:crypto";

/**
 * What earlier runs have made of texts. Stages are pure functions; those parts of them that take long ask the memo for what they
 * would make. Nothing depends on it: without one the same is made again.
 */
export interface Memo {
  /**
   * Returns what `make` returns, now or in an earlier run. Everything that it depends on, besides the program itself, is in
   * `subject`. What is `undefined` is not kept.
   */
  recall<Made extends string | undefined>(kind: string, subject: () => string, make: () => Made): string | Made;
  /** The same for what is made of modules that are loaded only then. */
  recallLater(kind: string, subject: () => string, make: () => Promise<string>): Promise<string>;
}

/** Remembers nothing. */
export const noMemo: Memo = {
  recall: (_kind, _subject, make) => make(),
  recallLater: (_kind, _subject, make) => make(),
};

/** A memo that knows what was asked of it. */
export interface RecordingMemo extends Memo {
  /** Whether something was made that was not known before. */
  readonly isNew: boolean;
  /** What was asked for, by its key; nothing where that was more than a memo keeps. */
  readonly used: ReadonlyMap<string, string>;
}

/** More characters are not kept: memory is dearer than the time of a run that needs so many. */
const maxCharacters = 32 * 1024 * 1024;

/** A memo that begins with what is known, by its key. */
export function createMemo(known: ReadonlyMap<string, string> = new Map(), limit = maxCharacters): RecordingMemo {
  const used = new Map<string, string>();
  let isNew = false;
  let characters = 0;
  const keyOf = (kind: string, subject: () => string) =>
    createHash("sha256").update(`${kind}\n`).update(subject()).digest("base64url");
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
      if (characters > limit) return make();
      const key = keyOf(kind, subject);
      const text = find(key) ?? make();
      return text === undefined ? text : keep(key, text);
    },
    async recallLater(kind, subject, make) {
      if (characters > limit) return make();
      const key = keyOf(kind, subject);
      return keep(key, find(key) ?? (await make()));
    },
  };
}
