/** What a site says and looks like beyond what its contract has. */
export interface DocsOptions {
  /** The name in the header of each page; absent: the contract's title. */
  readonly name?: string | undefined;
  /** Text of an SVG file. */
  readonly logo?: string | undefined;
  /** The colours of links and marks, as `#rrggbb`. */
  readonly accent?: Accent | undefined;
  /**
   * Where a line of the contract can be read: `https://…/blob/main/{path}#L{line}`, the path being that in the
   * repository, or in the working folder where there is none. Absent: pages name file and line.
   */
  readonly sourceUrl?: string | undefined;
  readonly pages?: readonly ExtraPage[] | undefined;
  /** Leaves out how actions are implemented, for sites that are for API consumers only. */
  readonly hideHandlers?: boolean | undefined;
  /** Only actions that have one of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** A colour for each of the two looks. */
export interface Accent {
  readonly light?: string | undefined;
  readonly dark?: string | undefined;
}

/** A page of the user's own. */
export interface ExtraPage {
  /** Its file's name without extension: `getting-started`. */
  readonly name: string;
  /** Markdown; its first heading is the title. */
  readonly text: string;
}
