/** A file that an emitter wants to exist. `path` is relative to the output folder, with `/`. */
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
