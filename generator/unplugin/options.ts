/** What to generate; without anything all contracts of the nearest config. */
export interface PluginOptions {
  /** An OpenAPI document, or the name of a contract in the config. */
  readonly contract?: string;
  /** The config, instead of the nearest one. */
  readonly config?: string;
}
