import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { Diagnostic } from "../../diagnostics/diagnostic.js";
import type { AdoptedEndpoint } from "../../tools/adopt/adopt.js";
import type { CliContext } from "../cli-context.js";
import { exitCodes, UsageError, type ExitCode } from "../exit-codes.js";
import { collect, formatOption, prefixOption, rootOption } from "../options.js";
import type { Session } from "../session.js";
import { writeOrReject } from "../write-whole.js";

const examples = `
Writes the actions into an OpenAPI Overlay next to the document, which is left untouched. Later runs add new actions and leave
existing entries untouched. Without a config, writes one with "lenient: true". --include and --exclude are noted in the overlay, for
later runs. In patterns, * stands for any text.

Examples:
  openapi-actions adopt vendor.yaml
  openapi-actions adopt vendor.yaml --include unsure --exclude "POST /users/*"
  openapi-actions lint vendor.yaml --overlay vendor.overlay.yaml`;

/** `openapi-actions adopt <document>`. */
export function declareAdopt({ program, inSession }: CliContext): void {
  program
    .command("adopt")
    .description("find the actions of any OpenAPI document, and write an overlay with them")
    .argument("<document>", "OpenAPI document")
    .option("--out <file>", "the overlay (default: <document>.overlay.yaml next to the document)")
    .option(
      "--include <pattern>",
      "write unsure endpoints, too: all (unsure), or those with this method and path; can be repeated",
      collect,
    )
    .option("--exclude <pattern>", "ignore the endpoints with this method and path; can be repeated", collect)
    .option("--dry-run", "write nothing; print what was found", false)
    .addOption(formatOption())
    .addOption(rootOption())
    .addOption(prefixOption())
    .addHelpText("after", examples)
    .action((document, flags) => inSession(flags, (session) => runAdopt(document, flags, session)));
}

interface AdoptFlags {
  readonly out?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly dryRun: boolean;
  readonly root?: string;
  readonly extensionPrefix?: string;
}

async function runAdopt(named: string, flags: AdoptFlags, session: Session): Promise<ExitCode> {
  const { loadContract } = await import("../../document/load-contract.js");
  const { adopt, overlayEntries } = await import("../../tools/adopt/adopt.js");
  const { isOutdated, writtenChoices } = await import("../../tools/adopt/write-overlay.js");
  const { printAdoption } = await import("../../tools/adopt/print-report.js");
  const { summarize } = await import("../summarize-adoption.js");
  const { root, extensionPrefix } = flags;
  const out = flags.out ?? named.replace(/(?:\.[^./\\]+)?$/, ".overlay.yaml");
  const overlays = existsSync(out) ? [out] : [];
  const options = {
    workingFolder: realpathSync(process.cwd()),
    root,
    overlays,
    // The overlay repeats what the document says, not how it is read.
    untypedObjects: "any" as const,
    onFile: session.onFile,
    ...(extensionPrefix !== undefined && { extensionPrefix }),
  };
  const { contract, diagnostics } = loadContract(named, options);
  session.report(diagnostics);
  if (!contract) return exitCodes.findings;
  const existing = overlays.length > 0 ? contract.files.at(-1) : undefined;
  const known = existing ? writtenChoices(existing) : { include: [], exclude: [] };
  const chosen = { include: flags.include ?? [], exclude: flags.exclude ?? [] };
  const choices = { include: [...known.include, ...chosen.include], exclude: [...known.exclude, ...chosen.exclude] };
  const found = adopt(contract, { overlays: overlays.length, choices });
  const { draftChecker, draftText } = await import("../../tools/adopt/draft-overlay.js");
  const { lintContract } = await import("../../lint/lint.js");
  const { isAdjustable, isForgivable } = await import("../config/adjustable.js");
  // With a config as adopt writes it, other errors are warnings.
  const isFatal = (one: Diagnostic) =>
    // An entry that matches nothing loses what it should have copied.
    one.code === "overlay-unmatched" || (one.severity === "error" && !(isAdjustable(one) && isForgivable(one.code)));
  const draft = { named, out, options, contract, existing, chosen };
  const problemWith = draftChecker(draft, (checked) => lintContract(checked), isFatal);
  const { keepAccepted } = await import("../../tools/adopt/keep-accepted.js");
  const entriesOf = (endpoints: readonly AdoptedEndpoint[]) => overlayEntries({ ...found, endpoints }, contract.extensionPrefix);
  const adoption = { ...found, endpoints: keepAccepted(found.endpoints, (some) => problemWith(entriesOf(some))) };
  session.print(printAdoption(adoption));
  if (existing && isOutdated(existing, contract.extensionPrefix)) {
    const why = "its actions remain when the vendor removes or renames them";
    session.say(
      `${out} is from an earlier version: ${why}\n(Move your own entries to another overlay, delete it, and run adopt again)\n`,
    );
  }
  const { written, rest } = summarize(adoption);
  const entries = entriesOf(adoption.endpoints);
  const isNew = entries.length > 0 || chosen.include.length + chosen.exclude.length > 0;
  if (!isNew) session.say(`${named}: ${existing ? "nothing new" : "no actions to adopt"}${rest}\n`);
  else if (flags.dryRun) session.say(`${named}: ${written}${rest}; nothing was written\n`);
  else {
    const text = draftText(draft, entries);
    if (text === undefined)
      throw new UsageError(
        `${out} can't be added to: its last key must be "actions", with an entry in each line\n(Or name another file: --out)`,
      );
    writeOrReject(out, text);
    session.say(`${out}: ${written} ${existing ? "added" : "written"}${rest}\n`);
    if (!existing) await writeConfig(named, out, session);
  }
  return exitCodes.ok;
}

/**
 * Without a config, writes one: the commands then need no arguments, and mistakes that only the maker of the document can
 * mend are warnings.
 */
async function writeConfig(input: string, overlay: string, session: Session): Promise<void> {
  const { configFile } = await import("../config/find-config.js");
  const found = configFile(session.config);
  if (found !== undefined) {
    session.say(
      `Next: add ${overlay} to the overlays of ${path.relative(process.cwd(), found)}, and "lenient: true" for errors that only the document's maker can mend\n`,
    );
    return;
  }
  const name = "openapi-actions.config.yaml";
  const { printYaml } = await import("../../document/print-yaml.js");
  writeOrReject(name, printYaml({ input, overlays: [overlay], lenient: true }));
  session.say(`${name}: created; with "lenient: true", errors that only the document's maker can mend are warnings\n`);
}
