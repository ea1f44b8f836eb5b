/**
 * The parts of the output that a project can choose, with the files of each. The files that these import are added, whatever
 * their target:
 *
 * - `types`: `types.ts` and `actions.ts`
 * - `validators`: `validators/`
 * - `server`: `server/` and `openapi.json`
 * - `client`: `client/`
 * - `webhooks`: `webhooks/`, if the API sends any
 */
export const targets = ["types", "validators", "server", "client", "webhooks"] as const;

export type Target = (typeof targets)[number];
