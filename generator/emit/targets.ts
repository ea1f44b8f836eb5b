/**
 * The parts of the output that a project can choose, with the files that each stands for. What these import comes with
 * them, whatever target it belongs to:
 *
 * - `types`: `types.ts` and `actions.ts`
 * - `validators`: `validators/`
 * - `server`: `server/` and `openapi.json`
 * - `client`: `client/`
 */
export const targets = ["types", "validators", "server", "client"] as const;

export type Target = (typeof targets)[number];
