import { copyFileSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import { runCli } from "../support/command-line.js";
import { type Load, compileContract, contractsFolder, serveContract } from "./contract-server.js";

/** A document as its maker publishes it, or as `adopt` makes it. */
export const variants = ["published", "adopted"] as const;

/** A call of an operation, or of the action that it became. */
export interface AnyCall {
  readonly path: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: Readonly<Record<string, unknown>> | undefined;
}

/** The response of a handler to either, or its failure. */
export type AnyResponse =
  | { readonly status: number; readonly body?: unknown }
  | { readonly status: number; readonly code: string; readonly message: string };

/** What serves a document in both variants. */
interface AnyHandlers extends Pick<AnyApplication, "authenticate"> {
  /** By operation ids. */
  readonly operations: Readonly<Record<string, (call: AnyCall) => AnyResponse>>;
  /** The operation ids by the types and names of the actions that they become. */
  readonly actions: Readonly<Record<string, Readonly<Record<string, string>>>>;
}

/**
 * Serves a document of this folder until the test ends, with what `additions`, an overlay of this folder, says in addition.
 * Returns the address and what the server logs.
 */
export async function serveVariant(
  variant: (typeof variants)[number],
  file: string,
  { operations, actions, authenticate }: AnyHandlers,
  additions: readonly string[] = [],
): Promise<{ readonly url: string; readonly log: readonly unknown[] }> {
  const handle = (load: Load, isAction: boolean) => async (id: string) => {
    const { CallError } = (await load("server/index.ts")) as { CallError: new (...facts: unknown[]) => Error };
    const handler = (call: AnyCall) => {
      const response = operations[id]!(call);
      const { status } = response;
      if ("code" in response) throw new CallError(status, response.code, response.message);
      if (!isAction) return response;
      return { httpStatus: status, ...(response.body !== undefined && { result: response.body }) };
    };
    return [id, handler] as const;
  };
  const serve = async (load: Load, ofActions: AnyHandlers["actions"]) => {
    const taken = Object.values(ofActions).flatMap((ofType) => Object.values(ofType));
    const plain = Object.keys(operations).filter((id) => !taken.includes(id));
    const mapped = Object.entries(ofActions).map(async ([type, ofType]) => {
      const named = Object.entries(ofType).map(async ([name, id]) => [name, (await handle(load, true)(id))[1]] as const);
      return [type, Object.fromEntries(await Promise.all(named))] as const;
    });
    const handlers = {
      operations: Object.fromEntries(await Promise.all(plain.map(handle(load, false)))),
      actions: Object.fromEntries(await Promise.all(mapped)),
    };
    return serveContract(load, { authenticate, findResource: () => ({}), handlers });
  };
  if (variant === "published") return serve(await compileContract(file, { overlays: additions }), {});
  const workingFolder = mkdtempSync(path.join(tmpdir(), "adopted-"));
  for (const name of [file, ...additions]) copyFileSync(path.join(contractsFolder, name), path.join(workingFolder, name));
  expect(await runCli(workingFolder, ["adopt", file])).toMatchObject({ code: 0 });
  const overlays = [file.replace(".yaml", ".overlay.yaml"), ...additions];
  return serve(await compileContract(file, { workingFolder, overlays }), actions);
}
