/** What emitters may use besides the contract. */
export interface EmitContext {
  /** Text of a file below `templates/`, such as `runtime/action-info.ts`. */
  readonly template: (path: string) => string;
}
