import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { emitAll } from "../../generator/emit/emit-all.js";
import { describeClient } from "../../generator/emit/client/describe-client.js";
import { emitClient } from "../../generator/emit/client/emit-client.js";
import { separateVariants } from "../../generator/model/variants/separate-variants.js";
import { readTemplate } from "../../generator/package.js";
import { contractOf, withRuntime } from "../emit/load-emitted.js";
import { isLive, liveClient, needsFiles } from "../support/live-output.js";
import { loadOutput } from "../support/load-output.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";
import type { Scripted, Seen } from "./connect.js";

const context = { template: readTemplate };

/** A call of an operation or an action, its types forgotten. */
export type AnyCall = (args?: unknown, options?: object) => Promise<unknown>;

/** A client, its types forgotten: methods of operations, and of service types. */
export type AnyClient = Record<string, (args?: unknown, options?: object) => Promise<unknown> & Record<string, AnyCall>>;

/** The client that is emitted for a contract. */
export interface EmittedClient {
  /** The exports of `client/index`. */
  readonly exports: Record<string, unknown>;
  /** A client of an API that responds by a script. */
  readonly connect: (
    respond: (before: number, request: Seen) => Scripted,
    options?: object,
  ) => { readonly client: AnyClient; readonly seen: Seen[] };
  /** Type errors in the output together with some code that imports from `./client/index.js`. */
  readonly check: (code: string) => Promise<string>;
}

/** Emits the client of a contract and imports it, or runs it without generated files. */
export async function emitClientOf(document: object): Promise<EmittedClient> {
  const contract = contractOf(document);
  const separate = separateVariants(contract);
  const exports = isLive
    ? liveClient({ client: describeClient(separate) })
    : await loadOutput(withRuntime(contract, [...emitClient(separate, context)]))("client/index.ts");
  const createClient = exports["createClient"] as (options: object) => AnyClient;
  return {
    exports,
    connect(respond, options = {}) {
      const seen: Seen[] = [];
      const fetch = async (url: string, { method = "", headers, body }: RequestInit) => {
        const request = { method, url, headers: Object.fromEntries(new Headers(headers)), body: (body ?? "") as string };
        seen.push(request);
        const { status, headers: sent = {}, body: content } = respond(seen.length - 1, request);
        const type = content === undefined ? {} : { "content-type": "application/json" };
        const text = content === undefined || typeof content === "string" ? content : JSON.stringify(content);
        return new Response(text ?? null, { status, headers: { ...type, ...(sent as Record<string, string>) } });
      };
      return { seen, client: createClient({ baseUrl: "https://api.machines.test/v2", token: "t", fetch, ...options }) };
    },
    async check(code) {
      needsFiles();
      const folder = mkdtempSync(path.join(tmpdir(), "client-"));
      writeFiles(folder, await emitAll(contract, context));
      writeFileSync(path.join(folder, "package.json"), '{ "type": "module" }');
      writeFileSync(path.join(folder, "use.ts"), code);
      return typeCheckNatively(folder);
    },
  };
}

export const text = { type: "string" };

/** A schema of objects with some properties, those in `required` always there. */
export const object = (properties: object, required: readonly string[] = []) => ({ type: "object", required, properties });

/** A response with JSON of a schema. */
export const jsonOf = (schema: object, more: object = {}) => ({
  description: "Done.",
  content: { "application/json": { schema } },
  ...more,
});

/** A contract with machines, of which some members are given: of the endpoint's operation, of the document. */
export function machines(
  { actions, ...endpoint }: { readonly actions?: object; readonly [key: string]: unknown },
  { paths, schemas, ...more }: { readonly paths?: object; readonly schemas?: object; readonly [key: string]: unknown } = {},
): object {
  return {
    openapi: "3.1.0",
    info: { title: "Machines", version: "1" },
    security: [{ token: [] }],
    ...more,
    paths: {
      "/machines/{id}/do/{action}": {
        post: {
          operationId: "invokeVm",
          parameters: [
            { name: "id", in: "path", required: true, schema: text },
            { name: "action", in: "path", required: true, schema: text },
          ],
          requestBody: { required: true, content: { "application/json": { schema: { type: "object" } } } },
          "x-platform-vm-actions": actions ?? { start: { label: "Start", result: object({ ip: text }) } },
          ...endpoint,
        },
      },
      ...paths,
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } }, ...(schemas ? { schemas } : {}) },
  };
}
