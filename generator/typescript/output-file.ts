/** A file that an emitter wants to exist. `path` is relative to the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /**
   * Who answers for the syntax: `template`, a file that ships verbatim and has tests of its own; `compiled`, whose
   * functions were parsed one by one when Ajv had written them; `printed`, whose tree was checked when it was printed
   * (`source-file.ts`). Absent: the file is parsed before it is written.
   */
  readonly checked?: "template" | "compiled" | "printed";
}
