import { compare } from "../diagnostics/diagnostic.js";
import type { Contract, ContractWithDocuments } from "../model/contract.js";
import { separateVariants } from "../model/variants/separate-variants.js";
import { importedFiles, withImportExtension } from "../typescript/imports.js";
import { keepAsBytes, type OutputFile } from "../typescript/output-file.js";
import { printedFile } from "../typescript/source-file.js";
import { emitActions } from "./actions.js";
import { emitClient } from "./client/emit-client.js";
import { type EmitContext, fileHeader } from "./emitter.js";
import type { Feature } from "./features.js";
import { emitMcp } from "./mcp/emit-mcp.js";
import { neededRuntime } from "./needed-runtime.js";
import { emitOpenApi } from "./openapi.js";
import { emitQuery } from "./query/emit-query.js";
import { emitServer } from "./server/emit-server.js";
import { usualTargets, type Target } from "./targets.js";
import { emitTypes } from "./types/emit-types.js";
import { emitWebhooks } from "./webhooks/emit-webhooks.js";
import { emitValidators } from "./validators/emit-validators.js";

/** Returns its files one by one, so that each is kept as bytes before the next is described. */
type TargetEmitter = (contract: ContractWithDocuments, context: EmitContext) => Iterable<OutputFile> | AsyncIterable<OutputFile>;

/**
 * The emitters of each target, in the order in which they run. To add an emitter, add a line. The server comes first: openapi.json is
 * the largest text that is printed at once, and the least memory is in use at the beginning.
 */
const emitters: Readonly<Record<Target, TargetEmitter>> = {
  *server(contract, context) {
    yield emitOpenApi(contract);
    yield* emitServer(contract, context);
  },
  async *types(contract, context) {
    yield await emitTypes(contract, context);
    if (contract.serviceTypes.length > 0) yield emitActions(contract);
  },
  validators: emitValidators,
  client: emitClient,
  webhooks: emitWebhooks,
  *query(contract) {
    yield emitQuery(contract);
  },
  mcp: emitMcp,
};

/** The targets whose files another one imports, in full or in part. */
const imported: Readonly<Record<Target, readonly Target[]>> = {
  types: [],
  validators: ["types"],
  server: ["types", "validators"],
  client: ["types"],
  webhooks: ["types", "validators"],
  query: ["types", "client"],
  mcp: ["types", "validators", "client"],
};

/** The features that a target needs, whatever others the project wants. */
const needed: Partial<Readonly<Record<Target, readonly Feature[]>>> = { mcp: ["retry", "validate", "follow"] };

/**
 * Every file of the output except the manifest, sorted by path: those of the selected targets, and the files that they import.
 */
export async function emitAll(written: ContractWithDocuments, given: EmitContext): Promise<OutputFile[]> {
  const contract = separateVariants(written);
  const { targets: wanted = usualTargets, features } = given;
  const context = { ...given, ...(features && { features: [...features, ...wanted.flatMap((target) => needed[target] ?? [])] }) };
  const isNeeded = (target: Target) => wanted.some((one) => one === target || imported[one].includes(target));
  const emitted: { readonly target: Target; readonly files: readonly OutputFile[] }[] = [];
  for (const target of Object.keys(emitters) as Target[]) {
    if (!isNeeded(target)) continue;
    const files: OutputFile[] = [];
    for await (const file of emitters[target](contract, context)) files.push(keepAsBytes(printedFile(file, context.memo)));
    emitted.push({ target, files });
  }
  const roots = emitted.flatMap(({ target, files }) => (wanted.includes(target) ? files : []));
  const others = new Map(
    emitted.flatMap(({ target, files }) => (wanted.includes(target) ? [] : files.map((file) => [file.path, file]))),
  );
  const files = others.size === 0 ? roots : withImports(roots, (path) => others.get(path));
  return withRuntime(contract, context, files)
    .map((file) => keepAsBytes(withImportExtension(file, context.importExtension ?? ".js")))
    .sort((a, b) => compare(a.path, b.path));
}

/** Files with the parts of the runtime that they use. */
export function withRuntime(
  contract: Contract,
  { template, memo }: Pick<EmitContext, "template" | "memo">,
  files: readonly OutputFile[],
): OutputFile[] {
  const runtime = neededRuntime(files, template, memo).map(({ path, text }): OutputFile => ({
    path,
    text: `${fileHeader(contract)}\n${text}`,
    checked: "template",
  }));
  return [...files, ...runtime];
}

/** Files with everything that they import, for the paths that `find` knows. */
export function withImports(roots: readonly OutputFile[], find: (path: string) => OutputFile | undefined): OutputFile[] {
  const files = new Map(roots.map((file) => [file.path, file]));
  // The map grows during the loop.
  for (const file of files.values()) {
    for (const path of importedFiles(file)) {
      const found = files.has(path) ? undefined : find(path);
      if (found) files.set(path, found);
    }
  }
  return [...files.values()];
}
