/** The documents to create: one for each service type, one of all of them, or both. */
export const layouts = ["per-type", "all", "both"] as const;

/** The versions of OpenAPI that documents can be written in. */
export const targetVersions = ["3.1", "3.0"] as const;

export type TargetVersion = (typeof targetVersions)[number];

/** How the operationId of an action is written: `postgres.add_ip`, `postgres_add_ip` or `postgresAddIp`. */
export const operationIdStyles = ["dotted", "snake", "camel"] as const;

export type OperationIdStyle = (typeof operationIdStyles)[number];

/** Whether alternatives and nested objects become components, or stay as written. */
export const nestings = ["components", "inline"] as const;

/** How documents are written, as a config may say it. */
export interface ExpandConfig {
  /** `both` unless given. */
  readonly layout?: (typeof layouts)[number] | undefined;
  /** The version of the contract, but at least 3.1, unless given. */
  readonly openapi?: TargetVersion | undefined;
  /** `dotted` unless given. */
  readonly operationId?: OperationIdStyle | undefined;
  /** `components` unless given. */
  readonly nested?: (typeof nestings)[number] | undefined;
}

/** What is expanded, and how. */
export interface Expansion extends ExpandConfig {
  /** Only actions that have one of these tags; all unless given. */
  readonly tags?: readonly string[] | undefined;
}
