import { writeFileSync } from "node:fs";
import path from "node:path";
import { createServer as createLive, load, type LiveApplication } from "../../generator/live/index.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import { temporaryFolder } from "../support/command-line.js";
import { adapters } from "./adapters.js";
import { serveContract } from "./serve-contract.js";

type Source = "generated" | "live";

/** The generated server and the live one, in every adapter and framework. */
export const everywhere = (["generated", "live"] as const).flatMap((source) =>
  Object.keys(adapters).map((place) => [source, place] as const),
);

/** Returns how to start the server of a contract anywhere, on a real socket; that returns the server's address. */
export function startEverywhere(
  contractText: string,
): (source: Source, place: string, application: Partial<AnyApplication>) => Promise<string> {
  const generated = serveContract(contractText);
  const file = path.join(temporaryFolder(), "openapi.yaml");
  writeFileSync(file, contractText);
  const live = load(file);
  return async (source, place, application) => {
    const usual = { authenticate: () => ({ scopes: [] }), canAccess: () => true, handlers: {}, log: () => undefined };
    const server =
      source === "generated"
        ? (await generated(application)).server
        : createLive(await live, { ...usual, ...application } as unknown as LiveApplication);
    return adapters[place]!(server);
  };
}
