import { realpathSync } from "node:fs";
import { check, type CompileOptions } from "../../../compile.js";
import type { PreviousVersion } from "../../../config.js";
import { type Diagnostic, hasErrors } from "../../../diagnostics/diagnostic.js";
import type { LoadedContract } from "../../../document/load-contract.js";
import type { ContractVersion } from "../../../tools/diff/contract/contract-version.js";
import type { SiteVersion } from "../../../tools/site/versions/site-version.js";
import { report } from "../../../tools/site/diagnostics.js";
import { isAdjustable } from "../../config/adjustable.js";
import type { ContractSettings } from "../../config/settings.js";

/** A version with its form for `diff`. */
interface ReadVersion {
  readonly site: SiteVersion;
  readonly compared: ContractVersion;
}

/** Reads the earlier versions of a site, and compares each version with the one before it. Without earlier ones, nothing is loaded. */
export async function readVersions(
  newest: SiteVersion,
  loaded: LoadedContract,
  previous: readonly (string | PreviousVersion)[],
  settings: ContractSettings,
  options: CompileOptions,
): Promise<{ readonly versions: readonly SiteVersion[]; readonly diagnostics: readonly Diagnostic[] }> {
  if (previous.length === 0) return { versions: [newest], diagnostics: [] };
  const diff = await importDiff();
  const diagnostics: Diagnostic[] = [];
  const versions: ReadVersion[] = [{ site: newest, compared: diff.createVersion(settings.input, loaded) }];
  for (const one of previous) {
    const entry = typeof one === "string" ? { version: one } : one;
    const read = await readVersion(entry, settings, options, diagnostics);
    if (!read) continue;
    const { name } = read.site;
    if (versions.some(({ site }) => site.name === name))
      report(diagnostics, "docs-version-name", { version: entry.version, name });
    versions.push(read);
  }
  if (hasErrors(diagnostics)) return { versions: [newest], diagnostics };
  const severities = diff.severitiesFor(settings.severities);
  const compared = versions.map(({ site, compared: after }, index): SiteVersion => {
    const before = versions[index + 1]?.compared;
    return before ? { ...site, changes: diff.diffContracts({ before, after }, { severities }) } : site;
  });
  return { versions: compared, diagnostics };
}

async function importDiff() {
  const [{ createVersion }, { diffContracts }, { severitiesFor }] = await Promise.all([
    import("../../../tools/diff/contract/contract-version.js"),
    import("../../../tools/diff/diff-contracts.js"),
    import("../diff/severities.js"),
  ]);
  return { createVersion, diffContracts, severitiesFor };
}

/** Reads a version; absent if it has errors, which are reported. Nobody can change an earlier version, so only what makes pages wrong is an error. */
async function readVersion(
  { version, name, released }: PreviousVersion,
  settings: ContractSettings,
  { root, configFolder }: CompileOptions,
  diagnostics: Diagnostic[],
): Promise<ReadVersion | undefined> {
  const [{ loadVersion, parseVersionName }, { buildContract }] = await Promise.all([
    import("../../../tools/diff/versions/load-version.js"),
    import("../../../model/build-contract.js"),
  ]);
  const { input, overlays, extensionPrefix, integers, untypedObjects } = settings;
  const parsed = parseVersionName(version);
  const named = parsed.kind === "git" && parsed.path === undefined ? { ...parsed, path: `./${input}` } : parsed;
  const reading = { extensionPrefix, integers, ...(untypedObjects !== undefined && { untypedObjects }) };
  const options = { workingFolder: realpathSync(process.cwd()), root, configFolder, overlays, ...reading };
  const found = loadVersion(named, options);
  const source = found.read?.contract;
  if (!found.version || !found.read || !source) {
    diagnostics.push(...found.diagnostics);
    return undefined;
  }
  const checked = await check(found.read, {});
  const [first, ...others] = checked.diagnostics.filter((one) => one.severity === "error" && !isAdjustable(one));
  if (first) {
    const where = first.location ? ` (${first.location.path}:${first.location.line})` : "";
    report(diagnostics, "docs-version-errors", { version, first: first.message + where, others: others.length });
    return undefined;
  }
  const contract = buildContract(source);
  const site = { contract, source, name: name ?? contract.version, released: released ?? found.day };
  return { site, compared: found.version };
}
