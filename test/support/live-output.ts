import { getCurrentTest } from "vitest/suite";
import {
  createClient,
  createHandle,
  createServer,
  createLiveContract,
  follow,
  retry,
  serverUrl,
  validate,
  type LiveContract,
  type LiveOptions,
} from "../../generator/live/index.js";
import { loadContract, type LoadOptions } from "../../generator/document/load-contract.js";
import * as call from "../../templates/runtime/client/call.js";
import { runAll } from "../../templates/runtime/client/lists.js";
import { poll } from "../../templates/runtime/client/follow.js";
import * as pages from "../../templates/runtime/client/pages.js";
import * as sequences from "../../templates/runtime/client/sequences.js";
import * as errors from "../../templates/runtime/server/errors.js";
import { createMemoryStore } from "../../templates/runtime/server/idempotency-store.js";
import * as http from "../../templates/runtime/server/http.js";
import * as node from "../../templates/runtime/server/node.js";
import { defaultErrorShape } from "../../templates/runtime/facts.js";

type Load = (file: string) => Promise<Record<string, unknown>>;

/** Whether tests of generated code run without generated files: the project `live` of vitest.config.ts. */
export const isLive = process.env["OUTPUT"] === "live";

/** The targets to compile: none without generated files. */
export const neededTargets = isLive ? { targets: [] } : {};

/** Skips the current test if there are no generated files. */
export function needsFiles(): void {
  if (isLive) getCurrentTest()!.context.skip("is about generated files");
}

/**
 * Loads the modules of an output. With live contracts those for applications are made of the contract itself, and tests of others are skipped.
 */
export function eitherWay(load: Load, contractPath: string, options: LoadOptions & LiveOptions): Load {
  if (!isLive) return load;
  let modules: Record<string, Record<string, unknown>> | undefined;
  return (file) => {
    modules ??= liveModules(contractPath, options);
    if (!(file in modules)) needsFiles();
    return Promise.resolve(modules[file]!);
  };
}

function liveModules(contractPath: string, options: LoadOptions & LiveOptions): Record<string, Record<string, unknown>> {
  const contract = createLiveContract(loadContract(contractPath, options).contract!, options);
  const { errorShape = defaultErrorShape } = contract.server;
  return {
    "server/index.ts": {
      ...errors,
      ...http,
      ...node,
      createMemoryStore,
      respondToClientError: node.createClientErrorListener(errorShape),
      createServer: (application: never) => createServer(contract, application),
    },
    "client/index.ts": liveClient(contract),
    "validators/index.ts": { ...contract.validators },
  };
}

/** What `client/index` of generated files exports, made of a live contract. */
export function liveClient(contract: Pick<LiveContract, "client">): Record<string, unknown> {
  return {
    ...call,
    ...pages,
    ...sequences,
    poll,
    runAll,
    createClient: (given: never) => createClient(contract, given).operations,
    retry: (given: object) => retry(contract, given),
    validate,
    ...(contract.client.servers.size > 0 && {
      serverUrl: (variables: Record<string, string>, server: string) => serverUrl(contract, variables, server),
    }),
    ...(contract.client.handle && {
      createHandle: (client: never, service: object, options: object) => {
        return createHandle(contract, { operations: client, services: client }, service, options);
      },
    }),
    ...(Object.keys(contract.client.following).length > 0 && {
      follow: (action: never, body: object, options: object) => follow(contract, action, body, options),
    }),
  };
}
