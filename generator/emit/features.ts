/**
 * The parts of the output that a project can leave out; by default, it has those for which its contract and its targets have a use:
 *
 * - `all-errors`: lists every error of a value, in `validators/all-errors/` and in the responses of servers; else the first one
 * - `standard`: Standard Schema and Standard JSON Schema, in `validators/standard/`
 * - `retry`, `validate`: middleware of clients
 * - `pages`: `pages` and `items` of clients
 * - `follow`: `follow` and `poll` of clients
 * - `raw`: `raw` of clients, which returns whole responses
 * - `observe`: the hook `onCall` of servers
 * - `limits`: limits of single operations of servers, and of the time and the number of calls of their handlers
 * - `responses`: policies of servers for responses that the contract doesn't allow; else all of them become a 500
 */
export const features = [
  "all-errors",
  "standard",
  "retry",
  "validate",
  "pages",
  "follow",
  "raw",
  "observe",
  "limits",
  "responses",
] as const;

export type Feature = (typeof features)[number];

/** Whether a project wants a part. */
export function wants({ features: wanted }: { readonly features?: readonly Feature[] }, feature: Feature): boolean {
  return wanted?.includes(feature) ?? true;
}
