/** A file that an emitter wants to exist. `path` is relative to the output folder, with `/`. */
export interface OutputFile {
  readonly path: string;
  readonly text: string;
  /** Names that a TypeScript file declares at its top level; checked before anything is written. */
  readonly declares?: readonly string[];
}
