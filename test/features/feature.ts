import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect } from "vitest";
import { compile } from "../../generator/compile.js";
import { diff, docs, expand } from "../../generator/index.js";
import type { Diagnostic } from "../../generator/diagnostics/diagnostic.js";
import type { OutputFile } from "../../generator/typescript/output-file.js";
import type { JsonObject } from "../../generator/document/json-value.js";
import { loadContract } from "../../generator/document/load-contract.js";
import { readTemplate } from "../../generator/package.js";
import type { Exchange } from "../../generator/tools/exchanges/exchange.js";
import type { TargetVersion } from "../../generator/tools/expand/expansion.js";
import { createExchangeContract } from "../../generator/tools/exchanges/exchange-contract.js";
import { validateExchange } from "../../generator/tools/exchanges/validate-exchange.js";
import type { AnyApplication } from "../../templates/runtime/server/contract.js";
import type { Server } from "../../templates/runtime/server/create-server.js";
import type { Guard } from "../../templates/runtime/validators/guard.js";
import { eitherWay, neededTargets, needsFiles } from "../support/live-output.js";
import { loadOutput } from "../support/load-output.js";
import { typeCheckNatively } from "../support/type-check.js";
import { writeFiles } from "../support/write-files.js";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;
type Client = Readonly<Record<string, (args?: object) => Promise<unknown>>>;
type Handlers = Readonly<Record<string, (call: never) => unknown>>;

/** The guards of one operation, or of one request that the service sends. */
interface Guards {
  readonly query?: Guard<unknown>;
  readonly querystring?: Guard<unknown>;
  readonly body?: Guard<unknown>;
  readonly bodies?: Readonly<Record<string, Guard<unknown>>>;
  readonly responses: Readonly<Record<string, Guard<unknown>>>;
}

interface ValidatorModule {
  readonly operations: Readonly<Record<string, Guards>>;
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Guards>>>>;
}

/** A contract that shows one feature of OpenAPI, and everything that is made of it. */
export interface Feature {
  readonly files: readonly OutputFile[];
  /** The diagnostics of lint, a line each: `warning open-body …`, without Redocly's rules of style. */
  readonly findings: readonly string[];
  /** The errors of the strictest compiler for the output and a program that uses it. */
  readonly typeErrors: (program?: string) => Promise<string>;
  /** The generated server and the generated client of it, without a network between them. `send` is the bare `fetch`. */
  readonly connect: (handlers: Handlers, more?: Partial<AnyApplication>) => Promise<{ client: Client; send: Fetch }>;
  /** The generated client with options of its own. */
  readonly clientOf: (options: object) => Promise<Client>;
  /** The exports of a module of the output. */
  readonly load: (path: string) => Promise<Readonly<Record<string, unknown>>>;
  readonly validators: () => Promise<ValidatorModule>;
  /** The findings of `validate` for an exchange: `/request/body/name is required`. */
  readonly validate: (exchange: Exchange) => string[];
  /** The Markdown of a page of the docs. */
  readonly page: (file: string) => Promise<string>;
  /** The plain OpenAPI document that `expand` makes, in a version of OpenAPI. */
  readonly expanded: (openapi?: TargetVersion) => Promise<JsonObject>;
  /** The changes between this contract and another version of it: `error request-property-required …`. */
  readonly changes: (after: object) => Promise<string[]>;
}

/**
 * Compiles a contract, which must be accepted. Parts that every contract has may be left out. `lowered` are codes of errors that
 * a config makes warnings.
 */
export async function featureOf(contract: object, lowered: readonly string[] = []): Promise<Feature> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "feature-")));
  const write = (name: string, document: object) => {
    const whole = { openapi: "3.1.0", info: { title: "Feature", version: "1" }, servers: [{ url: "/" }], paths: {}, ...document };
    writeFileSync(path.join(folder, name), JSON.stringify(whole));
  };
  write("openapi.json", contract);
  const lower = (diagnostic: Diagnostic): Diagnostic =>
    lowered.includes(diagnostic.code) ? { ...diagnostic, severity: "warning" } : diagnostic;
  const filter = (found: readonly Diagnostic[]) => found.map(lower);
  const options = { workingFolder: folder, template: readTemplate, filter, ...neededTargets };
  const { files, diagnostics } = await compile("openapi.json", options);
  const findings = diagnostics
    .filter(({ code }) => !code.startsWith("redocly/"))
    .map(({ severity, code, message }) => `${severity} ${code} ${message}`);
  if (!files) throw new Error(diagnostics.map(({ message }) => message).join("\n"));
  const load = eitherWay(loadOutput(files), "openapi.json", options);
  const exchanges = createExchangeContract(loadContract("openapi.json", { workingFolder: folder }).contract!);
  const textOf = (output: { files?: readonly OutputFile[] }, file: string): string =>
    output.files!.find((candidate) => candidate.path === file)!.text;

  return {
    get files() {
      needsFiles();
      return files;
    },
    findings,
    typeErrors: (program = "export {};\n") => {
      needsFiles();
      const output = path.join(folder, "checked");
      writeFiles(output, [...files, { path: "program.ts", text: program }]);
      return typeCheckNatively(output);
    },
    connect: async (handlers, more = {}) => {
      const { createServer, toFetchHandler } = (await load("server/index.ts")) as {
        createServer: (application: AnyApplication) => Server;
        toFetchHandler: (server: Server) => (request: Request) => Promise<Response>;
      };
      const { createClient } = (await load("client/index.ts")) as { createClient: (options: object) => Client };
      const answer = toFetchHandler(
        createServer({
          authenticate: () => "caller",
          scopesOf: () => [],
          canAccess: () => true,
          findResource: () => undefined,
          handlers: { operations: handlers as never },
          log: ({ message, problems }) => expect.fail(`${message} ${JSON.stringify(problems)}`),
          ...more,
        }),
      );
      const send: Fetch = (url, init) => answer(new Request(new URL(url, "http://localhost"), init));
      return { send, client: createClient({ baseUrl: "http://localhost", fetch: send }) };
    },
    clientOf: async (given) => {
      const { createClient } = (await load("client/index.ts")) as { createClient: (options: object) => Client };
      return createClient(given);
    },
    load,
    validators: async () => (await load("validators/index.ts")) as unknown as ValidatorModule,
    validate: (exchange) => validateExchange(exchanges, exchange).map(({ pointer, message }) => `${pointer} ${message}`),
    page: async (file) => textOf(await docs("openapi.json", {}, options), file),
    expanded: async (openapi) => {
      const output = await expand("openapi.json", { ...options, layout: "all", nested: "inline", openapi });
      return JSON.parse(textOf(output, "openapi.all.json")) as JsonObject;
    },
    changes: async (after) => {
      write("after.json", after);
      const { changes } = await diff("openapi.json", "after.json", { workingFolder: folder });
      rmSync(path.join(folder, "after.json"));
      return changes!.map(({ severity, rule, message }) => `${severity} ${rule.id} ${message}`);
    },
  };
}

/** One operation at `/things` with a body and an answer of JSON. */
export function json(schema: unknown, more: object = {}): object {
  return { "application/json": { schema, ...more } };
}

/** The responses of an operation that answers 200, or nothing. */
export function answering(schema?: unknown): object {
  return schema === undefined ? { "204": { description: "Done." } } : { "200": { description: "Done.", content: json(schema) } };
}

/** A reference to a schema of the components. */
export function refer(name: string): { $ref: string } {
  return { $ref: `#/components/schemas/${name}` };
}
