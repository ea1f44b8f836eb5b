/** A file of the output. `path` is relative to the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /**
   * How the syntax is checked: `template`, a file that ships verbatim and has its own tests; `compiled`, whose functions were
   * parsed one by one after Ajv wrote them; `printed`, whose tree was checked when it was printed (`source-file.ts`). Absent:
   * the file is parsed before it is written.
   */
  readonly checked?: "template" | "compiled" | "printed";
}

/** The bytes of files that are kept as bytes. A copy with another text is not one of them. */
const keptBytes = new WeakMap<OutputFile, Uint8Array>();

/**
 * Returns the same file, with its text as UTF-8 outside of V8's heap: the output of a large contract is much of what is in memory,
 * and V8 lets its heap grow to a multiple of its content.
 */
export function keepAsBytes(file: OutputFile): OutputFile {
  if (keptBytes.has(file)) return file;
  const bytes = Buffer.from(file.text);
  const kept = {
    ...file,
    get text() {
      return bytes.toString();
    },
  };
  keptBytes.set(kept, bytes);
  return kept;
}

/** Returns what is written to the disk. */
export function bytesOf(file: OutputFile): Uint8Array {
  return keptBytes.get(file) ?? Buffer.from(file.text);
}
