/** Who calls: what the token of the request is bound to and allows. */
export interface Caller {
  readonly tokenId: string;
  readonly orgId: string;
  readonly scopes: readonly string[];
  /** Ids of the projects that the token reaches. */
  readonly projects: readonly string[];
}
