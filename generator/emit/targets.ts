/**
 * The parts of the output that a project can choose, with the files of each. The files that these import are added, whatever
 * their target:
 *
 * - `types`: `types.ts`, and `actions.ts` if the contract has actions
 * - `validators`: `validators/`
 * - `server`: `server/` and `openapi.json`
 * - `client`: `client/`
 * - `webhooks`: `webhooks/`, if the API sends any
 * - `query`: `query/`, if the config names it: it imports the types of `@tanstack/query-core`
 * - `mcp`: `mcp/`, if the config names it: it imports `@modelcontextprotocol/server`
 */
export const targets = ["types", "validators", "server", "client", "webhooks", "query", "mcp"] as const;

/** The targets that import a package. */
const named: readonly Target[] = ["query", "mcp"];

/** The targets of a project that chooses none. */
export const usualTargets = targets.filter((target) => !named.includes(target));

export type Target = (typeof targets)[number];
