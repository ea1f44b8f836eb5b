import type { Arrange, ServerContract } from "../../templates/runtime/server/contract.js";
import { createPartSender } from "../../templates/runtime/server/sent-parts.js";
import { createItemSender } from "../../templates/runtime/server/sequences.js";
import type { Diagnostic } from "../diagnostics/diagnostic.js";
import type { LoadedContract, LoadOptions } from "../document/load-contract.js";
import { describeClient, type ClientDescription } from "../emit/client/describe-client.js";
import { describeActions } from "../emit/describe-actions.js";
import { describeServer } from "../emit/server/describe-server.js";
import { type ServerPart, serverParts } from "../emit/server/server-parts.js";
import { readValidContract } from "../lint/valid-contract.js";
import { buildContract } from "../model/build-contract.js";
import type { ContractWithDocuments, Uploads } from "../model/contract.js";
import { servedContract } from "../model/served-contract.js";
import { separateVariants } from "../model/variants/separate-variants.js";
import { createValidators, type LiveValidators } from "./validators.js";

/** How a contract is read and run. */
export interface LiveOptions extends Partial<LoadOptions> {
  /** Whether servers fill in defaults of parameters and properties; default: false. */
  readonly defaults?: boolean;
  /** How handlers receive uploads of operations that don't say it; default: `buffer`. */
  readonly uploads?: Uploads;
}

/** A contract that servers and clients run without generated files. */
export interface LiveContract {
  /** Its operations, actions and schemas; those of requests and responses are separate. */
  readonly model: ContractWithDocuments;
  /** Its warnings. */
  readonly diagnostics: readonly Diagnostic[];
  readonly validators: LiveValidators;
  /** What a server knows of it. */
  readonly server: ServerContract;
  /** What a client knows of it. */
  readonly client: ClientDescription;
}

/**
 * Reads a contract from a file: YAML or JSON, with the files that it refers to. Throws a `ContractError` for a contract with errors.
 *
 *     const contract = await load("spec/openapi.yaml");
 *     const server = createServer(contract, application);
 */
export function load(contractPath: string, options: LiveOptions = {}): Promise<LiveContract> {
  return new Promise((resolve) => {
    const { loaded, diagnostics } = readValidContract(contractPath, options);
    resolve(createLiveContract(loaded, options, diagnostics));
  });
}

/** The live contract of one that was read and has no errors. */
export function createLiveContract(
  loaded: LoadedContract,
  settings: LiveOptions = {},
  diagnostics: readonly Diagnostic[] = [],
): LiveContract {
  const model = separateVariants(buildContract(loaded));
  const validators = createValidators(model);
  // Few programs need both.
  let server: ServerContract | undefined;
  let client: ClientDescription | undefined;
  return {
    model,
    diagnostics,
    validators,
    get server() {
      return (server ??= serverContract(model, validators, settings));
    },
    get client() {
      return (client ??= describeClient(model));
    },
  };
}

function serverContract(model: ContractWithDocuments, validators: LiveValidators, settings: LiveOptions): ServerContract {
  const served = servedContract(model);
  const described = describeServer(served, settings);
  const { routes, sequences, partLists, errorShape, basePath, secrets } = described;
  const ofItems = sequences && createItemSender(sequences);
  const sendItems = partLists ? createPartSender(partLists, ofItems) : ofItems;
  const { steps, members, arrangements } = serverParts(described);
  const values = (parts: readonly ServerPart[]) => Object.fromEntries(parts.map(({ key, value }) => [key, value]));
  return {
    routes,
    ...describeActions(served),
    validators,
    loadAllErrors: validators.loadAllErrors,
    steps: values(steps) as ServerContract["steps"],
    arrangements: arrangements.map(({ value }) => value as Arrange),
    ...(values(members) as Partial<ServerContract>),
    ...(errorShape && { errorShape }),
    ...(basePath !== undefined && { basePath }),
    ...(secrets && { secrets }),
    ...(sendItems && { sendItems }),
  };
}
