import type { ErrorShape, SecretRules } from "../../../templates/runtime/facts.js";
import type { SequenceRules } from "../../../templates/runtime/sequence.js";
import type { PartResponses } from "../../../templates/runtime/write-parts.js";
import type { Route } from "../../../templates/runtime/server/contract.js";
import type { Contract } from "../../model/contract.js";
import { idempotencyKey, preconditions, takesHeaders } from "../../model/header-parameters.js";
import { sequenceRules, takesSequences } from "../../model/sequences.js";
import { firstAddress } from "../../model/served-contract.js";
import { partResponses, takesParts } from "../part-rules.js";
import { describeSecrets } from "./secret-names.js";
import { buildRoutes, type ServerSettings } from "./build-routes.js";
import { unusualErrorShape } from "./route-binding.js";

/** The path before those of the contract; `undefined`: none, or it depends on variables. */
export function basePathOf(contract: Contract): string | undefined {
  const basePath = firstAddress(contract)?.path ?? "";
  return basePath === "" || basePath.includes("{") ? undefined : basePath;
}

/** What a server knows of a contract besides its actions and validators. */
export interface ServerDescription {
  readonly routes: readonly Route[];
  /** The responses that are sequences of items; absent: there are none. */
  readonly sequences: SequenceRules | undefined;
  /** The responses that are lists of parts, by operation; absent: there are none. */
  readonly partLists: Readonly<Record<string, PartResponses>> | undefined;
  /** How errors are reported, if not as `{ "error": "code: text" }`. */
  readonly errorShape: ErrorShape | undefined;
  /** The path of the contract's first server, if it has one without variables. */
  readonly basePath: string | undefined;
  /** Absent: the contract has none. */
  readonly secrets: SecretRules | undefined;
  /** Whether any action requires scopes. */
  readonly hasActionScopes: boolean;
  readonly takesMultipart: boolean;
  /** Whether the body of any request is a list of parts. */
  readonly takesParts: boolean;
  /** Whether the body of any request is a sequence of items. */
  readonly takesItems: boolean;
  /** Whether any operation declares an `Idempotency-Key`. */
  readonly takesKeys: boolean;
  /** Whether any operation declares `If-Match` or `If-None-Match`. */
  readonly takesPreconditions: boolean;
  /** Whether handlers receive any body while it arrives. */
  readonly takesUploads: boolean;
}

/** Describes the server of a contract, which emitters print and live servers run. */
export function describeServer(contract: Contract, settings: ServerSettings = {}): ServerDescription {
  const routes = buildRoutes(contract, settings);
  return {
    routes,
    sequences: sequenceRules(contract),
    partLists: partResponses(contract),
    errorShape: unusualErrorShape(contract),
    basePath: basePathOf(contract),
    secrets: describeSecrets(contract),
    hasActionScopes: contract.serviceTypes.some(({ actions }) => actions.some(({ scopes }) => scopes.length > 0)),
    takesMultipart: contract.operations.some(({ body }) => body?.content.some(({ kind }) => kind === "multipart")),
    takesParts: takesParts(contract.operations),
    takesItems: takesSequences(contract),
    takesKeys: takesHeaders(contract, idempotencyKey),
    takesPreconditions: takesHeaders(contract, ...preconditions),
    takesUploads: routes.some(({ body }) => body?.content.some(({ isStreamed }) => isStreamed)),
  };
}
