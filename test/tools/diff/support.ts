import type { Location } from "../../../generator/diagnostics/diagnostic.js";
import type { Change } from "../../../generator/tools/diff/change.js";
import { createVersion, type ContractVersion } from "../../../generator/tools/diff/contract/contract-version.js";
import { loadContract } from "../../../generator/document/load-contract.js";

/** Loads a contract that must be loadable. */
export function loadForDiff(file: string, workingFolder: string): ContractVersion {
  const { contract, diagnostics } = loadContract(file, { workingFolder });
  if (!contract)
    throw new Error(diagnostics.map(({ message, location }) => `${location?.path}:${location?.line} ${message}`).join("\n"));
  return createVersion(file, contract);
}

/**
 * A change as cases tell it:
 *
 *     error request-property-required breaks client: "cidr" in … is now required
 *       before.yaml:12:9 -> after.yaml:12:9
 *       /paths/…
 *       for example {}
 */
export function tellChange({ severity, rule, message, before, after, pointer, witness, isCertain }: Change): string {
  const place = (location: Location | undefined) =>
    location ? `${location.path}:${location.line}:${location.column}` : "nowhere";
  const lines = [
    `${severity} ${rule.id} breaks ${rule.breaks}: ${message}`,
    `  ${place(before?.location)} -> ${place(after?.location)}`,
    `  ${pointer}`,
    ...(witness === undefined ? [] : [`  for example ${JSON.stringify(witness)}`]),
    ...(isCertain ? [] : ["  not certain"]),
  ];
  return `${lines.join("\n")}\n`;
}
