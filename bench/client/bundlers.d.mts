/** A minified bundle. */
export interface Bundle {
  readonly code: string;
  /** The files of which something is in it. */
  readonly modules: readonly string[];
}

/** Each bundler as an app would run it for a browser. */
export const bundlers: Readonly<Record<"rolldown" | "esbuild" | "webpack", (entry: string) => Promise<Bundle>>>;
