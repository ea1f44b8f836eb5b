import type { Contract } from "../../model/contract.js";
import type { EmitContext } from "../context.js";
import type { OutputFile } from "../../typescript/output-file.js";
import { shipTemplate } from "../ship-template.js";
import { buildValidators } from "./build-validators.js";
import { printActionGuards } from "./print-action-guards.js";
import { printFunctions } from "./print-functions.js";
import { printIndex } from "./print-index.js";
import { printOperationGuards } from "./print-operation-guards.js";
import { printWebhookGuards } from "./print-webhook-guards.js";

/** Files of the runtime that validators import. */
const runtimeFiles = [
  "runtime/formats.ts",
  "runtime/validators/all-errors.ts",
  "runtime/validators/checks.ts",
  "runtime/validators/guard.ts",
];

/**
 * The folder `validators/`:
 *
 *     index.ts             actions.postgres.add_ip.body(value), operations.getProject.responses["200"](value)
 *     postgres.ts          the guards of one service type, an export for each action
 *     operations.ts        the guards of all operations
 *     webhooks.ts          the guards of what the service sends by itself, if it sends anything
 *     compiled/            the functions behind them, written by Ajv: one file for each of these, one for what they share
 *     all-errors/          the same again, for functions that list every error
 */
export function emitValidators(contract: Contract, context: EmitContext): OutputFile[] {
  const validators = buildValidators(contract);
  const files = printFunctions(contract, validators);
  for (const mode of ["first", "all"] as const) {
    for (const serviceType of contract.serviceTypes) files.push(printActionGuards(contract, validators, serviceType, mode));
    if (validators.webhooks.length > 0) files.push(printWebhookGuards(contract, validators, mode));
    files.push(printOperationGuards(contract, validators, mode), printIndex(contract, validators, mode));
  }
  return [...files, ...runtimeFiles.map((path) => shipTemplate(contract, context, path))];
}
