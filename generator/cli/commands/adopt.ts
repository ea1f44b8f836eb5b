import { existsSync, realpathSync } from "node:fs";
import path from "node:path";
import type { CliContext } from "../cli-context.js";
import { count } from "../count.js";
import { exitCodes, UsageError, type ExitCode } from "../exit-codes.js";
import { formatOption, prefixOption, rootOption } from "../options.js";
import type { Session } from "../session.js";
import { writeOrReject } from "../write-whole.js";

const examples = `
Writes the actions into an OpenAPI Overlay next to the document, which is left untouched. Later runs add new actions and leave
existing entries untouched. Without a config, writes one with "lenient: true". To skip an endpoint, add to the overlay:
  x-adopt: { ignore: ["POST /pets/{id}/{action}"] }

Examples:
  openapi-actions adopt vendor.yaml
  openapi-actions lint vendor.yaml --overlay vendor.overlay.yaml`;

/** `openapi-actions adopt <document>`. */
export function declareAdopt({ program, inSession }: CliContext): void {
  program
    .command("adopt")
    .description("find the actions of any OpenAPI document, and write an overlay with them")
    .argument("<document>", "OpenAPI document")
    .option("--out <file>", "the overlay (default: <document>.overlay.yaml next to the document)")
    .option("--dry-run", "write nothing; print what was found", false)
    .addOption(formatOption())
    .addOption(rootOption())
    .addOption(prefixOption())
    .addHelpText("after", examples)
    .action((document, flags) => inSession(flags, (session) => runAdopt(document, flags, session)));
}

interface AdoptFlags {
  readonly out?: string;
  readonly dryRun: boolean;
  readonly root?: string;
  readonly extensionPrefix?: string;
}

async function runAdopt(named: string, flags: AdoptFlags, session: Session): Promise<ExitCode> {
  const { loadContract } = await import("../../document/load-contract.js");
  const { adopt } = await import("../../tools/adopt/adopt.js");
  const { appendEntries, ignoredEndpoints, isOutdated, newOverlay } = await import("../../tools/adopt/write-overlay.js");
  const { printAdoption } = await import("../../tools/adopt/print-report.js");
  const { root, extensionPrefix } = flags;
  const out = flags.out ?? named.replace(/(?:\.[^./\\]+)?$/, ".overlay.yaml");
  const overlays = existsSync(out) ? [out] : [];
  const options = {
    workingFolder: realpathSync(process.cwd()),
    root,
    overlays,
    // The overlay repeats what the document says, not how it is read.
    untypedObjects: "any" as const,
    ...(extensionPrefix !== undefined && { extensionPrefix }),
  };
  const { contract, diagnostics } = loadContract(named, options);
  session.report(diagnostics);
  if (!contract) return exitCodes.findings;
  const existing = overlays.length > 0 ? contract.files.at(-1) : undefined;
  const ignored = existing ? ignoredEndpoints(existing) : [];
  const { endpoints, patterns, entries } = adopt(contract, { overlays: overlays.length, ignored });
  session.print(printAdoption({ endpoints, patterns }));
  if (existing && isOutdated(existing, contract.extensionPrefix)) {
    const why = "its actions remain when the vendor removes or renames them";
    session.say(
      `${out} is from an earlier version: ${why}\n(Move your own entries to another overlay, delete it, and run adopt again)\n`,
    );
  }
  const adopted = endpoints.filter((endpoint) => endpoint.adopted > 0);
  const actions = adopted.reduce((sum, endpoint) => sum + endpoint.adopted, 0);
  const summary = `${count(actions, "action")} of ${count(adopted.length, "endpoint")}`;
  const incomplete = adopted.filter(({ open }) => open.length > 0).length;
  const others = endpoints.length - adopted.length;
  const left = [
    ...(incomplete > 0 ? [`parts of ${count(incomplete, "endpoint")}`] : []),
    ...(others > 0 ? [count(others, incomplete > 0 ? "other endpoint" : "endpoint")] : []),
  ];
  const rest = left.length > 0 ? `; ${left.join(" and ")} left for you` : "";
  if (entries.length === 0) session.say(`${named}: ${existing ? "nothing new" : "no actions to adopt"}${rest}\n`);
  else if (flags.dryRun) session.say(`${named}: ${summary}${rest}; nothing was written\n`);
  else {
    const text = existing ? appendEntries(existing, entries) : newOverlay(contract, path.resolve(out), entries);
    if (text === undefined)
      throw new UsageError(
        `${out} can't be added to: its last key must be "actions", with an entry in each line\n(Or name another file: --out)`,
      );
    writeOrReject(out, text);
    session.say(`${out}: ${summary} ${existing ? "added" : "written"}${rest}\n`);
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
