import path from "node:path";
import { compareDiagnostics, hasErrors, type Diagnostic } from "../../diagnostics/diagnostic.js";
import { report, type HandledBy } from "./diagnostics.js";
import type { Contract } from "../../model/contract.js";
import { servedContract } from "../../model/served-contract.js";
import { decodeExactly } from "./handler-files.js";
import { ioReason } from "./io-reason.js";
import { mergeFile, type Lack, type Merge } from "./merge-file.js";
import { reportOrphans, type Orphan } from "./orphans.js";
import { describeOwnTypes, describeScaffold, type OwnTypes, type ScaffoldFile } from "./scaffold-file.js";
import { commentText, stringLiteral } from "../encode.js";
import { specifierWith, type ImportExtension } from "../imports.js";

/** The contract, and the location and options of its handlers. */
export interface ScaffoldRequest {
  readonly contract: Contract;
  /** The folder of the handler files, as specified by the user. */
  readonly folder: string;
  /** The output folder. */
  readonly outFolder: string;
  /** The module specifier of the generated server; by default relative to `server/index.js` in the output folder. */
  readonly serverModule?: string;
  /** The extension in imports of the output and of other handler files; `.js` by default. */
  readonly importExtension?: ImportExtension | undefined;
  /** Whether new handlers start with a comment that describes their action or operation; `false` by default. */
  readonly handlerComments?: boolean | undefined;
  /** Returns `undefined` if the file doesn't exist. Reports errors of the file system. */
  readonly readFile: (path: string) => Uint8Array | undefined;
}

/** A handler file to write. */
export interface ScaffoldChange {
  readonly path: string;
  /** The content that it must have until then; absent if it must not exist. */
  readonly before?: string;
  readonly after: string;
}

/** The changes that a run would make, and its diagnostics. */
export interface ScaffoldPlan {
  /** Only changed files. */
  readonly files: readonly ScaffoldChange[];
  /** The members that existing files lack. */
  readonly lacks: readonly Lack[];
  readonly orphans: readonly Orphan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reports a folder of handlers inside the output folder. */
export function checkScaffoldFolder(folder: string, outFolder: string): Diagnostic[] {
  const diagnostics: Diagnostic[] = [];
  if (isInside(folder, outFolder)) report(diagnostics, "scaffold-folder", { folder, out: outFolder });
  return diagnostics;
}

/** Plans the handler files of a contract: creates missing files and adds missing members to existing ones. Writes nothing. */
export function planScaffold(asked: ScaffoldRequest): ScaffoldPlan {
  const request = { ...asked, contract: servedContract(asked.contract) };
  const { contract, folder, outFolder, readFile, importExtension = ".js", handlerComments = false } = request;
  const diagnostics = checkScaffoldFolder(folder, outFolder);
  if (diagnostics.length > 0) return { files: [], lacks: [], orphans: [], diagnostics };
  const serverModule =
    request.serverModule ?? specifierWith(relativeModule(folder, `${outFolder}/server/index.js`), importExtension);
  const files: ScaffoldChange[] = [];
  const merges: Merge[] = [];
  const found = describeScaffold(contract, importExtension, handlerComments).map((file): FoundFile => {
    const at = path.posix.join(folder.split(path.sep).join("/"), file.path);
    return { file, at, before: readText(at, readFile, diagnostics) };
  });
  const isNew = found.every(({ before }) => before === undefined);
  const own = planOwnTypes(request, serverModule, isNew, diagnostics);
  if (own.file) files.push(own.file);
  for (const { file, at, before } of found) {
    if (before === unreadable) continue;
    if (before === undefined) {
      files.push({ path: at, after: firstText(file, at, serverModule, own.types) });
      continue;
    }
    const merge = mergeFile(file, at, before, serverModule, diagnostics);
    merges.push(merge);
    if (merge.text !== before) files.push({ path: at, before, after: merge.text });
  }
  const orphans = merges.flatMap((merge) => merge.orphans);
  reportOrphans(orphans, diagnostics);
  return { files, lacks: merges.flatMap((merge) => merge.lacks), orphans, diagnostics: diagnostics.sort(compareDiagnostics) };
}

/** A handler file of the contract, and its current content. */
interface FoundFile {
  readonly file: ScaffoldFile;
  readonly at: string;
  readonly before: ReturnType<typeof readText>;
}

/** Plans the file with the user's own types, if it is to be created; returns the types if handlers can import them. */
function planOwnTypes(
  { contract, folder, readFile, importExtension = ".js" }: ScaffoldRequest,
  serverModule: string,
  isNew: boolean,
  diagnostics: Diagnostic[],
): { readonly file?: ScaffoldChange; readonly types?: OwnTypes } {
  const types = describeOwnTypes(contract, importExtension);
  if (!types) return {};
  const at = path.posix.join(folder.split(path.sep).join("/"), types.path);
  const before = readText(at, readFile, isNew ? diagnostics : []);
  if (before === undefined) return isNew ? { file: { path: at, after: types.text(serverModule) }, types } : {};
  if (before === unreadable) return {};
  const isExported = (name: string) => new RegExp(`^export (declare )?(interface|type|class) ${name}\\b`, "m").test(before);
  return types.names.every(isExported) ? { types } : {};
}

function firstText(file: ScaffoldFile, at: string, serverModule: string, types: OwnTypes | undefined): string {
  const diagnostics: Diagnostic[] = [];
  const { text } = mergeFile(file, at, skeleton(file, serverModule, types), serverModule, diagnostics);
  if (hasErrors(diagnostics)) throw new Error(`the first text of ${at} is wrong: ${diagnostics[0]!.message}`);
  return text;
}

const unreadable = Symbol("unreadable");

function readText(
  at: string,
  readFile: ScaffoldRequest["readFile"],
  diagnostics: Diagnostic[],
): string | undefined | typeof unreadable {
  let bytes: Uint8Array | undefined;
  try {
    bytes = readFile(at);
  } catch (error) {
    report(diagnostics, "scaffold-io", { path: at, reason: ioReason(error) });
    return unreadable;
  }
  if (!bytes) return undefined;
  const text = decodeExactly(bytes);
  if (text !== undefined && !text.includes("\0")) return text;
  report(diagnostics, "scaffold-encoding", { path: at }, { path: at, line: 1, column: 1 });
  return unreadable;
}

/** Returns the module specifier of a file, relative to a folder. */
function relativeModule(folder: string, file: string): string {
  const specifier = path.relative(folder, file).split(path.sep).join("/");
  return specifier.startsWith(".") ? specifier : `./${specifier}`;
}

function isInside(folder: string, outFolder: string): boolean {
  const relative = path.relative(outFolder, folder);
  return relative === "" || !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}

/** The differences between handler files and the contract. */
export interface ScaffoldCheck {
  /** Missing handler files, which a run would create. */
  readonly missingFiles: readonly string[];
  /** Missing handlers, which a run would add to existing files. */
  readonly missing: readonly Lack[];
  /** Handlers without a counterpart in the contract, for the user to delete. */
  readonly orphans: readonly Orphan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Checks handler files for `--check`: missing handlers are errors, orphans are warnings. Writes nothing. */
export function checkScaffold(request: ScaffoldRequest): ScaffoldCheck {
  const plan = planScaffold(request);
  const diagnostics = [...plan.diagnostics];
  const missingFiles = plan.files.filter((file) => file.before === undefined).map((file) => file.path);
  for (const path of missingFiles) report(diagnostics, "scaffold-missing-file", { path });
  for (const { names, of, location } of plan.lacks) {
    const whole: HandledBy = of ?? { kind: "type" };
    report(diagnostics, "scaffold-missing", { names, of: whole }, location);
  }
  return { missingFiles, missing: plan.lacks, orphans: plan.orphans, diagnostics: diagnostics.sort(compareDiagnostics) };
}

/**
 * A handler file without handlers; the first ones are added like later ones:
 *
 *     // Handlers for the actions of services of type postgres. Yours to edit: …
 *
 *     import { notImplemented, type PostgresHandlers } from "../generated/server/index.js";
 *     import type { Principal, Service } from "./types.js";
 *
 *     export const postgres: PostgresHandlers<Principal, Service & { readonly type: "postgres" }> = {};
 */
function skeleton(file: ScaffoldFile, serverModule: string, types?: OwnTypes): string {
  const hasStubs = file.members.some((member) => member.kind === "stub");
  const names = hasStubs ? `{ notImplemented, type ${file.typeName} }` : `{ ${file.typeName} }`;
  const own = types ? `import type { ${types.names.join(", ")} } from ${stringLiteral(types.module)};\n` : "";
  return (
    `// ${commentText(file.header).join(" ")}\n\n` +
    `import ${hasStubs ? "" : "type "}${names} from ${stringLiteral(serverModule)};\n${own}\n` +
    `${file.doc}export const ${file.exportName}: ${file.typeName}${types ? file.typeArguments : ""} = {};\n`
  );
}
