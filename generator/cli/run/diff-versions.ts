import { existsSync, realpathSync } from "node:fs";
import type { Level } from "../../config.js";
import type { Overrides } from "../config/contract-settings.js";
import type { ContractVersion } from "../../tools/diff/contract/contract-version.js";
import { loadVersion, parseVersionName, pathHere, type VersionName } from "../../tools/diff/versions/load-version.js";
import { chooseContracts } from "../contracts.js";
import { exitCodes, type ExitCode } from "../exit-codes.js";
import type { Session } from "../session.js";
import { UsageError } from "../usage-error.js";

/** Two versions, and what the config says of changes; or how the command ends without them. */
export type ChosenVersions =
  | {
      readonly before: ContractVersion;
      readonly after: ContractVersion;
      readonly severities: Readonly<Record<string, Level>>;
    }
  | { readonly exitCode: ExitCode };

/** Reads the versions that a command names. What is left out is that of the other version, or the config's contract. */
export async function chooseVersions(
  base: string,
  revision: string | undefined,
  flags: Pick<Overrides, "extensionPrefix" | "integers">,
  session: Session,
): Promise<ChosenVersions> {
  const workingFolder = realpathSync(process.cwd());
  const [old, young] = [parseVersionName(base), revision === undefined ? undefined : parseVersionName(revision)];
  const here = contractHere(old, young, workingFolder);
  const chosen = await chooseContracts(here, { extensionPrefix: flags.extensionPrefix, integers: flags.integers }, session);
  if (!chosen) return { exitCode: exitCodes.usage };
  const [contract, ...others] = chosen.contracts;
  if (!contract || others.length > 0) {
    const names = chosen.contracts.map(({ name, input }) => name ?? input).join(", ");
    throw new UsageError(`the config has several contracts. Say which one: openapi-actions diff <base> <revision>, of ${names}.`);
  }
  const options = { workingFolder, extensionPrefix: contract.extensionPrefix, integers: contract.integers };
  const after = loadVersion(
    young?.kind === "git" ? withPath(young, old, contract.input) : { kind: "file", path: contract.input },
    options,
  );
  const before = loadVersion(withPath(old, { kind: "file", path: contract.input }, contract.input), options);
  session.report([...before.diagnostics, ...after.diagnostics]);
  if (!before.version || !after.version) return { exitCode: exitCodes.findings };
  return { before: before.version, after: after.version, severities: contract.severities };
}

/** What stands for the contract in the working tree: a name of the config or a path; absent: the config knows. */
function contractHere(old: VersionName, young: VersionName | undefined, workingFolder: string): string | undefined {
  if (young?.kind === "file") return young.path;
  const named = young?.path ?? old.path;
  if (old.kind === "file" && !young) return undefined;
  if (named === undefined) return undefined;
  const path = old.kind === "file" && young?.path === undefined ? named : pathHere(named, workingFolder);
  // Nothing of the working tree is compared if both are commits; the config counts all the same.
  return young && !existsSync(path) ? "." : path;
}

/** A commit without a path has the contract where the other version has it, or where the config says. */
function withPath(name: VersionName, other: VersionName, input: string): VersionName {
  if (name.kind === "file" || name.path !== undefined) return name;
  if (other.kind === "git" && other.path !== undefined) return { ...name, path: other.path };
  return { ...name, path: `./${other.kind === "file" ? other.path : input}` };
}
