/** The options of a site, beyond the content of its contract. */
export interface DocsOptions {
  /** The name in the header of each page; absent: the contract's title. */
  readonly name?: string | undefined;
  /** Text of an SVG file. */
  readonly logo?: string | undefined;
  /** The colours of links and marks, as `#rrggbb`. */
  readonly accent?: Accent | undefined;
  /**
   * The URL of a line of the contract: `https://…/blob/main/{path}#L{line}`. The path is relative to the repository, or
   * without one to the working folder. Absent: pages show file and line.
   */
  readonly sourceUrl?: string | undefined;
  readonly pages?: readonly ExtraPage[] | undefined;
  /** Omits how actions are implemented, for sites for API consumers only. */
  readonly hideHandlers?: boolean | undefined;
  /** Whether pages of actions and operations have a form that calls the API; default: false. */
  readonly tryIt?: boolean | undefined;
  /** Base URLs that these forms may call, before the contract's servers. */
  readonly tryServers?: readonly string[] | undefined;
  /** The URL of the site, which its feed of changes names. */
  readonly siteUrl?: string | undefined;
  /** Pages that moved, by their former paths: `actions/postgres/add_ip`. Actions that `diff` finds renamed need none. */
  readonly redirects?: Readonly<Record<string, string>> | undefined;
  /** Only actions that have one of these tags. */
  readonly tags?: readonly string[] | undefined;
}

/** A colour for light and one for dark pages. */
export interface Accent {
  readonly light?: string | undefined;
  readonly dark?: string | undefined;
}

/** A page of the user's own. */
export interface ExtraPage {
  /** The name of its file without extension: `getting-started`. */
  readonly name: string;
  /** Markdown; its first heading is the title. */
  readonly text: string;
}
