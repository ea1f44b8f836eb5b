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

/** Which handlers to keep up with which contract, and where. */
export interface ScaffoldRequest {
  readonly contract: Contract;
  /** Folder of the handler files, as the user knows it. */
  readonly folder: string;
  /** The output folder. */
  readonly outFolder: string;
  /** How handler files import the generated server; else `server/index.js` of the output folder, relative. */
  readonly serverModule?: string;
  /** How handler files import files of the output and each other; `.js` unless given. */
  readonly importExtension?: ImportExtension | undefined;
  /** Absent: there is no such file. Errors of the system are reported. */
  readonly readFile: (path: string) => Uint8Array | undefined;
}

/** A handler file to write. */
export interface ScaffoldChange {
  readonly path: string;
  /** What it must hold until then; absent: it must not exist. */
  readonly before?: string;
  readonly after: string;
}

/** What a run would write, and what it found. */
export interface ScaffoldPlan {
  /** Only those that change. */
  readonly files: readonly ScaffoldChange[];
  /** What existing files lack. */
  readonly lacks: readonly Lack[];
  readonly orphans: readonly Orphan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Plans the handler files of a contract: new ones whole, existing ones with what they lack. Writes nothing. */
export function planScaffold(asked: ScaffoldRequest): ScaffoldPlan {
  const request = { ...asked, contract: servedContract(asked.contract) };
  const { contract, folder, outFolder, readFile, importExtension = ".js" } = request;
  const diagnostics: Diagnostic[] = [];
  if (isInside(folder, outFolder)) {
    report(diagnostics, "scaffold-folder", { folder, out: outFolder });
    return { files: [], lacks: [], orphans: [], diagnostics };
  }
  const serverModule =
    request.serverModule ?? specifierWith(relativeModule(folder, `${outFolder}/server/index.js`), importExtension);
  const files: ScaffoldChange[] = [];
  const merges: Merge[] = [];
  const found = describeScaffold(contract, importExtension).map((file): FoundFile => {
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

/** A handler file of the contract, and what the user has of it. */
interface FoundFile {
  readonly file: ScaffoldFile;
  readonly at: string;
  readonly before: ReturnType<typeof readText>;
}

/** The file of the user's own types where it is to be written; the types if handlers can import them. */
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

/** A module specifier for a file, from the files of a folder. */
function relativeModule(folder: string, file: string): string {
  const specifier = path.relative(folder, file).split(path.sep).join("/");
  return specifier.startsWith(".") ? specifier : `./${specifier}`;
}

function isInside(folder: string, outFolder: string): boolean {
  const relative = path.relative(outFolder, folder);
  return relative === "" || !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}

/** How handler files differ from what the contract wants. */
export interface ScaffoldCheck {
  /** Handler files that a run would create. */
  readonly missingFiles: readonly string[];
  /** Handlers that a run would add to existing files. */
  readonly missing: readonly Lack[];
  /** Handlers that the contract knows nothing of: yours to delete. */
  readonly orphans: readonly Orphan[];
  readonly diagnostics: readonly Diagnostic[];
}

/** What `--check` says about handler files: missing ones are errors, orphans warnings. Writes nothing. */
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
 * A handler file without handlers, into which the first ones are put as all later ones are:
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
