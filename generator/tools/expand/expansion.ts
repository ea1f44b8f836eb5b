/** The documents to create: one for each service type, one of all types, or both. */
export const layouts = ["per-type", "all", "both"] as const;

/** The versions of OpenAPI that documents can be written in. */
export const targetVersions = ["3.1", "3.0"] as const;

export type TargetVersion = (typeof targetVersions)[number];

/** How the operationId of an action is written: `postgres.add_ip`, `postgres_add_ip` or `postgresAddIp`. */
export const operationIdStyles = ["dotted", "snake", "camel"] as const;

export type OperationIdStyle = (typeof operationIdStyles)[number];

/** Whether alternatives and nested objects become components, or remain inline. */
export const nestings = ["components", "inline"] as const;

/** The options of documents, as in a config. */
export interface ExpandConfig {
  /** Default: `both`. */
  readonly layout?: (typeof layouts)[number] | undefined;
  /** Default: the version of the contract, but at least 3.1. */
  readonly openapi?: TargetVersion | undefined;
  /** Default: `dotted`. */
  readonly operationId?: OperationIdStyle | undefined;
  /** Default: `components`. */
  readonly nested?: (typeof nestings)[number] | undefined;
}

/** The options of `expand`. */
export interface Expansion extends ExpandConfig {
  /** Only actions that have one of these tags; default: all. */
  readonly tags?: readonly string[] | undefined;
}
